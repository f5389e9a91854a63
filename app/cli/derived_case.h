#pragma once

#include "cli/exit_code.h"
#include "study/derived_history.h"

#include <memory>
#include <optional>
#include <string>

namespace planscope {

/// The derivation of one case of a file, of either accounting, every snapshot up to the stage published; or what to
/// return instead, the reasons on standard error.
tl::expected<std::shared_ptr<const DerivedHistory>, ExitCode>
deriveCase(const std::string& path, const std::optional<std::string>& wantedCase, IrKind stopAfter);

} // namespace planscope
