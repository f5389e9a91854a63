#include "small_system.h"

#include <gtest/gtest.h>

namespace planscope::test {
namespace {

constexpr auto peak = EstimateMode::PeakOnly;
constexpr auto evidence = EstimateMode::SystemEvidence;

double forwardTime(const Invocation& invocation, const SystemProfile& system, EstimateMode mode)
{
    return modeOf(estimateOf(smallProgram(), {invocation}, system), mode).block.forward;
}

TEST(BlockTime, AThresholdBelongsToItsStep)
{
    const SystemProfile system = smallSystem();
    EXPECT_EQ(forwardTime(work(Primitive::Linear, 63, 0, 0), system, evidence), 63 / 250.0);
    EXPECT_EQ(forwardTime(work(Primitive::Linear, 64, 0, 0), system, evidence), 64 / 500.0);
    EXPECT_EQ(forwardTime(work(Primitive::Linear, 65, 0, 0), system, evidence), 65 / 500.0);
    EXPECT_EQ(forwardTime(work(Primitive::Gelu, 63, 0, 0), system, evidence), 63 / 25.0);
    EXPECT_EQ(forwardTime(work(Primitive::Gelu, 64, 0, 0), system, evidence), 64 / 50.0);
}

TEST(BlockTime, ReadAndWrittenBytesShareOneCurve)
{
    const SystemProfile system = smallSystem();
    EXPECT_EQ(forwardTime(work(Primitive::Gelu, 0, 33, 30), system, evidence), 63 / 2.5);
    EXPECT_EQ(forwardTime(work(Primitive::Gelu, 0, 34, 30), system, evidence), 64 / 5.0);
}

TEST(BlockTime, PeakOnlyTakesEveryEfficiencyAsOne)
{
    const SystemProfile system = smallSystem();
    EXPECT_EQ(forwardTime(work(Primitive::Linear, 1000, 20, 0), system, peak), 1.0 + 2.0);
    EXPECT_EQ(forwardTime(work(Primitive::Gelu, 1000, 20, 0), system, peak), 10.0 + 2.0);
}

TEST(BlockTime, RooflineTakesTheLargerPart)
{
    SystemProfile system = smallSystem();
    const Invocation computeBound = work(Primitive::Linear, 3000, 10, 10);
    const Invocation memoryBound = work(Primitive::Linear, 1000, 10, 10);
    EXPECT_EQ(forwardTime(computeBound, system, peak), 5.0);
    EXPECT_EQ(forwardTime(memoryBound, system, peak), 3.0);
    system.processingMode = ProcessingMode::Roofline;
    EXPECT_EQ(forwardTime(computeBound, system, peak), 3.0);
    EXPECT_EQ(forwardTime(memoryBound, system, peak), 2.0);
}

TEST(BlockTime, NoWorkTakesNoTime)
{
    EXPECT_EQ(forwardTime(work(Primitive::Linear, 1000, 0, 0), smallSystem(), peak), 1.0);
    EXPECT_EQ(forwardTime(work(Primitive::Linear, 0, 10, 0), smallSystem(), peak), 1.0);
}

/// Longer curves than the model searches inline give the same answers at, above and below each threshold.
TEST(BlockTime, CurvesOfAnyLength)
{
    for (int steps = 1; steps <= 40; ++steps) {
        SystemProfile system = smallSystem();
        system.matrix[0].efficiency.clear();
        for (int k = steps - 1; k >= 0; --k)
            system.matrix[0].efficiency.push_back({100.0 * k, (k + 1.0) / steps});
        for (int k = 0; k < steps; ++k)
            for (const int operations : {100 * k, 100 * k + 1, 100 * k + 99})
                EXPECT_EQ(forwardTime(work(Primitive::Linear, operations, 1, 0), system, evidence),
                          operations / (1000 * ((k + 1.0) / steps)) + 1 / 2.5)
                    << steps << " steps, " << operations << " operations";
    }
}

TEST(BlockTime, Bfloat16FallsBackEngineByEngine)
{
    SystemProfile system = smallSystem();
    system.matrix.push_back({TableDatatype::BFloat16, 2000, {{0, 1}}});
    PlanProgram program = smallProgram();
    const std::vector<Invocation> both{work(Primitive::Linear, 1000, 0, 0), work(Primitive::Gelu, 1000, 0, 0)};
    EXPECT_EQ(modeOf(estimateOf(program, both, system), peak).block.forward, 1.0 + 10.0);
    program.datatype = Datatype::BFloat16;
    EXPECT_EQ(modeOf(estimateOf(program, both, system), peak).block.forward, 0.5 + 10.0);
    system.vector.push_back({TableDatatype::BFloat16, 400, {{0, 1}}});
    system.matrix.pop_back();
    EXPECT_EQ(modeOf(estimateOf(program, both, system), peak).block.forward, 1.0 + 2.5);
}

TEST(BlockTime, ACollectiveCountsAsCommunicationAndReducesOnTheVectorEngine)
{
    PlanProgram program = smallProgram();
    program.tensorDegree = program.shape.worldSize = 8;
    const std::vector<Invocation> all{
        work(Primitive::Linear, 1000, 0, 0),
        collective(CollectiveKind::AllReduce, 100, 10, 8),
        collective(CollectiveKind::AllGather, 500, 40, 16, Phase::Recommunication),
        work(Primitive::Linear, 2000, 0, 0, Phase::ActivationGradient),
        collective(CollectiveKind::ReduceScatter, 200, 0, 32, Phase::ActivationGradient),
    };
    const auto result = estimateOf(program, all, smallSystem());

    const BlockTime atPeak = modeOf(result, peak).block;
    EXPECT_EQ(atPeak.forward, 1.0);
    EXPECT_EQ(atPeak.activationGradient, 2.0);
    EXPECT_EQ(atPeak.tensorParallelForward, (1.0 + 1.0) + (1.0 + 8 * 2 * 0.875 / 4));
    EXPECT_EQ(atPeak.recommunication, 1.0 + 16 * 1.5 * 0.875 / 4);
    EXPECT_EQ(atPeak.tensorParallelBackward, 2.0 + (1.0 + 32 * 0.875 / 4));

    const BlockTime measured = modeOf(result, evidence).block;
    EXPECT_EQ(measured.tensorParallelForward, (100 / 50.0 + 10 / 2.5) + (1.0 + 8 * 2 * 0.875 / 2));
    EXPECT_EQ(measured.recommunication, 1.0 + 16 * 1.5 * 0.875 / 2);
    EXPECT_EQ(measured.tensorParallelBackward, 200 / 50.0 + (1.0 + 32 * 0.875 / 2));
}

} // namespace
} // namespace planscope::test
