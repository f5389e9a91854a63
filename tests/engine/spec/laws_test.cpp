#include "lawful_training.h"

#include <gmock/gmock.h>

#include <chrono>
#include <functional>
#include <limits>

namespace planscope {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();

struct BreaksOne {
    Law law;
    std::function<void(LawOperands&)> how;
    const char* given;
    std::vector<std::string> legal;
};

const std::vector<BreaksOne>& oneForEachLaw()
{
    static const std::vector<BreaksOne> all{
        {Law::WorldSize, [](LawOperands& o) { o.worldSize = 25; }, "25", {"24"}},
        {Law::TensorDividesHidden, [](LawOperands& o) { o.hiddenSize = 3071; }, "2", {"1"}},
        {Law::TensorDividesFeedforward, [](LawOperands& o) { o.feedforwardSize = 12289; }, "2", {"1"}},
        {Law::TensorDividesHeads, [](LawOperands& o) { o.attentionHeads = 49; }, "2", {"1"}},
        {Law::TensorDividesSequence, [](LawOperands& o) { o.sequenceLength = 2047; }, "2", {"1"}},
        {Law::ScheduleKind,
         [](LawOperands& o) { o.scheduleKind = ScheduleKind::SingleStage; },
         "single_stage",
         {"one_forward_one_backward", "interleaved_one_forward_one_backward"}},
        {Law::PipelineDividesBlocks,
         [](LawOperands& o) { o.pipelineDegree = 5, o.worldSize = 30; },
         "5",
         {"2", "4", "8"}},
        {Law::VirtualStages, [](LawOperands& o) { o.virtualStages = 4; }, "4", {"2", "3", "6"}},
        {Law::DataDividesBatch,
         [](LawOperands& o) { o.dataDegree = 5, o.worldSize = 40; },
         "5",
         {"2", "3", "6", "9", "18"}},
        {Law::MicrobatchDividesLocalBatch,
         [](LawOperands& o) { o.microbatchSize = 5; },
         "5",
         {"1", "2", "3", "4", "6", "12"}},
        {Law::OptimizerSharding, [](LawOperands& o) { o.dataDegree = 1, o.worldSize = 8; }, "true", {"false"}},
        {Law::RedoCommunication,
         [](LawOperands& o) { o.communication = TensorCommunication::AllReduce; },
         "true",
         {"false"}},
        {Law::RedoFullRecompute, [](LawOperands& o) { o.recompute = RecomputePolicy::Full; }, "true", {"false"}},
    };
    return all;
}

TEST(Laws, AreKeptByALawfulTraining)
{
    EXPECT_TRUE(brokenLaws(lawfulOperands()).empty());
}

TEST(Laws, EachIsBrokenAloneAndToldWithItsLegalValues)
{
    ASSERT_EQ(oneForEachLaw().size(), countOf<Law>());
    for (const BreaksOne& breaks : oneForEachLaw()) {
        SCOPED_TRACE(nameOf(breaks.law));
        LawOperands operands = lawfulOperands();
        breaks.how(operands);
        const Diagnostics told = describeBrokenLaws(operands, brokenLaws(operands));
        ASSERT_EQ(told.size(), 1U);
        EXPECT_EQ(told[0].code, nameOf(breaks.law));
        EXPECT_EQ(told[0].path, pathOf(breaks.law));
        EXPECT_EQ(told[0].given, breaks.given);
        EXPECT_EQ(told[0].legal, breaks.legal);
        EXPECT_EQ(told[0].severity, Severity::Error);
        EXPECT_THAT(told[0].message, HasSubstr(breaks.legal[0]));
    }
}

TEST(Laws, AnInvalidOperandSkipsTheLaw)
{
    const auto invalidate = std::vector<std::pair<Law, std::function<void(LawOperands&)>>>{
        {Law::WorldSize, [](LawOperands& o) { o.worldSize = 0; }},
        {Law::WorldSize, [](LawOperands& o) { o.tensorDegree = -2; }},
        {Law::TensorDividesHidden, [](LawOperands& o) { o.hiddenSize = 0; }},
        {Law::TensorDividesFeedforward, [](LawOperands& o) { o.feedforwardSize = -1; }},
        {Law::TensorDividesHeads, [](LawOperands& o) { o.tensorDegree = 0; }},
        {Law::TensorDividesSequence, [](LawOperands& o) { o.communication.reset(); }},
        {Law::ScheduleKind, [](LawOperands& o) { o.scheduleKind.reset(); }},
        {Law::ScheduleKind, [](LawOperands& o) { o.pipelineDegree = 0; }},
        {Law::PipelineDividesBlocks, [](LawOperands& o) { o.blockCount = 0; }},
        {Law::VirtualStages, [](LawOperands& o) { o.virtualStages = 0; }},
        {Law::VirtualStages, [](LawOperands& o) { o.virtualStages.reset(); }},
        {Law::VirtualStages, [](LawOperands& o) { o.pipelineDegree = 5; }},
        {Law::VirtualStages, [](LawOperands& o) { o.pipelineDegree = 1; }},
        {Law::DataDividesBatch, [](LawOperands& o) { o.globalBatchSize = 0; }},
        {Law::MicrobatchDividesLocalBatch, [](LawOperands& o) { o.dataDegree = 5; }},
        {Law::MicrobatchDividesLocalBatch, [](LawOperands& o) { o.microbatchSize = 0; }},
        {Law::OptimizerSharding, [](LawOperands& o) { o.optimizerSharding.reset(); }},
        {Law::OptimizerSharding, [](LawOperands& o) { o.dataDegree = 0; }},
        {Law::RedoCommunication, [](LawOperands& o) { o.communication.reset(); }},
        {Law::RedoFullRecompute, [](LawOperands& o) { o.recompute.reset(); }},
        {Law::RedoFullRecompute, [](LawOperands& o) { o.allGatherRedo.reset(); }},
    };
    for (const auto& [law, how] : invalidate) {
        SCOPED_TRACE(nameOf(law));
        LawOperands operands = lawfulOperands();
        for (const BreaksOne& breaks : oneForEachLaw())
            if (breaks.law == law)
                breaks.how(operands);
        ASSERT_TRUE(brokenLaws(operands).contains(law));
        how(operands);
        EXPECT_FALSE(brokenLaws(operands).contains(law));
    }
}

TEST(Laws, OneVirtualStageIsNoInterleaving)
{
    LawOperands operands = lawfulOperands();
    operands.virtualStages = 1;
    EXPECT_TRUE(brokenLaws(operands).contains(Law::VirtualStages));
}

TEST(Laws, ForwardOnlyIsRefusedWhateverTheDegree)
{
    LawOperands operands = lawfulOperands();
    operands.scheduleKind = ScheduleKind::ForwardOnly;
    EXPECT_TRUE(brokenLaws(operands).contains(Law::ScheduleKind));
    operands.pipelineDegree = 1;
    EXPECT_TRUE(brokenLaws(operands).contains(Law::ScheduleKind));
    EXPECT_THAT(legalValues(Law::ScheduleKind, operands), ElementsAre("single_stage"));
}

TEST(Laws, WorldSizeIsComparedBeyond128Bits)
{
    LawOperands operands = lawfulOperands();
    operands.tensorDegree = operands.pipelineDegree = operands.dataDegree = largest;
    operands.worldSize = largest;
    ASSERT_TRUE(brokenLaws(operands).contains(Law::WorldSize));
    EXPECT_THAT(legalValues(Law::WorldSize, operands),
                ElementsAre("784637716923335095224261902710254454442933591094742482943"));
}

TEST(Laws, MessagesNameTheNearestLegalValuesFirst)
{
    LawOperands operands = lawfulOperands();
    operands.microbatchSize = 5;
    Diagnostics told = describeBrokenLaws(operands, brokenLaws(operands));
    ASSERT_EQ(told.size(), 1U);
    EXPECT_EQ(told[0].message,
              "microbatch size 5 does not divide the 12 sequences of a replica (global batch 36 on 3);"
              " nearest legal: 4, 6, 3 (of 6)");
    operands = lawfulOperands();
    operands.microbatchSize = 5;
    operands.dataDegree = 7;
    operands.worldSize = 0;
    told = describeBrokenLaws(operands, brokenLaws(operands));
    ASSERT_EQ(told.size(), 1U);
    EXPECT_EQ(
        told[0].message,
        "data degree 7 does not divide the global batch of 36; no data degree is legal while the other fields stay");
}

TEST(Laws, AreFastEnoughForASearch)
{
    LawOperands operands = lawfulOperands();
    constexpr int rounds = 200000;
    int broken = 0;
    const auto begin = std::chrono::steady_clock::now();
    for (int k = 0; k < rounds; ++k) {
        operands.microbatchSize = 1 + k % 36;
        broken += brokenLaws(operands).empty() ? 0 : 1;
    }
    const std::chrono::duration<double, std::micro> each = (std::chrono::steady_clock::now() - begin) / double{rounds};
    EXPECT_GT(broken, 0);
    EXPECT_LT(each.count(), 2.0) << "microseconds; generous: sanitizers, busy machines";
}

} // namespace
} // namespace planscope
