#include "checked_training.h"
#include "oracle_trainings.h"
#include "training_spread.h"

#include <gtest/gtest.h>

namespace planscope {
namespace {

void expectAccepted(const NamedTraining& named)
{
    const CheckedTraining checked{named.training};
    EXPECT_EQ(failuresOf(checked.observe(checked.tasks())), "") << named.name;
    EXPECT_EQ(failuresOf(checked.observe(checked.tasks(), checked.plan())), "") << named.name;
}

TEST(IndependentChecks, AcceptEveryLegalCaseWithKnownAnswers)
{
    const auto trainings = OracleTrainings::read();
    EXPECT_GE(trainings.size(), 80u);
    for (const NamedTraining& named : trainings)
        expectAccepted(named);
}

TEST(IndependentChecks, AcceptEveryCombinationOfChoices)
{
    const auto trainings = trainingSpread();
    EXPECT_EQ(trainings.size(), 64u);
    for (const NamedTraining& named : trainings)
        expectAccepted(named);
}

// Facts near 2^62, and products of unsharded tensors that only fit in 128 bits.
TEST(IndependentChecks, AcceptFactsNearTheEndOf64Bits)
{
    constexpr std::int64_t wide = std::int64_t{1} << 20;
    TransformerTrainingMappingSpec mapping;
    mapping.tensor = {wide, TensorCommunication::ReduceScatterAllGather};
    mapping.pipeline = {1, SingleStage{}};
    mapping.data = {1, false};
    const auto training
        = TransformerTraining::create({"wide", wide, wide, wide, wide, 4, 1}, {1, 1, Datatype::Float16}, mapping);
    ASSERT_TRUE(training);
    expectAccepted({"wide", *training});
}

TEST(IndependentChecks, SayWhatTheyComparedAndWithWhat)
{
    const CheckedTraining checked{trainingSpread().back().training};
    const auto atTasks = checked.observe(checked.tasks());
    const auto atPlan = checked.observe(checked.tasks(), checked.plan());
    EXPECT_GE(atTasks.size(), 20u);
    EXPECT_GE(atPlan.size(), 20u);
    for (const Outcomes* outcomes : {&atTasks, &atPlan}) {
        std::set<std::string> codes;
        for (const CheckOutcome& outcome : *outcomes) {
            EXPECT_TRUE(outcome.code.starts_with("check.")) << outcome.code;
            EXPECT_TRUE(codes.insert(outcome.code).second) << outcome.code << " stands twice";
            EXPECT_FALSE(outcome.subject.empty()) << outcome.code;
            EXPECT_FALSE(outcome.expected.empty()) << outcome.code;
            EXPECT_EQ(outcome.expected, outcome.actual) << outcome.code;
            EXPECT_TRUE(outcome.culprit.empty()) << outcome.code;
        }
    }
}

TEST(IndependentChecks, NameTheCulpritAndBothNumbers)
{
    const CheckedTraining checked{trainingSpread().front().training};
    BlockWork work = checked.work();
    for (Invocation& invocation : work.invocations)
        if (invocation.layer == Layer::MlpGelu && invocation.phase == Phase::Forward)
            invocation.facts.operations = Operations{invocation.facts.operations.value() + 1};
    const auto outcomes = checked.observe(checked.tasks(work));
    ASSERT_EQ(failedCodes(outcomes), std::set<std::string>{"check.forward_vector_operations"});
    for (const CheckOutcome& outcome : outcomes) {
        if (outcome.passed)
            continue;
        EXPECT_EQ(outcome.culprit, "mlp gelu, forward");
        EXPECT_EQ(outcome.expected, "21120"); // 8·b·s·f
        EXPECT_EQ(outcome.actual, "21121");
    }
}

} // namespace
} // namespace planscope
