#include "compare/comparison.h"

#include "compare/comparison_frame.h"
#include "compare/figure_sink.h"
#include "study/result_figures.h"

#include <algorithm>

namespace planscope {
namespace {

ModelValues modelValues(const CandidateResult& result)
{
    if (!result.derivation)
        return {};
    const TransformerModelSpec& model = result.derivation->training.model();
    return {model.name,
            std::to_string(model.hiddenSize),
            std::to_string(model.feedforwardSize),
            std::to_string(model.sequenceLength),
            std::to_string(model.attentionHeads),
            std::to_string(model.attentionHeadSize),
            std::to_string(model.blockCount)};
}

WorkloadValues workloadValues(const CandidateResult& result)
{
    if (!result.derivation)
        return {};
    const TransformerTrainingWorkloadSpec& workload = result.derivation->training.workload();
    return {std::to_string(workload.globalBatchSize), std::string{nameOf(workload.datatype)}};
}

CandidateValues candidateValues(const CandidateResult& result)
{
    if (!result.derivation)
        return {};
    const TransformerTraining& training = result.derivation->training;
    const TransformerTrainingMappingSpec& mapping = training.mapping();
    const ScheduleKind kind = kindOf(mapping.pipeline.schedule);
    const bool interleaved = kind == ScheduleKind::InterleavedOneForwardOneBackward;
    return {std::to_string(training.workload().microbatchSize),
            std::to_string(mapping.tensor.degree),
            std::string{nameOf(mapping.tensor.communication)},
            std::to_string(mapping.pipeline.degree),
            std::string{nameOf(kind)},
            interleaved ? std::optional{std::to_string(virtualStagesOf(mapping.pipeline.schedule))} : std::nullopt,
            std::to_string(mapping.data.degree),
            truthOf(mapping.data.optimizerSharding),
            std::string{nameOf(mapping.recompute)},
            truthOf(mapping.fusedActivation),
            truthOf(mapping.sequenceParallelAllGatherRedo),
            std::to_string(result.tiers.tensor),
            std::to_string(result.tiers.pipeline),
            std::to_string(result.tiers.data)};
}

std::vector<ComparedField> compareSubjects(const CandidateResult& a, const CandidateResult& b)
{
    std::vector<ComparedField> fields;
    addFields<ModelField>(fields, Accounting::Block, "model.", modelValues(a), modelValues(b));
    fields.front().label = "Model"; // its name, which stands without a heading here
    addFields<WorkloadField>(fields, Accounting::Block, "workload.", workloadValues(a), workloadValues(b));
    addSystem(fields, a, b);
    return fields;
}

std::vector<FigureGroup> compareFigures(const CandidateResult& a, const CandidateResult& b)
{
    std::vector<FigureGroup> groups;
    FigureSink sinkA{groups, true};
    visitGroups(sinkA, figuresOf(a));
    FigureSink sinkB{groups, false};
    visitGroups(sinkB, figuresOf(b));
    return groups;
}

bool anyFieldDiffers(const std::vector<ComparedField>& fields)
{
    return std::any_of(fields.begin(), fields.end(), [](const ComparedField& field) { return field.differs(); });
}

} // namespace

const ComparedFact* Comparison::figure(std::string_view path) const
{
    for (const FigureGroup& group : figures)
        for (const ComparedFact& fact : group.facts)
            if (fact.name == path)
                return &fact;
    return nullptr;
}

const Diagnostic* ComparedSide::whyNoTime() const
{
    if (!hasPlan || hasTime)
        return nullptr;
    const auto prevents = [](const Diagnostic& told) {
        return told.code.starts_with("network_tiers.") || told.code.starts_with("time.");
    };
    const auto found = std::find_if(diagnostics.begin(), diagnostics.end(), prevents);
    return found != diagnostics.end() ? &*found : nullptr;
}

bool Comparison::comparable() const
{
    return std::none_of(sides.begin(), sides.end(),
                        [](const ComparedSide& side) { return side.status == ResultStatus::Refused; });
}

bool Comparison::sameSubject() const
{
    return !anyFieldDiffers(subject);
}

bool Comparison::equal() const
{
    const bool sidesAgree = sides[0].status == sides[1].status && sides[0].diagnostics == sides[1].diagnostics
        && sides[0].session == sides[1].session;
    const bool irsAgree = std::all_of(irs.begin(), irs.end(), [](const IrComparison& ir) { return ir.identical(); });
    const bool figuresAgree = std::all_of(figures.begin(), figures.end(), [](const FigureGroup& group) {
        return std::none_of(group.facts.begin(), group.facts.end(),
                            [](const ComparedFact& fact) { return fact.differs(); });
    });
    return sidesAgree && !anyFieldDiffers(subject) && !anyFieldDiffers(mapping) && irsAgree
        && !taskCounts.anyDifference() && !checkCounts.anyDifference() && figuresAgree;
}

Comparison compare(const CandidateResult& a, const CandidateResult& b)
{
    Comparison comparison;
    const auto hasTime = [](const CandidateResult& side) { return side.estimate && side.estimate->modes; };
    compareHistories(comparison, {a, a.derivation.get(), hasTime(a)}, {b, b.derivation.get(), hasTime(b)});
    comparison.subject = compareSubjects(a, b);
    addFields<CandidateField>(comparison.mapping, Accounting::Block, "", candidateValues(a), candidateValues(b));
    addTasks(comparison, compareTasks(a, b));
    comparison.figures = compareFigures(a, b);
    return comparison;
}

} // namespace planscope
