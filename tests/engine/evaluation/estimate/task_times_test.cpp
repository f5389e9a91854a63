#include "oracle_case.h"
#include "small_system.h"

#include "evaluation/estimate/task_times.h"

#include <gtest/gtest.h>

namespace planscope::test {
namespace {

/// A plan with the tasks that the estimate reads and nothing else.
PortablePlanIR planOf(const PlanProgram& program, const BlockMemory& memory, const std::vector<Invocation>& invocations)
{
    PortablePlanIR plan;
    plan.program = program;
    plan.blockMemory = memory;
    for (const Invocation& invocation : invocations) {
        PlanTask& task = plan.tasks.emplace_back();
        task.layer = invocation.layer;
        task.phase = invocation.phase;
        task.primitive = invocation.primitive;
        task.collective = invocation.collective;
        task.facts = invocation.facts;
    }
    return plan;
}

TEST(TaskTimes, AddUpToTheBlock)
{
    const OracleCase& one = oracleCase("tab5/gpt3-175B_seqsel");
    const PortablePlanIR plan = planOf(one.program, one.blockMemory, one.invocations);
    EXPECT_EQ(invocationsOf(plan), one.invocations);
    const auto whole = estimate(plan, one.system, one.tiers);
    for (const EstimateMode mode : {EstimateMode::PeakOnly, EstimateMode::SystemEvidence}) {
        const auto times = taskTimes(plan, one.system, one.tiers, mode);
        ASSERT_TRUE(times);
        ASSERT_EQ(times->size(), plan.tasks.size());
        double forward = 0;
        double communication = 0;
        double all = 0;
        for (std::size_t k = 0; k < times->size(); ++k) {
            const double time = (*times)[k].local + (*times)[k].network;
            all += time;
            if (plan.tasks[k].phase == Phase::Forward)
                (plan.tasks[k].collective ? communication : forward) += time;
            EXPECT_EQ((*times)[k].network > 0, plan.tasks[k].collective.has_value()) << k;
        }
        const BlockTime& block = modeOf(whole, mode).block;
        EXPECT_EQ(forward, block.forward) << "the same sum in the same order";
        EXPECT_EQ(communication, block.tensorParallelForward);

        const auto costs = primitiveCosts(plan, one.system, one.tiers, mode);
        ASSERT_TRUE(costs);
        double byPrimitive = 0;
        std::int64_t invocations = 0;
        for (const PrimitiveCost& cost : *costs) {
            byPrimitive += cost.seconds;
            invocations += cost.invocations;
        }
        EXPECT_DOUBLE_EQ(byPrimitive, all);
        EXPECT_EQ(invocations, static_cast<std::int64_t>(plan.tasks.size()));
    }
}

TEST(TaskTimes, CostsAreCountedByPrimitive)
{
    const PortablePlanIR plan = planOf(smallProgram(), {},
                                       {work(Primitive::Linear, 1000, 10, 20), work(Primitive::Gelu, 100, 0, 0),
                                        work(Primitive::Linear, 2000, 0, 0, Phase::WeightGradient)});
    const auto costs = primitiveCosts(plan, smallSystem(), {}, EstimateMode::PeakOnly);
    ASSERT_TRUE(costs);
    const PrimitiveCost& linear = (*costs)[static_cast<std::size_t>(Primitive::Linear)];
    EXPECT_EQ(linear.invocations, 2);
    EXPECT_EQ(linear.operations.toString(), "3000");
    EXPECT_EQ(linear.bytes.toString(), "30");
    EXPECT_EQ(linear.seconds, (1.0 + 3.0) + 2.0);
    EXPECT_EQ((*costs)[static_cast<std::size_t>(Primitive::Softmax)].invocations, 0);
}

TEST(TaskTimes, AreRefusedWhereTheEstimateHasNoTime)
{
    PlanProgram program = smallProgram();
    program.tensorDegree = 16;
    const PortablePlanIR plan = planOf(program, {}, {work(Primitive::Linear, 1, 1, 1)});
    const auto times = taskTimes(plan, smallSystem(), {}, EstimateMode::SystemEvidence);
    ASSERT_FALSE(times);
    EXPECT_EQ(times.error().at(0).code, "network_tiers.capacity");
    EXPECT_FALSE(primitiveCosts(plan, smallSystem(), {}, EstimateMode::SystemEvidence));
}

} // namespace
} // namespace planscope::test
