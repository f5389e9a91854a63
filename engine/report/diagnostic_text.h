#pragma once

#include "base/diagnostic.h"

#include <string>
#include <string_view>

namespace planscope {

/// A diagnostic for a person, safe for a terminal: one line with the value given, and where there are legal values
/// a second one with both, indented. The first line starts with the prefix ("gpt3-175B: ").
std::string diagnosticText(const Diagnostic& diagnostic, std::string_view prefix);

} // namespace planscope
