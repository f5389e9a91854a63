#include "fake_pass.h"

#include <stdexcept>

namespace planscope::testing_pass {
namespace {

class CheckpointObserverTest : public PassManagerTest {
protected:
    CheckpointObserverTest()
        : PassManagerTest({std::make_shared<FakeObserver>([this](const PassCheckpoint& c) { return behaviour(c); }),
                           std::make_shared<FakeObserver>([this](const PassCheckpoint&) {
                               ++askedAfterwards;
                               return std::vector<CheckOutcome>{{"check.second", "second", "1", "1", {}, true}};
                           })})
    {
    }

    /// Runs the honest pass, which the observer must keep from publishing with one diagnostic.
    Diagnostic rejection()
    {
        const PassHistory before = manager.history();
        const auto result = manager.run(distribute);
        EXPECT_FALSE(result.has_value());
        expectPublished(before);
        EXPECT_EQ(manager.history().checkpoints.size(), before.checkpoints.size() + 1);
        if (manager.history().checkpoints.empty() || result.has_value())
            return {};
        const CheckpointReport& report = manager.history().checkpoints.back();
        EXPECT_FALSE(report.accepted);
        EXPECT_EQ(report.stage, IrKind::Distributed);
        EXPECT_EQ(report.failedCount(), 1);
        EXPECT_EQ(result.error().size(), 1u);
        return result.error().front();
    }

    /// What the observer under test does; set by each test.
    FakeObserver::Observe behaviour = [](const PassCheckpoint&) { return std::vector<CheckOutcome>{}; };
    int askedAfterwards = 0;
};

TEST_F(CheckpointObserverTest, seesTheCheckpointBeforeItIsPublished)
{
    bool asked = false;
    behaviour = [&](const PassCheckpoint& checkpoint) {
        asked = true;
        EXPECT_EQ(manager.history().snapshots.size(), 1u);
        EXPECT_EQ(manager.history().analyses.size(), 0u);
        EXPECT_EQ(checkpoint.input, manager.history().snapshots.back());
        EXPECT_EQ(checkpoint.output->kind(), IrKind::Distributed);
        EXPECT_EQ(checkpoint.record.output, checkpoint.output->digest());
        EXPECT_EQ(checkpoint.session->fingerprint, manager.session().fingerprint);
        EXPECT_GT(checkpoint.lineage.entities, 0);
        return std::vector<CheckOutcome>{{"check.first", "first", "1", "1", {}, true}};
    };
    ASSERT_TRUE(manager.run(distribute).has_value());
    EXPECT_TRUE(asked);
    const CheckpointReport& report = manager.history().checkpoints.back();
    EXPECT_TRUE(report.accepted);
    ASSERT_EQ(report.outcomes.size(), 2u);
    EXPECT_EQ(report.outcomes[0].code, "check.first");
    EXPECT_EQ(report.outcomes[1].code, "check.second");
}

TEST_F(CheckpointObserverTest, rejectsByAFailedOutcome)
{
    behaviour = [](const PassCheckpoint&) {
        return std::vector<CheckOutcome>{{"check.count", "tasks", "101", "100", "mlp.gelu.forward", false}};
    };
    const Diagnostic fault = rejection();
    EXPECT_EQ(fault.code, "check.count");
    EXPECT_EQ(fault.origin, Origin::Check);
    EXPECT_EQ(fault.path, "checkpoints.distributed");
    EXPECT_EQ(fault.message, "tasks: expected 101, found 100 (mlp.gelu.forward)");
    EXPECT_EQ(fault.given, "100");
    EXPECT_EQ(fault.legal, std::vector<std::string>{"101"});
    EXPECT_EQ(askedAfterwards, 1);
}

TEST_F(CheckpointObserverTest, rejectsByAnException)
{
    behaviour = [](const PassCheckpoint&) -> std::vector<CheckOutcome> { throw std::runtime_error("lost my way"); };
    const Diagnostic fault = rejection();
    EXPECT_EQ(fault.code, "check.observer_exception");
    EXPECT_EQ(fault.origin, Origin::Check);
    EXPECT_NE(fault.message.find("lost my way"), std::string::npos);
    EXPECT_EQ(askedAfterwards, 1);
}

TEST_F(CheckpointObserverTest, cannotRunAPass)
{
    std::string innerCode;
    behaviour = [&](const PassCheckpoint&) {
        const auto inner = manager.run(distribute);
        innerCode = inner ? "published" : inner.error().front().code;
        return std::vector<CheckOutcome>{};
    };
    EXPECT_EQ(rejection().code, "pass.reentrant");
    EXPECT_EQ(innerCode, "pass.reentrant");
}

TEST_F(CheckpointObserverTest, cannotStartTheManager)
{
    std::string innerCode;
    behaviour = [&](const PassCheckpoint& checkpoint) {
        const auto inner = manager.start(checkpoint.output->ir());
        innerCode = inner ? "published" : inner.error().front().code;
        return std::vector<CheckOutcome>{};
    };
    EXPECT_EQ(rejection().code, "pass.reentrant");
    EXPECT_EQ(innerCode, "pass.reentrant");
}

TEST_F(CheckpointObserverTest, aRejectedTransitionCanBeTriedAgain)
{
    behaviour = [](const PassCheckpoint&) {
        return std::vector<CheckOutcome>{{"check.count", "tasks", "1", "2", "x", false}};
    };
    rejection();
    behaviour = [](const PassCheckpoint&) { return std::vector<CheckOutcome>{}; };
    EXPECT_TRUE(manager.run(distribute).has_value());
    EXPECT_EQ(manager.history().snapshots.size(), 2u);
    EXPECT_EQ(manager.history().checkpoints.size(), 2u);
}

} // namespace
} // namespace planscope::testing_pass
