#include "small_system.h"

#include "evaluation/estimate/estimate_figures.h"
#include "oracle_case.h"

#include <gtest/gtest.h>

#include <bit>
#include <limits>

namespace planscope::test {
namespace {

constexpr auto peak = EstimateMode::PeakOnly;
constexpr auto evidence = EstimateMode::SystemEvidence;
const Invocation oneSecond = work(Primitive::Linear, 1000, 0, 0); // at the peak

IterationTime iterationAtPeak(const PlanProgram& program, const NetworkTierBinding& tiers = {1, 1, 1})
{
    return modeOf(estimateOf(program, {oneSecond}, smallSystem(), tiers), peak).iteration;
}

PlanProgram pipelined(std::int64_t stages, std::int64_t virtualStages, std::int64_t microbatches)
{
    PlanProgram program = smallProgram();
    program.pipelineDegree = program.shape.worldSize = stages;
    program.schedule = virtualStages == 1 ? PipelineSchedule{OneForwardOneBackward{}}
                                          : PipelineSchedule{InterleavedOneForwardOneBackward{virtualStages}};
    program.shape.microbatchCount = program.globalBatchSize = microbatches;
    program.shape.blocksPerStage = 2 * virtualStages;
    program.shape.blocksPerVirtualChunk = 2;
    return program;
}

TEST(IterationTime, ScalesBlocksByMicrobatches)
{
    PlanProgram program = smallProgram();
    program.shape.microbatchCount = 5;
    program.shape.blocksPerStage = 3;
    const IterationTime time = iterationAtPeak(program);
    EXPECT_EQ(time.forward, 15.0);
    EXPECT_EQ(time.pipelineParallel + time.pipelineBubble + time.dataParallel, 0.0);
    EXPECT_EQ(time.total, 15.0);
}

TEST(IterationTime, BubbleOfOneForwardOneBackward)
{
    const IterationTime time = iterationAtPeak(pipelined(4, 1, 6));
    const double hop = 2 * 1.0 / 2; // two bytes over two bytes a second
    EXPECT_EQ(time.pipelineParallel, 2 * 6 * hop);
    EXPECT_EQ(time.pipelineBubble, 3 * (2 * 1.0 + 2 * hop));
}

TEST(IterationTime, InterleavingPaysForAnIncompleteLastRound)
{
    const double chunk = 2 * 1.0 + 2 * 1.0;
    EXPECT_EQ(iterationAtPeak(pipelined(4, 3, 8)).pipelineBubble, 3 * chunk);
    EXPECT_EQ(iterationAtPeak(pipelined(4, 3, 9)).pipelineBubble, (3 + 2 * 3) * chunk);
    EXPECT_EQ(iterationAtPeak(pipelined(4, 3, 11)).pipelineBubble, (3 + 2 * 1) * chunk);
    EXPECT_EQ(iterationAtPeak(pipelined(4, 3, 8)).pipelineParallel, 2 * 3 * 8 * 1.0);
}

TEST(IterationTime, SequenceParallelStagesExchangeShards)
{
    PlanProgram program = pipelined(2, 1, 2);
    program.hiddenSize = 16;
    program.tensorDegree = 8;
    EXPECT_EQ(iterationAtPeak(program).pipelineParallel, 2 * 2 * (2 * 16 / 2.0));
    program.communication = TensorCommunication::ReduceScatterAllGather;
    EXPECT_EQ(iterationAtPeak(program).pipelineParallel, 2 * 2 * (2 * 16 / 8 / 2.0));
    program.tensorDegree = 1;
    EXPECT_EQ(iterationAtPeak(program).pipelineParallel, 2 * 2 * (2 * 16 / 2.0));
}

TEST(IterationTime, DataParallelExchangesTheWeights)
{
    PlanProgram program = smallProgram();
    program.dataDegree = 4;
    program.shape.blocksPerStage = 3;
    EXPECT_EQ(iterationAtPeak(program).dataParallel, 3 * (16 * 2 * 0.75 / 2));
    program.optimizerSharding = true;
    EXPECT_EQ(iterationAtPeak(program).dataParallel, 3 * (16 * 1 * 0.75 / 2 + 16 * 1.5 * 0.75 / 2));
}

TEST(Utilisation, CountsMatrixOperationsAndRecomputedOnesApart)
{
    PlanProgram program = smallProgram();
    program.globalBatchSize = 6;
    program.sequenceLength = 7;
    const std::vector<Invocation> all{oneSecond, work(Primitive::Gelu, 100, 0, 0),
                                      work(Primitive::BatchMatmul, 500, 0, 0, Phase::Recompute),
                                      work(Primitive::Gelu, 50, 0, 0, Phase::Recompute),
                                      work(Primitive::Linear, 2000, 0, 0, Phase::ActivationGradient)};
    const auto result = estimateOf(program, all, smallSystem());
    const ModeEstimate& mode = modeOf(result, peak);
    EXPECT_EQ(mode.iteration.total, 5.0);
    EXPECT_DOUBLE_EQ(mode.utilisation.mfu, 3 * 1000 / (5.0 * 1000));
    EXPECT_DOUBLE_EQ(mode.utilisation.hfu, 3500 / (5.0 * 1000));
    EXPECT_DOUBLE_EQ(mode.utilisation.tokensPerSecond, 42 / 5.0);
}

TEST(Estimate, FiguresThatAreNoNumbersAreAnErrorAndNotPrinted)
{
    SystemProfile system = smallSystem();
    system.matrix[0].peakOperationsPerSecond = std::numeric_limits<double>::denorm_min();
    const auto result = estimateOf(smallProgram(), {oneSecond}, system);
    ASSERT_TRUE(result);
    EXPECT_FALSE(result->modes);
    EXPECT_EQ(result->memory.weights.value(), 16);
    ASSERT_FALSE(result->diagnostics.empty());
    EXPECT_EQ(result->diagnostics[0].code, "time.not_finite");
    EXPECT_EQ(result->diagnostics[0].path, "time.peak_only.forward");
    EXPECT_EQ(result->diagnostics[0].severity, Severity::Error);

    system.matrix[0].peakOperationsPerSecond = std::numeric_limits<double>::max();
    const auto tiny = estimateOf(smallProgram(), {work(Primitive::Linear, 1, 0, 0)}, system);
    EXPECT_EQ(tiny.value().modes.has_value(), tiny->diagnostics.empty());
}

TEST(Estimate, ACollectiveWithoutCostIsNamed)
{
    const auto result =
        estimateOf(smallProgram(), {oneSecond, collective(CollectiveKind::AllToAll, 0, 0, 8)}, smallSystem());
    ASSERT_TRUE(result);
    EXPECT_FALSE(result->modes);
    ASSERT_EQ(result->diagnostics.size(), 1u);
    EXPECT_EQ(result->diagnostics[0].code, "network.no_cost");
    EXPECT_EQ(result->diagnostics[0].path, "mlp.output_collective.forward.all_to_all");
}

TEST(Estimate, AnUnboundedCapacityCanBePrinted)
{
    SystemProfile system = smallSystem();
    system.capacityGib = std::numeric_limits<double>::max();
    const auto result = estimateOf(smallProgram(), {oneSecond}, system);
    EXPECT_EQ(result.value().capacity, std::numeric_limits<double>::max());
    EXPECT_TRUE(result->diagnostics.empty());
}

TEST(Estimate, EveryRouteGivesTheSameBits)
{
    for (const OracleCase& one : oracleCases()) {
        if (one.invocations.empty())
            continue;
        const std::vector<Invocation> copied = one.invocations;
        const SystemModel system{one.system, one.program.datatype};
        const EstimateFigures figures =
            estimateFigures(EstimateInput{&one.program, &one.blockMemory, copied}, system, one.tiers);
        const auto whole = estimate(one.input(), one.system, one.tiers);
        ASSERT_TRUE(figures.finite && figures.tiersHold) << one.name;
        EXPECT_EQ(figures.memory, whole->memory) << one.name;
        EXPECT_EQ(figures.overCapacity, !whole->diagnostics.empty()) << one.name;
        for (const EstimateMode mode : {peak, evidence})
            for (const auto& figure : iterationTimeFigures)
                EXPECT_EQ(std::bit_cast<std::uint64_t>(figures.modes[static_cast<std::size_t>(mode)].iteration
                                                       .*figure.member),
                          std::bit_cast<std::uint64_t>(modeOf(whole, mode).iteration.*figure.member))
                    << one.name << " " << figure.name;
    }
}

} // namespace
} // namespace planscope::test
