#pragma once

#include "base/diagnostic.h"

#include <string>
#include <string_view>

namespace planscope {

/// A diagnostic for a person, safe for a terminal: one line, and a second one with the value given and the legal ones
/// where there are any. Every line starts with the prefix ("gpt3-175B: ") or is indented below it.
std::string diagnosticText(const Diagnostic& diagnostic, std::string_view prefix);

} // namespace planscope
