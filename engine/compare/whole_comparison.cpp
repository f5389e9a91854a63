#include "compare/whole_comparison.h"

#include "compare/comparison_frame.h"
#include "compare/figure_sink.h"
#include "compare/whole_step_comparison.h"
#include "evaluation/whole/stage_peak.h"
#include "study/whole_rank_work.h"
#include "study/whole_result_figures.h"

#include <algorithm>

namespace planscope::whole {
namespace {

template <class Enum>
std::string wordsOf(const std::vector<Enum>& values)
{
    std::vector<std::string> words;
    for (const Enum value : values)
        words.emplace_back(nameOf(value));
    return listOf(words);
}

std::string numbersOf(const std::vector<std::int64_t>& values)
{
    std::vector<std::string> digits;
    for (const std::int64_t value : values)
        digits.push_back(std::to_string(value));
    return listOf(digits);
}

// ---- fields

ModelValues modelValues(const CandidateResult& result)
{
    ModelValues values;
    if (!result.derivation)
        return values;
    const ModelSpec& model = result.derivation->training.model();
    const auto set = [&values](ModelField field, std::string text) {
        values[static_cast<std::size_t>(field)] = std::move(text);
    };
    set(ModelField::Name, model.name);
    set(ModelField::HiddenSize, std::to_string(model.hiddenSize));
    set(ModelField::FeedforwardSize, std::to_string(model.feedforwardSize));
    set(ModelField::AttentionHeads, std::to_string(model.attentionHeads));
    set(ModelField::KeyValueHeads, std::to_string(model.keyValueHeads));
    set(ModelField::AttentionHeadSize, std::to_string(model.attentionHeadSize));
    set(ModelField::BlockCount, std::to_string(model.blockCount));
    set(ModelField::VocabularySize, std::to_string(model.vocabularySize));
    set(ModelField::Feedforward, std::string{nameOf(model.feedforward)});
    set(ModelField::Normalization, std::string{nameOf(model.normalization)});
    set(ModelField::Position, std::string{nameOf(model.position)});
    set(ModelField::MaximumPositions, std::to_string(model.maximumPositions));
    set(ModelField::Bias, wordsOf(model.bias));
    set(ModelField::TiedEmbeddings, truthOf(model.tiedEmbeddings));
    set(ModelField::QueryKeyNorm, truthOf(model.queryKeyNorm));
    return values;
}

WorkloadValues workloadValues(const CandidateResult& result)
{
    WorkloadValues values;
    if (!result.derivation)
        return values;
    const WorkloadSpec& workload = result.derivation->training.workload();
    const auto set = [&values](WorkloadField field, std::string text) {
        values[static_cast<std::size_t>(field)] = std::move(text);
    };
    set(WorkloadField::SequenceLength, std::to_string(workload.sequenceLength));
    set(WorkloadField::GlobalBatchSize, std::to_string(workload.globalBatchSize));
    set(WorkloadField::Datatype, std::string{nameOf(workload.datatype)});
    set(WorkloadField::HiddenDropout, truthOf(workload.hiddenDropout));
    set(WorkloadField::AttentionDropout, truthOf(workload.attentionDropout));
    return values;
}

CandidateValues candidateValues(const CandidateResult& result)
{
    CandidateValues values;
    if (!result.derivation)
        return values;
    const MappingSpec& mapping = result.derivation->training.mapping();
    const auto set = [&values](CandidateField field, std::string text) {
        values[static_cast<std::size_t>(field)] = std::move(text);
    };
    const auto setNumber = [&set](CandidateField field, std::int64_t value) { set(field, std::to_string(value)); };
    setNumber(CandidateField::MicrobatchSize, result.derivation->training.workload().microbatchSize);
    setNumber(CandidateField::TensorDegree, mapping.tensor.degree);
    set(CandidateField::SequenceParallel, truthOf(mapping.tensor.sequenceParallel));
    setNumber(CandidateField::ContextDegree, mapping.context.degree);
    set(CandidateField::ContextExchange, std::string{nameOf(mapping.context.exchange)});
    setNumber(CandidateField::PipelineDegree, mapping.pipeline.degree);
    set(CandidateField::ScheduleKind, std::string{nameOf(kindOf(mapping.pipeline.schedule))});
    if (const auto* const interleaved = std::get_if<Interleaved>(&mapping.pipeline.schedule)) {
        setNumber(CandidateField::VirtualStages, interleaved->virtualStages);
        if (interleaved->group)
            setNumber(CandidateField::InterleavingGroup, *interleaved->group);
    }
    if (mapping.pipeline.layout)
        set(CandidateField::Layout, numbersOf(*mapping.pipeline.layout));
    setNumber(CandidateField::DataDegree, mapping.data.degree);
    set(CandidateField::OptimizerSharding, truthOf(mapping.data.optimizerSharding));
    set(CandidateField::Recompute, std::string{nameOf(mapping.recompute)});
    set(CandidateField::Attention, std::string{nameOf(mapping.attention)});
    set(CandidateField::Loss, std::string{nameOf(mapping.loss)});
    set(CandidateField::GradientDatatype, std::string{nameOf(mapping.gradientDatatype)});
    setNumber(CandidateField::ExtraTokens, mapping.vocabulary.extraTokens);
    setNumber(CandidateField::VocabularyMultiple, mapping.vocabulary.multiple);
    setNumber(CandidateField::TensorTier, result.tiers.tensor);
    setNumber(CandidateField::PipelineTier, result.tiers.pipeline);
    setNumber(CandidateField::DataTier, result.tiers.data);
    return values;
}

std::vector<ComparedField> compareSubjects(const CandidateResult& a, const CandidateResult& b)
{
    std::vector<ComparedField> fields;
    addFields<ModelField>(fields, Accounting::Whole, "model.", modelValues(a), modelValues(b));
    fields.front().label = "Model"; // its name, which stands without a heading here
    addFields<WorkloadField>(fields, Accounting::Whole, "", workloadValues(a), workloadValues(b));
    addSystem(fields, a, b);
    addBound(fields, std::string{frameworkInfo().path}, std::string{frameworkInfo().label}, a, b,
             [](const CandidateResult& side) { return side.framework->name; });
    return fields;
}

// ---- figures

struct PeakFigures {
    const Estimate* estimate = nullptr;
};
template <class Sink>
void visitFields(Sink& sink, const PeakFigures& figures)
{
    static const Estimate none{{StagePeak{}}, {}, 0, {}, {}};
    const Estimate& estimate = figures.estimate ? *figures.estimate : none;
    const std::size_t fullest = fullestStage(estimate.peaks);
    sink.integer("peak", estimate.peak.value(), FigureUnit::InBytes);
    sink.capacity("capacity", estimate.capacity, FigureUnit::InBytes);
    sink.integer("peak_stage", static_cast<std::int64_t>(fullest), FigureUnit::Count);
    for (std::size_t k = 0; k < countOf<PeakPart>(); ++k)
        sink.integer(nameOf(static_cast<PeakPart>(k)), estimate.peaks[fullest].parts[k].value(), FigureUnit::InBytes);
}

/// Of a step; the stages have figures of their own.
struct StepFigures {
    IterationTime iteration;
    double hop = 0;
    std::int64_t lastStage = 0;
};
template <class Sink>
void visitFields(Sink& sink, const StepFigures& step)
{
    for (const NamedFigure<IterationTime>& figure : iterationFigures)
        sink.real(figure.name, step.iteration.*figure.member, FigureUnit::InSeconds);
    sink.real("hop", step.hop, FigureUnit::InSeconds);
    sink.integer("last_stage", step.lastStage, FigureUnit::Count);
}

struct StageFigures {
    std::int64_t parameters = 0;
    StaticBytes held;
    std::int64_t inFlight = 0;
};
template <class Sink>
void visitFields(Sink& sink, const StageFigures& figures)
{
    sink.integer("parameters", figures.parameters, FigureUnit::Count);
    visitFields(sink, figures.held);
    sink.integer("in_flight", figures.inFlight, FigureUnit::Count);
}

/// Of a rank in a step.
struct StageWorkFigures {
    Total<OperationsUnit> operations;
    std::array<Total<BytesUnit>, countOf<MessageGroup>()> messages;
};
template <class Sink>
void visitFields(Sink& sink, const StageWorkFigures& figures)
{
    sink.total("operations", figures.operations, FigureUnit::Count);
    for (std::size_t group = 0; group < figures.messages.size(); ++group)
        sink.total("messages." + std::string{nameOf(static_cast<MessageGroup>(group))}, figures.messages[group],
                   FigureUnit::InBytes);
}

const PortablePlanIR* planOf(const CandidateResult& result)
{
    return result.derivation && result.derivation->complete() ? &result.derivation->plan() : nullptr;
}

std::size_t stagesOf(const CandidateResult& result)
{
    const PortablePlanIR* const plan = planOf(result);
    return plan ? plan->stages.size() : 0;
}

std::string modePath(std::string_view group, std::size_t mode)
{
    return std::string{group} + "." + std::string{nameOf(static_cast<EstimateMode>(mode))};
}

void listStage(FigureSink& sink, const CandidateResult& result, const std::optional<RankWork>& work, std::size_t stage)
{
    const std::string path = "stages[" + std::to_string(stage) + "]";
    const bool has = stage < stagesOf(result);
    StageFigures figures;
    if (has) {
        const PlanStage& held = planOf(result)->stages[stage];
        figures = {held.parameters.value(), staticBytes(held), held.inFlight};
    }
    sink.facts(path, has ? &figures : nullptr);
    StageWorkFigures done;
    if (has && work)
        done = {work->stages[stage].rank.total.operations, work->stages[stage].rank.messages};
    sink.facts(path, has && work ? &done : nullptr);
    const bool isJudged = has && result.estimate;
    sink.facts(path + ".peak", isJudged ? &result.estimate->peaks[stage] : nullptr);
    for (std::size_t mode = 0; mode < countOf<EstimateMode>(); ++mode)
        sink.facts(modePath("time", mode) + "." + path,
                   isJudged && result.estimate->modes ? &(*result.estimate->modes)[mode].time.stages[stage] : nullptr);
}

/// The same names in the same order, whatever the result has.
void listFigures(FigureSink& sink, const CandidateResult& result, std::size_t stages)
{
    const PortablePlanIR* const plan = planOf(result);
    sink.group("shape", result.derivation ? &result.derivation->training.shape() : nullptr);
    sink.group("parameters", plan ? &plan->parameters : nullptr);
    const FlopsPerToken flops = plan ? flopsPerToken(plan->flops) : FlopsPerToken{};
    sink.group("flops_per_token", plan ? &flops : nullptr);
    const ProgramTotals program = plan ? programTotals(*plan) : ProgramTotals{};
    sink.group("program", plan ? &program : nullptr);
    const PeakFigures peak{result.estimate ? &*result.estimate : nullptr};
    sink.group("memory", peak.estimate ? &peak : nullptr);
    const auto* const modes = result.estimate && result.estimate->modes ? &*result.estimate->modes : nullptr;
    sink.openGroup("time");
    for (std::size_t mode = 0; mode < countOf<EstimateMode>(); ++mode) {
        StepFigures step;
        if (modes)
            step = {(*modes)[mode].time.iteration, (*modes)[mode].time.hop,
                    static_cast<std::int64_t>((*modes)[mode].time.lastStage)};
        sink.facts(modePath("time", mode), modes ? &step : nullptr);
    }
    sink.openGroup("utilisation");
    for (std::size_t mode = 0; mode < countOf<EstimateMode>(); ++mode)
        sink.facts(modePath("utilisation", mode), modes ? &(*modes)[mode].utilisation : nullptr);
    sink.openGroup("stages");
    const std::optional<RankWork> work = rankWorkOf(result);
    for (std::size_t stage = 0; stage < stages; ++stage)
        listStage(sink, result, work, stage);
}

} // namespace

Comparison compare(const CandidateResult& a, const CandidateResult& b)
{
    Comparison comparison;
    comparison.accounting = Accounting::Whole;
    const auto hasTime = [](const CandidateResult& side) { return side.estimate && side.estimate->modes; };
    compareHistories(comparison, {a, a.derivation.get(), hasTime(a)}, {b, b.derivation.get(), hasTime(b)});
    comparison.subject = compareSubjects(a, b);
    addFields<CandidateField>(comparison.mapping, Accounting::Whole, "", candidateValues(a), candidateValues(b));
    addTasks(comparison, compareTasks(a, b));
    comparison.stepParts = compareSteps(a, b);
    for (const ComparedStepPart& part : comparison.stepParts)
        comparison.stepCounts.count(part.change);
    const std::size_t stages = std::max(stagesOf(a), stagesOf(b));
    FigureSink sinkA{comparison.figures, true};
    listFigures(sinkA, a, stages);
    FigureSink sinkB{comparison.figures, false};
    listFigures(sinkB, b, stages);
    return comparison;
}

} // namespace planscope::whole
