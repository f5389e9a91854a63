#include "lawful_whole_training.h"

#include <gmock/gmock.h>

#include <functional>
#include <limits>

namespace planscope::whole {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

using Change = std::function<void(LawOperands&)>;

struct BreaksOne {
    Law law;
    Change how;
    const char* given;
    std::vector<std::string> legal;
};

const std::vector<BreaksOne>& oneForEachLaw()
{
    static const std::vector<BreaksOne> all{
        {Law::WorldSize, [](LawOperands& o) { o.worldSize = 71; }, "71", {"72"}},
        {Law::ScheduleKind,
         [](LawOperands& o) { o.scheduleKind = ScheduleKind::SingleStage, o.virtualStages.reset(); },
         "single_stage",
         {"one_forward_one_backward", "interleaved_one_forward_one_backward"}},
        {Law::VirtualStages, [](LawOperands& o) { o.virtualStages = 4; }, "4", {"2", "3", "6"}},
        {Law::DataDividesBatch,
         [](LawOperands& o) { o.dataDegree = 4, o.worldSize = 96; },
         "4",
         {"1", "3", "11", "33"}},
        {Law::MicrobatchDividesLocalBatch,
         [](LawOperands& o) { o.microbatchSize = 3; },
         "3",
         {"1", "2", "11", "22"}},
        {Law::KeyValueHeadsDivideHeads,
         [](LawOperands& o) { o.keyValueHeads = 18; },
         "18",
         {"1", "2", "3", "4", "6", "8", "12", "24"}},
        {Law::TensorDividesHeads,
         [](LawOperands& o) { o.tensorDegree = 16, o.contextDegree = 1, o.worldSize = 0, o.keyValueHeads = 8; },
         "16",
         {"1", "2", "4", "8"}},
        {Law::TensorKeyValueHeads,
         [](LawOperands& o) { o.tensorDegree = 8, o.worldSize = 0, o.contextDegree = 1; },
         "8",
         {"1", "2", "4"}},
        {Law::TensorDividesFeedforward, [](LawOperands& o) { o.feedforwardSize = 4095; }, "2", {"1"}},
        {Law::TensorDividesSequence,
         [](LawOperands& o) { o.sequenceLength = 6141; },
         "2",
         {"1"}},
        {Law::TensorDividesVocabulary, [](LawOperands& o) { o.extraTokens = 1; }, "2", {"1"}},
        {Law::ContextDividesSequence,
         [](LawOperands& o) { o.contextDegree = 5, o.worldSize = 0, o.exchange = ContextExchange::Ring; },
         "5",
         {"1", "2", "3", "4", "6", "8", "12", "16", "24", "32", "48", "64", "96", "128", "192", "256", "384", "512",
          "768", "1024", "1536", "3072"}},
        {Law::ContextDividesHeads,
         [](LawOperands& o) { o.contextDegree = 4, o.worldSize = 0; },
         "4",
         {"1", "2", "3", "6"}},
        {Law::UnfusedContext, [](LawOperands& o) { o.attention = AttentionKernel::Unfused; }, "unfused", {"fused"}},
        {Law::SequenceExceedsPositions, [](LawOperands& o) { o.maximumPositions = 6143; }, "6144", {}},
        {Law::Layout,
         [](LawOperands& o) {
             o.layoutStated = true;
             o.layout = std::vector<std::int64_t>{2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1};
         },
         "[2,2,2,2,2,2,2,2,2,2,2,1]",
         {}},
        {Law::PipelineDividesBlocks,
         [](LawOperands& o) { o.pipelineDegree = 5, o.worldSize = 0, o.group = 11; },
         "5",
         {"2", "4", "8"}},
        {Law::Group, [](LawOperands& o) { o.group = 5; }, "5", {"6", "7", "11"}},
    };
    return all;
}

TEST(WholeLaws, AreKeptByALawfulTraining)
{
    EXPECT_TRUE(brokenLaws(lawfulOperands()).empty());
    EXPECT_TRUE(Training::create(lawfulModel(), lawfulWorkload(), lawfulMapping()));
}

TEST(WholeLaws, EachIsBrokenAloneAndToldWithItsLegalValues)
{
    ASSERT_EQ(oneForEachLaw().size(), countOf<Law>());
    for (const BreaksOne& breaks : oneForEachLaw()) {
        SCOPED_TRACE(nameOf(breaks.law));
        LawOperands operands = lawfulOperands();
        breaks.how(operands);
        const Diagnostics told = describeBrokenLaws(operands, brokenLaws(operands));
        ASSERT_EQ(told.size(), 1U) << (told.size() > 1 ? told[1].code : "");
        EXPECT_EQ(told[0].code, nameOf(breaks.law));
        EXPECT_EQ(told[0].path, pathOf(breaks.law));
        EXPECT_EQ(told[0].given, breaks.given);
        EXPECT_EQ(told[0].legal, breaks.legal);
        EXPECT_FALSE(told[0].message.empty());
        if (!breaks.legal.empty() && breaks.legal.size() < 4) {
            EXPECT_THAT(told[0].message, HasSubstr(breaks.legal[0]));
        }
    }
}

TEST(WholeLaws, AnInvalidOperandSkipsTheLaw)
{
    const std::vector<std::pair<Law, Change>> invalidate{
        {Law::WorldSize, [](LawOperands& o) { o.contextDegree = 0; }},
        {Law::ScheduleKind, [](LawOperands& o) { o.scheduleKind.reset(); }},
        {Law::VirtualStages, [](LawOperands& o) { o.virtualStages.reset(); }},
        {Law::VirtualStages, [](LawOperands& o) { o.layoutStated = true; }},
        {Law::KeyValueHeadsDivideHeads, [](LawOperands& o) { o.attentionHeads = 0; }},
        {Law::TensorDividesHeads, [](LawOperands& o) { o.attentionHeads = -1; }},
        {Law::TensorKeyValueHeads, [](LawOperands& o) { o.keyValueHeads = 0; }},
        {Law::TensorKeyValueHeads, [](LawOperands& o) { o.attentionHeadSize = 0; }},
        {Law::TensorKeyValueHeads, [](LawOperands& o) { o.keyValueHeads = 9; }}, // does not divide the heads
        {Law::TensorDividesFeedforward, [](LawOperands& o) { o.tensorDegree = 0; }},
        {Law::TensorDividesSequence, [](LawOperands& o) { o.sequenceParallel.reset(); }},
        {Law::TensorDividesSequence, [](LawOperands& o) { o.contextDegree = 5; }}, // does not divide the sequence
        {Law::TensorDividesVocabulary, [](LawOperands& o) { o.extraTokens = -1; }},
        {Law::TensorDividesVocabulary, [](LawOperands& o) { o.vocabularyMultiple = -1; }},
        {Law::ContextDividesSequence, [](LawOperands& o) { o.sequenceLength = 0; }},
        {Law::ContextDividesHeads, [](LawOperands& o) { o.exchange.reset(); }},
        {Law::UnfusedContext, [](LawOperands& o) { o.attention.reset(); }},
        {Law::SequenceExceedsPositions, [](LawOperands& o) { o.position.reset(); }},
        {Law::SequenceExceedsPositions, [](LawOperands& o) { o.maximumPositions = 0; }},
        {Law::Layout, [](LawOperands& o) { o.layout->back() = -1; }},
        {Law::Layout, [](LawOperands& o) { o.layout.reset(); }},
        {Law::Layout, [](LawOperands& o) { o.blockCount = 0; }},
        {Law::PipelineDividesBlocks, [](LawOperands& o) { o.layoutStated = true; }},
        {Law::Group, [](LawOperands& o) { o.group = 0; }},
        {Law::Group, [](LawOperands& o) { o.microbatchSize = 0; }},
        {Law::Group, [](LawOperands& o) { o.pipelineDegree = 1; }},
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

TEST(WholeLaws, ALayoutFreesTheDegreesFromEvenBlocks)
{
    LawOperands operands = lawfulOperands();
    operands.layoutStated = true;
    operands.layout = std::vector<std::int64_t>{0, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 4};
    EXPECT_TRUE(brokenLaws(operands).empty());
    operands.blockCount = 25;
    operands.layout->back() = 5;
    EXPECT_TRUE(brokenLaws(operands).empty()) << "25 blocks on 4 stages";
    operands.virtualStages = 1;
    const Diagnostics told = describeBrokenLaws(operands, brokenLaws(operands));
    ASSERT_EQ(told.size(), 2U);
    EXPECT_EQ(told[0].code, "mapping.pipeline.virtual_stages");
    EXPECT_THAT(told[0].legal, ElementsAre("3")) << "what the layout's length says";
    EXPECT_EQ(told[1].code, "mapping.pipeline.layout");
}

TEST(WholeLaws, AGroupThatIsNotStatedCountsAsTheStages)
{
    LawOperands operands = lawfulOperands();
    operands.groupStated = false;
    operands.group = 0;
    const Diagnostics told = describeBrokenLaws(operands, brokenLaws(operands));
    ASSERT_EQ(told.size(), 1U);
    EXPECT_EQ(told[0].given, "");
    EXPECT_EQ(told[0].path, "mapping.pipeline.schedule.group");
    operands.globalBatchSize = 72;
    EXPECT_TRUE(brokenLaws(operands).empty());
}

TEST(WholeLaws, ThirtyBlocksOnFourStagesAreRefusedOrLaidOut)
{
    ModelSpec model = lawfulModel();
    model.blockCount = 30;
    MappingSpec mapping = lawfulMapping();
    mapping.pipeline = {4, OneForwardOneBackward{}, {}};
    const auto refused = Training::create(model, lawfulWorkload(), mapping);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error()[0].code, "mapping.pipeline.divides_blocks");
    EXPECT_THAT(refused.error()[0].legal, ElementsAre("2", "3", "5", "6", "10", "15", "30"));
    EXPECT_THAT(refused.error()[0].message, HasSubstr("; stages of unequal blocks are lawful with a stated layout"));
    mapping.pipeline.layout = std::vector<std::int64_t>{8, 8, 7, 7};
    const auto training = Training::create(model, lawfulWorkload(), mapping);
    ASSERT_TRUE(training);
    EXPECT_THAT(training->shape().chunks, ElementsAre(8, 8, 7, 7));
}

TEST(WholeLaws, TwentyEightHeadsAreCutByTheirKeyValueHeads)
{
    LawOperands operands = lawfulOperands();
    operands.attentionHeads = 28;
    operands.keyValueHeads = 28;
    operands.feedforwardSize = 28 * 512;
    operands.sequenceParallel = false;
    operands.vocabularyMultiple = 128;
    EXPECT_THAT(legalTensorDegrees(operands), ElementsAre(1, 2, 4, 7, 14, 28));
    operands.keyValueHeads = 4;
    EXPECT_THAT(legalTensorDegrees(operands), ElementsAre(1, 2, 4)) << "28 does not divide the rows of qkv";
}

TEST(WholeLaws, TheVocabularyIsPaddedOnce)
{
    EXPECT_EQ(paddedVocabulary(151936, {0, 0}, 2), 151936);
    EXPECT_EQ(*paddedVocabulary(151936, {0, 0}, 2) / 2, 75968);
    EXPECT_EQ(*paddedVocabulary(151936, {0, 128}, 2) / 2, 76032);
    EXPECT_EQ(paddedVocabulary(32000, {0, 128}, 2), 32000);
    EXPECT_EQ(paddedVocabulary(32001, {0, 128}, 2), 32256);
    const std::int64_t degrees[] = {1, 2, 4, 8}, padded[] = {128384, 128512, 128512, 129024};
    for (std::size_t k = 0; k < 4; ++k)
        EXPECT_EQ(paddedVocabulary(128256, {1, 128}, degrees[k]), padded[k]);
    constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();
    EXPECT_EQ(paddedVocabulary(largest, {0, 0}, 1), largest);
    EXPECT_EQ(paddedVocabulary(largest, {1, 0}, 1), std::nullopt);
    EXPECT_EQ(paddedVocabulary(largest, {0, largest}, largest), std::nullopt);
}

TEST(WholeTraining, HasTheShapeThatFollows)
{
    const auto training = Training::create(lawfulModel(), lawfulWorkload(), lawfulMapping());
    ASSERT_TRUE(training);
    EXPECT_EQ(training->shape().worldSize, 72);
    EXPECT_EQ(training->shape().microbatchCount, 11);
    EXPECT_EQ(training->shape().chunks, std::vector<std::int64_t>(12, 2));
    EXPECT_EQ(training->shape().paddedVocabulary, 32000);
}

TEST(WholeTraining, TellsEverySizeOutOfRange)
{
    ModelSpec model = lawfulModel();
    model.maximumPositions = 0;
    model.vocabularySize = 0;
    WorkloadSpec workload = lawfulWorkload();
    workload.datatype = Datatype::Float16;
    MappingSpec mapping = lawfulMapping();
    mapping.pipeline.layout = std::vector<std::int64_t>{-1};
    mapping.vocabulary.extraTokens = -1;
    const auto refused = Training::create(model, workload, mapping);
    ASSERT_FALSE(refused);
    std::vector<std::string> paths;
    for (const Diagnostic& fault : refused.error())
        paths.push_back(fault.path);
    EXPECT_THAT(paths,
                ElementsAre("model.vocabulary_size", "model.maximum_positions", "mapping.pipeline.layout[0]",
                            "mapping.vocabulary.extra_tokens", "workload.datatype"));
    model = lawfulModel();
    model.position = PositionEncoding::Rotary;
    model.maximumPositions = 0;
    EXPECT_TRUE(Training::create(model, lawfulWorkload(), lawfulMapping()));
}

TEST(WholeTraining, RefusesCountsThatNothingHolds)
{
    constexpr std::int64_t half = std::int64_t{1} << 40;
    ModelSpec model = lawfulModel();
    WorkloadSpec workload = lawfulWorkload();
    MappingSpec mapping = lawfulMapping();
    mapping.tensor = {1, false};
    mapping.context.degree = 1;
    mapping.pipeline = {half, OneForwardOneBackward{}, {}};
    mapping.data = {half, false};
    model.blockCount = half;
    workload.globalBatchSize = 2 * half;
    auto refused = Training::create(model, workload, mapping);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error()[0].path, "shape.world_size");
    EXPECT_EQ(refused.error()[0].given, "1208925819614629174706176");
    mapping.data.degree = 1;
    workload.globalBatchSize = 2;
    refused = Training::create(model, workload, mapping);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error()[0].code, "limit.pipeline_chunks");
    mapping.pipeline = {1, SingleStage{}, {}};
    workload.globalBatchSize = half;
    refused = Training::create(model, workload, mapping);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error()[0].code, "limit.program_passes");
    EXPECT_EQ(refused.error()[0].path, "workload.global_batch_size");
}

} // namespace
} // namespace planscope::whole
