#include "compare/task_comparison.h"

#include "study/predicted_times.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <type_traits>

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

/// One task of a side, before it is matched.
struct StatedTask {
    std::vector<std::int64_t> place;
    AnyTaskKey key;
    std::string name;
    std::array<std::optional<Number>, countOf<TaskFact>()> facts;
};

using TaskSeconds = std::array<std::vector<double>, countOf<EstimateMode>()>;

std::array<std::optional<Number>, countOf<TaskFact>()> factsOf(const WorkloadFacts& work,
                                                               const std::optional<TaskSeconds>& seconds,
                                                               std::size_t index)
{
    std::array<std::optional<Number>, countOf<TaskFact>()> all;
    all[0] = Number::integer(work.operations.value());
    all[1] = Number::integer(work.read.value());
    all[2] = Number::integer(work.write.value());
    all[3] = Number::integer(work.message.value());
    for (std::size_t mode = 0; seconds && mode < seconds->size(); ++mode)
        all[4 + mode] = Number::real((*seconds)[mode][index]);
    return all;
}

std::vector<StatedTask> tasksOf(const CandidateResult& result)
{
    std::vector<StatedTask> tasks;
    if (!result.derivation || !result.derivation->complete())
        return tasks;
    const PortablePlanIR& plan = result.derivation->plan();
    const std::vector<TaskKey> keys = taskKeysOf(plan);
    const auto seconds = predictedTaskSeconds(result);
    tasks.reserve(keys.size());
    for (std::size_t k = 0; k < keys.size(); ++k)
        tasks.push_back({placeOf(keys[k]), keys[k], keys[k].name(), factsOf(plan.tasks[k].facts, seconds, k)});
    return tasks;
}

std::vector<StatedTask> tasksOf(const whole::CandidateResult& result)
{
    std::vector<StatedTask> tasks;
    if (!result.derivation || !result.derivation->complete())
        return tasks;
    const whole::PortablePlanIR& plan = result.derivation->plan();
    const auto seconds = predictedTaskSeconds(result);
    tasks.reserve(plan.tasks.size());
    for (std::size_t k = 0; k < plan.tasks.size(); ++k) {
        const whole::PlanTask& task = plan.tasks[k];
        tasks.push_back({placeOf(task.invocation), task.invocation, task.name, factsOf(task.facts, seconds, k)});
    }
    return tasks;
}

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

/// Where in its row a message of that site stands, or the row's own work, which is at no site.
std::int64_t placeInRow(const std::optional<whole::MessageSite>& site, bool forward)
{
    constexpr std::int64_t work = 3;
    if (!site)
        return work;
    switch (*site) {
    case whole::MessageSite::Enter: return forward ? 0 : work + 1;
    case whole::MessageSite::Regather: return 2;
    case whole::MessageSite::Leave: return forward ? work + 2 : 0;
    case whole::MessageSite::Output: return forward ? work + 1 : 1;
    case whole::MessageSite::Maximum:
    case whole::MessageSite::Predicted:
    case whole::MessageSite::SumExp:
    case whole::MessageSite::Triple: return work + static_cast<std::int64_t>(*site);
    }
    return work;
}

std::vector<ComparedTask> mergeTasks(const std::vector<StatedTask>& a, const std::vector<StatedTask>& b)
{
    std::map<std::vector<std::int64_t>, std::array<std::optional<std::size_t>, 2>> merged; ///< by place
    for (std::size_t index = 0; index < a.size(); ++index)
        merged[a[index].place][0] = index;
    for (std::size_t index = 0; index < b.size(); ++index)
        merged[b[index].place][1] = index;

    std::vector<ComparedTask> tasks;
    tasks.reserve(merged.size());
    for (const auto& entry : merged) {
        const StatedTask* const ofA = entry.second[0] ? &a[*entry.second[0]] : nullptr;
        const StatedTask* const ofB = entry.second[1] ? &b[*entry.second[1]] : nullptr;
        const StatedTask& either = ofA ? *ofA : *ofB;
        ComparedTask task;
        task.key = either.key;
        task.name = either.name;
        task.indexA = entry.second[0];
        task.indexB = entry.second[1];
        for (std::size_t k = 0; k < task.facts.size(); ++k)
            task.facts[k] = {std::string{nameOf(static_cast<TaskFact>(k))}, factUnits[k],
                             ofA ? ofA->facts[k] : std::nullopt, ofB ? ofB->facts[k] : std::nullopt, !ofA || !ofB};
        task.change = changeOf(task);
        tasks.push_back(std::move(task));
    }
    return tasks;
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

std::vector<std::int64_t> placeOf(const TaskKey& key)
{
    return std::apply(
        [](const auto&... part) {
            return std::vector<std::int64_t>{[](const auto& one) {
                if constexpr (std::is_same_v<std::decay_t<decltype(one)>, std::optional<CollectiveKind>>)
                    return one ? static_cast<std::int64_t>(*one) : -1;
                else
                    return static_cast<std::int64_t>(one);
            }(part)...};
        },
        orderOf(key));
}

std::vector<std::int64_t> placeOf(const whole::Invocation& key)
{
    const bool forward = key.phase <= whole::Phase::Recompute;
    const auto row = static_cast<std::int64_t>(key.row);
    return {static_cast<std::int64_t>(unitOf(key.row)),
            forward ? static_cast<std::int64_t>(key.phase) : 2,
            forward ? row : -row,
            static_cast<std::int64_t>(key.phase),
            placeInRow(key.site, forward),
            key.part ? static_cast<std::int64_t>(*key.part) : -1,
            key.collective ? static_cast<std::int64_t>(*key.collective) : -1};
}

std::vector<ComparedTask> compareTasks(const CandidateResult& a, const CandidateResult& b)
{
    return mergeTasks(tasksOf(a), tasksOf(b));
}

std::vector<ComparedTask> compareTasks(const whole::CandidateResult& a, const whole::CandidateResult& b)
{
    return mergeTasks(tasksOf(a), tasksOf(b));
}

} // namespace planscope
