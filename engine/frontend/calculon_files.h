#pragma once

#include "base/enum_names.h"
#include "base/json_document.h"

#include <array>
#include <optional>
#include <string_view>

namespace planscope {

/// The files that together are one of Calculon's runs.
enum class CalculonFile { Model, Execution, System };
template <>
struct EnumNames<CalculonFile> {
    static constexpr std::array<std::string_view, 3> names{"model", "execution", "system"};
};

/// Which of them that is, by the fields that only it has: half of these are enough, so that a file with a fault is
/// still known. Nothing for anything else, a file that states a schema among it.
std::optional<CalculonFile> calculonFileOf(JsonValue root);

} // namespace planscope
