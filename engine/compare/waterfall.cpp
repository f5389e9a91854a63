#include "compare/waterfall.h"

#include "compare/iteration_figures.h"
#include "compare/waterfall_parts.h"
#include "derivation/transformer/layer_memory.h"
#include "evaluation/estimate/iteration_memory.h"
#include "study/predicted_times.h"
#include "study/result_figures.h"

namespace planscope {
namespace {

const IterationTime& timeOf(const CandidateResult& result, EstimateMode mode)
{
    return (*result.estimate->modes)[static_cast<std::size_t>(mode)].iteration;
}

WaterfallParts timeByComponent(const CandidateResult& result, EstimateMode mode)
{
    WaterfallParts parts;
    for (const NamedFigure<IterationTime>& figure : iterationTimeFigures)
        if (figure.member != &IterationTime::total)
            parts.push_back(componentPart("time", figure.name, Number::real(timeOf(result, mode).*figure.member)));
    return parts;
}

WaterfallParts memoryByComponent(const CandidateResult& result)
{
    WaterfallParts parts;
    for (const NamedBytes& figure : iterationMemoryFigures)
        if (figure.member != &IterationMemory::total)
            parts.push_back(componentPart("memory", figure.name,
                                          Number::integer((result.estimate->memory.*figure.member).value())));
    return parts;
}

WaterfallParts operationsByPhase(const CandidateResult& result)
{
    WaterfallParts parts;
    const IterationOperations operations =
        iterationOperations(*figuresOf(result).block, result.derivation->training.shape());
    for (std::size_t k = 0; k < operations.phases.size(); ++k)
        parts.push_back({"operations." + std::string{nameOf(static_cast<Phase>(k))}, {}, operations.phases[k]});
    return parts;
}

WaterfallParts layers()
{
    WaterfallParts parts;
    for (std::size_t k = 0; k < countOf<Layer>(); ++k) {
        const std::string name{nameOf(static_cast<Layer>(k))};
        parts.push_back({name, SemanticKey{SemanticKey::Kind::Layer, name}, Number{}});
    }
    return parts;
}

WaterfallParts timeByLayer(const CandidateResult& result, EstimateMode mode)
{
    WaterfallParts parts = layers();
    const auto seconds = predictedTaskSeconds(result);
    const PortablePlanIR& plan = result.derivation->plan();
    for (std::size_t k = 0; seconds && k < plan.tasks.size(); ++k) {
        Number& sum = parts[static_cast<std::size_t>(plan.tasks[k].layer)].value;
        const double once = (*seconds)[static_cast<std::size_t>(mode)][k];
        sum = sum + Number::real(once) * runsOf(plan.tasks[k].phase, plan.program.shape);
    }
    const IterationTime& time = timeOf(result, mode);
    parts.push_back(componentPart("time", "pipeline_parallel", Number::real(time.pipelineParallel)));
    parts.push_back(componentPart("time", "data_parallel", Number::real(time.dataParallel)));
    parts.push_back(componentPart("time", "pipeline_bubble", Number::real(time.pipelineBubble)));
    return parts;
}

WaterfallParts memoryByLayer(const CandidateResult& result)
{
    WaterfallParts parts = layers();
    const PortablePlanIR& plan = result.derivation->plan();
    const BlockParameters parameters = blockParametersOf(result.derivation->training);
    // Memory is linear in the block's sums but for the rounding up of each term.
    Number rest = Number::integer(result.estimate->memory.total.value());
    const auto held = [&plan, &rest](const BlockMemory& part) {
        const auto memory = iterationMemoryIfItFits(plan.program, part);
        const Number bytes = Number::integer(memory ? memory->total.value() : 0); // a part of what fits, fits
        rest = rest - bytes;
        return bytes;
    };
    for (const MemoryFacts& row : plan.layerMemory) {
        Number& sum = parts[static_cast<std::size_t>(row.layer)].value;
        sum = sum + held(blockMemoryOf(parameters, row));
    }
    BlockMemory checkpoint;
    checkpoint.activationCheckpoint = plan.blockMemory.activationCheckpoint;
    parts.push_back(componentPart("memory", "activation_checkpoints", held(checkpoint)));
    parts.push_back({"memory.rounding", {}, rest});
    return parts;
}

WaterfallParts operationsByLayer(const CandidateResult& result)
{
    WaterfallParts parts = layers();
    const PortablePlanIR& plan = result.derivation->plan();
    for (const PlanTask& task : plan.tasks) {
        Number& sum = parts[static_cast<std::size_t>(task.layer)].value;
        sum = sum + Number::integer(task.facts.operations.value()) * runsOf(task.phase, plan.program.shape);
    }
    return parts;
}

WaterfallParts byComponent(const CandidateResult& result, Measure measure)
{
    switch (measure) {
    case Measure::PeakOnlyTime: return timeByComponent(result, EstimateMode::PeakOnly);
    case Measure::SystemEvidenceTime: return timeByComponent(result, EstimateMode::SystemEvidence);
    case Measure::StageMemory: return memoryByComponent(result);
    case Measure::RankOperations: return operationsByPhase(result);
    }
    return {};
}

WaterfallParts byLayer(const CandidateResult& result, Measure measure)
{
    switch (measure) {
    case Measure::PeakOnlyTime: return timeByLayer(result, EstimateMode::PeakOnly);
    case Measure::SystemEvidenceTime: return timeByLayer(result, EstimateMode::SystemEvidence);
    case Measure::StageMemory: return memoryByLayer(result);
    case Measure::RankOperations: return operationsByLayer(result);
    }
    return {};
}

std::optional<Waterfall> waterfall(const CandidateResult& a, const CandidateResult& b, Measure measure,
                                   WaterfallParts (*partsOf)(const CandidateResult&, Measure))
{
    const auto ofA = quantityOf(a, measure);
    const auto ofB = quantityOf(b, measure);
    if (!ofA || !ofB)
        return std::nullopt;
    return waterfallOf(unitOf(measure), *ofA, *ofB, partsOf(a, measure), partsOf(b, measure));
}

} // namespace

std::string_view nameOf(Measure measure, Accounting accounting)
{
    return accounting == Accounting::Whole && measure == Measure::StageMemory ? std::string_view{"memory.peak"}
                                                                              : nameOf(measure);
}

std::optional<Waterfall> waterfallByComponent(const CandidateResult& a, const CandidateResult& b, Measure measure)
{
    return waterfall(a, b, measure, byComponent);
}

std::optional<Waterfall> waterfallByLayer(const CandidateResult& a, const CandidateResult& b, Measure measure)
{
    return waterfall(a, b, measure, byLayer);
}

} // namespace planscope
