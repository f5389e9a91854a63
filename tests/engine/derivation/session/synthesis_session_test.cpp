#include "derivation/session/synthesis_session.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

namespace planscope {
namespace {

using ::testing::HasSubstr;

struct Specs {
    TransformerModelSpec model{"small", 64, 256, 32, 8, 8, 8};
    TransformerTrainingWorkloadSpec workload{64, 1, Datatype::Float16};
    TransformerTrainingMappingSpec mapping{{4, TensorCommunication::AllReduce},
                                           {2, OneForwardOneBackward{}},
                                           {2, true},
                                           RecomputePolicy::None,
                                           false,
                                           false};

    TransformerTraining training() const
    {
        auto made = TransformerTraining::create(model, workload, mapping);
        EXPECT_TRUE(made.has_value());
        return std::move(made).value();
    }
};

TEST(SynthesisSession, bindsWhatTheTrainingStates)
{
    const SynthesisSession session = synthesisSessionFor(Specs{}.training());
    EXPECT_EQ(session.workload(), (WorkloadBinding{64, 1, 32, 16, Datatype::Float16}));
    EXPECT_EQ(session.strategy(), (StrategyBinding{Specs{}.mapping, 64, 1, 16, 4, 4, Datatype::Float16}));
}

TEST(SynthesisSession, fingerprintsAreDigestsOfTheBindings)
{
    const SynthesisSession session = synthesisSessionFor(Specs{}.training());
    const std::string strategy = encodeCanonical(session.strategy());
    EXPECT_EQ(session.strategyFingerprint, Digest::of(strategy));
    EXPECT_EQ(session.fingerprint,
              Digest::of("{\"strategy\":" + strategy + ",\"workload\":" + encodeCanonical(session.workload()) + "}"));
}

TEST(SynthesisSession, separateBindingsThatAgreeMakeTheSameSession)
{
    const TransformerTraining training = Specs{}.training();
    const auto separate = synthesisSessionFor(bindWorkload(training), bindStrategy(training));
    ASSERT_TRUE(separate.has_value());
    EXPECT_EQ(separate->fingerprint, synthesisSessionFor(training).fingerprint);
}

/// The workload is bound to one training, the strategy to another that differs in one fact.
struct Conflict {
    std::string_view path;
    std::string_view given;
    std::function<void(WorkloadBinding&)> change;
};

class SessionConflict : public ::testing::TestWithParam<Conflict> { };

TEST_P(SessionConflict, isFoundAloneAndNamesBothValues)
{
    const TransformerTraining training = Specs{}.training();
    WorkloadBinding workload = bindWorkload(training);
    GetParam().change(workload);
    const auto session = synthesisSessionFor(workload, bindStrategy(training));
    ASSERT_FALSE(session.has_value());
    ASSERT_EQ(session.error().size(), 1u);
    const Diagnostic& conflict = session.error().front();
    EXPECT_EQ(conflict.code, "session.conflict");
    EXPECT_EQ(conflict.origin, Origin::Import);
    EXPECT_EQ(conflict.path, GetParam().path);
    EXPECT_EQ(conflict.given, GetParam().given);
}

INSTANTIATE_TEST_SUITE_P(
    OneFact, SessionConflict,
    ::testing::Values(Conflict{"session.datatype", "workload bfloat16, strategy float16",
                               [](WorkloadBinding& w) { w.datatype = Datatype::BFloat16; }},
                      Conflict{"session.global_batch_size", "workload 128, strategy 64",
                               [](WorkloadBinding& w) { w.globalBatchSize = 128, w.microbatchCount = 64; }},
                      Conflict{"session.microbatch_size", "workload 2, strategy 1",
                               [](WorkloadBinding& w) { w.microbatchSize = 2, w.microbatchCount = 16; }},
                      Conflict{"session.world_size", "workload 32, strategy 16",
                               [](WorkloadBinding& w) { w.worldSize = 32; }},
                      Conflict{"session.microbatch_count", "workload 16, strategy 32",
                               [](WorkloadBinding& w) { w.microbatchCount = 16; }}));

TEST(SynthesisSession, reportsEveryConflictAtOnce)
{
    const TransformerTraining training = Specs{}.training();
    WorkloadBinding workload = bindWorkload(training);
    workload.datatype = Datatype::BFloat16;
    workload.worldSize = 8;
    const auto session = synthesisSessionFor(workload, bindStrategy(training));
    ASSERT_FALSE(session.has_value());
    EXPECT_EQ(session.error().size(), 2u);
}

TEST(SynthesisSession, aBatchThatTheReplicasCannotShareIsAConflictNotACrash)
{
    StrategyBinding strategy = bindStrategy(Specs{}.training());
    strategy.mapping.data.degree = 0;
    const auto session = synthesisSessionFor(bindWorkload(Specs{}.training()), strategy);
    ASSERT_FALSE(session.has_value());
    EXPECT_THAT(session.error().front().message, HasSubstr("64/0"));
}

/// What section 3 of the rules says of the session: fields that move its fingerprint, and the model's that do not.
TEST(SynthesisSession, everyWorkloadAndMappingFieldMovesTheFingerprint)
{
    const Digest base = synthesisSessionFor(Specs{}.training()).fingerprint;
    const std::vector<std::pair<std::string, std::function<void(Specs&)>>> changes{
        {"global_batch_size", [](Specs& s) { s.workload.globalBatchSize = 128; }},
        {"microbatch_size", [](Specs& s) { s.workload.microbatchSize = 2; }},
        {"datatype", [](Specs& s) { s.workload.datatype = Datatype::BFloat16; }},
        {"tensor.degree", [](Specs& s) { s.mapping.tensor.degree = 2; }},
        {"tensor.communication",
         [](Specs& s) { s.mapping.tensor.communication = TensorCommunication::ReduceScatterAllGather; }},
        {"pipeline.degree", [](Specs& s) { s.mapping.pipeline.degree = 4; }},
        {"pipeline.schedule", [](Specs& s) { s.mapping.pipeline.schedule = InterleavedOneForwardOneBackward{2}; }},
        {"data.degree", [](Specs& s) { s.mapping.data.degree = 4; }},
        {"data.optimizer_sharding", [](Specs& s) { s.mapping.data.optimizerSharding = false; }},
        {"recompute", [](Specs& s) { s.mapping.recompute = RecomputePolicy::Full; }},
        {"fused_activation", [](Specs& s) { s.mapping.fusedActivation = true; }},
    };
    for (const auto& [field, change] : changes) {
        Specs changed;
        change(changed);
        EXPECT_NE(synthesisSessionFor(changed.training()).fingerprint, base) << field;
    }
}

TEST(SynthesisSession, modelFactsMoveTheFingerprintOnlyWhereABindingStatesThem)
{
    const Digest base = synthesisSessionFor(Specs{}.training()).fingerprint;
    Specs wider;
    wider.model.hiddenSize = 128;
    EXPECT_EQ(synthesisSessionFor(wider.training()).fingerprint, base);
    Specs deeper;
    deeper.model.blockCount = 16;
    EXPECT_NE(synthesisSessionFor(deeper.training()).fingerprint, base);
}

} // namespace
} // namespace planscope
