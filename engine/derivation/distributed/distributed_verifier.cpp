#include "derivation/distributed/distributed_verifier.h"

#include "derivation/distributed/boundary_value_rules.h"
#include "derivation/distributed/layer_memory_rules.h"
#include "derivation/distributed/task_body_rules.h"
#include "derivation/distributed/task_rules.h"

#include <algorithm>

namespace planscope {
namespace {

std::optional<CollectiveKind> collectiveOf(const TaskBody& body)
{
    const auto* collective = std::get_if<Collective>(&body);
    return collective ? std::optional{collective->kind} : std::nullopt;
}

/// The size of the mesh's one axis, when the mesh is legal.
std::optional<std::int64_t> checkMesh(Findings& found, const LogicalMesh& mesh)
{
    const std::string legal{LogicalMesh::tensorAxis};
    if (mesh.axes.size() != 1) {
        found.add("mesh", "mesh", "the mesh has " + std::to_string(mesh.axes.size()) + " axes instead of 1",
                  std::to_string(mesh.axes.size()), {"1"});
        return std::nullopt;
    }
    const MeshAxis& axis = mesh.axes.front();
    if (axis.name != legal)
        found.add("mesh", "mesh.axes[0]", "the axis is \"" + excerpt(axis.name) + "\" instead of \"" + legal + "\"",
                  excerpt(axis.name), {legal});
    if (axis.size.value() < 1) {
        found.add("mesh", "mesh.axes[0]",
                  "the axis has " + std::to_string(axis.size.value())
                      + " ranks, but at least 1"
                        " is needed",
                  std::to_string(axis.size.value()));
        return std::nullopt;
    }
    return axis.size.value();
}

void checkDistribution(Findings& found, const BlockDistribution& distribution)
{
    const auto requirePositive = [&](std::string_view field, std::int64_t number) {
        if (number < 1)
            found.add("distribution", "distribution." + std::string{field},
                      std::string{field} + " is " + std::to_string(number) + ", but at least 1 is needed",
                      std::to_string(number));
    };
    requirePositive("microbatch_size", distribution.microbatchSize);
    requirePositive("optimizer_shards", distribution.optimizerShards);
    if (distribution.sequenceParallelAllGatherRedo
        && (distribution.communication != TensorCommunication::ReduceScatterAllGather
            || distribution.recompute == RecomputePolicy::Full))
        found.add("distribution", "distribution.sequence_parallel_all_gather_redo",
                  "inputs are gathered again with communication " + std::string{nameOf(distribution.communication)}
                      + " and recompute " + std::string{nameOf(distribution.recompute)},
                  "true", {"false"});
}

/// Rule repeats.
void checkRepeats(Findings& found, const std::vector<DistributedTask>& tasks, const EntityIndex<TaskKind>& index,
                  std::size_t position)
{
    const DistributedTask& task = tasks[position];
    const EntityPlace place{"tasks", position, task.name};
    if (task.repeats.has_value() != (task.phase == Phase::Recompute)) {
        found.add("repeats", place,
                  task.repeats ? "a task of phase " + std::string{nameOf(task.phase)} + " repeats no other"
                               : "a recomputed task names the forward task it repeats");
        return;
    }
    if (!task.repeats)
        return;
    const auto original = index.find(*task.repeats);
    if (!original) {
        found.add("reference", place, "the repeated task " + task.repeats->toString() + " is no entity of this IR",
                  task.repeats->toString());
        return;
    }
    const DistributedTask& repeated = tasks[*original];
    if (*original >= position || repeated.phase != Phase::Forward || repeated.layer != task.layer)
        found.add("repeats", place,
                  "task " + std::to_string(*original) + ", " + excerpt(repeated.name)
                      + ", is not the forward task of the layer",
                  task.repeats->toString());
    else if (repeated.facts != task.facts)
        found.add("repeats", place,
                  "the work differs from that of task " + std::to_string(*original) + ": "
                      + std::to_string(task.facts.operations.value()) + " and "
                      + std::to_string(repeated.facts.operations.value()) + " operations, "
                      + std::to_string(task.facts.read.value()) + " and " + std::to_string(repeated.facts.read.value())
                      + " bytes read, " + std::to_string(task.facts.write.value()) + " and "
                      + std::to_string(repeated.facts.write.value()) + " written");
}

/// Rules stage_cover, stage_order, stage_phase.
void checkStages(Findings& found, const std::vector<TaskStage>& stages, const std::vector<DistributedTask>& tasks)
{
    const auto taskCount = static_cast<WideInteger>(tasks.size());
    WideInteger covered = 0; // tasks before this one belong to a stage
    for (std::size_t k = 0; k < stages.size(); ++k) {
        const TaskStage& stage = stages[k];
        const EntityPlace place{"stages", k, nameOf(stage.kind)};
        if (stage.firstTask != covered || stage.taskCount < 1)
            found.add("stage_cover", place,
                      "the stage has " + std::to_string(stage.taskCount) + " tasks from task "
                          + std::to_string(stage.firstTask) + " on, but the next task is " + decimalDigits(covered),
                      std::to_string(stage.firstTask), {decimalDigits(covered)});
        if (k > 0 && stage.kind <= stages[k - 1].kind)
            found.add("stage_order", place,
                      "stage " + std::string{nameOf(stage.kind)} + " follows stage "
                          + std::string{nameOf(stages[k - 1].kind)},
                      std::string{nameOf(stage.kind)});
        // Each task is judged by the first stage that reaches it, so that overlapping stages cost no more.
        const WideInteger end = std::min(WideInteger{stage.firstTask} + stage.taskCount, taskCount);
        for (WideInteger task = std::max(covered, WideInteger{stage.firstTask}); task < end; ++task) {
            const auto position = static_cast<std::size_t>(task);
            if (stageOf(tasks[position].phase) != stage.kind)
                found.add("stage_phase", EntityPlace{"tasks", position, tasks[position].name},
                          "phase " + std::string{nameOf(tasks[position].phase)} + " is not of stage "
                              + std::string{nameOf(stage.kind)},
                          std::string{nameOf(tasks[position].phase)});
        }
        covered = std::max(covered, WideInteger{stage.firstTask} + stage.taskCount);
    }
    if (covered != taskCount)
        found.add("stage_cover", "stages",
                  "the stages end before task " + decimalDigits(covered) + ", but there are "
                      + std::to_string(tasks.size()) + " tasks",
                  decimalDigits(covered), {std::to_string(tasks.size())});
}

} // namespace

Diagnostics verify(const DistributedTaskIR& ir)
{
    Findings found{"distributed", Origin::Distribution};
    checkSchema(found, ir.schema, DistributedTaskIR::currentSchema());
    if (ir.sourceDigest == Digest{})
        found.add("source_digest", "source_digest", "the digest of the model IR is missing");
    const auto meshSize = checkMesh(found, ir.mesh);
    checkDistribution(found, ir.distribution);

    const EntityIndex<TaskKind> tasks{ir.tasks};
    const EntityIndex<DistributedValueKind> values{ir.values};
    checkIds(found, "tasks", ir.tasks, tasks, ir.sourceDigest,
             [](const DistributedTask& task) -> std::string_view { return task.name; });
    const BodyContext context{ir.values, values, meshSize};
    for (std::size_t k = 0; k < ir.tasks.size(); ++k) {
        const DistributedTask& task = ir.tasks[k];
        const EntityPlace place{"tasks", k, task.name};
        checkWords(found, {task.name, task.layer, task.phase, task.primitive, collectiveOf(task.body)}, place);
        checkRanks(found, task.ranks, meshSize, place);
        checkBody(found, task, place, context);
        checkRepeats(found, ir.tasks, tasks, k);
        checkLineage(found, task.lineage, task.phase == Phase::Recompute ? LineageKind::Clone : LineageKind::Expansion,
                     place);
    }
    checkDependencies(found, ir.tasks, tasks);
    checkStages(found, ir.stages, ir.tasks);
    checkBoundaryValues(found, ir, tasks, values, meshSize);
    checkLayerMemory(found, ir.layerMemory);
    return std::move(found).take();
}

} // namespace planscope
