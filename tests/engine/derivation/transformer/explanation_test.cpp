#include "derivation/transformer/explanation.h"

#include "engine/derivation/transformer/formula_reader.h"
#include "engine/derivation/transformer/oracle_blocks.h"

#include <gtest/gtest.h>

namespace planscope {
namespace {

std::map<std::string, WideInteger> valuesOf(const Explanation& explanation)
{
    std::map<std::string, WideInteger> values;
    for (const SymbolExplanation& symbol : explanation.symbols)
        values[symbol.symbol] = std::stoll(symbol.value);
    return values;
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
            ASSERT_EQ(explanation.facts.size(), 4U);
            const std::int64_t expected[] = {invocation.facts.operations.value(), invocation.facts.read.value(),
                                             invocation.facts.write.value(), invocation.facts.message.value()};
            const auto values = valuesOf(explanation);
            for (std::size_t fact = 0; fact < 4; ++fact) {
                const FactExplanation& printed = explanation.facts[fact];
                EXPECT_TRUE(FormulaReader(printed.formula, values).evaluate() == expected[fact])
                    << name << " " << explanation.subject << " " << printed.formula;
                EXPECT_TRUE(FormulaReader(printed.substituted, {}).evaluate() == expected[fact])
                    << name << " " << explanation.subject << " " << printed.substituted;
                EXPECT_EQ(printed.result, std::to_string(expected[fact]));
                ++facts;
            }
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
            const std::int64_t expected[] = {row.parameters.value(), row.working.value(), row.kept.value(),
                                             row.gradient.value()};
            for (std::size_t fact = 0; fact < 4; ++fact)
                EXPECT_TRUE(FormulaReader(explanation.facts[fact].formula, valuesOf(explanation)).evaluate()
                            == expected[fact])
                    << name << " " << explanation.subject << " " << explanation.facts[fact].formula;
        }
    });
}

TEST(Explanation, DefinitionsStandBeforeTheirUsesAndGiveTheSymbolsValues)
{
    OracleBlocks::forEach([](const std::string&, const BlockParameters& parameters, JsonValue) {
        for (const Explanation& explanation : explainBlock(parameters)) {
            std::map<std::string, WideInteger> known;
            for (const SymbolExplanation& symbol : explanation.symbols) {
                const WideInteger value = std::stoll(symbol.value);
                if (!symbol.definition.empty()) {
                    EXPECT_TRUE(FormulaReader(symbol.definition, known).evaluate() == value) << symbol.definition;
                }
                known[symbol.symbol] = value;
            }
            EXPECT_FALSE(explanation.source.empty());
        }
    });
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
