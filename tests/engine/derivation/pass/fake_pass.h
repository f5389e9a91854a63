#pragma once

#include "derivation/model/build_transformer_model_ir.h"
#include "derivation/pass/pass_manager.h"
#include "derivation/passes/distribute_transformer_training_pass.h"
#include "derivation/passes/plan_transformer_training_pass.h"

#include <gtest/gtest.h>

#include <functional>

namespace planscope::testing_pass {

/// An honest pass, but for what a test changes: each obligation can be broken alone.
class FakePass final : public Pass {
public:
    using Run = std::function<Result<AnyIr>(const IrSnapshot&, PassContext&)>;
    using Relation = std::function<Diagnostics(const IrSnapshot&, const IrSnapshot&, const SynthesisSession&)>;

    explicit FakePass(const Pass& honest)
        : terms(honest.contract())
        , m_honest(honest)
    {
    }

    const PassContract& contract() const override { return terms; }
    Result<AnyIr> run(const IrSnapshot& input, PassContext& context) const override
    {
        return onRun ? onRun(input, context) : m_honest.run(input, context);
    }
    Diagnostics checkRelation(const IrSnapshot& input, const IrSnapshot& output,
                              const SynthesisSession& session) const override
    {
        return onRelation ? onRelation(input, output, session) : m_honest.checkRelation(input, output, session);
    }

    PassContract terms;
    Run onRun;
    Relation onRelation;

private:
    const Pass& m_honest;
};

/// An observer that does what a test says.
class FakeObserver final : public CheckpointObserver {
public:
    using Observe = std::function<std::vector<CheckOutcome>(const PassCheckpoint&)>;

    explicit FakeObserver(Observe onObserve)
        : m_onObserve(std::move(onObserve))
    {
    }
    std::string_view name() const override { return "fake"; }
    std::vector<CheckOutcome> observe(const PassCheckpoint& checkpoint) const override
    {
        return m_onObserve(checkpoint);
    }

private:
    Observe m_onObserve;
};

inline TransformerTraining smallTraining()
{
    auto training = TransformerTraining::create({"small", 64, 256, 32, 8, 8, 8}, {64, 1, Datatype::Float16},
                                                {{4, TensorCommunication::ReduceScatterAllGather},
                                                 {2, OneForwardOneBackward{}},
                                                 {2, true},
                                                 RecomputePolicy::Attention,
                                                 false,
                                                 false});
    EXPECT_TRUE(training.has_value());
    return std::move(training).value();
}

/// A manager with the small training's ModelIR, and the two real passes.
class PassManagerTest : public ::testing::Test {
protected:
    using Observers = std::vector<std::shared_ptr<const CheckpointObserver>>;

    explicit PassManagerTest(Observers observers = {})
        : manager(synthesisSessionFor(smallTraining()), std::move(observers))
    {
        EXPECT_TRUE(manager.start(buildTransformerModelIr(smallTraining().model())).has_value());
    }

    /// Runs the pass, which must fail with exactly one diagnostic and leave the history alone.
    Diagnostic onlyFaultOf(const Pass& pass)
    {
        const PassHistory before = manager.history();
        const auto result = manager.run(pass);
        EXPECT_FALSE(result.has_value());
        expectPublished(before);
        EXPECT_EQ(manager.history().checkpoints.size(), before.checkpoints.size());
        if (result.has_value() || result.error().empty())
            return {};
        EXPECT_EQ(result.error().size(), 1u) << oneLine(result.error().back());
        return result.error().front();
    }

    /// Neither snapshots nor analyses differ from `before`.
    void expectPublished(const PassHistory& before) const
    {
        EXPECT_EQ(manager.history().snapshots, before.snapshots);
        EXPECT_EQ(manager.history().analyses, before.analyses);
    }

    const DistributeTransformerTrainingPass distribute;
    const PlanTransformerTrainingPass plan;
    PassManager manager;
};

} // namespace planscope::testing_pass
