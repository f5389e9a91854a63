#include "compare/attribution.h"

#include "compare/cause_table.h"
#include "compare/iteration_figures.h"
#include "compare/mixed_estimate.h"
#include "compare/task_comparison.h"
#include "evaluation/estimate/invocation_timer.h"

#include <cassert>

namespace planscope {
namespace {

StatedCase statedCase(const CandidateResult& result)
{
    const TransformerTraining& training = result.derivation->training;
    return {training.model(), training.workload(), training.mapping(), result.system, result.tiers};
}

MeasureNames timeMeasures()
{
    MeasureNames names;
    for (std::size_t mode = 0; mode < countOf<EstimateMode>(); ++mode)
        for (const NamedFigure<IterationTime>& figure : iterationTimeFigures)
            names.emplace_back("time." + std::string{nameOf(static_cast<EstimateMode>(mode))} + "."
                                   + std::string{figure.name},
                               FactUnit::InSeconds);
    return names;
}

std::optional<MixedFault> readTime(MixedEstimate& mixes, FieldSet fromB, std::vector<Number>& into)
{
    const MixedFigures& figures = mixes.figures(fromB);
    if (!figures.timeLegal)
        return mixes.fault(fromB);
    for (const ModeEstimate& mode : figures.estimate.modes)
        for (const NamedFigure<IterationTime>& figure : iterationTimeFigures)
            into.push_back(Number::real(mode.iteration.*figure.member));
    return std::nullopt;
}

MeasureNames workMeasures()
{
    MeasureNames names;
    for (const NamedBytes& figure : iterationMemoryFigures)
        names.emplace_back("memory." + std::string{figure.name}, FactUnit::InBytes);
    for (std::size_t phase = 0; phase < countOf<Phase>(); ++phase)
        names.emplace_back("operations." + std::string{nameOf(static_cast<Phase>(phase))}, FactUnit::InOperations);
    names.emplace_back("operations.total", FactUnit::InOperations);
    return names;
}

std::optional<MixedFault> readWork(MixedEstimate& mixes, FieldSet fromB, std::vector<Number>& into)
{
    const MixedFigures& figures = mixes.figures(fromB);
    if (!figures.workLegal)
        return mixes.fault(fromB);
    for (const NamedBytes& figure : iterationMemoryFigures)
        into.push_back(Number::integer(((*figures.estimate.memory).*figure.member).value()));
    const IterationOperations operations = iterationOperations(mixes.totals(), figures.shape);
    into.insert(into.end(), operations.phases.begin(), operations.phases.end());
    into.push_back(operations.total);
    return std::nullopt;
}

bool hasTime(const CandidateResult& result)
{
    return result.estimate && result.estimate->modes;
}

struct TaskOrder {
    bool operator()(const TaskKey& left, const TaskKey& right) const { return runsBefore(left, right); }
};

} // namespace

Attribution attribute(const CandidateResult& a, const CandidateResult& b)
{
    Attribution attribution;
    if (a.estimate && b.estimate) {
        MixedEstimate mixes{statedCase(a), statedCase(b)};
        const FieldSet ofWork{CauseField::Model,
                              CauseField::Workload,
                              CauseField::MicrobatchSize,
                              CauseField::TensorDegree,
                              CauseField::TensorCommunication,
                              CauseField::PipelineDegree,
                              CauseField::Schedule,
                              CauseField::DataDegree,
                              CauseField::OptimizerSharding,
                              CauseField::Recompute,
                              CauseField::FusedActivation,
                              CauseField::AllGatherRedo};
        if (hasTime(a) && hasTime(b))
            attribution.time = causeTable(mixes.changed(), timeMeasures(), [&mixes](FieldSet fromB, auto& into) {
                return readTime(mixes, fromB, into);
            });
        attribution.work = causeTable(mixes.changed() & ofWork, workMeasures(),
                                      [&mixes](FieldSet fromB, auto& into) { return readWork(mixes, fromB, into); });
    }
    for (std::size_t k = 0; k < countOf<Measure>(); ++k) {
        const auto measure = static_cast<Measure>(k);
        const auto& table = modeOf(measure) ? attribution.time : attribution.work;
        if (const AttributedMeasure* shared = table ? table->find(nameOf(measure)) : nullptr)
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
        const MixedFigures& figures = mixes.figures(fromB);
        assert(figures.timeLegal && "the causes were joined until it was");
        const StatedCase& mapping = mixes.mapping();
        const InvocationTimer timer{mixes.system(),
                                    mixes.system().tiers()[static_cast<std::size_t>(mapping.tiers.tensor)],
                                    mapping.mapping.tensor.degree};
        for (const Invocation& invocation : mixes.invocations()) {
            const InvocationTime time = timer.time(invocation);
            const auto k = static_cast<std::size_t>(mode);
            add(TaskKey{invocation.layer, invocation.phase, invocation.primitive, invocation.collective, 0},
                (time.local[k] + time.network[k]) * runsOf(invocation.phase, figures.shape).toDouble());
        }
    };
    return taskShares<TaskKey, TaskOrder>(causes, visit, [](const TaskKey& key) { return key.name(); });
}

} // namespace planscope
