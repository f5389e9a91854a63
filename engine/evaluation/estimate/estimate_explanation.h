#pragma once

#include "base/explanation.h"
#include "evaluation/estimate/estimate.h"

#include <vector>

namespace planscope {

// Where the figures right of the red boundary come from. The algebras that make them make these too, over symbolic
// expressions: every text, read by the grammar of expression.h, gives the figure to the last bit. A figure that another
// explanation has a formula for stands as a symbol that names it.

/// Bytes of the first stage by component, then their sum: "memory.weights" … "memory.total".
/// Requires: iterationMemory() succeeds.
std::vector<Explanation> explainMemory(const PlanProgram& program, const BlockMemory& block);
/// "memory.capacity"; and the shares that each component has of the total and of the capacity, where these are not 0:
/// "memory.weights.share" … "memory.total.share".
std::vector<Explanation> explainMemoryShares(const SystemProfile& profile, const Estimate& estimate);

/// Operations and bytes of all invocations of each primitive in use: "primitive.linear".
std::vector<Explanation> explainPrimitives(std::span<const Invocation> invocations);

} // namespace planscope
