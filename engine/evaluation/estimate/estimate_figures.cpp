#include "evaluation/estimate/estimate_figures.h"

#include "evaluation/estimate/iteration_memory.h"
#include "evaluation/estimate/network_tier_laws.h"

#include <cmath>

namespace planscope {
namespace {

/// What a program exchanges between stages and between replicas, with its costs.
struct Exchanges {
    double hopMessage = 0;      ///< bytes between two stages
    double gradientMessage = 0; ///< W: bytes of a block's weights
    NetworkCost hop;            ///< point to point
    NetworkCost gradientReduce; ///< reduce-scatter with optimizer sharding, else all-reduce
    NetworkCost weightGather;   ///< all-gather; with optimizer sharding alone
};

Exchanges exchangesOf(const PlanProgram& plan, const BlockMemory& blockMemory,
                      const IterationAlgebra<PlainArithmetic>& algebra, const TierModel& pipelineTier,
                      const TierModel& dataTier)
{
    Exchanges exchanges;
    if (algebra.pipelined()) {
        exchanges.hopMessage = algebra.hopMessage(plan);
        exchanges.hop = pipelineTier.costOf(NetworkOperation::PointToPoint, 2);
    }
    if (algebra.replicated()) {
        exchanges.gradientMessage = static_cast<double>(blockMemory.weights.value());
        exchanges.gradientReduce = dataTier.costOf(gradientReductionOf(plan), plan.dataDegree);
        exchanges.weightGather = dataTier.costOf(NetworkOperation::AllGather, plan.dataDegree);
    }
    return exchanges;
}

IterationTime iterationTime(const IterationAlgebra<PlainArithmetic>& algebra, const Exchanges& exchanges,
                            const BlockTime& block, std::size_t mode)
{
    const double hop = algebra.pipelined() ? exchanges.hop.seconds(exchanges.hopMessage, mode) : 0;
    double exchange = 0;
    if (algebra.replicated()) {
        exchange = exchanges.gradientReduce.seconds(exchanges.gradientMessage, mode);
        if (algebra.sharded())
            exchange += exchanges.weightGather.seconds(exchanges.gradientMessage, mode);
    }
    IterationTime time = algebra.time(block, hop, exchange);
    time.total = algebra.total(time);
    return time;
}

/// A total is finite only if all its parts are.
bool isFinite(const ModeEstimate& estimate)
{
    return std::isfinite(estimate.iteration.total) && std::isfinite(estimate.utilisation.mfu)
        && std::isfinite(estimate.utilisation.hfu) && std::isfinite(estimate.utilisation.tokensPerSecond);
}

const TierModel& tierOf(const SystemModel& system, std::int64_t index)
{
    return system.tiers()[static_cast<std::size_t>(index)];
}

/// All but times and ratios.
EstimateFigures figuresWithoutTimes(const PlanProgram& plan, const BlockMemory& blockMemory, const SystemModel& system,
                                    const NetworkTierBinding& tiers)
{
    EstimateFigures figures;
    figures.memory = iterationMemoryIfItFits(plan, blockMemory);
    if (!figures.memory)
        return figures;
    figures.overCapacity = exceedsCapacity(figures.memory->total.value(), system.capacity());
    figures.tiersHold = tiersHold(groupDegreesOf(plan), system, tiers);
    return figures;
}

void addTimes(EstimateFigures& figures, const PlanProgram& plan, const BlockMemory& blockMemory,
              const BlockFigures& block, const SystemModel& system, const NetworkTierBinding& tiers)
{
    PlainArithmetic arithmetic;
    const IterationAlgebra<PlainArithmetic> algebra{arithmetic, plan};
    const Exchanges exchanges =
        exchangesOf(plan, blockMemory, algebra, tierOf(system, tiers.pipeline), tierOf(system, tiers.data));
    figures.finite = true;
    for (std::size_t mode = 0; mode < figures.modes.size(); ++mode) {
        ModeEstimate& estimate = figures.modes[mode];
        estimate.block = block.time[mode];
        estimate.iteration = iterationTime(algebra, exchanges, estimate.block, mode);
        estimate.utilisation = algebra.utilisation(block.forwardMatrixOperations, block.recomputedMatrixOperations,
                                                   system.peakMatrixOperationsPerSecond(), estimate.iteration.total);
        figures.finite = figures.finite && isFinite(estimate);
    }
}

} // namespace

EstimateFigures estimateFigures(const EstimateInput& input, const SystemModel& system, const NetworkTierBinding& tiers)
{
    const PlanProgram& plan = *input.program;
    EstimateFigures figures = figuresWithoutTimes(plan, *input.blockMemory, system, tiers);
    if (figures.tiersHold) {
        const InvocationTimer timer{system, tierOf(system, tiers.tensor), plan.tensorDegree};
        addTimes(figures, plan, *input.blockMemory, blockFigures(input.invocations, timer), system, tiers);
    }
    return figures;
}

EstimateFigures estimateFigures(const PlanProgram& plan, const BlockMemory& blockMemory, const BlockFigures& block,
                                const SystemModel& system, const NetworkTierBinding& tiers)
{
    EstimateFigures figures = figuresWithoutTimes(plan, blockMemory, system, tiers);
    if (figures.tiersHold)
        addTimes(figures, plan, blockMemory, block, system, tiers);
    return figures;
}

} // namespace planscope
