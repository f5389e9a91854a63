#include "evaluation/whole/step_time.h"

#include "evaluation/estimate/invocation_timer.h"

#include <algorithm>
#include <cassert>

namespace planscope::whole {
namespace {

constexpr std::size_t modes = countOf<EstimateMode>();

void add(PerMode& to, const PerMode& what)
{
    for (std::size_t k = 0; k < modes; ++k)
        to[k] += what[k];
}

/// One run of a unit: forward and all else, and both by component.
struct UnitTime {
    PerMode forward{};
    PerMode backward{};
    std::array<IterationTime, modes> components{};
};
/// Indexed by Unit.
using UnitTimes = std::array<UnitTime, countOf<Unit>()>;

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
        add(to, time.local);
        add(to, time.network);
        for (std::size_t mode = 0; mode < modes; ++mode)
            sum.components[mode].*componentOf(task.invocation) += time.local[mode] + time.network[mode];
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

/// One pass through a chunk, in seconds.
struct PassTime {
    PerMode forward{};
    PerMode backward{};
};

std::vector<PassTime> chunkTimes(const PortablePlanIR& plan, const UnitTimes& units)
{
    const auto& [embedding, block, head] = units;
    const auto& blocks = plan.program.shape.chunks;
    std::vector<PassTime> chunks(blocks.size());
    for (std::size_t j = 0; j < chunks.size(); ++j) {
        const auto count = static_cast<double>(blocks[j]);
        for (std::size_t k = 0; k < modes; ++k) {
            chunks[j].forward[k] = count * block.forward[k];
            chunks[j].backward[k] = count * block.backward[k];
        }
    }
    add(chunks.front().forward, embedding.forward);
    add(chunks.front().backward, embedding.backward);
    add(chunks.back().forward, head.forward);
    add(chunks.back().backward, head.backward);
    return chunks;
}

/// What is known of a stage while its program runs.
struct RunningStage {
    std::int64_t position = 0;
    PerMode now{};
    PerMode busy{};
    PerMode hops{};
};

/// The ends of the last passes through each chunk; a pass is read before as many further ones as can be alive at once
/// have ended, so a ring of that many places holds enough.
class PassEnds {
public:
    PassEnds(std::size_t chunks, std::int64_t window)
        : m_window(window)
        , m_done(chunks)
        , m_ends(chunks * static_cast<std::size_t>(window))
    {
    }

    bool has(std::int64_t chunk, std::int64_t microbatch) const
    {
        return m_done[static_cast<std::size_t>(chunk)] > microbatch;
    }
    const PerMode& of(std::int64_t chunk, std::int64_t microbatch) const { return m_ends[place(chunk, microbatch)]; }
    void put(std::int64_t chunk, std::int64_t microbatch, const PerMode& end)
    {
        m_done[static_cast<std::size_t>(chunk)] = microbatch + 1; // a chunk takes its microbatches in order
        m_ends[place(chunk, microbatch)] = end;
    }

private:
    std::size_t place(std::int64_t chunk, std::int64_t microbatch) const
    {
        return static_cast<std::size_t>(chunk * m_window + microbatch % m_window);
    }

    std::int64_t m_window;
    std::vector<std::int64_t> m_done; ///< microbatches that have ended, of each chunk
    std::vector<PerMode> m_ends;
};

/// Runs all programs to their end.
class ProgramExecution {
public:
    ProgramExecution(const PortablePlanIR& plan, std::vector<PassTime> chunks, const PerMode& hop)
        : m_rule(plan.program.rule)
        , m_chunks(std::move(chunks))
        , m_hop(hop)
        , m_stages(static_cast<std::size_t>(m_rule.stages))
        , m_forward(m_chunks.size(), windowOf(plan))
        , m_backward(m_chunks.size(), windowOf(plan))
    {
    }

    std::vector<RunningStage> run()
    {
        // A stage that waits is tried again when a neighbouring chunk has ended a pass, so no step is asked for in vain
        // more often than there are passes.
        for (std::int64_t stage = m_rule.stages - 1; stage >= 0; --stage)
            m_ready.push_back(stage);
        while (!m_ready.empty()) {
            const std::int64_t stage = m_ready.back();
            m_ready.pop_back();
            while (advance(stage)) { }
        }
        assert(std::all_of(m_stages.begin(), m_stages.end(),
                           [this](const RunningStage& stage) { return stage.position == m_rule.steps(); })
               && "a verified plan's programs do not wait for one another for ever");
        return std::move(m_stages);
    }

private:
    static std::int64_t windowOf(const PortablePlanIR& plan)
    {
        std::int64_t most = 1;
        for (const PlanStage& stage : plan.stages)
            most = std::max(most, stage.inFlight);
        return std::min(most, plan.program.rule.microbatches);
    }

    /// One step of a stage's program, or false when it has to wait.
    bool advance(std::int64_t index)
    {
        RunningStage& stage = m_stages[static_cast<std::size_t>(index)];
        if (stage.position == m_rule.steps())
            return false;
        const ProgramStep step = m_rule.step(index, stage.position);
        const bool isForward = step.direction == Direction::Forward;
        const bool isLast = step.chunk + 1 == static_cast<std::int64_t>(m_chunks.size());
        const bool hasProducer = !isForward || step.chunk > 0;
        const bool fromAnother = isForward ? step.chunk > 0 : !isLast;
        const PassEnds& producers = isForward || isLast ? m_forward : m_backward;
        const std::int64_t producer = isForward ? step.chunk - 1 : isLast ? step.chunk : step.chunk + 1;
        if (hasProducer && !producers.has(producer, step.microbatch))
            return false;

        const PassTime& chunk = m_chunks[static_cast<std::size_t>(step.chunk)];
        const PerMode& work = isForward ? chunk.forward : chunk.backward;
        for (std::size_t k = 0; k < modes; ++k) {
            if (hasProducer)
                stage.now[k] = std::max(stage.now[k], producers.of(producer, step.microbatch)[k]);
            if (fromAnother) {
                stage.now[k] += m_hop[k];
                stage.hops[k] += m_hop[k];
            }
            stage.now[k] += work[k];
            stage.busy[k] += work[k];
        }
        (isForward ? m_forward : m_backward).put(step.chunk, step.microbatch, stage.now);
        ++stage.position;
        const std::int64_t consumer = isForward ? step.chunk + 1 : step.chunk - 1;
        const bool isConsumed = consumer >= 0 && consumer < static_cast<std::int64_t>(m_chunks.size());
        if (isConsumed && consumer % m_rule.stages != index)
            m_ready.push_back(consumer % m_rule.stages);
        return true;
    }

    const ProgramRule& m_rule;
    std::vector<PassTime> m_chunks;
    PerMode m_hop;
    std::vector<RunningStage> m_stages;
    std::vector<std::int64_t> m_ready; ///< stages whose next step may have its producer; some more than once
    PassEnds m_forward, m_backward;
};

/// A message of the step section, the network alone.
double messageSeconds(const StepMessage& message, const TierModel& tier, std::size_t mode)
{
    const auto operation = networkOperationOf(message.kind);
    assert(operation && "step messages are reductions and gathers");
    return tier.costOf(*operation, message.members).seconds(static_cast<double>(message.bytes.value()), mode);
}

const TierModel& tierOf(const StepMessage& message, const SystemModel& system, const NetworkTierBinding& tiers)
{
    const std::int64_t index = message.group == GroupAxis::Data ? tiers.data
        : message.group == GroupAxis::Embedding                 ? tiers.pipeline
                                                                : tiers.tensor;
    return system.tiers()[static_cast<std::size_t>(index)];
}

double& memberFor(StageTime& time, StepMessageKind what)
{
    switch (what) {
    case StepMessageKind::Gradients: return time.gradients;
    case StepMessageKind::Weights: return time.weights;
    case StepMessageKind::TiedEmbeddingGradient: return time.tiedEmbedding;
    case StepMessageKind::ReplicatedGradients: return time.replicatedGradients;
    }
    return time.gradients;
}

void addTimes(IterationTime& to, double times, const IterationTime& what)
{
    for (const NamedFigure<IterationTime>& figure : iterationFigures)
        to.*figure.member += times * what.*figure.member;
}

/// What the stage that ends last did, by component.
IterationTime iterationOf(const PortablePlanIR& plan, const UnitTimes& units, const StepTime& time, std::size_t mode)
{
    const auto componentsOf = [&units, mode](Unit unit) -> const IterationTime& {
        return units[static_cast<std::size_t>(unit)].components[mode];
    };
    const auto& blocks = plan.program.shape.chunks;
    const auto microbatches = static_cast<double>(plan.program.rule.microbatches);
    IterationTime sum;
    for (std::size_t chunk = time.lastStage; chunk < blocks.size(); chunk += time.stages.size()) {
        addTimes(sum, microbatches * static_cast<double>(blocks[chunk]), componentsOf(Unit::Block));
        if (chunk == 0)
            addTimes(sum, microbatches, componentsOf(Unit::Embedding));
        if (chunk + 1 == blocks.size())
            addTimes(sum, microbatches, componentsOf(Unit::Head));
    }
    const StageTime& stage = time.stages[time.lastStage];
    sum.tensorParallel += stage.replicatedGradients;
    sum.pipelineParallel = stage.hops + stage.tiedEmbedding;
    sum.pipelineBubble = stage.bubble;
    sum.dataParallel = stage.gradients + stage.weights;
    sum.optimizer = stage.optimizer;
    sum.total = time.total;
    return sum;
}

} // namespace

std::array<StepTime, modes> stepTimes(const PortablePlanIR& plan, const SystemModel& system,
                                      const NetworkTierBinding& tiers)
{
    const auto tier = [&system](std::int64_t index) -> const TierModel& {
        return system.tiers()[static_cast<std::size_t>(index)];
    };
    const InvocationTimer timer{system, tier(tiers.tensor), plan.program.tensorDegree};
    PerMode hop{};
    if (plan.program.rule.stages > 1) {
        const NetworkCost cost = tier(tiers.pipeline).costOf(NetworkOperation::PointToPoint, 2);
        for (std::size_t k = 0; k < modes; ++k)
            hop[k] = cost.seconds(static_cast<double>(plan.sizes.hiddenShard.value()), k);
    }
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
                memberFor(at, message.what) = messageSeconds(message, tierOf(message, system, tiers), k);
            at.optimizer = timer.timeOn(system.engine(Engine::Vector), stage.optimizer, std::nullopt).local[k];
            at.end =
                at.programEnd + (at.gradients + at.weights + at.tiedEmbedding + at.replicatedGradients + at.optimizer);
            at.bubble = at.programEnd - at.busy - at.hops;
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
    const InvocationTimer timer{system, system.tiers()[static_cast<std::size_t>(tiers.tensor)],
                                plan.program.tensorDegree};
    std::array<std::vector<double>, modes> seconds;
    for (const PlanTask& task : plan.tasks) {
        const InvocationTime time = timeOf(task, timer);
        for (std::size_t mode = 0; mode < modes; ++mode)
            seconds[mode].push_back(time.local[mode] + time.network[mode]);
    }
    return seconds;
}

} // namespace planscope::whole
