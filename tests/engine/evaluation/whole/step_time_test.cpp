#include <gmock/gmock.h>

#include "small_plan.h"

namespace planscope::whole {
namespace {

using namespace test;
using testing::ElementsAre;

const ModeEstimate& atPeak(const Estimate& estimate)
{
    return estimate.modes.value()[static_cast<std::size_t>(EstimateMode::PeakOnly)];
}

TEST(StepTime, OneForwardOneBackwardIdlesForItsStages)
{
    PortablePlanIR plan = smallPlan(pipeline(4, 6), {1, 1, 1, 1});
    plan.sizes.hiddenShard = Bytes{0};
    const Estimate estimate = estimated(plan);
    const StepTime& time = atPeak(estimate).time;
    EXPECT_DOUBLE_EQ(time.total, (6 + 4 - 1) * 3.0) << "(m + p − 1)(F + B)";
    for (const StageTime& stage : time.stages) {
        EXPECT_DOUBLE_EQ(stage.busy, 18);
        EXPECT_DOUBLE_EQ(stage.bubble, stage.programEnd - 18);
        EXPECT_DOUBLE_EQ(stage.idle, time.total - stage.end);
    }
    EXPECT_DOUBLE_EQ(time.stages[0].programEnd, 27);
    EXPECT_DOUBLE_EQ(time.stages[3].programEnd, 27 - 3 * 2.0) << "three backwards before the first stage ends";
}

TEST(StepTime, InterleavingDividesTheBubble)
{
    PortablePlanIR plan =
        smallPlan({ScheduleKind::InterleavedOneForwardOneBackward, 2, 3, 2, 4}, {1, 1, 1, 1, 1, 1});
    plan.sizes.hiddenShard = Bytes{0};
    const Estimate estimate = estimated(plan);
    const StageTime& first = atPeak(estimate).time.stages[0];
    EXPECT_DOUBLE_EQ(first.busy, 4 * 3 * 3.0);
    EXPECT_DOUBLE_EQ(first.bubble, 3) << "(p − 1)(F + B) of a chunk, not of a stage";
}

TEST(StepTime, TheReceivingStageSpendsTheHop)
{
    const Estimate estimate = estimated(smallPlan(pipeline(2, 1), {1, 1}));
    const StepTime& time = atPeak(estimate).time;
    EXPECT_DOUBLE_EQ(time.hop, 4) << "8 bytes at 2 bytes a second";
    EXPECT_DOUBLE_EQ(time.stages[1].hops, 4);
    EXPECT_DOUBLE_EQ(time.stages[0].hops, 4);
    EXPECT_DOUBLE_EQ(time.total, 1 + 4 + 1 + 2 + 4 + 2);
    EXPECT_DOUBLE_EQ(time.stages[0].bubble, 4 + 1 + 2);
    const Estimate alone = estimated(smallPlan(pipeline(1, 1), {1}));
    EXPECT_EQ(atPeak(alone).time.hop, 0);
}

TEST(StepTime, ChunksTakeTheirBlocksEmbeddingAndHead)
{
    PortablePlanIR plan = smallPlan(pipeline(2, 1), {2, 3});
    plan.tasks.insert(plan.tasks.begin(), task(Row::EmbeddingWord, Phase::Forward, Engine::Vector, 100));
    plan.tasks.push_back(task(Row::Head, Phase::Forward, Engine::Matrix, 4000));
    plan.tasks.push_back(task(Row::Head, Phase::WeightGradient, Engine::Matrix, 5000));
    const Estimate estimate = estimated(plan);
    const auto& chunks = atPeak(estimate).time.chunks;
    EXPECT_DOUBLE_EQ(chunks[0].forward, 2 + 1);
    EXPECT_DOUBLE_EQ(chunks[0].backward, 4);
    EXPECT_DOUBLE_EQ(chunks[1].forward, 3 + 4);
    EXPECT_DOUBLE_EQ(chunks[1].backward, 6 + 5);
}

TEST(StepTime, AStepEndsWithItsMessagesAndTheOptimizer)
{
    PortablePlanIR plan = smallPlan(pipeline(2, 1), {1, 1});
    plan.stages[0].step = {{StepMessageKind::Gradients, CollectiveKind::ReduceScatter, GroupAxis::Data, 4, Bytes{8}},
                           {StepMessageKind::Weights, CollectiveKind::AllGather, GroupAxis::Data, 4, Bytes{8}},
                           {StepMessageKind::TiedEmbeddingGradient, CollectiveKind::AllReduce, GroupAxis::Embedding, 2,
                            Bytes{4}},
                           {StepMessageKind::ReplicatedGradients, CollectiveKind::AllReduce, GroupAxis::Tensor, 2,
                            Bytes{8}}};
    plan.stages[0].optimizer.operations = Operations{200};
    const Estimate estimate = estimated(plan);
    const StageTime& stage = atPeak(estimate).time.stages[0];
    EXPECT_DOUBLE_EQ(stage.gradients, 8 * 0.75 / 2);
    EXPECT_DOUBLE_EQ(stage.weights, 8 * 1.5 * 0.75 / 2);
    EXPECT_DOUBLE_EQ(stage.tiedEmbedding, 4 * 2 * 0.5 / 2);
    EXPECT_DOUBLE_EQ(stage.replicatedGradients, 1 + 8 * 2 * 0.5 / 4) << "on the near tier, which has a latency";
    EXPECT_DOUBLE_EQ(stage.optimizer, 2);
    EXPECT_DOUBLE_EQ(stage.end, stage.programEnd + stage.gradients + stage.weights + stage.tiedEmbedding
                         + stage.replicatedGradients + stage.optimizer);
    EXPECT_DOUBLE_EQ(atPeak(estimate).time.total, stage.end);
}

TEST(StepTime, TheIterationIsTheLastStagesByComponent)
{
    PortablePlanIR plan = smallPlan(pipeline(2, 3), {2, 1});
    plan.tasks.insert(plan.tasks.begin(), task(Row::EmbeddingWord, Phase::Forward, Engine::Vector, 100));
    plan.tasks.push_back(task(Row::Head, Phase::Recompute, Engine::Matrix, 4000));
    PlanTask gather = task(Row::Fc2, Phase::Forward, Engine::Collective, 0);
    gather.invocation.collective = CollectiveKind::AllGather;
    gather.facts.message = Bytes{8};
    plan.tasks.insert(plan.tasks.begin() + 1, gather);
    gather.invocation.phase = Phase::Recompute;
    plan.tasks.insert(plan.tasks.begin() + 2, gather);
    plan.stages[0].step = {{StepMessageKind::Gradients, CollectiveKind::AllReduce, GroupAxis::Data, 4, Bytes{8}},
                           {StepMessageKind::TiedEmbeddingGradient, CollectiveKind::AllReduce, GroupAxis::Embedding, 2,
                            Bytes{4}},
                           {StepMessageKind::ReplicatedGradients, CollectiveKind::AllReduce, GroupAxis::Tensor, 2,
                            Bytes{8}}};
    plan.stages[0].optimizer.operations = Operations{200};
    const Estimate estimate = estimated(plan);
    const StepTime& time = atPeak(estimate).time;
    ASSERT_EQ(time.lastStage, 0u);
    const StageTime& stage = time.stages[0];
    const IterationTime& parts = time.iteration;
    EXPECT_EQ(stage.idle, 0);
    EXPECT_DOUBLE_EQ(parts.forward, 3 * (1 + 2 * 1.0)) << "three microbatches of an embedding and two blocks";
    EXPECT_DOUBLE_EQ(parts.activationGradient, 3 * 2 * 1.5);
    EXPECT_DOUBLE_EQ(parts.weightGradient, 3 * 2 * 0.5);
    EXPECT_EQ(parts.recompute, 0) << "that is the other stage's";
    EXPECT_GT(parts.recommunication, 0);
    EXPECT_DOUBLE_EQ(parts.tensorParallel, parts.recommunication + stage.replicatedGradients);
    EXPECT_EQ(parts.pipelineParallel, stage.hops + stage.tiedEmbedding);
    EXPECT_EQ(parts.pipelineBubble, stage.bubble);
    EXPECT_EQ(parts.dataParallel, stage.gradients);
    EXPECT_EQ(parts.optimizer, stage.optimizer);
    EXPECT_EQ(parts.total, time.total);
    double sum = 0;
    for (const auto& figure : iterationFigures)
        sum += figure.name == "total" ? 0 : parts.*figure.member;
    EXPECT_NEAR(sum, time.total, 1e-12 * time.total);
}

TEST(StepTime, UtilisationIsOfThePublishedModelsOperations)
{
    PortablePlanIR plan = smallPlan(pipeline(1, 2), {1});
    plan.flops.blockMatrices = Elements{5};
    plan.flops.vocabulary = Elements{1};
    plan.flops.attentionWidth = Elements{2};
    plan.flops.sequenceLength = 16;
    const Estimate estimate = estimated(plan);
    const ModeEstimate& mode = atPeak(estimate);
    const double tokens = 2 * 16, possible = mode.time.total * 1000;
    EXPECT_DOUBLE_EQ(mode.utilisation.mfuFull, (6 * 6 + 12 * 2 * 16) * tokens / possible);
    EXPECT_DOUBLE_EQ(mode.utilisation.mfuCausal, (6 * 6 + 6 * 2 * 16) * tokens / possible);
    EXPECT_DOUBLE_EQ(mode.utilisation.tokensPerSecond, tokens / mode.time.total);
}

TEST(StepTime, IsAbsentWhereItCannotBeTold)
{
    PortablePlanIR plan = smallPlan(pipeline(2, 2), {1, 1});
    Estimate estimate = estimated(plan, {}, {0, 5, 1});
    EXPECT_FALSE(estimate.modes);
    ASSERT_EQ(estimate.diagnostics.size(), 1U);
    EXPECT_EQ(estimate.diagnostics[0].code, "network_tiers.unknown");
    EXPECT_EQ(estimate.diagnostics[0].path, "network_tiers.pipeline");

    plan.program.contextDegree = 3;
    plan.program.dataDegree = 30;
    plan.stages[0].persistent[0].bytes = Bytes{std::int64_t{1} << 40};
    estimate = estimated(plan);
    EXPECT_FALSE(estimate.modes);
    std::vector<std::string> told;
    for (const Diagnostic& diagnostic : estimate.diagnostics)
        told.push_back(std::string{toString(diagnostic.severity)} + " " + diagnostic.code + " " + diagnostic.given);
    EXPECT_THAT(told,
                ElementsAre("error network_tiers.capacity 180", "warning time.context_not_costed 3",
                            "warning memory.over_capacity " + std::to_string(estimate.peak.value())))
        << "the data group is D·c, and with p on the same tier";
}

TEST(StepTime, LongProgramsRunInLittleMemory)
{
    const Estimate estimate = estimated(smallPlan(pipeline(4, 200'000), {1, 1, 1, 1}));
    EXPECT_NEAR(atPeak(estimate).time.stages[3].busy, 600'000.0, 1e-3);
}

} // namespace
} // namespace planscope::whole
