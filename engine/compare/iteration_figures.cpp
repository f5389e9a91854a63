#include "compare/iteration_figures.h"

#include "study/result_figures.h"

namespace planscope {

Number runsOf(Phase phase, const TrainingShape& shape)
{
    const Number blocks = Number::integer(shape.blocksPerStage);
    return phase == Phase::Optimizer ? blocks : blocks * Number::integer(shape.microbatchCount);
}

IterationOperations iterationOperations(const BlockTotals& block, const TrainingShape& shape)
{
    IterationOperations operations;
    for (std::size_t k = 0; k < block.size(); ++k) {
        operations.phases[k] = Number::integer(block[k].facts.operations.value())
            * runsOf(static_cast<Phase>(k), shape);
        operations.total = operations.total + operations.phases[k];
    }
    return operations;
}

std::optional<EstimateMode> modeOf(Measure measure)
{
    switch (measure) {
    case Measure::PeakOnlyTime: return EstimateMode::PeakOnly;
    case Measure::SystemEvidenceTime: return EstimateMode::SystemEvidence;
    case Measure::StageMemory:
    case Measure::RankOperations: return std::nullopt;
    }
    return std::nullopt;
}

FactUnit unitOf(Measure measure)
{
    switch (measure) {
    case Measure::PeakOnlyTime:
    case Measure::SystemEvidenceTime: return FactUnit::InSeconds;
    case Measure::StageMemory: return FactUnit::InBytes;
    case Measure::RankOperations: return FactUnit::InOperations;
    }
    return FactUnit::Count;
}

std::optional<Number> quantityOf(const CandidateResult& result, Measure measure)
{
    if (!result.estimate)
        return std::nullopt;
    if (const auto mode = modeOf(measure)) {
        const auto& modes = result.estimate->modes;
        return modes ? std::optional{Number::real((*modes)[static_cast<std::size_t>(*mode)].iteration.total)}
                     : std::nullopt;
    }
    if (measure == Measure::StageMemory)
        return Number::integer(result.estimate->memory.total.value());
    return iterationOperations(*figuresOf(result).block, result.derivation->training.shape()).total;
}

} // namespace planscope
