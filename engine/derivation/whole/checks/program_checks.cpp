#include "derivation/whole/checks/model_checks.h"

#include <algorithm>
#include <string>

namespace planscope::whole {
namespace {

/// Programs of more steps than this are judged by a smaller one of the same form.
constexpr std::int64_t stepBudget = 50'000;

/// The rule with fewer microbatches that runs through the same warm-up, a steady state of several groups and the same
/// kind of last group. A group above 2p microbatches waits for nothing that one of 2p does not wait for.
ProgramRule reduced(const ProgramRule& rule)
{
    ProgramRule small = rule;
    if (rule.virtualStages == 1) {
        small.microbatches = std::min(rule.microbatches, 2 * rule.stages + 2);
        return small;
    }
    small.group = std::min(rule.group, 2 * rule.stages);
    const std::int64_t groups = std::min<std::int64_t>(rule.microbatches / rule.group, 4);
    const std::int64_t rest = std::min(rule.microbatches % rule.group, small.group - 1);
    small.microbatches = groups * small.group + rest;
    return small;
}

bool fits(const ProgramRule& rule)
{
    return WideInteger{rule.steps()} * rule.stages <= stepBudget;
}

/// Executes all stage programs together, without time: a step runs when its producer has.
class ProgramExecution {
public:
    explicit ProgramExecution(const ProgramRule& rule)
        : m_rule(rule)
        , m_chunks(rule.stages * rule.virtualStages)
        , m_positions(static_cast<std::size_t>(rule.stages), 0)
        , m_done(static_cast<std::size_t>(2 * m_chunks * rule.microbatches), false)
    {
    }

    /// The stage that can never go on, or nothing when all programs ended.
    std::optional<std::int64_t> run()
    {
        std::vector<std::int64_t> runnable;
        for (std::int64_t stage = m_rule.stages - 1; stage >= 0; --stage)
            runnable.push_back(stage);
        while (!runnable.empty()) {
            const std::int64_t stage = runnable.back();
            runnable.pop_back();
            while (advance(stage)) {
                // Its result may be what a neighbour waits for.
                runnable.push_back((stage + 1) % m_rule.stages);
                runnable.push_back((stage + m_rule.stages - 1) % m_rule.stages);
            }
            if (runnable.size() > static_cast<std::size_t>(4 * m_rule.stages)) {
                std::sort(runnable.begin(), runnable.end());
                runnable.erase(std::unique(runnable.begin(), runnable.end()), runnable.end());
            }
        }
        for (std::int64_t stage = 0; stage < m_rule.stages; ++stage)
            if (m_positions[static_cast<std::size_t>(stage)] < m_rule.steps())
                return stage;
        return std::nullopt;
    }
    bool repeated() const { return m_repeated; }
    /// Whether each microbatch went through each chunk, both ways.
    bool complete() const
    {
        return std::all_of(m_done.begin(), m_done.end(), [](bool done) { return done; });
    }

private:
    std::size_t index(const ProgramStep& step) const
    {
        const std::int64_t direction = step.direction == Direction::Forward ? 0 : 1;
        return static_cast<std::size_t>((direction * m_chunks + step.chunk) * m_rule.microbatches + step.microbatch);
    }
    bool isReady(const ProgramStep& step) const
    {
        if (step.direction == Direction::Forward)
            return step.chunk == 0 || m_done[index({Direction::Forward, step.microbatch, step.chunk - 1})];
        if (step.chunk + 1 == m_chunks)
            return m_done[index({Direction::Forward, step.microbatch, step.chunk})];
        return m_done[index({Direction::Backward, step.microbatch, step.chunk + 1})];
    }
    bool advance(std::int64_t stage)
    {
        std::int64_t& position = m_positions[static_cast<std::size_t>(stage)];
        if (position == m_rule.steps())
            return false;
        const ProgramStep step = m_rule.step(stage, position);
        if (!isReady(step))
            return false;
        m_repeated = m_repeated || m_done[index(step)];
        m_done[index(step)] = true;
        ++position;
        return true;
    }

    const ProgramRule& m_rule;
    std::int64_t m_chunks;
    std::vector<std::int64_t> m_positions; ///< of each stage: its next step
    std::vector<bool> m_done;
    bool m_repeated = false;
};

/// Whether steps and positions are each other's inverse, at positions spread over the whole program.
bool isOneToOne(const ProgramRule& rule)
{
    constexpr std::int64_t samples = 2'000;
    const std::int64_t perStage = std::max<std::int64_t>(samples / rule.stages, 2);
    const std::int64_t stride = std::max<std::int64_t>(rule.steps() / perStage, 1);
    const std::int64_t stageStride = std::max<std::int64_t>(rule.stages / samples, 1);
    for (std::int64_t stage = 0; stage < rule.stages; stage += stageStride)
        for (std::int64_t position = 0; position < rule.steps(); position += stride)
            if (rule.position(rule.step(stage, position)) != position)
                return false;
    return true;
}

} // namespace

void checkPrograms(const DistributedTaskIR& tasks, const ModelClosedForms& forms, std::vector<CheckOutcome>& outcomes)
{
    {
        Check check{outcomes, "check.layout", "blocks of all chunks"};
        ExactCount blocks = 0;
        for (const std::int64_t chunk : tasks.shape.chunks)
            blocks += chunk;
        check.total(forms.training().model().blockCount, blocks);
    }
    const ProgramRule& rule = tasks.rule;
    Check check{outcomes, "check.programs", "steps of all stages, each microbatch once through each chunk both ways"};
    check.holds(isOneToOne(rule), "each step at one position", "a step at two", [] { return "rule"; });
    const ProgramRule executed = fits(rule) ? rule : reduced(rule);
    if (fits(executed)) {
        ProgramExecution execution{executed};
        const auto stuck = execution.run();
        check.holds(!stuck, "every program ends", "a deadlock",
                    [&] { return "stages[" + std::to_string(*stuck) + "]"; });
        check.holds(!execution.repeated() && (stuck || execution.complete()), "each step once", "a step twice or never",
                    [] { return "rule"; });
    }
    const ExactCount steps = ExactCount{rule.stages} * rule.virtualStages * rule.microbatches * 2;
    check.total(steps, ExactCount{rule.steps()} * rule.stages);
}

} // namespace planscope::whole
