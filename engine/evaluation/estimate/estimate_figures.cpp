#include "evaluation/estimate/estimate_figures.h"

#include "evaluation/estimate/block_figures.h"
#include "evaluation/estimate/iteration_memory.h"
#include "evaluation/estimate/network_tier_laws.h"

#include <algorithm>
#include <cmath>

namespace planscope {
namespace {

/// A program's counts as doubles, and its messages between stages and replicas with their costs.
struct Program {
    double microbatches = 0;    ///< n
    double blocks = 0;          ///< B
    double blocksPerChunk = 0;  ///< B / v
    double virtualStages = 1;   ///< v
    double bubbleChunks = 0;    ///< (p−1) + [n mod p ≠ 0]·(v−1)·(p − n mod p); 0 when p = 1
    bool pipelined = false;     ///< p > 1
    bool replicated = false;    ///< D > 1
    double hopMessage = 0;      ///< bytes between two stages
    double gradientMessage = 0; ///< W: bytes of a block's weights
    NetworkCost hop;            ///< point to point
    NetworkCost gradientReduce; ///< reduce-scatter with optimizer sharding, else all-reduce
    NetworkCost weightGather;   ///< all-gather; with optimizer sharding alone
    bool sharded = false;       ///< optimizer sharding
};

double bubbleChunks(std::int64_t microbatches, std::int64_t stages, double virtualStages)
{
    const std::int64_t rest = microbatches % stages;
    const double lastRound = rest == 0 ? 0 : (virtualStages - 1) * static_cast<double>(stages - rest);
    return static_cast<double>(stages - 1) + lastRound;
}

/// wH, divided by t where the sequence is sharded.
double hopMessage(const PlanProgram& program)
{
    const double whole = static_cast<double>(bytesPerElement(program.datatype))
        * static_cast<double>(program.microbatchSize) * static_cast<double>(program.sequenceLength)
        * static_cast<double>(program.hiddenSize);
    return program.communication == TensorCommunication::ReduceScatterAllGather
        ? whole / static_cast<double>(program.tensorDegree)
        : whole;
}

Program programOf(const EstimateInput& input, const TierModel& pipelineTier, const TierModel& dataTier)
{
    const PlanProgram& plan = *input.program;
    Program program;
    program.microbatches = static_cast<double>(plan.shape.microbatchCount);
    program.blocks = static_cast<double>(plan.shape.blocksPerStage);
    program.blocksPerChunk = static_cast<double>(plan.shape.blocksPerVirtualChunk);
    program.virtualStages = static_cast<double>(virtualStagesOf(plan.schedule));
    program.pipelined = plan.pipelineDegree > 1;
    program.replicated = plan.dataDegree > 1;
    program.sharded = plan.optimizerSharding;
    if (program.pipelined) {
        program.bubbleChunks = bubbleChunks(plan.shape.microbatchCount, plan.pipelineDegree, program.virtualStages);
        program.hopMessage = hopMessage(plan);
        program.hop = pipelineTier.costOf(NetworkOperation::PointToPoint, 2);
    }
    if (program.replicated) {
        program.gradientMessage = static_cast<double>(input.blockMemory->weights.value());
        program.gradientReduce = dataTier.costOf(
            program.sharded ? NetworkOperation::ReduceScatter : NetworkOperation::AllReduce, plan.dataDegree);
        program.weightGather = dataTier.costOf(NetworkOperation::AllGather, plan.dataDegree);
    }
    return program;
}

IterationTime iterationTime(const Program& program, const BlockTime& block, std::size_t mode)
{
    const double runs = program.blocks * program.microbatches;
    const double backward = block.activationGradient + block.weightGradient;
    IterationTime time;
    time.forward = runs * block.forward;
    time.backward = runs * backward;
    time.optimizer = program.blocks * block.optimizer;
    time.recompute = runs * block.recompute;
    time.tensorParallel = runs * (block.tensorParallelForward + block.tensorParallelBackward);
    time.recommunication = runs * block.recommunication;
    if (program.pipelined) {
        const double hop = program.hop.seconds(program.hopMessage, mode);
        const double blockTotal = block.forward + block.tensorParallelForward + block.recompute + block.recommunication
            + backward + block.tensorParallelBackward;
        time.pipelineParallel = 2 * program.virtualStages * program.microbatches * hop;
        time.pipelineBubble = program.bubbleChunks * (program.blocksPerChunk * blockTotal + 2 * hop);
    }
    if (program.replicated) {
        double exchange = program.gradientReduce.seconds(program.gradientMessage, mode);
        if (program.sharded)
            exchange += program.weightGather.seconds(program.gradientMessage, mode);
        time.dataParallel = program.blocks * exchange;
    }
    time.total = time.forward + time.backward + time.optimizer + time.recompute + time.tensorParallel
        + time.pipelineParallel + time.dataParallel + time.recommunication + time.pipelineBubble;
    return time;
}

/// 3·forward·n·B model operations on each of t·p·D ranks, over what as many ranks could do: the ranks cancel.
Utilisation utilisation(const PlanProgram& plan, const Program& program, const BlockFigures& block, double peak,
                        double total)
{
    const double possible = total * peak;
    const double runs = program.blocks * program.microbatches;
    const double model = 3 * block.forwardMatrixOperations;
    return {model * runs / possible, (model + block.recomputedMatrixOperations) * runs / possible,
            static_cast<double>(plan.globalBatchSize) * static_cast<double>(plan.sequenceLength) / total};
}

/// A total is finite only if all its parts are.
bool isFinite(const ModeEstimate& estimate)
{
    return std::isfinite(estimate.iteration.total) && std::isfinite(estimate.utilisation.mfu)
        && std::isfinite(estimate.utilisation.hfu) && std::isfinite(estimate.utilisation.tokensPerSecond);
}

} // namespace

EstimateFigures estimateFigures(const EstimateInput& input, const SystemModel& system, const NetworkTierBinding& tiers)
{
    const PlanProgram& plan = *input.program;
    EstimateFigures figures;
    figures.memory = iterationMemoryIfItFits(plan, *input.blockMemory);
    if (!figures.memory)
        return figures;
    figures.overCapacity = exceedsCapacity(figures.memory->total.value(), system.capacity());
    figures.tiersHold = tiersHold(groupDegreesOf(plan), system, tiers);
    if (!figures.tiersHold)
        return figures;

    const auto tier = [&](std::int64_t index) -> const TierModel& {
        return system.tiers()[static_cast<std::size_t>(index)];
    };
    const InvocationTimer timer{system, tier(tiers.tensor), plan.tensorDegree};
    const BlockFigures block = blockFigures(input.invocations, timer);
    const Program program = programOf(input, tier(tiers.pipeline), tier(tiers.data));
    figures.finite = true;
    for (std::size_t mode = 0; mode < figures.modes.size(); ++mode) {
        ModeEstimate& estimate = figures.modes[mode];
        estimate.block = block.time[mode];
        estimate.iteration = iterationTime(program, estimate.block, mode);
        estimate.utilisation =
            utilisation(plan, program, block, system.peakMatrixOperationsPerSecond(), estimate.iteration.total);
        figures.finite = figures.finite && isFinite(estimate);
    }
    return figures;
}

} // namespace planscope
