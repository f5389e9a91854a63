#include "study/rank_work.h"

#include "study/predicted_times.h"

#include <algorithm>

namespace planscope {
namespace {

using TaskSeconds = std::optional<std::array<std::vector<double>, countOf<EstimateMode>()>>;

/// Where the set of tasks that a rank runs may change.
std::vector<std::int64_t> borders(const std::vector<PlanTask>& tasks)
{
    std::vector<std::int64_t> all;
    for (const PlanTask& task : tasks) {
        all.push_back(task.ranks.first);
        all.push_back(task.ranks.first + task.ranks.count.value());
    }
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    return all;
}

std::vector<std::size_t> tasksOfRank(const std::vector<PlanTask>& tasks, std::int64_t rank)
{
    std::vector<std::size_t> own;
    for (std::size_t k = 0; k < tasks.size(); ++k)
        if (rank >= tasks[k].ranks.first && rank - tasks[k].ranks.first < tasks[k].ranks.count.value())
            own.push_back(k);
    return own;
}

void add(PhaseWork& work, const WorkloadFacts& facts, const TaskSeconds& seconds, std::size_t task)
{
    ++work.invocations;
    work.operations += facts.operations;
    work.read += facts.read;
    work.write += facts.write;
    work.message += facts.message;
    for (std::size_t mode = 0; seconds && mode < seconds->size(); ++mode)
        (*work.seconds)[mode] += (*seconds)[mode][task];
}

RankGroup groupOf(const std::vector<PlanTask>& tasks, const std::vector<std::size_t>& own, const TaskSeconds& seconds)
{
    RankGroup group;
    if (seconds) {
        group.total.seconds = PerMode{};
        for (PhaseWork& phase : group.phases)
            phase.seconds = PerMode{};
    }
    for (const std::size_t task : own) {
        add(group.phases[static_cast<std::size_t>(tasks[task].phase)], tasks[task].facts, seconds, task);
        add(group.total, tasks[task].facts, seconds, task);
    }
    return group;
}

} // namespace

PhaseWork primitiveWork(const DistributedTaskIR& ir, Primitive primitive)
{
    PhaseWork work;
    for (const DistributedTask& task : ir.tasks)
        if (task.primitive == primitive)
            add(work, task.facts, std::nullopt, 0);
    return work;
}

std::vector<RankGroup> rankWorkOf(const CandidateResult& result)
{
    if (!result.derivation || !result.derivation->complete())
        return {};
    const std::vector<PlanTask>& tasks = result.derivation->plan().tasks;
    const TaskSeconds seconds = predictedTaskSeconds(result);
    const std::vector<std::int64_t> border = borders(tasks);
    std::vector<RankGroup> groups;
    std::vector<std::size_t> previous;
    for (std::size_t k = 0; k + 1 < border.size(); ++k) {
        std::vector<std::size_t> own = tasksOfRank(tasks, border[k]);
        const std::int64_t count = border[k + 1] - border[k];
        if (own.empty()) {
            previous.clear();
            continue;
        }
        if (own == previous) {
            groups.back().count += count;
            continue;
        }
        groups.push_back(groupOf(tasks, own, seconds));
        groups.back().first = border[k];
        groups.back().count = count;
        previous = std::move(own);
    }
    return groups;
}

} // namespace planscope
