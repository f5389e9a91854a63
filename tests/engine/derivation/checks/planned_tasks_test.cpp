#include "checked_training.h"
#include "training_spread.h"

#include <gtest/gtest.h>

namespace planscope {
namespace {

/// Changes the plan of one training and says which checks fail.
class ChangedPlan : public testing::Test {
protected:
    /// The last of the spread: four ranks, sequence parallelism, full recompute, fused, sharded optimizer.
    CheckedTraining checked{trainingSpread().back().training};
    DistributedTaskIR tasks = checked.tasks();

    template <class Change>
    std::set<std::string> failedAfter(const Change& change)
    {
        PortablePlanIR plan = checked.plan();
        change(plan);
        return failedCodes(checked.observe(tasks, plan));
    }
    template <class Change>
    void expectOnly(const std::string& code, const Change& change)
    {
        EXPECT_EQ(failedAfter(change), std::set<std::string>{code});
    }
};

TEST_F(ChangedPlan, WorkThatIsNotConservedIsFound)
{
    for (std::size_t k = 0; k < tasks.tasks.size(); ++k) {
        const auto facts = [k](PortablePlanIR& plan) -> WorkloadFacts& { return plan.tasks[k].facts; };
        expectOnly("check.operation_conservation", [&](PortablePlanIR& plan) {
            facts(plan).operations = Operations{facts(plan).operations.value() + 1};
        });
        expectOnly("check.read_conservation",
                   [&](PortablePlanIR& plan) { facts(plan).read = Bytes{facts(plan).read.value() + 1}; });
        expectOnly("check.write_conservation",
                   [&](PortablePlanIR& plan) { facts(plan).write = Bytes{facts(plan).write.value() + 1}; });
        expectOnly("check.message_conservation",
                   [&](PortablePlanIR& plan) { facts(plan).message = Bytes{facts(plan).message.value() + 1}; });
    }
}

TEST_F(ChangedPlan, ADemandThatDoesNotCoverTheWorkIsFound)
{
    for (std::size_t k = 0; k < tasks.tasks.size(); ++k) {
        const auto more = [](auto& demand) {
            using Amount = std::remove_cvref_t<decltype(*demand)>;
            demand = demand ? Amount{demand->value() + 1} : Amount{0};
        };
        expectOnly("check.compute_demand", [&](PortablePlanIR& plan) { more(plan.tasks[k].demand.compute); });
        expectOnly("check.memory_traffic_demand",
                   [&](PortablePlanIR& plan) { more(plan.tasks[k].demand.memoryTraffic); });
        expectOnly("check.network_demand", [&](PortablePlanIR& plan) { more(plan.tasks[k].demand.network); });
    }
}

TEST_F(ChangedPlan, ATaskThatIsNotItsSourceIsFound)
{
    for (std::size_t k = 0; k < tasks.tasks.size(); ++k) {
        expectOnly("check.task_coverage", [k](PortablePlanIR& plan) { plan.tasks[k].name += "x"; });
        expectOnly("check.task_coverage",
                   [k](PortablePlanIR& plan) { plan.tasks[k].ranks.count = Ranks{3}; });
        expectOnly("check.capability",
                   [k](PortablePlanIR& plan) { plan.tasks[k].requires_ = Capability::Broadcast; });
        expectOnly("check.capability", [k](PortablePlanIR& plan) { plan.tasks[k].alternatives.clear(); });
        expectOnly("check.concurrency_group", [k](PortablePlanIR& plan) {
            ConcurrencyGroup& group = plan.tasks[k].group;
            group = group == ConcurrencyGroup::Compute ? ConcurrencyGroup::Network : ConcurrencyGroup::Compute;
        });
        EXPECT_TRUE(failedAfter([k](PortablePlanIR& plan) {
                        plan.tasks.erase(plan.tasks.begin() + static_cast<std::ptrdiff_t>(k));
                    }).contains("check.task_coverage"));
    }
    EXPECT_TRUE(failedAfter([](PortablePlanIR& plan) {
                    plan.tasks.push_back(plan.tasks.back());
                }).contains("check.task_coverage"));
}

TEST_F(ChangedPlan, AnIllegalBufferIsFound)
{
    for (const std::size_t k : {std::size_t{0}, std::size_t{1}}) {
        expectOnly("check.buffer_bytes", [k](PortablePlanIR& plan) {
            plan.buffers[k].bytes = Bytes{plan.buffers[k].bytes.value() * 4};
        });
        expectOnly("check.buffer_bytes", [k](PortablePlanIR& plan) { plan.buffers[k].alignment = Bytes{8}; });
        expectOnly("check.buffer_owners", [k](PortablePlanIR& plan) {
            plan.buffers[k].producer = plan.tasks.back().id;
        });
        expectOnly("check.buffer_owners", [k](PortablePlanIR& plan) {
            plan.buffers[k].consumers = {plan.tasks.back().id};
        });
        expectOnly("check.buffer_owners",
                   [k](PortablePlanIR& plan) { plan.buffers[k].lineage = plan.buffers[1 - k].lineage; });
    }
}

TEST_F(ChangedPlan, ARowThatIsNotConservedIsFound)
{
    for (std::size_t k = 0; k < tasks.layerMemory.size(); ++k) {
        expectOnly("check.memory_conservation", [k](PortablePlanIR& plan) {
            plan.layerMemory[k].kept = Bytes{plan.layerMemory[k].kept.value() + 1};
        });
        expectOnly("check.memory_conservation", [k](PortablePlanIR& plan) {
            plan.layerMemory[k].workingIsAlias = !plan.layerMemory[k].workingIsAlias;
        });
    }
    expectOnly("check.memory_conservation", [](PortablePlanIR& plan) { plan.layerMemory.pop_back(); });
}

TEST_F(ChangedPlan, EveryFactOfTheProgramIsCompared)
{
    const auto program = [this](const char* check, auto change) {
        expectOnly(check, [&](PortablePlanIR& plan) { change(plan.program); });
    };
    program("check.degrees", [](PlanProgram& p) { ++p.tensorDegree; });
    program("check.degrees", [](PlanProgram& p) { ++p.pipelineDegree; });
    program("check.degrees", [](PlanProgram& p) { ++p.dataDegree; });
    program("check.degrees", [](PlanProgram& p) { ++p.shape.worldSize; });
    program("check.program_sizes", [](PlanProgram& p) { ++p.hiddenSize; });
    program("check.program_sizes", [](PlanProgram& p) { ++p.sequenceLength; });
    program("check.program_sizes", [](PlanProgram& p) { ++p.microbatchSize; });
    program("check.program_sizes", [](PlanProgram& p) { ++p.globalBatchSize; });
    program("check.program_shape", [](PlanProgram& p) { ++p.shape.microbatchCount; });
    program("check.program_shape", [](PlanProgram& p) { ++p.shape.blocksPerStage; });
    program("check.program_shape", [](PlanProgram& p) { ++p.shape.blocksPerVirtualChunk; });
    program("check.program_choices", [](PlanProgram& p) { p.communication = TensorCommunication::AllReduce; });
    program("check.program_choices", [](PlanProgram& p) { p.recompute = RecomputePolicy::Attention; });
    program("check.program_choices", [](PlanProgram& p) { p.schedule = OneForwardOneBackward{}; });
    program("check.program_choices", [](PlanProgram& p) { p.schedule = InterleavedOneForwardOneBackward{3}; });
    program("check.program_choices", [](PlanProgram& p) { p.optimizerSharding = false; });
    program("check.program_choices", [](PlanProgram& p) { p.datatype = Datatype::Float16; });
    expectOnly("check.objectives", [](PortablePlanIR& plan) { plan.objectives.pop_back(); });
    expectOnly("check.objectives", [](PortablePlanIR& plan) { plan.objectives.push_back(plan.objectives[0]); });
    expectOnly("check.strategy_fingerprint",
               [](PortablePlanIR& plan) { plan.strategyFingerprint = Digest::of("another strategy"); });
}

} // namespace
} // namespace planscope
