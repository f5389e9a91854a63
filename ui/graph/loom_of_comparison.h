#pragma once

#include "compare/comparison.h"
#include "study/any_result.h"
#include "ui/graph/loom_difference.h"
#include "ui/graph/loom_input.h"

#include <memory>

namespace planscope::ui {

/// A loom and what of it differs.
struct ComparedLoom {
    std::shared_ptr<const LoomInput> input;
    std::shared_ptr<const LoomDifference> difference;
};

/// Both plans in one: a cell for each layer and column in which either has a task, threads of both. Where A and B have
/// another task in one place (all-reduce here, reduce-scatter there), the place has both. Seconds are of that mode. Of
/// whole models with the step of the stage that ends last on each side; what is kept for backward is not drawn.
/// Requires: the comparison of those results, both with plans.
ComparedLoom mergedLoomOf(const Comparison& comparison, const AnyResult& a, const AnyResult& b, EstimateMode mode);
/// One side's plan, its tasks marked by what became of them. Side 0 is A. Requires: as above.
ComparedLoom sideLoomOf(const Comparison& comparison, const AnyResult& a, const AnyResult& b, EstimateMode mode,
                        std::size_t side);

} // namespace planscope::ui
