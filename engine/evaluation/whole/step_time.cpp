#include "evaluation/whole/step_time.h"

#include "evaluation/estimate/invocation_timer.h"
#include "evaluation/whole/program_execution.h"
#include "evaluation/whole/step_algebra.h"

#include <algorithm>
#include <cassert>

namespace planscope::whole {
namespace {

constexpr std::size_t modes = countOf<EstimateMode>();

/// One run of a unit: forward and all else, and both by component.
struct UnitTime {
    PerMode forward{};
    PerMode backward{};
    std::array<IterationTime, modes> components{};
};
/// Indexed by Unit.
using UnitTimes = std::array<UnitTime, countOf<Unit>()>;

InvocationTime timeOf(const PlanTask& task, const InvocationTimer& timer)
{
    return timer.timeOn(timer.system().engine(task.invocation.engine), task.facts, task.invocation.collective);
}

UnitTime unitTime(const PortablePlanIR& plan, Unit unit, const InvocationTimer& timer)
{
    UnitTime sum;
    const TaskRange range = tasksOf(plan, unit);
    for (std::size_t k = range.first; k < range.first + range.count; ++k) {
        const PlanTask& task = plan.tasks[k];
        const InvocationTime time = timeOf(task, timer);
        PerMode& to = task.invocation.phase == Phase::Forward ? sum.forward : sum.backward;
        for (std::size_t mode = 0; mode < modes; ++mode) {
            const double seconds = time.local[mode] + time.network[mode];
            to[mode] += seconds;
            sum.components[mode].*componentOf(task.invocation) += seconds;
        }
    }
    return sum;
}

UnitTimes unitTimes(const PortablePlanIR& plan, const InvocationTimer& timer)
{
    UnitTimes units;
    for (std::size_t unit = 0; unit < units.size(); ++unit)
        units[unit] = unitTime(plan, static_cast<Unit>(unit), timer);
    return units;
}

std::vector<PassTime> chunkTimes(const PortablePlanIR& plan, const UnitTimes& units)
{
    const UnitTime& embedding = units[static_cast<std::size_t>(Unit::Embedding)];
    const UnitTime& block = units[static_cast<std::size_t>(Unit::Block)];
    const UnitTime& head = units[static_cast<std::size_t>(Unit::Head)];
    const auto& blocks = plan.program.shape.chunks;
    std::vector<PassTime> chunks(blocks.size());
    for (std::size_t j = 0; j < chunks.size(); ++j) {
        const bool isFirst = j == 0, isLast = j + 1 == chunks.size();
        const auto pass = [&, count = static_cast<double>(blocks[j])](const PerMode UnitTime::* part, std::size_t k) {
            return chunkSeconds(count, (block.*part)[k], isFirst ? (embedding.*part)[k] : 0,
                                isLast ? (head.*part)[k] : 0);
        };
        for (std::size_t k = 0; k < modes; ++k) {
            chunks[j].forward[k] = pass(&UnitTime::forward, k);
            chunks[j].backward[k] = pass(&UnitTime::backward, k);
        }
    }
    return chunks;
}

/// A message of the step section, the network alone.
double messageSeconds(const StepMessage& message, const TierModel& tier, std::size_t mode)
{
    const auto operation = networkOperationOf(message.kind);
    assert(operation && "step messages are reductions and gathers");
    return tier.costOf(*operation, message.members).seconds(static_cast<double>(message.bytes.value()), mode);
}

/// What the stage that ends last did, by component.
IterationTime iterationOf(const PortablePlanIR& plan, const UnitTimes& units, const StepTime& time, std::size_t mode)
{
    IterationTime sum;
    for (const NamedFigure<IterationTime>& figure : iterationFigures)
        sum.*figure.member = workOfStage(
            plan, time.lastStage, [](double value) { return value; },
            [&](Unit unit) { return units[static_cast<std::size_t>(unit)].components[mode].*figure.member; });
    const StageTime& stage = time.stages[time.lastStage];
    sum.tensorParallel += stage.replicatedGradients;
    sum.pipelineParallel = stage.hops + stage.tiedEmbedding;
    sum.pipelineBubble = stage.bubble;
    sum.dataParallel = stage.gradients + stage.weights;
    sum.optimizer = stage.optimizer;
    sum.total = time.total;
    return sum;
}

/// A message between neighbouring stages; nothing where there is one stage.
PerMode hopOf(const PortablePlanIR& plan, const SystemModel& system, const NetworkTierBinding& tiers)
{
    PerMode hop{};
    if (plan.program.rule.stages == 1)
        return hop;
    const NetworkCost cost =
        system.tiers()[static_cast<std::size_t>(tiers.pipeline)].costOf(NetworkOperation::PointToPoint, 2);
    for (std::size_t k = 0; k < modes; ++k)
        hop[k] = cost.seconds(static_cast<double>(plan.sizes.hiddenShard.value()), k);
    return hop;
}

InvocationTimer timerOf(const PortablePlanIR& plan, const SystemModel& system, const NetworkTierBinding& tiers)
{
    return {system, system.tiers()[static_cast<std::size_t>(tiers.tensor)], plan.program.tensorDegree};
}

} // namespace

double IterationTime::* componentOf(const Invocation& invocation)
{
    const bool isRepeated = invocation.phase == Phase::Recompute;
    if (invocation.collective)
        return isRepeated ? &IterationTime::recommunication : &IterationTime::tensorParallel;
    switch (invocation.phase) {
    case Phase::Forward: return &IterationTime::forward;
    case Phase::Recompute: return &IterationTime::recompute;
    case Phase::ActivationGradient: return &IterationTime::activationGradient;
    case Phase::WeightGradient: return &IterationTime::weightGradient;
    }
    return &IterationTime::forward;
}

double StageTime::* figureOf(StepMessageKind what)
{
    switch (what) {
    case StepMessageKind::Gradients: return &StageTime::gradients;
    case StepMessageKind::Weights: return &StageTime::weights;
    case StepMessageKind::TiedEmbeddingGradient: return &StageTime::tiedEmbedding;
    case StepMessageKind::ReplicatedGradients: return &StageTime::replicatedGradients;
    }
    return &StageTime::gradients;
}

std::int64_t tierOf(GroupAxis group, const NetworkTierBinding& tiers)
{
    return group == GroupAxis::Data ? tiers.data : group == GroupAxis::Embedding ? tiers.pipeline : tiers.tensor;
}

std::array<StepTime, modes> stepTimes(const PortablePlanIR& plan, const SystemModel& system,
                                      const NetworkTierBinding& tiers)
{
    const auto tier = [&system](std::int64_t index) -> const TierModel& {
        return system.tiers()[static_cast<std::size_t>(index)];
    };
    const InvocationTimer timer = timerOf(plan, system, tiers);
    const PerMode hop = hopOf(plan, system, tiers);
    const UnitTimes units = unitTimes(plan, timer);
    const std::vector<PassTime> chunks = chunkTimes(plan, units);
    const std::vector<RunningStage> ran = ProgramExecution{plan, chunks, hop}.run();

    std::array<StepTime, modes> times;
    for (std::size_t k = 0; k < modes; ++k) {
        StepTime& time = times[k];
        time.hop = hop[k];
        for (const PassTime& chunk : chunks)
            time.chunks.push_back({chunk.forward[k], chunk.backward[k]});
        for (std::size_t r = 0; r < ran.size(); ++r) {
            const PlanStage& stage = plan.stages[r];
            StageTime& at = time.stages.emplace_back();
            at.busy = ran[r].busy[k];
            at.hops = ran[r].hops[k];
            at.programEnd = ran[r].now[k];
            for (const StepMessage& message : stage.step)
                at.*figureOf(message.what) = messageSeconds(message, tier(tierOf(message.group, tiers)), k);
            at.optimizer = timer.timeOn(system.engine(Engine::Vector), stage.optimizer, std::nullopt).local[k];
            at.end = stageEnd(at.programEnd, at.gradients, at.weights, at.tiedEmbedding, at.replicatedGradients,
                              at.optimizer);
            at.bubble = stageBubble(at.programEnd, at.busy, at.hops);
            if (at.end > time.total)
                time.lastStage = r;
            time.total = std::max(time.total, at.end);
        }
        for (StageTime& stage : time.stages)
            stage.idle = time.total - stage.end;
        time.iteration = iterationOf(plan, units, time, k);
    }
    return times;
}

std::array<std::vector<double>, modes> taskSeconds(const PortablePlanIR& plan, const SystemModel& system,
                                                   const NetworkTierBinding& tiers)
{
    const InvocationTimer timer = timerOf(plan, system, tiers);
    std::array<std::vector<double>, modes> seconds;
    for (const PlanTask& task : plan.tasks) {
        const InvocationTime time = timeOf(task, timer);
        for (std::size_t mode = 0; mode < modes; ++mode)
            seconds[mode].push_back(time.local[mode] + time.network[mode]);
    }
    return seconds;
}

std::vector<CriticalPath> criticalPaths(const PortablePlanIR& plan, const SystemModel& system,
                                        const NetworkTierBinding& tiers, EstimateMode mode)
{
    ProgramWaits waits;
    ProgramExecution{plan, chunkTimes(plan, unitTimes(plan, timerOf(plan, system, tiers))),
                     hopOf(plan, system, tiers), &waits}
        .run();
    std::vector<CriticalPath> paths;
    for (std::int64_t stage = 0; stage < plan.program.rule.stages; ++stage)
        paths.push_back(waits.pathTo(plan, stage, mode));
    return paths;
}

} // namespace planscope::whole
