#pragma once

#include "derivation/dialect/structure_rules.h"
#include "derivation/distributed/distributed_task_ir.h"

#include <optional>
#include <string>
#include <vector>

/// Rules that the tasks of the distributed IR and of the portable plan share: the words that name a task, its ranks,
/// its work, its place in the chain. Task is DistributedTask or PlanTask.
namespace planscope {

/// What the word rules read of either task.
struct TaskWords {
    std::string_view name;
    Layer layer;
    Phase phase;
    Primitive primitive;
    std::optional<CollectiveKind> collective;
};

/// Rule name:      the name is "layer.phase", for a collective "layer.phase.kind".
/// Rule primitive: the primitive is the layer's, in the optimizer phase adam.
/// Rule phase:     layers that communicate have no recompute, weight gradient or optimizer phase; only they have a
///                 recommunication.
void checkWords(Findings& found, const TaskWords& task, const EntityPlace& place);

/// Rule ranks: a task runs on every rank of the group, 0 … size − 1. Without a known group size nothing is judged.
void checkRanks(Findings& found, const RankRange& ranks, std::optional<std::int64_t> groupSize,
                const EntityPlace& place);

/// "0 … 7"
std::string textOf(const RankRange& ranks);

/// Rule facts: no fact is negative. True when none is.
bool checkFacts(Findings& found, const WorkloadFacts& facts, const EntityPlace& place);

/// Rule reference:          dependencies are tasks of this IR.
/// Rule repeated_reference: no task stands twice among them.
/// Rule dependency_order:   each is an earlier task, so that there is no cycle.
/// Rule chain:              each task but the first depends on the task before it: the order is serial, and every
///                          earlier task an ancestor.
template <class Kind, class Task>
void checkDependencies(Findings& found, const std::vector<Task>& tasks, const EntityIndex<Kind>& index)
{
    for (std::size_t k = 0; k < tasks.size(); ++k) {
        const auto& dependencies = tasks[k].dependencies;
        const bool isChained = k > 0
            && std::find(dependencies.begin(), dependencies.end(), tasks[k - 1].id) != dependencies.end();
        if (k == 0 ? dependencies.empty() : isChained && dependencies.size() == 1)
            continue; // as a derived IR has it
        const EntityPlace place{"tasks", k, tasks[k].name};
        checkReferences(found, dependencies, index, "dependency", place);
        checkRepetition(found, dependencies, "dependency", place);
        for (const EntityId<Kind> dependency : dependencies) {
            const auto position = index.find(dependency);
            if (position && *position >= k)
                found.add("dependency_order", place,
                          "task " + std::to_string(k) + " depends on task " + std::to_string(*position)
                              + ", which is not earlier",
                          dependency.toString());
        }
        if (k > 0 && !isChained)
            found.add("chain", place, "the task does not depend on the one before it, " + tasks[k - 1].id.toString(),
                      {}, {tasks[k - 1].id.toString()});
    }
}

/// The positions that the boundary rules speak of.
struct ForwardRun {
    static constexpr std::size_t none = static_cast<std::size_t>(-1);
    std::size_t first = none;
    std::size_t last = none;
};

template <class Task>
ForwardRun forwardRunOf(const std::vector<Task>& tasks)
{
    ForwardRun run;
    for (std::size_t k = 0; k < tasks.size(); ++k)
        if (tasks[k].phase == Phase::Forward) {
            run.first = std::min(run.first, k);
            run.last = k;
        }
    return run;
}

/// Rule reference:          producer and consumers are tasks of this IR.
/// Rule repeated_reference: no task stands twice among the consumers.
/// Rule input:              an input has no producer, and the first forward task is one of its consumers.
/// Rule output:             an output is produced by the last forward task.
/// Rule ancestor:           the producer is an ancestor of each consumer: by the chain, an earlier task.
/// Boundary is DistributedValue or PlanBuffer.
template <class Kind, class Boundary>
void checkBoundary(Findings& found, const Boundary& boundary, const EntityIndex<Kind>& index, const ForwardRun& forward,
                   const EntityPlace& place)
{
    checkReferences(found, boundary.consumers, index, "consumer", place);
    checkRepetition(found, boundary.consumers, "consumer", place);
    constexpr std::size_t none = ForwardRun::none;
    const std::size_t producer = boundary.producer ? index.find(*boundary.producer).value_or(none) : none;
    if (boundary.producer && producer == none)
        found.add("reference", place, "producer " + boundary.producer->toString() + " is no entity of this IR",
                  boundary.producer->toString());

    bool firstForwardConsumes = false;
    for (const EntityId<Kind> consumer : boundary.consumers) {
        const std::size_t position = index.find(consumer).value_or(none);
        firstForwardConsumes |= position != none && position == forward.first;
        if (producer != none && position != none && position <= producer)
            found.add("ancestor", place,
                      "consumer " + std::to_string(position) + " does not come after producer "
                          + std::to_string(producer),
                      consumer.toString());
    }
    switch (boundary.role) {
    case BoundaryRole::Input:
        if (boundary.producer)
            found.add("input", place, "an input has no producer, but this one names " + boundary.producer->toString(),
                      boundary.producer->toString());
        if (!firstForwardConsumes)
            found.add("input", place, "the first forward task does not consume the input");
        return;
    case BoundaryRole::Output:
        if (!boundary.producer)
            found.add("output", place, "the output has no producer");
        else if (producer != none && producer != forward.last)
            found.add("output", place,
                      "the output is produced by task " + std::to_string(producer) + " instead of the last forward task"
                          + (forward.last != none ? ", " + std::to_string(forward.last) : std::string{}),
                      boundary.producer->toString());
        return;
    }
}

/// Rule boundary: there are an input and an output.
template <class Boundary>
void checkBoundaryPresence(Findings& found, const std::vector<Boundary>& boundaries, std::string_view list)
{
    bool present[countOf<BoundaryRole>()] = {};
    for (const Boundary& boundary : boundaries)
        present[static_cast<std::size_t>(boundary.role)] = true;
    for (std::size_t role = 0; role < countOf<BoundaryRole>(); ++role)
        if (!present[role])
            found.add("boundary", std::string{list},
                      "there is no " + std::string{nameOf(static_cast<BoundaryRole>(role))});
}

} // namespace planscope
