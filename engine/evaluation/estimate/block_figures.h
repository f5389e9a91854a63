#pragma once

#include "evaluation/estimate/invocation_timer.h"

#include <span>

namespace planscope {

/// What one walk over a block's invocations gives; every sum is taken in their order.
struct BlockFigures {
    std::array<BlockTime, countOf<EstimateMode>()> time;
    double forwardMatrixOperations = 0;    ///< of one rank, one microbatch
    double recomputedMatrixOperations = 0; ///< likewise
};

BlockFigures blockFigures(std::span<const Invocation> invocations, const InvocationTimer& timer);

} // namespace planscope
