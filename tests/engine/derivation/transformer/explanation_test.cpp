#include "derivation/transformer/explanation.h"

#include "engine/base/formula_reader.h"
#include "engine/derivation/transformer/oracle_blocks.h"

#include <gtest/gtest.h>

namespace planscope {
namespace {

void expectFacts(const std::string& where, const Explanation& explanation,
                 const std::map<std::string, std::int64_t>& expected)
{
    const auto read = readExplanation<WideInteger>(explanation);
    ASSERT_EQ(read.size(), expected.size()) << where << " " << explanation.subject;
    for (const auto& [fact, value] : expected)
        EXPECT_TRUE(read.at(fact) == value) << where << " " << explanation.subject << " " << fact;
}

std::map<std::string, std::int64_t> factsOf(const WorkloadFacts& facts)
{
    return {{"operations", facts.operations.value()},
            {"read_bytes", facts.read.value()},
            {"write_bytes", facts.write.value()},
            {"message_bytes", facts.message.value()}};
}

const Explanation& named(const std::vector<Explanation>& explanations, const std::string& subject)
{
    for (const Explanation& explanation : explanations)
        if (explanation.subject == subject)
            return explanation;
    throw std::runtime_error(subject + " is not explained");
}

TEST(Explanation, PrintedFormulasGiveTheFactsOfEveryInvocation)
{
    int facts = 0;
    OracleBlocks::forEach([&](const std::string& name, const BlockParameters& parameters, JsonValue) {
        const auto work = deriveBlockWork(parameters);
        const auto explanations = explainBlock(parameters);
        ASSERT_EQ(explanations.size(), work->invocations.size() + work->memory.size()) << name;
        for (std::size_t k = 0; k < work->invocations.size(); ++k) {
            const Invocation& invocation = work->invocations[k];
            const Explanation& explanation = explanations[k];
            EXPECT_EQ(explanation.subject,
                      invocationName(invocation.layer, invocation.phase, invocation.collective));
            expectFacts(name, explanation, factsOf(invocation.facts));
            facts += static_cast<int>(explanation.facts.size());
        }
    });
    EXPECT_GT(facts, 20000);
}

TEST(Explanation, PrintedFormulasGiveTheMemoryOfEveryLayer)
{
    OracleBlocks::forEach([](const std::string& name, const BlockParameters& parameters, JsonValue) {
        const auto work = deriveBlockWork(parameters);
        const auto explanations = explainBlock(parameters);
        for (std::size_t k = 0; k < work->memory.size(); ++k) {
            const MemoryFacts& row = work->memory[k];
            const Explanation& explanation = explanations[work->invocations.size() + k];
            EXPECT_EQ(explanation.subject, std::string{nameOf(row.layer)} + ".memory");
            expectFacts(name, explanation,
                        {{"parameters", row.parameters.value()},
                         {"working_bytes", row.working.value()},
                         {"kept_bytes", row.kept.value()},
                         {"activation_gradient_bytes", row.gradient.value()}});
            EXPECT_FALSE(explanation.source.empty());
        }
    });
}

TEST(Explanation, PrintedFormulasGiveTheSumsOfTheBlock)
{
    OracleBlocks::forEach([](const std::string& name, const BlockParameters& parameters, JsonValue) {
        const auto work = deriveBlockWork(parameters);
        const auto explanations = explainBlockSums(parameters);
        WorkloadFacts all;
        std::size_t phases = 0;
        for (std::size_t phase = 0; phase < work->totals.size(); ++phase) {
            const PhaseTotals& totals = work->totals[phase];
            if (totals.invocations == 0)
                continue;
            ++phases;
            expectFacts(name, named(explanations, "block." + std::string{nameOf(static_cast<Phase>(phase))}),
                        factsOf(totals.facts));
            all.operations = *checkedAdd(all.operations, totals.facts.operations);
            all.read = *checkedAdd(all.read, totals.facts.read);
            all.write = *checkedAdd(all.write, totals.facts.write);
            all.message = *checkedAdd(all.message, totals.facts.message);
        }
        expectFacts(name, named(explanations, "block.total"), factsOf(all));
        const BlockMemory& memory = work->blockMemory;
        const std::map<std::string, Bytes> held{{"weights", memory.weights},
                                                {"activation_working", memory.activationWorking},
                                                {"activation_storage", memory.activationStorage},
                                                {"activation_checkpoint", memory.activationCheckpoint},
                                                {"weight_gradients", memory.weightGradients},
                                                {"weight_gradients_unsharded", memory.weightGradientsUnsharded},
                                                {"activation_gradients", memory.activationGradients},
                                                {"optimizer", memory.optimizer}};
        for (const auto& [what, bytes] : held)
            expectFacts(name, named(explanations, "block_memory." + what), {{"bytes", bytes.value()}});
        EXPECT_EQ(explanations.size(), phases + 1 + held.size()) << name;
    });
}

TEST(Explanation, PrintedFormulasGiveTheShape)
{
    const auto training = TransformerTraining::create({"small", 64, 256, 32, 8, 8, 24}, {96, 2, Datatype::Float16},
                                                      {{4, TensorCommunication::AllReduce},
                                                       {2, InterleavedOneForwardOneBackward{3}},
                                                       {6, true},
                                                       RecomputePolicy::None,
                                                       false,
                                                       false});
    ASSERT_TRUE(training);
    const Explanation explanation = explainShape(*training);
    expectFacts("shape", explanation,
                {{"world_size", 48},
                 {"microbatch_count", 8},
                 {"blocks_per_stage", 12},
                 {"blocks_per_virtual_chunk", 4}});
    EXPECT_EQ(explanation.facts[1].formula, "G/(D·b)");
}

TEST(Explanation, ReadsAsAnArchitectWritesIt)
{
    BlockParameters parameters;
    parameters.hiddenSize = 12288;
    parameters.feedforwardSize = 49152;
    parameters.sequenceLength = 2048;
    parameters.attentionHeads = 96;
    parameters.attentionHeadSize = 128;
    parameters.microbatchSize = 1;
    parameters.tensorDegree = 8;
    for (const Explanation& explanation : explainBlock(parameters))
        if (explanation.subject == "mlp.expand.forward") {
            EXPECT_EQ(explanation.facts[0].formula, "2·T·h·f′");
            EXPECT_EQ(explanation.facts[0].substituted, "2·2048·12288·6144");
            EXPECT_EQ(explanation.facts[0].result, "309237645312");
            return;
        }
    FAIL() << "mlp.expand.forward is not explained";
}

} // namespace
} // namespace planscope
