#include "compare/whole_attribution.h"

#include "compare/cause_table.h"
#include "compare/task_comparison.h"
#include "compare/whole_iteration_figures.h"
#include "compare/whole_mixed_estimate.h"
#include "evaluation/whole/stage_peak.h"
#include "evaluation/whole/step_time.h"

#include <algorithm>
#include <array>
#include <cassert>

namespace planscope::whole {
namespace {

using F = CauseField;

StatedCase statedCase(const CandidateResult& result)
{
    const Training& training = result.derivation->training;
    return {training.model(), training.workload(), training.mapping(), result.system, result.tiers, result.framework};
}

// ---- what is measured

MeasureNames timeMeasures()
{
    MeasureNames names;
    for (std::size_t mode = 0; mode < countOf<EstimateMode>(); ++mode)
        for (const NamedFigure<IterationTime>& figure : iterationFigures)
            names.emplace_back("time." + std::string{nameOf(static_cast<EstimateMode>(mode))} + "."
                                   + std::string{figure.name},
                               FactUnit::InSeconds);
    return names;
}

std::optional<MixedFault> readTime(MixedEstimate& mixes, FieldSet fromB, std::vector<Number>& into)
{
    if (auto fault = mixes.mix(fromB))
        return fault;
    auto steps = mixes.steps();
    if (!steps)
        return std::move(steps.error());
    for (const StepTime& step : *steps)
        for (const NamedFigure<IterationTime>& figure : iterationFigures)
            into.push_back(Number::real(step.iteration.*figure.member));
    return std::nullopt;
}

MeasureNames workMeasures()
{
    MeasureNames names;
    for (std::size_t part = 0; part < countOf<PeakPart>(); ++part)
        names.emplace_back("memory." + std::string{nameOf(static_cast<PeakPart>(part))}, FactUnit::InBytes);
    names.emplace_back(nameOf(Measure::StageMemory, Accounting::Whole), FactUnit::InBytes);
    for (std::size_t phase = 0; phase < countOf<Phase>(); ++phase)
        names.emplace_back("operations." + std::string{nameOf(static_cast<Phase>(phase))}, FactUnit::InOperations);
    names.emplace_back("operations.optimizer", FactUnit::InOperations);
    names.emplace_back("operations.total", FactUnit::InOperations);
    return names;
}

std::optional<MixedFault> readWork(MixedEstimate& mixes, FieldSet fromB, std::vector<Number>& into)
{
    if (auto fault = mixes.mix(fromB))
        return fault;
    auto peaks = mixes.peaks();
    if (!peaks)
        return std::move(peaks.error());
    const StagePeak& fullest = (*peaks)[fullestStage(*peaks)];
    for (const Bytes part : fullest.parts)
        into.push_back(Number::integer(part.value()));
    into.push_back(Number::integer(fullest.bytes.value()));
    const StepOperations operations = stepOperations(mixes.plan(), busiestStage(mixes.plan()));
    into.insert(into.end(), operations.phases.begin(), operations.phases.end());
    into.push_back(operations.optimizer);
    into.push_back(operations.total);
    return std::nullopt;
}

// ---- how many intermediates there may be

/// Beside what it executes, an intermediate takes as long as so many passes.
constexpr std::int64_t passesOfAPlan = 2'000;
/// Of a table's intermediates together: about a second for both tables.
constexpr std::int64_t mostPasses = 20'000'000;

/// Passes of a microbatch through a chunk in a step; nothing where no such program is lawful.
std::int64_t passesOf(const StatedCase& mix)
{
    const MappingSpec& mapping = mix.mapping;
    WideInteger passes = mix.workload.globalBatchSize / mapping.data.degree / mix.workload.microbatchSize;
    for (const std::int64_t factor : {mapping.pipeline.degree, virtualStagesOf(mapping.pipeline.schedule)})
        passes = std::min<WideInteger>(passes * factor, Training::mostPasses + 1);
    return passes > Training::mostPasses ? 0 : static_cast<std::int64_t>(passes);
}

/// The mean over all intermediates, which the fields that a program's length depends on give.
std::int64_t meanPasses(const StatedCase& a, const StatedCase& b)
{
    constexpr std::array<F, 5> fields{F::Workload, F::MicrobatchSize, F::PipelineDegree, F::Schedule, F::DataDegree};
    std::int64_t sum = 0;
    for (std::size_t coalition = 0; coalition < std::size_t{1} << fields.size(); ++coalition) {
        FieldSet fromB;
        for (std::size_t k = 0; k < fields.size(); ++k)
            if ((coalition >> k & 1) != 0)
                fromB.insert(fields[k]);
        sum += passesOf(mixed(a, b, fromB));
    }
    return sum >> fields.size();
}

WideInteger passesOfTable(std::size_t causes, std::int64_t passes)
{
    return (WideInteger{1} << causes) * (passesOfAPlan + passes);
}

Diagnostic grouped(std::size_t fields, std::int64_t passes)
{
    const std::string count = std::to_string(fields);
    return {Severity::Warning,
            Origin::Evaluation,
            "attribution.grouped",
            {},
            count + " fields differ, and the 2^" + count + " mappings between would take the time of "
                + decimalDigits(passesOfTable(fields, passes)) + " passes of a microbatch through a chunk, more than "
                + std::to_string(mostPasses) + ": fields that speak of one thing are one cause",
            count,
            {}};
}

/// The causes to begin with: each changed field, or fewer where there would be too many intermediates.
struct Beginning {
    std::vector<FieldSet> causes;
    std::vector<Joining> joinings;
};

Beginning causesFor(FieldSet changed, std::int64_t passes)
{
    Beginning beginning;
    for (const F field : changed.fields())
        beginning.causes.push_back({field});
    const std::size_t fields = beginning.causes.size();
    for (const FieldSet group : causeGroups()) {
        if (passesOfTable(beginning.causes.size(), passes) <= mostPasses)
            break;
        const auto isMember = [group](FieldSet cause) { return !(cause & group).empty(); };
        FieldSet joined;
        std::size_t members = 0;
        for (const FieldSet cause : beginning.causes)
            if (isMember(cause)) {
                joined = joined | cause;
                ++members;
            }
        if (members < 2)
            continue;
        *std::find_if(beginning.causes.begin(), beginning.causes.end(), isMember) = joined;
        const auto isMerged = [&](FieldSet cause) { return isMember(cause) && cause != joined; };
        beginning.causes.erase(std::remove_if(beginning.causes.begin(), beginning.causes.end(), isMerged),
                               beginning.causes.end());
        beginning.joinings.push_back({{}, joined, grouped(fields, passes)});
    }
    return beginning;
}

CauseTable tableOf(MixedEstimate& mixes, FieldSet changed, std::int64_t passes, const MeasureNames& names,
                   std::optional<MixedFault> (*read)(MixedEstimate&, FieldSet, std::vector<Number>&))
{
    Beginning beginning = causesFor(changed, passes);
    CauseTable table = causeTable(std::move(beginning.causes), names,
                                  [&mixes, read](FieldSet fromB, auto& into) { return read(mixes, fromB, into); });
    table.joinings.insert(table.joinings.begin(), beginning.joinings.begin(), beginning.joinings.end());
    return table;
}

bool hasTime(const CandidateResult& result)
{
    return result.estimate && result.estimate->modes;
}

struct ProgramOrder {
    bool operator()(const Invocation& left, const Invocation& right) const { return placeOf(left) < placeOf(right); }
};

} // namespace

const std::vector<FieldSet>& causeGroups()
{
    static const std::vector<FieldSet> groups{{F::TensorTier, F::PipelineTier, F::DataTier},
                                              {F::Attention, F::Loss, F::GradientDatatype, F::Vocabulary},
                                              {F::ContextDegree, F::ContextExchange},
                                              {F::TensorDegree, F::SequenceParallel},
                                              {F::PipelineDegree, F::Schedule, F::Layout},
                                              {F::MicrobatchSize, F::DataDegree, F::OptimizerSharding},
                                              {F::System, F::Framework},
                                              {F::Model, F::Workload},
                                              {F::MicrobatchSize, F::TensorDegree, F::SequenceParallel,
                                               F::ContextDegree, F::ContextExchange, F::PipelineDegree, F::Schedule,
                                               F::Layout, F::DataDegree, F::OptimizerSharding, F::Recompute,
                                               F::Attention, F::Loss, F::GradientDatatype, F::Vocabulary},
                                              FieldSet::all()};
    return groups;
}

Attribution attribute(const CandidateResult& a, const CandidateResult& b)
{
    Attribution attribution;
    if (a.estimate && b.estimate) {
        const StatedCase caseA = statedCase(a), caseB = statedCase(b);
        const std::int64_t passes = meanPasses(caseA, caseB);
        MixedEstimate mixes{caseA, caseB};
        const FieldSet changed = mixes.changed();
        FieldSet ofTime, ofWork;
        for (const F field : changed.fields()) {
            if (field != F::Framework)
                ofTime.insert(field);
            if (field != F::System && field != F::TensorTier && field != F::PipelineTier && field != F::DataTier)
                ofWork.insert(field);
        }
        if (hasTime(a) && hasTime(b))
            attribution.time = tableOf(mixes, ofTime, passes, timeMeasures(), readTime);
        attribution.work = tableOf(mixes, ofWork, passes, workMeasures(), readWork);
    }
    for (std::size_t k = 0; k < countOf<Measure>(); ++k) {
        const auto measure = static_cast<Measure>(k);
        const auto& table = k <= static_cast<std::size_t>(Measure::SystemEvidenceTime) ? attribution.time
                                                                                       : attribution.work;
        if (const AttributedMeasure* shared = table ? table->find(nameOf(measure, Accounting::Whole)) : nullptr)
            attribution.byCause[k] = waterfallByCause(*table, *shared);
        attribution.byComponent[k] = waterfallByComponent(a, b, measure);
        attribution.byLayer[k] = waterfallByLayer(a, b, measure);
    }
    return attribution;
}

std::vector<TaskShares> attributeTasks(const CandidateResult& a, const CandidateResult& b,
                                       const std::vector<Cause>& causes, EstimateMode mode)
{
    assert(hasTime(a) && hasTime(b));
    MixedEstimate mixes{statedCase(a), statedCase(b)};
    const auto visit = [&mixes, mode](FieldSet fromB, const auto& add) {
        const auto fault = mixes.mix(fromB);
        assert(!fault && "the causes were joined until it was legal");
        const auto steps = mixes.steps();
        assert(steps && "and its tiers held their groups");
        const PortablePlanIR& plan = mixes.plan();
        const auto seconds = taskSeconds(plan, mixes.system(), mixes.mapping().tiers);
        const auto k = static_cast<std::size_t>(mode);
        for (std::size_t task = 0; task < plan.tasks.size(); ++task) {
            const Invocation& invocation = plan.tasks[task].invocation;
            add(invocation, seconds[k][task] * runsOf(plan, unitOf(invocation.row), (*steps)[k].lastStage).toDouble());
        }
    };
    return taskShares<Invocation, ProgramOrder>(causes, visit, [](const Invocation& key) { return taskName(key); });
}

} // namespace planscope::whole
