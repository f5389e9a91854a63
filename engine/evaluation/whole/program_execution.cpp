#include "evaluation/whole/program_execution.h"

#include <algorithm>
#include <cassert>

namespace planscope::whole {
namespace {

constexpr std::size_t modes = countOf<EstimateMode>();

std::int64_t windowOf(const PortablePlanIR& plan)
{
    std::int64_t most = 1;
    for (const PlanStage& stage : plan.stages)
        most = std::max(most, stage.inFlight);
    return std::min(most, plan.program.rule.microbatches);
}

} // namespace

ProducingPass producerOf(const ProgramStep& step, std::int64_t chunks)
{
    if (step.direction == Direction::Forward)
        return {step.chunk > 0, step.chunk > 0, Direction::Forward, step.chunk - 1};
    if (step.chunk + 1 == chunks)
        return {true, false, Direction::Forward, step.chunk};
    return {true, true, Direction::Backward, step.chunk + 1};
}

ProgramExecution::ProgramExecution(const PortablePlanIR& plan, std::vector<PassTime> chunks, const PerMode& hop,
                                   ProgramWaits* waits)
    : m_rule(plan.program.rule)
    , m_chunks(std::move(chunks))
    , m_hop(hop)
    , m_stages(static_cast<std::size_t>(m_rule.stages))
    , m_forward(m_chunks.size(), windowOf(plan))
    , m_backward(m_chunks.size(), windowOf(plan))
    , m_waits(waits)
{
    if (waits != nullptr)
        waits->m_waited.assign(m_stages.size(), std::vector<std::uint8_t>(static_cast<std::size_t>(m_rule.steps())));
}

std::vector<RunningStage> ProgramExecution::run()
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

/// One step of a stage's program, or false when it has to wait.
bool ProgramExecution::advance(std::int64_t index)
{
    RunningStage& stage = m_stages[static_cast<std::size_t>(index)];
    if (stage.position == m_rule.steps())
        return false;
    const ProgramStep step = m_rule.step(index, stage.position);
    const bool isForward = step.direction == Direction::Forward;
    const ProducingPass producer = producerOf(step, static_cast<std::int64_t>(m_chunks.size()));
    const PassEnds& producers = producer.direction == Direction::Forward ? m_forward : m_backward;
    if (producer.exists && !producers.has(producer.chunk, step.microbatch))
        return false;

    const PassTime& chunk = m_chunks[static_cast<std::size_t>(step.chunk)];
    const PerMode& work = isForward ? chunk.forward : chunk.backward;
    unsigned waited = 0;
    for (std::size_t k = 0; k < modes; ++k) {
        if (producer.exists) {
            const double ready = producers.of(producer.chunk, step.microbatch)[k];
            waited |= ready > stage.now[k] ? 1U << k : 0U;
            stage.now[k] = std::max(stage.now[k], ready);
        }
        if (producer.fromAnother) {
            stage.now[k] += m_hop[k];
            stage.hops[k] += m_hop[k];
        }
        stage.now[k] += work[k];
        stage.busy[k] += work[k];
    }
    if (m_waits != nullptr)
        m_waits->m_waited[static_cast<std::size_t>(index)][static_cast<std::size_t>(stage.position)] =
            static_cast<std::uint8_t>(waited);
    (isForward ? m_forward : m_backward).put(step.chunk, step.microbatch, stage.now);
    ++stage.position;
    const std::int64_t consumer = isForward ? step.chunk + 1 : step.chunk - 1;
    const bool isConsumed = consumer >= 0 && consumer < static_cast<std::int64_t>(m_chunks.size());
    if (isConsumed && consumer % m_rule.stages != index)
        m_ready.push_back(consumer % m_rule.stages);
    return true;
}

/// Backwards from the last step, each time to what it began after.
CriticalPath ProgramWaits::pathTo(const PortablePlanIR& plan, std::int64_t stage, EstimateMode mode) const
{
    const ProgramRule& rule = plan.program.rule;
    const std::size_t chunks = plan.program.shape.chunks.size();
    const unsigned bit = 1U << static_cast<unsigned>(mode);
    CriticalPath path{std::vector<std::int64_t>(chunks), std::vector<std::int64_t>(chunks), 0};
    for (std::int64_t position = rule.steps() - 1; position >= 0;) {
        const ProgramStep step = rule.step(stage, position);
        auto& passes = step.direction == Direction::Forward ? path.forward : path.backward;
        ++passes[static_cast<std::size_t>(step.chunk)];
        const ProducingPass producer = producerOf(step, static_cast<std::int64_t>(chunks));
        path.hops += producer.fromAnother ? 1 : 0;
        if ((m_waited[static_cast<std::size_t>(stage)][static_cast<std::size_t>(position)] & bit) != 0) {
            stage = producer.chunk % rule.stages;
            position = rule.position({producer.direction, step.microbatch, producer.chunk});
        } else {
            --position;
        }
    }
    return path;
}

} // namespace planscope::whole
