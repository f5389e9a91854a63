#pragma once

#include "compare/attribution.h"
#include "compare/comparison.h"

#include <string>

namespace planscope {

/// A comparison for a person at a terminal: what is compared and differs, the headline numbers, what changed in each
/// IR, the difference by component, by cause and by layer, and the tasks that changed most. Figures have three
/// significant digits; times are predicted. Ends with a line break.
std::string differenceText(const Comparison& comparison, const Attribution& attribution);

} // namespace planscope
