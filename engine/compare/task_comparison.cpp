#include "compare/task_comparison.h"

#include "study/predicted_times.h"

#include <algorithm>
#include <map>

namespace planscope {
namespace {

auto orderOf(const TaskKey& key)
{
    const auto stage = static_cast<int>(stageOf(key.phase));
    const auto layer = static_cast<int>(key.layer);
    const bool backward = stageOf(key.phase) == StageKind::Backward;
    return std::tuple{stage, backward ? -layer : layer, key.phase, key.primitive, key.collective, key.ordinal};
}

struct KeyOrder {
    bool operator()(const TaskKey& left, const TaskKey& right) const { return runsBefore(left, right); }
};

std::optional<CollectiveKind> collectiveOf(const DistributedTask& task)
{
    const auto* collective = std::get_if<Collective>(&task.body);
    return collective ? std::optional{collective->kind} : std::nullopt;
}
std::optional<CollectiveKind> collectiveOf(const PlanTask& task)
{
    return task.collective;
}

template <class Ir>
std::vector<TaskKey> keysOf(const Ir& ir)
{
    std::map<TaskKey, std::int64_t, KeyOrder> seen;
    std::vector<TaskKey> keys;
    keys.reserve(ir.tasks.size());
    for (const auto& task : ir.tasks) {
        TaskKey key{task.layer, task.phase, task.primitive, collectiveOf(task), 0};
        key.ordinal = seen[key]++;
        keys.push_back(key);
    }
    return keys;
}

/// One side's tasks with what is compared of them.
struct Side {
    const PortablePlanIR* plan = nullptr;
    std::vector<TaskKey> keys;
    std::optional<std::array<std::vector<double>, countOf<EstimateMode>()>> seconds;

    explicit Side(const CandidateResult& result)
    {
        if (!result.derivation || !result.derivation->complete())
            return;
        plan = &result.derivation->plan();
        keys = taskKeysOf(*plan);
        seconds = predictedTaskSeconds(result);
    }

    std::array<std::optional<Number>, countOf<TaskFact>()> facts(std::size_t index) const
    {
        const WorkloadFacts& work = plan->tasks[index].facts;
        std::array<std::optional<Number>, countOf<TaskFact>()> all;
        all[0] = Number::integer(work.operations.value());
        all[1] = Number::integer(work.read.value());
        all[2] = Number::integer(work.write.value());
        all[3] = Number::integer(work.message.value());
        for (std::size_t mode = 0; seconds && mode < seconds->size(); ++mode)
            all[4 + mode] = Number::real((*seconds)[mode][index]);
        return all;
    }
};

constexpr std::array<FactUnit, countOf<TaskFact>()> factUnits{FactUnit::InOperations, FactUnit::InBytes,
                                                              FactUnit::InBytes,      FactUnit::InBytes,
                                                              FactUnit::InSeconds,    FactUnit::InSeconds};

Change changeOf(const ComparedTask& task)
{
    if (!task.indexA || !task.indexB)
        return task.indexA ? Change::Removed : Change::Added;
    const bool differs =
        std::any_of(task.facts.begin(), task.facts.end(), [](const ComparedFact& fact) { return fact.differs(); });
    return differs ? Change::Changed : Change::Same;
}

} // namespace

std::string TaskKey::name() const
{
    std::string name = invocationName(layer, phase, collective);
    if (ordinal > 0)
        name += "#" + std::to_string(ordinal + 1);
    return name;
}

bool runsBefore(const TaskKey& left, const TaskKey& right)
{
    return orderOf(left) < orderOf(right);
}

std::vector<TaskKey> taskKeysOf(const DistributedTaskIR& ir)
{
    return keysOf(ir);
}

std::vector<TaskKey> taskKeysOf(const PortablePlanIR& ir)
{
    return keysOf(ir);
}

std::vector<ComparedTask> compareTasks(const CandidateResult& a, const CandidateResult& b)
{
    const std::array<Side, 2> sides{Side{a}, Side{b}};
    std::map<TaskKey, std::array<std::optional<std::size_t>, 2>, KeyOrder> merged;
    for (std::size_t side = 0; side < sides.size(); ++side)
        for (std::size_t index = 0; index < sides[side].keys.size(); ++index)
            merged[sides[side].keys[index]][side] = index;

    std::vector<ComparedTask> tasks;
    tasks.reserve(merged.size());
    for (const auto& entry : merged) {
        ComparedTask task;
        task.key = entry.first;
        task.name = entry.first.name();
        task.indexA = entry.second[0];
        task.indexB = entry.second[1];
        const auto factsA = task.indexA ? sides[0].facts(*task.indexA) : decltype(sides[0].facts(0)){};
        const auto factsB = task.indexB ? sides[1].facts(*task.indexB) : decltype(sides[1].facts(0)){};
        for (std::size_t k = 0; k < task.facts.size(); ++k)
            task.facts[k] = {std::string{nameOf(static_cast<TaskFact>(k))}, factUnits[k], factsA[k], factsB[k],
                             !task.indexA || !task.indexB};
        task.change = changeOf(task);
        tasks.push_back(std::move(task));
    }
    return tasks;
}

} // namespace planscope
