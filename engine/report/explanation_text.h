#pragma once

#include "derivation/transformer/explanation.h"

#include <span>
#include <string>

namespace planscope {

/// Each fact as formula, values substituted and result, then the symbols with their definitions and values, and the
/// source of the formulas. Symbols of several explanations stand once, at the end. Ends with a line break.
std::string explanationText(std::span<const Explanation> explanations);

/// The same as a JSON array of one object an explanation: {subject, source, facts: [{fact, unit, formula,
/// substituted, result}], symbols: [{symbol, meaning, definition, value}]}. Results and values are integers.
std::string explanationJson(std::span<const Explanation> explanations);

} // namespace planscope
