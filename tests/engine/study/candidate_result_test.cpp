#include "derivation/checks/reference_observer.h"
#include "oracle_cases.h"
#include "study/candidate_result.h"

#include <set>

namespace planscope::testing_study {
namespace {

constexpr std::string_view gpt3 = "tab5/gpt3-175B_seqsel";

/// Counts the transitions it sees.
class CountingObserver final : public CheckpointObserver {
public:
    std::string_view name() const override { return "counting"; }
    std::vector<CheckOutcome> observe(const PassCheckpoint&) const override
    {
        ++m_transitions;
        return {};
    }
    int transitions() const { return m_transitions; }

private:
    mutable int m_transitions = 0;
};

TEST(Derive, publishesTheThreeSnapshotsWithCheckedTransitions)
{
    const auto derivation = derive(OracleCases::candidate(gpt3).training);
    ASSERT_TRUE(derivation.has_value());
    EXPECT_TRUE((*derivation)->complete());
    EXPECT_TRUE((*derivation)->diagnostics.empty());
    ASSERT_EQ((*derivation)->history.checkpoints.size(), 2u);
    for (const CheckpointReport& report : (*derivation)->history.checkpoints) {
        EXPECT_TRUE(report.accepted);
        EXPECT_GE(report.outcomes.size(), 5u);
    }
}

TEST(Derive, stopsAfterTheStageAskedFor)
{
    const Candidate candidate = OracleCases::candidate(gpt3);
    const auto model = derive(candidate.training, {IrKind::Model, {}});
    const auto distributed = derive(candidate.training, {IrKind::Distributed, {}});
    ASSERT_TRUE(model.has_value() && distributed.has_value());
    EXPECT_EQ((*model)->history.snapshots.size(), 1u);
    EXPECT_EQ((*distributed)->history.snapshots.size(), 2u);
    EXPECT_EQ((*distributed)->snapshot(IrKind::PortablePlan), nullptr);
    EXPECT_FALSE((*distributed)->complete());
}

TEST(Derive, aRejectedTransitionKeepsWhatWasPublishedBeforeIt)
{
    const Candidate candidate = OracleCases::candidate(gpt3);
    const auto result =
        evaluate(candidate, {IrKind::PortablePlan, {referenceObserver({{"mlp.expand.forward", "operations", 1}})}});
    EXPECT_EQ(result->status, ResultStatus::Rejected);
    ASSERT_EQ(result->diagnostics.size(), 1u);
    EXPECT_EQ(result->diagnostics.front().code, "check.reference");
    EXPECT_FALSE(result->estimate.has_value());
    ASSERT_NE(result->derivation, nullptr);
    EXPECT_EQ(result->derivation->history.snapshots.size(), 1u);
    ASSERT_EQ(result->derivation->history.checkpoints.size(), 1u);
    EXPECT_FALSE(result->derivation->history.checkpoints.front().accepted);
}

TransformerTraining trainingOf(TransformerModelSpec model, TransformerTrainingWorkloadSpec workload,
                               TransformerTrainingMappingSpec mapping)
{
    auto training = TransformerTraining::create(std::move(model), workload, mapping);
    EXPECT_TRUE(training.has_value());
    return std::move(training).value();
}

constexpr std::int64_t huge = std::int64_t{1} << 40;

TEST(Derive, refusesWorkThatOverflowsWhereverItStops)
{
    const TransformerTraining training =
        trainingOf({"huge", huge, huge, 1, 1, 1, 1}, {1, 1, Datatype::Float16},
                   {{1, {}}, {1, SingleStage{}}, {1, false}, RecomputePolicy::None, false, false});
    for (const IrKind stop : {IrKind::Model, IrKind::Distributed, IrKind::PortablePlan}) {
        const auto observer = std::make_shared<CountingObserver>();
        const auto derivation = derive(training, {stop, {observer}});
        ASSERT_FALSE(derivation.has_value());
        ASSERT_EQ(derivation.error().size(), 1u);
        EXPECT_EQ(derivation.error().front().code, "integer.overflow");
        EXPECT_EQ(observer->transitions(), 0);
    }
}

TEST(Derive, refusesMemoryOfTheFirstStageThatOverflows)
{
    // A block's weights fit, those of 2^40 blocks do not.
    const TransformerTraining training =
        trainingOf({"deep", 4096, 4096, 1, 1, 1, huge}, {1, 1, Datatype::Float16},
                   {{1, {}}, {1, SingleStage{}}, {1, false}, RecomputePolicy::None, false, false});
    const auto observer = std::make_shared<CountingObserver>();
    const auto derivation = derive(training, {IrKind::PortablePlan, {observer}});
    ASSERT_FALSE(derivation.has_value());
    ASSERT_EQ(derivation.error().size(), 1u);
    EXPECT_EQ(derivation.error().front().code, "integer.overflow");
    EXPECT_EQ(derivation.error().front().path, "memory.weights");
    EXPECT_EQ(observer->transitions(), 0);
}

TEST(Evaluate, anOverflowIsARefusedCandidateWithItsNameAndDiagnosticsAlone)
{
    Candidate candidate = OracleCases::candidate(gpt3);
    candidate.training = trainingOf({"deep", 4096, 4096, 1, 1, 1, huge}, {1, 1, Datatype::Float16},
                                    {{1, {}}, {1, SingleStage{}}, {1, false}, RecomputePolicy::None, false, false});
    const auto result = evaluate(candidate);
    EXPECT_EQ(result->status, ResultStatus::Refused);
    EXPECT_EQ(result->name, candidate.name);
    EXPECT_EQ(result->diagnostics.size(), 1u);
    EXPECT_EQ(result->derivation, nullptr);
    EXPECT_EQ(result->system, nullptr);
    EXPECT_FALSE(result->estimate.has_value());
}

TEST(Evaluate, tiersSystemAndModeRunNoPassAndMoveNoDigest)
{
    const Candidate candidate = OracleCases::candidate(gpt3);
    const auto observer = std::make_shared<CountingObserver>();
    const DerivationPtr derivation = derive(candidate.training, {IrKind::PortablePlan, {observer}}).value();
    ASSERT_EQ(observer->transitions(), 2);
    const PassHistory before = derivation->history;

    std::set<Digest> evidence;
    for (const double capacity : {40.0, 80.0})
        for (const ProcessingMode mode : {ProcessingMode::NoOverlap, ProcessingMode::Roofline})
            for (std::int64_t tensor = 0; tensor < 2; ++tensor)
                for (std::int64_t pipeline = 0; pipeline < 3; ++pipeline)
                    for (std::int64_t data = 0; data < 2; ++data) {
                        SystemProfile system = *candidate.system;
                        system.capacityGib = capacity;
                        system.processingMode = mode;
                        const auto result = evaluate("again", derivation, std::make_shared<SystemProfile>(system),
                                                     {tensor, pipeline, data});
                        EXPECT_EQ(result->status, ResultStatus::Ok);
                        EXPECT_EQ(result->derivation, derivation);
                        evidence.insert(result->evidence);
                        // The same from the start: other systems and tiers derive the same.
                        const auto fresh = evaluate({"fresh", candidate.training, result->system, result->tiers});
                        ASSERT_EQ(fresh->derivation->history.snapshots.size(), before.snapshots.size());
                        for (std::size_t k = 0; k < before.snapshots.size(); ++k)
                            EXPECT_EQ(fresh->derivation->history.snapshots[k]->digest(), before.snapshots[k]->digest());
                        EXPECT_EQ(fresh->derivation->session.fingerprint, derivation->session.fingerprint);
                    }
    EXPECT_EQ(observer->transitions(), 2);
    EXPECT_EQ(evidence.size(), 4u);
    EXPECT_EQ(derivation->history.snapshots, before.snapshots);
}

TEST(Evaluate, aTierThatCannotHoldItsGroupLeavesDerivationAndMemory)
{
    const Candidate candidate = OracleCases::candidate("unfit/001");
    const auto result = evaluate(candidate);
    EXPECT_EQ(result->status, ResultStatus::Ok);
    EXPECT_TRUE(result->derivation->complete());
    EXPECT_FALSE(result->estimate->modes.has_value());
    EXPECT_GT(result->estimate->memory.total.value(), 0);
    ASSERT_FALSE(result->diagnostics.empty());
    EXPECT_EQ(result->diagnostics.front().code, "network_tiers.capacity");
}

TEST(Derive, resultsOutliveEverythingTheyWereMadeOf)
{
    SnapshotPtr plan;
    {
        const auto result = evaluate(OracleCases::candidate(gpt3));
        plan = result->derivation->snapshot(IrKind::PortablePlan);
    }
    EXPECT_EQ(Digest::of(plan->bytes()), plan->digest());
}

} // namespace
} // namespace planscope::testing_study
