#pragma once

#include "base/explanation.h"

#include <span>
#include <string>

namespace planscope {

/// Each fact as formula, values substituted and result, then the source of the formulas, and the symbols with their
/// definitions and values, or the subject that explains them. Symbols of several explanations stand once, at the end,
/// where none has two meanings; else below each explanation. Ends with a line break.
std::string explanationText(std::span<const Explanation> explanations);

/// The same as a JSON array of one object an explanation: {subject, source, facts: [{fact, unit, formula,
/// substituted, result}], symbols: [{symbol, meaning, definition, value, explained_by}]}. Results and values are exact
/// numbers.
std::string explanationJson(std::span<const Explanation> explanations);

} // namespace planscope
