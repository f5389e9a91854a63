#include "compare/iteration_figures.h"
#include "compare/waterfall_parts.h"
#include "compare/whole_iteration_figures.h"
#include "evaluation/whole/stage_peak.h"
#include "evaluation/whole/step_time.h"

#include <algorithm>
#include <cmath>

namespace planscope {
namespace {

using whole::PeakPart;
using whole::Row;
using whole::Unit;

const whole::StepTime& stepOf(const whole::CandidateResult& result, EstimateMode mode)
{
    return (*result.estimate->modes)[static_cast<std::size_t>(mode)].time;
}

/// Programs add times pass by pass, so parts that are products miss their sum by its rounding: the largest takes it up.
void settle(WaterfallParts& parts, double total)
{
    double sum = 0;
    for (const WaterfallPart& part : parts)
        sum += part.value.toDouble();
    const auto largest =
        std::max_element(parts.begin(), parts.end(), [](const WaterfallPart& left, const WaterfallPart& right) {
            return std::abs(left.value.toDouble()) < std::abs(right.value.toDouble());
        });
    largest->value = Number::real(largest->value.toDouble() + (total - sum));
}

WaterfallParts timeByComponent(const whole::CandidateResult& result, EstimateMode mode)
{
    const whole::IterationTime& time = stepOf(result, mode).iteration;
    WaterfallParts parts;
    for (const NamedFigure<whole::IterationTime>& figure : whole::iterationFigures)
        if (figure.member != &whole::IterationTime::total)
            parts.push_back(componentPart("time", figure.name, Number::real(time.*figure.member)));
    settle(parts, time.total);
    return parts;
}

const whole::StagePeak& peakOf(const whole::CandidateResult& result)
{
    return result.estimate->peaks[whole::fullestStage(result.estimate->peaks)];
}

WaterfallPart peakPart(const whole::CandidateResult& result, PeakPart part)
{
    return componentPart("memory", nameOf(part), Number::integer(peakOf(result)[part].value()));
}

WaterfallParts memoryByComponent(const whole::CandidateResult& result)
{
    WaterfallParts parts;
    for (std::size_t k = 0; k < countOf<PeakPart>(); ++k)
        parts.push_back(peakPart(result, static_cast<PeakPart>(k)));
    return parts;
}

WaterfallPart optimizerOperations(const whole::StepOperations& operations)
{
    return {"operations.optimizer", {}, operations.optimizer};
}

WaterfallParts operationsByPhase(const whole::CandidateResult& result)
{
    const whole::PortablePlanIR& plan = result.derivation->plan();
    const whole::StepOperations operations = whole::stepOperations(plan, whole::busiestStage(plan));
    WaterfallParts parts;
    for (std::size_t k = 0; k < operations.phases.size(); ++k)
        parts.push_back({"operations." + std::string{nameOf(static_cast<whole::Phase>(k))}, {}, operations.phases[k]});
    parts.push_back(optimizerOperations(operations));
    return parts;
}

WaterfallParts rows()
{
    WaterfallParts parts;
    for (std::size_t k = 0; k < countOf<Row>(); ++k) {
        const auto row = static_cast<Row>(k);
        const std::string operation{whole::operationNameOf(row)};
        parts.push_back({std::string{nameOf(row)}, SemanticKey{SemanticKey::Kind::Operation, operation}, Number{}});
    }
    return parts;
}

void add(WaterfallParts& parts, Row row, const Number& value)
{
    Number& sum = parts[static_cast<std::size_t>(row)].value;
    sum = sum + value;
}

WaterfallParts timeByRow(const whole::CandidateResult& result, EstimateMode mode)
{
    const whole::PortablePlanIR& plan = result.derivation->plan();
    const whole::StepTime& step = stepOf(result, mode);
    const whole::StageTime& last = step.stages[step.lastStage];
    const auto seconds = whole::taskSeconds(plan, SystemModel{*result.system, plan.program.datatype}, result.tiers);
    WaterfallParts parts = rows();
    for (std::size_t k = 0; k < plan.tasks.size(); ++k) {
        const Row row = plan.tasks[k].invocation.row;
        add(parts, row,
            Number::real(seconds[static_cast<std::size_t>(mode)][k]) * runsOf(plan, unitOf(row), step.lastStage));
    }
    const auto component = [&parts](std::string_view name, double value) {
        parts.push_back(componentPart("time", name, Number::real(value)));
    };
    component("pipeline_parallel", step.iteration.pipelineParallel);
    component("pipeline_bubble", step.iteration.pipelineBubble);
    component("data_parallel", step.iteration.dataParallel);
    component("replicated_gradients", last.replicatedGradients);
    component("optimizer", step.iteration.optimizer);
    settle(parts, step.total);
    return parts;
}

/// How many other microbatches each chunk of a stage keeps at a step of its program.
std::vector<std::int64_t> othersAt(const whole::ProgramRule& rule, std::int64_t stage, const whole::ProgramStep& step)
{
    std::vector<std::int64_t> live(static_cast<std::size_t>(rule.virtualStages));
    const auto count = [&live, &rule](const whole::ProgramStep& at, std::int64_t change) {
        live[static_cast<std::size_t>(at.chunk / rule.stages)] += change;
    };
    const std::int64_t end = rule.position(step);
    for (std::int64_t position = 0; position < end; ++position) {
        const whole::ProgramStep before = rule.step(stage, position);
        count(before, before.direction == whole::Direction::Forward ? 1 : -1);
    }
    if (step.direction == whole::Direction::Backward)
        count(step, -1);
    return live;
}

/// How often each unit's tensors are there when the chunks of a stage keep them so often.
std::array<Number, countOf<Unit>()> timesKept(const whole::PortablePlanIR& plan, std::size_t stage,
                                              const std::vector<std::int64_t>& ofChunk)
{
    const std::vector<std::int64_t>& blocks = plan.program.shape.chunks;
    std::array<Number, countOf<Unit>()> times;
    for (std::size_t local = 0; local < ofChunk.size(); ++local) {
        const std::size_t chunk = stage + local * plan.stages.size();
        const Number kept = Number::integer(ofChunk[local]);
        const auto addTo = [&times](Unit unit, const Number& more) {
            Number& sum = times[static_cast<std::size_t>(unit)];
            sum = sum + more;
        };
        addTo(Unit::Block, kept * Number::integer(blocks[chunk]));
        if (chunk == 0)
            addTo(Unit::Embedding, kept);
        if (chunk + 1 == blocks.size())
            addTo(Unit::Head, kept);
    }
    return times;
}

WaterfallParts memoryByRow(const whole::CandidateResult& result)
{
    const whole::PortablePlanIR& plan = result.derivation->plan();
    const std::size_t stage = whole::fullestStage(result.estimate->peaks);
    const whole::StagePeak& peak = peakOf(result);
    WaterfallParts parts = rows();

    const std::int64_t parameters = plan.stages[stage].parameters.value();
    const std::int64_t bytesOfParameter =
        parameters == 0 ? 0 : (peak[PeakPart::Weights].value() + peak[PeakPart::Gradients].value()) / parameters;
    const auto held =
        timesKept(plan, stage, std::vector<std::int64_t>(static_cast<std::size_t>(plan.program.rule.virtualStages), 1));
    for (const whole::PlanParameter& parameter : plan.parameterTensors) {
        const Row owner = ownerOf(parameter.tensor);
        if (isCounted(parameter.tensor))
            add(parts, owner,
                held[static_cast<std::size_t>(unitOf(owner))] * Number::integer(parameter.elements.value())
                    * Number::integer(bytesOfParameter));
    }
    const auto kept = timesKept(plan, stage, othersAt(plan.program.rule, static_cast<std::int64_t>(stage), peak.step));
    for (const whole::SavedBuffer& buffer : plan.saved)
        if (!buffer.rebuilt)
            add(parts, buffer.owner,
                kept[static_cast<std::size_t>(unitOf(buffer.tensor))] * Number::integer(buffer.bytes.value()));

    for (std::size_t k = 0; k < countOf<PeakPart>(); ++k) {
        const auto part = static_cast<PeakPart>(k);
        if (part != PeakPart::Weights && part != PeakPart::Gradients && part != PeakPart::SavedOtherMicrobatches)
            parts.push_back(peakPart(result, part));
    }
    return parts;
}

WaterfallParts operationsByRow(const whole::CandidateResult& result)
{
    const whole::PortablePlanIR& plan = result.derivation->plan();
    const std::size_t stage = whole::busiestStage(plan);
    WaterfallParts parts = rows();
    for (const whole::PlanTask& task : plan.tasks)
        add(parts, task.invocation.row,
            Number::integer(task.facts.operations.value()) * runsOf(plan, unitOf(task.invocation.row), stage));
    parts.push_back(optimizerOperations(whole::stepOperations(plan, stage)));
    return parts;
}

std::optional<Number> quantityOf(const whole::CandidateResult& result, Measure measure)
{
    if (!result.estimate)
        return std::nullopt;
    if (const auto mode = modeOf(measure))
        return result.estimate->modes ? std::optional{Number::real(stepOf(result, *mode).total)} : std::nullopt;
    if (measure == Measure::StageMemory)
        return Number::integer(result.estimate->peak.value());
    const whole::PortablePlanIR& plan = result.derivation->plan();
    return whole::stepOperations(plan, whole::busiestStage(plan)).total;
}

WaterfallParts byComponent(const whole::CandidateResult& result, Measure measure)
{
    if (const auto mode = modeOf(measure))
        return timeByComponent(result, *mode);
    return measure == Measure::StageMemory ? memoryByComponent(result) : operationsByPhase(result);
}

WaterfallParts byRow(const whole::CandidateResult& result, Measure measure)
{
    if (const auto mode = modeOf(measure))
        return timeByRow(result, *mode);
    return measure == Measure::StageMemory ? memoryByRow(result) : operationsByRow(result);
}

std::optional<Waterfall> waterfall(const whole::CandidateResult& a, const whole::CandidateResult& b, Measure measure,
                                   WaterfallParts (*partsOf)(const whole::CandidateResult&, Measure))
{
    const auto ofA = quantityOf(a, measure);
    const auto ofB = quantityOf(b, measure);
    if (!ofA || !ofB)
        return std::nullopt;
    return waterfallOf(unitOf(measure), *ofA, *ofB, partsOf(a, measure), partsOf(b, measure));
}

} // namespace

std::optional<Waterfall> waterfallByComponent(const whole::CandidateResult& a, const whole::CandidateResult& b,
                                              Measure measure)
{
    return waterfall(a, b, measure, byComponent);
}

std::optional<Waterfall> waterfallByLayer(const whole::CandidateResult& a, const whole::CandidateResult& b,
                                          Measure measure)
{
    return waterfall(a, b, measure, byRow);
}

} // namespace planscope
