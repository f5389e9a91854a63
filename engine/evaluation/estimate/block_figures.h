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

/// Index in blockTimeFigures of the component that an invocation's time counts in, by phase: other work, collective.
/// Collectives stand in forward, recommunication and activation_gradient alone; the other places only keep a strange
/// plan's time whole.
inline constexpr std::array<std::array<std::size_t, 2>, countOf<Phase>()> blockComponentOf{{
    {0, 5}, // forward
    {1, 7}, // recompute
    {1, 7}, // recommunication
    {2, 6}, // activation_gradient
    {3, 6}, // weight_gradient
    {4, 6}, // optimizer
}};

BlockFigures blockFigures(std::span<const Invocation> invocations, const InvocationTimer& timer);

} // namespace planscope
