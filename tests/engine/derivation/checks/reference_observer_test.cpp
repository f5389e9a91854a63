#include "derivation/checks/reference_observer.h"

#include "derivation/model/build_transformer_model_ir.h"
#include "derivation/passes/distribute_transformer_training_pass.h"
#include "derivation/passes/plan_transformer_training_pass.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace planscope {
namespace {

using ::testing::HasSubstr;

/// GPT-3 175B on tensor × pipeline × data = 8 × 8 × 1: mlp.expand does 2·T·h·f/t = 309237645312 operations.
TransformerTraining gpt3()
{
    auto training = TransformerTraining::create({"gpt3-175B", 12288, 49152, 2048, 96, 128, 96},
                                                {64, 1, Datatype::Float16},
                                                {{8, TensorCommunication::ReduceScatterAllGather},
                                                 {8, InterleavedOneForwardOneBackward{3}},
                                                 {1, false},
                                                 RecomputePolicy::Attention,
                                                 false,
                                                 true});
    EXPECT_TRUE(training.has_value());
    return std::move(training).value();
}

constexpr std::int64_t expandOperations = std::int64_t{2} * 2048 * 12288 * 49152 / 8;
constexpr std::int64_t message = std::int64_t{2} * 2048 * 12288;

/// What came of both transitions with these facts as reference.
struct Judged {
    PassHistory history;
    Diagnostics faults;
};

Judged judge(std::vector<ExpectedFact> facts)
{
    const TransformerTraining training = gpt3();
    PassManager manager{synthesisSessionFor(training), {referenceObserver(std::move(facts))}};
    auto result = manager.start(buildTransformerModelIr(training.model()));
    if (result)
        result = manager.run(DistributeTransformerTrainingPass{});
    if (result)
        result = manager.run(PlanTransformerTrainingPass{});
    return {manager.history(), result ? Diagnostics{} : result.error()};
}

TEST(ReferenceObserver, acceptsEqualFactsAtBothCheckpoints)
{
    const Judged judged = judge({{"mlp.expand.forward", "operations", expandOperations},
                                 {"mlp.expand.forward", "message_bytes", 0},
                                 {"attention.input_collective.forward.all_gather", "message_bytes", message}});
    EXPECT_TRUE(judged.faults.empty());
    ASSERT_EQ(judged.history.checkpoints.size(), 2u);
    for (const CheckpointReport& report : judged.history.checkpoints)
        EXPECT_EQ(report.outcomes.size(), 3u);
}

TEST(ReferenceObserver, aDifferenceRejectsAndNamesLayerPhaseFactAndBothValues)
{
    const Judged judged =
        judge({{"mlp.expand.forward", "operations", expandOperations + 1}, {"mlp.expand.forward", "message_bytes", 0}});
    ASSERT_EQ(judged.faults.size(), 1u);
    const Diagnostic& fault = judged.faults.front();
    EXPECT_EQ(fault.code, "check.reference");
    EXPECT_EQ(fault.origin, Origin::Check);
    EXPECT_EQ(fault.path, "checkpoints.distributed");
    EXPECT_EQ(fault.message,
              "layer mlp.expand, phase forward, operations: expected 309237645313, found 309237645312"
              " (mlp.expand.forward)");
    EXPECT_EQ(judged.history.snapshots.size(), 1u);
}

TEST(ReferenceObserver, readsEachFactFromItsOwnPlace)
{
    const std::int64_t T = 2048, h = 12288, f = 49152 / 8, w = 2;
    const Judged judged = judge(
        {{"mlp.expand.forward", "read_bytes", w * (T * h + h * f)}, {"mlp.expand.forward", "write_bytes", w * T * f}});
    EXPECT_TRUE(judged.faults.empty());
}

TEST(ReferenceObserver, anUnknownInvocationFailsAndNamesTheNearest)
{
    const Judged judged = judge({{"mlp.expnd.forward", "operations", 1}});
    ASSERT_EQ(judged.faults.size(), 1u);
    EXPECT_EQ(judged.faults.front().code, "check.reference");
    EXPECT_THAT(judged.faults.front().message, HasSubstr("mlp.expnd.forward"));
    EXPECT_THAT(judged.faults.front().message, HasSubstr("does not exist; the nearest are mlp.expand.forward, "));
}

TEST(ReferenceObserver, anUnknownFactFailsAndNamesTheKnownOnes)
{
    const Judged judged = judge({{"mlp.expand.forward", "flops", 1}});
    ASSERT_EQ(judged.faults.size(), 1u);
    EXPECT_THAT(judged.faults.front().message, HasSubstr("flops"));
    EXPECT_THAT(judged.faults.front().message, HasSubstr("operations, read_bytes, write_bytes or message_bytes"));
}

} // namespace
} // namespace planscope
