#include "derivation/transformer/block_work.h"

#include "derivation/transformer/block_work_buffer.h"
#include "engine/derivation/transformer/oracle_blocks.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace planscope {
namespace {

BlockParameters smallBlock()
{
    BlockParameters parameters;
    parameters.hiddenSize = 64;
    parameters.feedforwardSize = 256;
    parameters.sequenceLength = 32;
    parameters.attentionHeads = 8;
    parameters.attentionHeadSize = 8;
    parameters.microbatchSize = 2;
    parameters.tensorDegree = 4;
    return parameters;
}

void expectFacts(const WorkloadFacts& facts, JsonValue expected, const std::string& what)
{
    EXPECT_EQ(facts.operations.value(), *expected.find("operations")->integer()) << what;
    EXPECT_EQ(facts.read.value(), *expected.find("read_bytes")->integer()) << what;
    EXPECT_EQ(facts.write.value(), *expected.find("write_bytes")->integer()) << what;
    EXPECT_EQ(facts.message.value(), *expected.find("message_bytes")->integer()) << what;
}

TEST(BlockWork, EqualsTheKnownAnswersByPhase)
{
    int cases = 0;
    OracleBlocks::forEach([&](const std::string& name, const BlockParameters& parameters, JsonValue expected) {
        const auto work = deriveBlockWork(parameters);
        ASSERT_TRUE(work) << name;
        for (std::size_t phase = 0; phase < work->totals.size(); ++phase) {
            const auto phaseName = nameOf(static_cast<Phase>(phase));
            const JsonValue answer = *expected.find("block")->find(phaseName);
            EXPECT_EQ(work->totals[phase].invocations, *answer.find("invocations")->integer()) << name;
            expectFacts(work->totals[phase].facts, answer, name + " " + std::string{phaseName});
        }
        ++cases;
    });
    EXPECT_GE(cases, 100);
}

TEST(BlockWork, EqualsTheKnownAnswersByInvocation)
{
    int listed = 0;
    OracleBlocks::forEach([&](const std::string& name, const BlockParameters& parameters, JsonValue expected) {
        const auto answers = expected.find("invocations");
        if (!answers)
            return;
        const auto work = deriveBlockWork(parameters);
        ASSERT_EQ(work->invocations.size(), answers->childCount()) << name;
        std::size_t k = 0;
        for (const JsonValue answer : answers->elements()) {
            const Invocation& invocation = work->invocations[k++];
            EXPECT_EQ(invocationName(invocation.layer, invocation.phase, invocation.collective),
                      answer.find("name")->text());
            EXPECT_EQ(nameOf(invocation.primitive), answer.find("primitive")->text());
            EXPECT_EQ(nameOf(engineOf(invocation.primitive)), answer.find("engine")->text());
            expectFacts(invocation.facts, answer, name + " " + std::string{answer.find("name")->text()});
        }
        ++listed;
    });
    EXPECT_GE(listed, 12);
}

TEST(BlockWork, EqualsTheKnownAnswersForMemory)
{
    OracleBlocks::forEach([](const std::string& name, const BlockParameters& parameters, JsonValue expected) {
        const BlockMemory memory = deriveBlockWork(parameters)->blockMemory;
        const JsonValue answer = *expected.find("block_memory");
        EXPECT_EQ(memory.weights.value(), *answer.find("weights")->integer()) << name;
        EXPECT_EQ(memory.activationWorking.value(), *answer.find("activation_working")->integer()) << name;
        EXPECT_EQ(memory.activationStorage.value(), *answer.find("activation_storage")->integer()) << name;
        EXPECT_EQ(memory.activationCheckpoint.value(), *answer.find("activation_checkpoint")->integer()) << name;
        EXPECT_EQ(memory.weightGradients.value(), *answer.find("weight_gradients")->integer()) << name;
        EXPECT_EQ(memory.weightGradientsUnsharded.value(), *answer.find("weight_gradients_unsharded")->integer())
            << name;
        EXPECT_EQ(memory.activationGradients.value(), *answer.find("activation_gradients")->integer()) << name;
        EXPECT_EQ(memory.optimizer.value(), *answer.find("optimizer")->integer()) << name;
    });
}

TEST(BlockWork, AtOneRankBothCommunicationTypesAndTheRedoAreTheSame)
{
    BlockParameters parameters = smallBlock();
    parameters.tensorDegree = 1;
    const auto allReduce = deriveBlockWork(parameters);
    parameters.communication = TensorCommunication::ReduceScatterAllGather;
    const auto sharded = deriveBlockWork(parameters);
    parameters.sequenceParallelAllGatherRedo = true;
    const auto redone = deriveBlockWork(parameters);
    EXPECT_EQ(allReduce->invocations, sharded->invocations);
    EXPECT_EQ(allReduce->memory, sharded->memory);
    EXPECT_EQ(sharded->invocations, redone->invocations);
    EXPECT_EQ(sharded->memory, redone->memory);
}

TEST(BlockWork, TheLongestBlockFillsTheBufferExactly)
{
    BlockParameters parameters = smallBlock();
    parameters.communication = TensorCommunication::ReduceScatterAllGather;
    parameters.recompute = RecomputePolicy::Full;
    BlockWorkBuffer buffer;
    ASSERT_TRUE(computeBlockWork(parameters, buffer));
    EXPECT_EQ(buffer.invocationCount, BlockWorkBuffer::maximumInvocations);
}

TEST(BlockWork, NamesTheFirstFactBeyond64Bits)
{
    BlockParameters parameters = smallBlock();
    parameters.hiddenSize = std::int64_t{1} << 30;
    parameters.sequenceLength = std::int64_t{1} << 30;
    const auto work = deriveBlockWork(parameters);
    ASSERT_FALSE(work);
    ASSERT_EQ(work.error().size(), 1U);
    EXPECT_EQ(work.error()[0].code, "integer.overflow");
    EXPECT_EQ(work.error()[0].path, "block.forward.operations");
    EXPECT_EQ(work.error()[0].given, "1114875096054332653568");
}

TEST(BlockWork, AnIntermediateBeyond64BitsAloneRefusesNothing)
{
    // 12·N leaves 64 bits; the shard ⌈12·N/g⌉, and every other fact, does not.
    BlockParameters parameters;
    parameters.hiddenSize = std::int64_t{1} << 30;
    parameters.feedforwardSize = std::int64_t{3} << 28;
    parameters.sequenceLength = 1;
    parameters.attentionHeads = 1;
    parameters.attentionHeadSize = 1;
    parameters.microbatchSize = 1;
    parameters.optimizerShards = 1024;
    const auto work = deriveBlockWork(parameters);
    ASSERT_TRUE(work);
    const auto expand = std::find_if(work->invocations.begin(), work->invocations.end(), [](const Invocation& invocation) {
        return invocation.layer == Layer::MlpExpand && invocation.phase == Phase::Optimizer;
    });
    EXPECT_EQ(expand->facts.read.value(), std::int64_t{36} << 48);
}

} // namespace
} // namespace planscope
