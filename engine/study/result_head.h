#pragma once

#include "base/diagnostic.h"
#include "base/digest.h"
#include "base/enum_names.h"
#include "evaluation/system/system_profile.h"

#include <memory>
#include <optional>
#include <string>

namespace planscope {

enum class ResultStatus {
    Ok,
    Refused,  ///< the case breaks a law; nothing was derived
    Rejected, ///< a check or the reference rejected a transition
};
template <>
struct EnumNames<ResultStatus> {
    static constexpr std::array<std::string_view, 3> names{"ok", "refused", "rejected"};
};

/// What results of both accountings have in common.
struct ResultHead {
    std::optional<std::string> name; ///< absent when the file gives none that is a string
    std::string nameJson = "null";   ///< what the file gives instead, in JSON
    ResultStatus status = ResultStatus::Refused;
    Diagnostics diagnostics;
    std::shared_ptr<const SystemProfile> system; ///< null when refused
    NetworkTierBinding tiers;
    Digest evidence;
};

} // namespace planscope
