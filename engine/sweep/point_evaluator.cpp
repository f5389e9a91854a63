#include "sweep/point_evaluator.h"

#include "derivation/passes/plan_transformer_training_pass.h"
#include "derivation/session/synthesis_session.h"
#include "evaluation/estimate/estimate_figures.h"
#include "evaluation/estimate/network_tier_laws.h"
#include "evaluation/estimate/time_algebra.h"

#include <cassert>

namespace planscope::sweep {
namespace {

Filter filterOf(TierLaw law)
{
    switch (law) {
    case TierLaw::Unknown: return Filter::TierUnknown;
    case TierLaw::Capacity: return Filter::TierCapacity;
    case TierLaw::Filling: return Filter::TierFilling;
    }
    return Filter::TierUnknown;
}

/// See Figures::messageBytes.
double messageBytesOf(const PlanProgram& program, double ofBlock, Bytes weights)
{
    PlainArithmetic arithmetic;
    const IterationAlgebra<PlainArithmetic> algebra{arithmetic, program};
    const auto blocks = static_cast<double>(program.shape.blocksPerStage);
    const auto microbatches = static_cast<double>(program.shape.microbatchCount);
    double bytes = blocks * microbatches * ofBlock;
    if (algebra.pipelined())
        bytes += 2 * static_cast<double>(virtualStagesOf(program.schedule)) * microbatches
            * algebra.hopMessage(program);
    if (algebra.replicated())
        bytes += blocks * static_cast<double>(weights.value()) * (algebra.sharded() ? 2 : 1);
    return bytes;
}

/// Some hundreds of blocks are what neighbouring points share; they stay in a core's own cache.
constexpr std::size_t keptBlocks = 512;

std::optional<Filter> brokenConstraint(const Constraints& constraints, const Figures& figures)
{
    if (constraints.withinCapacity && figures.overCapacity)
        return Filter::OverCapacity;
    const auto breaks = [&figures](const auto& bounds, auto isBeyond) {
        for (std::size_t k = 0; k < bounds.size(); ++k)
            if (bounds[k] && isBeyond(valueOf(static_cast<Objective>(k), figures), *bounds[k]))
                return true;
        return false;
    };
    if (breaks(constraints.atMost, [](double value, double bound) { return value > bound; }))
        return Filter::AtMost;
    if (breaks(constraints.atLeast, [](double value, double bound) { return value < bound; }))
        return Filter::AtLeast;
    return std::nullopt;
}

} // namespace

PointEvaluator::PointEvaluator(const MappingSpace& space, std::shared_ptr<const SystemModel> system, Reuse reuse)
    : m_model(space.model)
    , m_workload{space.globalBatchSize, 0, space.datatype}
    , m_system(std::move(system))
    , m_constraints(space.constraints)
    , m_reuse(reuse)
    , m_blocks(reuse == Reuse::Blocks ? keptBlocks : 1)
{
    m_model.name.clear();
}

const PointEvaluator::Block& PointEvaluator::blockOf(const BlockParameters& parameters, std::int64_t tensorTier)
{
    const BlockKey key{parameters.microbatchSize,  parameters.tensorDegree, parameters.optimizerShards, tensorTier,
                       parameters.communication,   parameters.recompute,    parameters.fusedActivation,
                       parameters.sequenceParallelAllGatherRedo};
    std::uint64_t hash = 0;
    for (const std::int64_t part :
         {key.microbatchSize, key.tensorDegree, key.optimizerShards, key.tensorTier,
          static_cast<std::int64_t>(key.communication), static_cast<std::int64_t>(key.recompute),
          std::int64_t{key.fusedActivation}, std::int64_t{key.allGatherRedo}})
        hash = (hash ^ static_cast<std::uint64_t>(part)) * 0x9E3779B97F4A7C15U;
    Block& block = m_blocks[(hash >> 32) % m_blocks.size()];
    if (m_reuse == Reuse::Blocks && block.key == key)
        return block;
    block.key = key;
    block.fits = computeBlockWork(parameters, m_buffer);
    if (!block.fits)
        return block;
    block.memory = m_buffer.blockMemory;
    block.messageBytes = 0;
    for (const PhaseTotals& phase : m_buffer.totals)
        block.messageBytes += static_cast<double>(phase.facts.message.value());
    const InvocationTimer timer{*m_system, m_system->tiers()[static_cast<std::size_t>(tensorTier)],
                                parameters.tensorDegree};
    block.figures = blockFigures(m_buffer.invocations(), timer);
    return block;
}

Evaluation PointEvaluator::evaluate(const Point& point)
{
    m_workload.microbatchSize = point.microbatchSize;
    const auto training = TransformerTraining::create(m_model, m_workload, point.mapping);
    assert((training || training.error().front().code == nameOf(Filter::IntegerOverflow)) && "a lawful point");
    if (!training)
        return {Filter::IntegerOverflow, {}};
    const PlanProgram program = planProgramFor(m_model.hiddenSize, m_model.sequenceLength, bindWorkload(*training),
                                               bindStrategy(*training));
    if (const auto broken = brokenTierLaw(groupDegreesOf(program), *m_system, point.tiers))
        return {filterOf(*broken), {}};
    const Block& block = blockOf(blockParametersOf(*training), point.tiers.tensor);
    if (!block.fits)
        return {Filter::IntegerOverflow, {}};
    const EstimateFigures estimate = estimateFigures(program, block.memory, block.figures, *m_system, point.tiers);
    if (!estimate.memory)
        return {Filter::IntegerOverflow, {}};
    if (!estimate.finite)
        return {Filter::NotFinite, {}};

    const ModeEstimate& measured = estimate.modes[static_cast<std::size_t>(EstimateMode::SystemEvidence)];
    const ModeEstimate& peak = estimate.modes[static_cast<std::size_t>(EstimateMode::PeakOnly)];
    Evaluation evaluation;
    evaluation.figures = {measured.iteration.total,
                          peak.iteration.total,
                          measured.utilisation.tokensPerSecond,
                          measured.utilisation.mfu,
                          estimate.memory->total.value(),
                          program.shape.worldSize,
                          messageBytesOf(program, block.messageBytes, block.memory.weights),
                          estimate.overCapacity};
    evaluation.filter = brokenConstraint(m_constraints, evaluation.figures);
    return evaluation;
}

} // namespace planscope::sweep
