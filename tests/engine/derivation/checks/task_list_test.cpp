#include "checked_training.h"
#include "training_spread.h"

#include <gtest/gtest.h>

namespace planscope {
namespace {

/// Hands each training of the spread, each of its tasks in turn, and a fresh copy of all of them to change.
template <class Change>
void expectFoundForEveryTask(const char* what, const Change& change)
{
    for (const NamedTraining& named : trainingSpread()) {
        if (named.training.mapping().fusedActivation || named.training.mapping().data.optimizerSharding)
            continue; // the same list of tasks
        const CheckedTraining checked{named.training};
        const DistributedTaskIR right = checked.tasks();
        for (std::size_t k = 0; k < right.tasks.size(); ++k) {
            DistributedTaskIR wrong = right;
            change(wrong, k);
            EXPECT_FALSE(failedCodes(checked.observe(wrong)).empty())
                << named.name << ": " << right.tasks[k].name << " " << what;
        }
    }
}

/// Makes the serial chain and the stages fit the tasks again, so that they do not give the change away.
void mend(DistributedTaskIR& ir)
{
    for (std::size_t k = 0; k < ir.tasks.size(); ++k)
        ir.tasks[k].dependencies = k == 0 ? std::vector<TaskId>{} : std::vector<TaskId>{ir.tasks[k - 1].id};
    std::int64_t first = 0;
    for (TaskStage& stage : ir.stages) {
        stage.firstTask = first;
        stage.taskCount = 0;
        for (const DistributedTask& task : ir.tasks)
            stage.taskCount += stageOf(task.phase) == stage.kind;
        first += stage.taskCount;
    }
}

std::ptrdiff_t at(std::size_t index)
{
    return static_cast<std::ptrdiff_t>(index);
}

TEST(TaskList, ADroppedTaskIsFound)
{
    expectFoundForEveryTask("dropped", [](DistributedTaskIR& ir, std::size_t k) {
        ir.tasks.erase(ir.tasks.begin() + at(k));
        mend(ir);
    });
}

TEST(TaskList, ADoubledTaskIsFound)
{
    expectFoundForEveryTask("doubled", [](DistributedTaskIR& ir, std::size_t k) {
        const DistributedTask copy = ir.tasks[k];
        ir.tasks.insert(ir.tasks.begin() + at(k), copy);
        mend(ir);
    });
}

TEST(TaskList, ARenamedTaskIsFound)
{
    expectFoundForEveryTask("renamed", [](DistributedTaskIR& ir, std::size_t k) { ir.tasks[k].name += "x"; });
}

TEST(TaskList, ATaskInAnotherPhaseIsFound)
{
    expectFoundForEveryTask("in another phase", [](DistributedTaskIR& ir, std::size_t k) {
        DistributedTask& task = ir.tasks[k];
        task.phase = static_cast<Phase>((static_cast<std::size_t>(task.phase) + 1) % countOf<Phase>());
        const Collective* collective = std::get_if<Collective>(&task.body);
        task.name = invocationName(task.layer, task.phase,
                                   collective ? std::optional{collective->kind} : std::nullopt);
        mend(ir);
    });
}

TEST(TaskList, ATaskOfAnotherLayerIsFound)
{
    expectFoundForEveryTask("of another layer", [](DistributedTaskIR& ir, std::size_t k) {
        DistributedTask& task = ir.tasks[k];
        task.layer = static_cast<Layer>((static_cast<std::size_t>(task.layer) + 1) % countOf<Layer>());
        task.primitive = task.phase == Phase::Optimizer ? Primitive::Adam : primitiveOf(task.layer);
    });
}

TEST(TaskList, TwoTasksInTheWrongOrderAreFound)
{
    expectFoundForEveryTask("after its successor", [](DistributedTaskIR& ir, std::size_t k) {
        std::swap(ir.tasks[k], ir.tasks[(k + 1) % ir.tasks.size()]);
        mend(ir);
    });
}

TEST(TaskList, AMissingDependencyIsFound)
{
    expectFoundForEveryTask("with another dependency", [](DistributedTaskIR& ir, std::size_t k) {
        if (ir.tasks[k].dependencies.empty())
            ir.tasks[k].dependencies.push_back(ir.tasks.back().id);
        else
            ir.tasks[k].dependencies.clear();
    });
}

TEST(TaskList, AnotherRankRangeIsFound)
{
    expectFoundForEveryTask("on one rank more", [](DistributedTaskIR& ir, std::size_t k) {
        ir.tasks[k].ranks.count = Ranks{ir.tasks[k].ranks.count.value() + 1};
    });
}

/// Changes something of the tasks that take part in sequence parallelism with full recompute on four ranks, and
/// expects exactly this check to fail.
template <class Change>
void expectOnly(const std::string& code, const Change& change)
{
    const CheckedTraining checked{trainingSpread().back().training};
    DistributedTaskIR tasks = checked.tasks();
    change(tasks);
    EXPECT_EQ(failedCodes(checked.observe(tasks)), std::set<std::string>{code});
}

DistributedTask& firstOf(DistributedTaskIR& ir, Phase phase, Primitive primitive)
{
    for (DistributedTask& task : ir.tasks)
        if (task.phase == phase && task.primitive == primitive)
            return task;
    ADD_FAILURE() << "no such task";
    return ir.tasks.front();
}

TEST(TaskList, EachFaultIsFoundByItsOwnCheck)
{
    expectOnly("check.mesh", [](DistributedTaskIR& ir) { ir.mesh.axes[0].size = Ranks{5}; });
    expectOnly("check.mesh", [](DistributedTaskIR& ir) { ir.mesh.axes[0].name = "dp"; });
    expectOnly("check.rank_consistency", [](DistributedTaskIR& ir) {
        std::get<Collective>(firstOf(ir, Phase::Forward, Primitive::Collective).body).participants.first = 1;
    });
    expectOnly("check.stage_partition", [](DistributedTaskIR& ir) { --ir.stages.back().taskCount; });
    expectOnly("check.serial_chain", [](DistributedTaskIR& ir) { ir.tasks[3].dependencies = {ir.tasks[1].id}; });
    expectOnly("check.recompute_expansion", [](DistributedTaskIR& ir) {
        firstOf(ir, Phase::Recompute, Primitive::Softmax).repeats = ir.tasks[0].id;
    });
    expectOnly("check.recompute_expansion", [](DistributedTaskIR& ir) { ir.tasks[1].repeats = ir.tasks[0].id; });
    expectOnly("check.distribution", [](DistributedTaskIR& ir) { ir.distribution.microbatchSize = 2; });
    expectOnly("check.distribution", [](DistributedTaskIR& ir) { ir.distribution.datatype = Datatype::Float16; });
    expectOnly("check.distribution",
               [](DistributedTaskIR& ir) { ir.distribution.communication = TensorCommunication::AllReduce; });
    expectOnly("check.distribution",
               [](DistributedTaskIR& ir) { ir.distribution.recompute = RecomputePolicy::None; });
    expectOnly("check.distribution", [](DistributedTaskIR& ir) {
        ir.distribution.fusedActivation = !ir.distribution.fusedActivation;
    });
    expectOnly("check.distribution",
               [](DistributedTaskIR& ir) { ir.distribution.sequenceParallelAllGatherRedo = true; });
    expectOnly("check.distribution", [](DistributedTaskIR& ir) { ++ir.distribution.optimizerShards; });
    expectOnly("check.boundary_values", [](DistributedTaskIR& ir) { ir.values[0].shape[2] = Elements{27}; });
    expectOnly("check.boundary_values", [](DistributedTaskIR& ir) { ir.values[0].sharding.clear(); });
    expectOnly("check.boundary_values", [](DistributedTaskIR& ir) { ir.values[0].consumers.clear(); });
    expectOnly("check.boundary_values", [](DistributedTaskIR& ir) { ir.values[1].producer = ir.tasks.back().id; });
    expectOnly("check.boundary_values", [](DistributedTaskIR& ir) { ir.values.pop_back(); });
    expectOnly("check.memory_rows", [](DistributedTaskIR& ir) { std::swap(ir.layerMemory[3], ir.layerMemory[4]); });
}

// The halves exchange the same message, so only the kind tells a gather from a scatter.
TEST(TaskList, AnExchangeOfTheWrongKindIsFound)
{
    expectFoundForEveryTask("of another kind", [](DistributedTaskIR& ir, std::size_t k) {
        DistributedTask& task = ir.tasks[k];
        if (Collective* collective = std::get_if<Collective>(&task.body)) {
            collective->kind = collective->kind == CollectiveKind::AllGather ? CollectiveKind::ReduceScatter
                                                                             : CollectiveKind::AllGather;
            task.name = invocationName(task.layer, task.phase, collective->kind);
        } else {
            task.body = Collective{CollectiveKind::AllGather, task.ranks, std::nullopt};
        }
    });
}

} // namespace
} // namespace planscope
