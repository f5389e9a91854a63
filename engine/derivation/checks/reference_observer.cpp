#include "derivation/checks/reference_observer.h"

#include "base/match.h"

#include <algorithm>
#include <array>
#include <span>
#include <string_view>

namespace planscope {
namespace {

constexpr std::string_view code = "check.reference";

/// What the tasks of both stages and accountings have in common.
struct StatedTask {
    std::string_view name;
    std::string_view layer; ///< of a whole model: the row
    std::string_view phase;
    const WorkloadFacts* facts = nullptr;
};

template <class Task>
StatedTask statedTask(const Task& task)
{
    return {task.name, nameOf(task.layer), nameOf(task.phase), &task.facts};
}
template <class Task>
    requires requires(const Task& task) { task.invocation; }
StatedTask statedTask(const Task& task)
{
    return {task.name, nameOf(task.invocation.row), nameOf(task.invocation.phase), &task.facts};
}

template <class Task>
std::vector<StatedTask> statedTasks(const std::vector<Task>& tasks)
{
    std::vector<StatedTask> stated;
    stated.reserve(tasks.size());
    for (const Task& task : tasks)
        stated.push_back(statedTask(task));
    return stated;
}

std::vector<StatedTask> statedTasks(const AnyIr& ir)
{
    return std::visit(Match{
                          [](const ModelIR&) { return std::vector<StatedTask>{}; },
                          [](const whole::ModelIR&) { return std::vector<StatedTask>{}; },
                          [](const auto& tasks) { return statedTasks(tasks.tasks); },
                      },
                      ir);
}

constexpr std::array<std::string_view, 4> factNames{"operations", "read_bytes", "write_bytes", "message_bytes"};

std::optional<std::int64_t> factOf(const WorkloadFacts& facts, std::string_view name)
{
    const std::array<std::int64_t, factNames.size()> values{facts.operations.value(), facts.read.value(),
                                                            facts.write.value(), facts.message.value()};
    const auto found = std::find(factNames.begin(), factNames.end(), name);
    if (found == factNames.end())
        return std::nullopt;
    return values[static_cast<std::size_t>(found - factNames.begin())];
}

/// Letters that two names share from both ends: one slip in a dotted name leaves almost all of them.
std::size_t sharedLetters(std::string_view a, std::string_view b)
{
    const std::size_t shorter = std::min(a.size(), b.size());
    std::size_t front = 0;
    while (front < shorter && a[front] == b[front])
        ++front;
    std::size_t back = 0;
    while (front + back < shorter && a[a.size() - 1 - back] == b[b.size() - 1 - back])
        ++back;
    return front + back;
}

std::string nearestTo(std::string_view wanted, std::span<const StatedTask> tasks)
{
    constexpr std::size_t named = 3;
    std::vector<std::pair<std::size_t, std::string_view>> ranked;
    for (const StatedTask& task : tasks)
        ranked.emplace_back(sharedLetters(wanted, task.name), task.name);
    std::stable_sort(ranked.begin(), ranked.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
    std::string list;
    for (std::size_t k = 0; k < std::min(named, ranked.size()); ++k)
        list += (k == 0 ? "" : ", ") + std::string{ranked[k].second};
    return list;
}

CheckOutcome unknownInvocation(const ExpectedFact& fact, std::span<const StatedTask> tasks)
{
    return {std::string{code},
            "the reference's invocation " + excerpt(fact.invocation),
            "an invocation of that name",
            "it does not exist; the nearest are " + nearestTo(fact.invocation, tasks),
            excerpt(fact.invocation),
            false};
}

CheckOutcome unknownFact(const ExpectedFact& fact)
{
    return {std::string{code},
            "the reference's fact " + excerpt(fact.fact) + " of " + fact.invocation,
            "operations, read_bytes, write_bytes or message_bytes",
            excerpt(fact.fact),
            fact.invocation,
            false};
}

CheckOutcome compared(const ExpectedFact& fact, const StatedTask& task, std::int64_t actual)
{
    const bool equal = actual == fact.expected;
    return {std::string{code},
            "layer " + std::string{task.layer} + ", phase " + std::string{task.phase} + ", " + fact.fact,
            std::to_string(fact.expected),
            std::to_string(actual),
            equal ? std::string{} : fact.invocation,
            equal};
}

class ReferenceObserver final : public CheckpointObserver {
public:
    explicit ReferenceObserver(std::vector<ExpectedFact> facts)
        : m_facts(std::move(facts))
    {
    }

    std::string_view name() const override { return "reference"; }

    std::vector<CheckOutcome> observe(const PassCheckpoint& checkpoint) const override
    {
        std::vector<StatedTask> tasks = statedTasks(checkpoint.output->ir());
        std::sort(tasks.begin(), tasks.end(), [](const StatedTask& a, const StatedTask& b) { return a.name < b.name; });
        std::vector<CheckOutcome> outcomes;
        outcomes.reserve(m_facts.size());
        for (const ExpectedFact& fact : m_facts) {
            const auto task = std::lower_bound(
                tasks.begin(), tasks.end(), fact.invocation,
                [](const StatedTask& stated, std::string_view wanted) { return stated.name < wanted; });
            if (task == tasks.end() || task->name != fact.invocation)
                outcomes.push_back(unknownInvocation(fact, tasks));
            else if (const auto actual = factOf(*task->facts, fact.fact))
                outcomes.push_back(compared(fact, *task, *actual));
            else
                outcomes.push_back(unknownFact(fact));
        }
        return outcomes;
    }

private:
    std::vector<ExpectedFact> m_facts;
};

} // namespace

std::shared_ptr<const CheckpointObserver> referenceObserver(std::vector<ExpectedFact> facts)
{
    return std::make_shared<const ReferenceObserver>(std::move(facts));
}

} // namespace planscope
