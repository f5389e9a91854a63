#include "oracle_case.h"

#include "evaluation/estimate/estimate.h"

#include <gtest/gtest.h>

#include <cmath>

namespace planscope::test {
namespace {

void expectClose(double actual, double expected, const std::string& what)
{
    EXPECT_LE(std::abs(actual - expected), 1e-12 * std::abs(expected)) << what << ": " << actual << " for " << expected;
}

template <class Figures, std::size_t count>
void expectFigures(const Figures& actual, JsonValue expected, const std::array<NamedFigure<Figures>, count>& figures,
                   const std::string& what)
{
    for (const NamedFigure<Figures>& figure : figures)
        expectClose(actual.*figure.member, expected.find(figure.name)->number().value(),
                    what + "." + std::string{figure.name});
}

std::int64_t integerAt(JsonValue object, std::string_view key)
{
    return object.find(key)->integer().value();
}

TEST(EstimateOracle, MemoryOfEveryAcceptedCase)
{
    int compared = 0;
    for (const OracleCase& one : oracleCases()) {
        const auto memory = iterationMemory(one.program, one.blockMemory);
        ASSERT_TRUE(memory) << one.name;
        const JsonValue expected = *one.expected.find("memory");
        EXPECT_EQ(memory->weights.value(), integerAt(expected, "weights")) << one.name;
        EXPECT_EQ(memory->activations.value(), integerAt(expected, "activations")) << one.name;
        EXPECT_EQ(memory->activationCheckpoints.value(), integerAt(expected, "activation_checkpoints")) << one.name;
        EXPECT_EQ(memory->weightGradients.value(), integerAt(expected, "weight_gradients")) << one.name;
        EXPECT_EQ(memory->activationGradients.value(), integerAt(expected, "activation_gradients")) << one.name;
        EXPECT_EQ(memory->optimizer.value(), integerAt(expected, "optimizer")) << one.name;
        EXPECT_EQ(memory->total.value(), integerAt(expected, "total")) << one.name;
        EXPECT_EQ(one.system.capacityBytes(), expected.find("capacity")->number().value()) << one.name;
        ++compared;
    }
    EXPECT_GE(compared, 100);
}

TEST(EstimateOracle, TimeAndUtilisationOfEveryCaseThatListsItsInvocations)
{
    int compared = 0;
    for (const OracleCase& one : oracleCases()) {
        if (one.invocations.empty())
            continue;
        const auto result = estimate(one.input(), one.system, one.tiers);
        ASSERT_TRUE(result) << one.name;
        ASSERT_TRUE(result->modes) << one.name;
        for (const EstimateMode mode : {EstimateMode::PeakOnly, EstimateMode::SystemEvidence}) {
            const ModeEstimate& actual = (*result->modes)[static_cast<std::size_t>(mode)];
            const std::string what = one.name + "." + std::string{nameOf(mode)};
            expectFigures(actual.iteration, *one.expected.find("time")->find(nameOf(mode)), iterationTimeFigures, what);
            expectFigures(actual.utilisation, *one.expected.find("utilisation")->find(nameOf(mode)), utilisationFigures,
                          what);
        }
        ++compared;
    }
    EXPECT_GE(compared, 15);
}

/// Neither tiers nor capacity depend on the invocations, so their diagnostics are known for every case.
TEST(EstimateOracle, DiagnosticsOfEveryAcceptedCase)
{
    const Invocation anyWork{Layer::MlpExpand, Phase::Forward, Primitive::Linear, {}, {Operations{1}, {}, {}, {}}};
    int found = 0;
    for (const OracleCase& one : oracleCases()) {
        const EstimateInput input{&one.program, &one.blockMemory, {&anyWork, 1}};
        const auto result = estimate(input, one.system, one.tiers);
        ASSERT_TRUE(result) << one.name;
        const auto expected = one.expected.find("diagnostics");
        ASSERT_EQ(result->diagnostics.size(), expected ? expected->childCount() : 0) << one.name;
        EXPECT_EQ(result->modes.has_value(), one.expected.find("time").has_value()) << one.name;
        if (!expected)
            continue;
        auto actual = result->diagnostics.begin();
        for (const JsonValue want : expected->elements()) {
            EXPECT_EQ(actual->code, want.find("code")->text()) << one.name;
            EXPECT_EQ(actual->path, want.find("path")->text()) << one.name;
            EXPECT_EQ(actual->given, want.find("given")->text()) << one.name;
            std::vector<std::string> legal;
            for (const JsonValue value : want.find("legal")->elements())
                legal.emplace_back(value.text());
            EXPECT_EQ(actual->legal, legal) << one.name;
            EXPECT_EQ(actual->severity, want.find("severity") ? Severity::Warning : Severity::Error) << one.name;
            EXPECT_FALSE(actual->message.empty()) << one.name;
            ++actual;
            ++found;
        }
    }
    EXPECT_GE(found, 20);
}

} // namespace
} // namespace planscope::test
