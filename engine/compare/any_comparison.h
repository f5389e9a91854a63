#pragma once

#include "compare/attribution.h"
#include "compare/comparison.h"
#include "study/any_result.h"

#include <optional>

namespace planscope {

/// Why two results cannot be compared: compare.accountings, when one counts equal blocks and the other a whole model.
/// They have no figure in common. Requires: both are there.
std::optional<Diagnostic> incomparable(const AnyResult& a, const AnyResult& b);

/// As the functions of the accounting: compare/comparison.h, compare/whole_comparison.h.
/// Requires: !incomparable(a, b).
Comparison compare(const AnyResult& a, const AnyResult& b);
/// As compare/attribution.h, compare/whole_attribution.h. Requires: !incomparable(a, b).
Attribution attribute(const AnyResult& a, const AnyResult& b);
/// Likewise. Requires: both have times, and causes are those of attribute(a, b).time.
std::vector<TaskShares> attributeTasks(const AnyResult& a, const AnyResult& b, const std::vector<Cause>& causes,
                                       EstimateMode mode);

} // namespace planscope
