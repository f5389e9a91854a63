#include "compare/comparison.h"

#include "compare/stated_entity.h"
#include "study/result_figures.h"

#include <algorithm>

namespace planscope {
namespace {

template <class Field, std::size_t count>
using Values = std::array<std::optional<std::string>, count>;

std::string truth(bool value)
{
    return value ? "true" : "false";
}

ComparedSide sideOf(const CandidateResult& result)
{
    ComparedSide side;
    side.name = result.name;
    side.status = result.status;
    side.diagnostics = result.diagnostics;
    side.hasTime = result.estimate && result.estimate->modes;
    if (result.derivation) {
        side.hasPlan = result.derivation->complete();
        side.session = result.derivation->session.fingerprint;
        side.evidence = result.evidence;
    }
    return side;
}

using ModelValues = Values<ModelField, modelFieldCount>;
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

using WorkloadValues = Values<WorkloadField, workloadFieldCount>;
WorkloadValues workloadValues(const CandidateResult& result)
{
    if (!result.derivation)
        return {};
    const TransformerTrainingWorkloadSpec& workload = result.derivation->training.workload();
    return {std::to_string(workload.globalBatchSize), std::string{nameOf(workload.datatype)}};
}

using CandidateValues = Values<CandidateField, candidateFieldCount>;
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
            truth(mapping.data.optimizerSharding),
            std::string{nameOf(mapping.recompute)},
            truth(mapping.fusedActivation),
            truth(mapping.sequenceParallelAllGatherRedo),
            std::to_string(result.tiers.tensor),
            std::to_string(result.tiers.pipeline),
            std::to_string(result.tiers.data)};
}

template <class Field, std::size_t count>
void addFields(std::vector<ComparedField>& fields, std::string_view place, const Values<Field, count>& a,
               const Values<Field, count>& b)
{
    for (const Field field : fieldsOf<Field>(Accounting::Block)) {
        const FieldInfo& info = infoOf(Accounting::Block, field);
        const auto k = static_cast<std::size_t>(field);
        fields.push_back({std::string{place} + std::string{info.path}, std::string{info.label}, a[k], b[k]});
    }
}

std::vector<ComparedField> compareSubjects(const CandidateResult& a, const CandidateResult& b)
{
    std::vector<ComparedField> fields;
    addFields<ModelField>(fields, "model.", modelValues(a), modelValues(b));
    fields.front().label = "Model"; // its name, which stands without a heading here
    addFields<WorkloadField>(fields, "workload.", workloadValues(a), workloadValues(b));
    const auto both = [&fields, &a, &b](std::string path, std::string label, const auto& valueOf) {
        fields.push_back({std::move(path), std::move(label), a.system ? std::optional{valueOf(a)} : std::nullopt,
                          b.system ? std::optional{valueOf(b)} : std::nullopt});
    };
    both("system", "System", [](const CandidateResult& side) { return side.system->name; });
    both("evidence", "Evidence revision", [](const CandidateResult& side) { return side.evidence.toString(); });
    return fields;
}

/// Every outcome of every checkpoint; outcomes of one check are told apart by their subjects.
std::vector<StatedEntity> checksOf(const CandidateResult& result)
{
    std::vector<StatedEntity> checks;
    if (!result.derivation)
        return checks;
    for (const CheckpointReport& report : result.derivation->history.checkpoints)
        for (const CheckOutcome& outcome : report.outcomes) {
            StatedEntity check;
            check.key = {SemanticKey::Kind::Check, std::string{nameOf(report.stage)} + "/" + outcome.code};
            check.part = outcome.subject;
            check.order = {static_cast<std::int64_t>(report.stage)};
            check.attribute("result", outcome.passed ? "passed" : "failed");
            check.attribute("expected", outcome.expected);
            check.attribute("actual", outcome.actual);
            check.attribute("culprit", outcome.culprit);
            checks.push_back(std::move(check));
        }
    return checks;
}

/// The facts of a group that both sides have in the same order, because one walk lists them.
class FigureSink {
public:
    FigureSink(std::vector<FigureGroup>& groups, bool isA)
        : m_groups(groups)
        , m_isA(isA)
    {
    }

    void integer(std::string_view name, std::int64_t value, FigureUnit unit)
    {
        add(name, Number::integer(value), unit);
    }
    void real(std::string_view name, double value, FigureUnit unit) { add(name, Number::real(value), unit); }
    void capacity(std::string_view name, double value, FigureUnit unit) { add(name, Number::wholeOrReal(value), unit); }
    template <class Group>
    void group(std::string_view name, const Group* fields)
    {
        const std::size_t outer = m_path.size();
        const bool outerAbsent = m_absent;
        if (outer == 0)
            openGroup(name);
        m_path.append(name).append(1, '.');
        m_absent = m_absent || fields == nullptr;
        static const Group absent{};
        visitFields(*this, fields ? *fields : absent);
        m_absent = outerAbsent;
        m_path.resize(outer);
    }

private:
    void openGroup(std::string_view name)
    {
        if (m_isA)
            m_groups.push_back({name, {}});
        else
            m_group =
                static_cast<std::size_t>(std::find_if(m_groups.begin(), m_groups.end(),
                                                      [name](const FigureGroup& group) { return group.name == name; })
                                         - m_groups.begin());
        m_next = 0;
    }

    void add(std::string_view name, const Number& value, FigureUnit unit)
    {
        if (m_isA) {
            m_groups.back().facts.push_back({m_path + std::string{name}, unitOf(name, unit), {}, {}});
            if (!m_absent)
                m_groups.back().facts.back().a = value;
        } else if (ComparedFact& fact = m_groups[m_group].facts[m_next++]; !m_absent) {
            fact.b = value;
        }
    }

    static FactUnit unitOf(std::string_view name, FigureUnit unit)
    {
        switch (unit) {
        case FigureUnit::InBytes: return FactUnit::InBytes;
        case FigureUnit::InSeconds: return FactUnit::InSeconds;
        case FigureUnit::Count: break;
        }
        return name == "operations"          ? FactUnit::InOperations
            : name == "mfu" || name == "hfu" ? FactUnit::Ratio
            : name == "tokens_per_second"    ? FactUnit::TokensPerSecond
                                             : FactUnit::Count;
    }

    std::vector<FigureGroup>& m_groups;
    bool m_isA;
    std::string m_path;
    bool m_absent = false;
    std::size_t m_group = 0; ///< B: the group being filled, and the next of its facts
    std::size_t m_next = 0;
};

std::vector<FigureGroup> compareFigures(const CandidateResult& a, const CandidateResult& b)
{
    std::vector<FigureGroup> groups;
    FigureSink sinkA{groups, true};
    visitGroups(sinkA, figuresOf(a));
    FigureSink sinkB{groups, false};
    visitGroups(sinkB, figuresOf(b));
    return groups;
}

const IrSnapshot* snapshotOf(const CandidateResult& result, IrKind kind)
{
    // The derivation keeps the snapshot alive.
    return result.derivation ? result.derivation->snapshot(kind).get() : nullptr;
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
    comparison.sides = {sideOf(a), sideOf(b)};
    comparison.subject = compareSubjects(a, b);
    addFields<CandidateField>(comparison.mapping, "", candidateValues(a), candidateValues(b));
    for (std::size_t k = 0; k < comparison.irs.size(); ++k) {
        const auto kind = static_cast<IrKind>(k);
        comparison.irs[k] = compareIrs(kind, snapshotOf(a, kind), snapshotOf(b, kind));
    }
    comparison.tasks = compareTasks(a, b);
    for (const ComparedTask& task : comparison.tasks)
        comparison.taskCounts.count(task.change);
    comparison.checks = mergeEntities(checksOf(a), checksOf(b));
    for (const ComparedEntity& check : comparison.checks)
        comparison.checkCounts.count(check.change);
    comparison.figures = compareFigures(a, b);
    return comparison;
}

} // namespace planscope
