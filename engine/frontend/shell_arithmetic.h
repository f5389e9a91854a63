#pragma once

#include "frontend/shell_word.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace planscope {

/// What $((text)) gives: sums and products of integers and variables, without brackets. Nothing when it is anything
/// else, a variable has no integer for a value, or a step leaves 64 bits.
std::optional<std::int64_t> shellArithmetic(std::string_view text, const ShellVariables& variables);

} // namespace planscope
