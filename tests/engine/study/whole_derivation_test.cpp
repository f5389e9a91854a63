#include "engine/derivation/whole/small_trainings.h"
#include "study/candidate_result.h"
#include "study/snapshot_verification.h"
#include "study/whole_result.h"

#include <gtest/gtest.h>

#include <functional>

namespace planscope::whole {
namespace {

struct Digests {
    Digest model, distributed, plan, session;
};

Digests digestsOf(const SmallSpecs& specs)
{
    const DerivationPtr derivation = derive(specs.training()).value();
    EXPECT_TRUE(derivation->complete());
    return {derivation->snapshot(IrKind::Model)->digest(), derivation->snapshot(IrKind::Distributed)->digest(),
            derivation->snapshot(IrKind::PortablePlan)->digest(), derivation->session.fingerprint};
}

/// Which digests a change moves: M, D, P, S, as section 11 of the rules says.
struct Movement {
    std::string field;
    std::string moves;
    std::function<void(SmallSpecs&)> change;
};

class WholeDigestMovement : public ::testing::TestWithParam<Movement> { };

TEST_P(WholeDigestMovement, MovesExactlyTheseDigests)
{
    const SmallSpecs before;
    SmallSpecs after;
    GetParam().change(after);
    const Digests a = digestsOf(before);
    const Digests b = digestsOf(after);
    std::string moved;
    moved += a.model != b.model ? "M" : "";
    moved += a.distributed != b.distributed ? "D" : "";
    moved += a.plan != b.plan ? "P" : "";
    moved += a.session != b.session ? "S" : "";
    EXPECT_EQ(moved, GetParam().moves);
}

INSTANTIATE_TEST_SUITE_P(
    Fields, WholeDigestMovement,
    ::testing::Values(
        Movement{"nothing", "", [](SmallSpecs&) {}},
        Movement{"hidden_size", "MDP", [](SmallSpecs& s) { s.model.hiddenSize = 128; }},
        Movement{"tied_embeddings", "MDP", [](SmallSpecs& s) { s.model.tiedEmbeddings = true; }},
        Movement{"block_count", "MDPS", [](SmallSpecs& s) { s.model.blockCount = 16; }},
        Movement{"sequence_length", "DPS", [](SmallSpecs& s) { s.workload.sequenceLength = 128; }},
        Movement{"microbatch_size", "DPS", [](SmallSpecs& s) { s.workload.microbatchSize = 2; }},
        Movement{"global_batch_size", "DPS", [](SmallSpecs& s) { s.workload.globalBatchSize = 96; }},
        Movement{"hidden_dropout", "DPS", [](SmallSpecs& s) { s.workload.hiddenDropout = true; }},
        Movement{"tensor", "DPS", [](SmallSpecs& s) { s.mapping.tensor.degree = 4; }},
        Movement{"sequence_parallel", "DPS", [](SmallSpecs& s) { s.mapping.tensor.sequenceParallel = false; }},
        Movement{"context", "DPS", [](SmallSpecs& s) { s.mapping.context.degree = 2; }},
        Movement{"pipeline", "DPS", [](SmallSpecs& s) { s.mapping.pipeline.degree = 4; }},
        Movement{"schedule", "DPS",
                 [](SmallSpecs& s) {
                     s.mapping.pipeline.schedule = Interleaved{2, {}};
                 }},
        Movement{"layout", "DPS",
                 [](SmallSpecs& s) {
                     s.mapping.pipeline.layout = {3, 5};
                 }},
        Movement{"data", "DPS", [](SmallSpecs& s) { s.mapping.data.degree = 4; }},
        Movement{"optimizer_sharding", "DPS", [](SmallSpecs& s) { s.mapping.data.optimizerSharding = false; }},
        Movement{"recompute", "DPS", [](SmallSpecs& s) { s.mapping.recompute = RecomputeKind::Full; }},
        Movement{"attention", "DPS", [](SmallSpecs& s) { s.mapping.attention = AttentionKernel::Unfused; }},
        Movement{"loss", "DPS", [](SmallSpecs& s) { s.mapping.loss = LossKernel::Float32; }},
        Movement{"gradients", "DPS", [](SmallSpecs& s) { s.mapping.gradientDatatype = GradientDatatype::BFloat16; }},
        Movement{"vocabulary", "DPS", [](SmallSpecs& s) { s.mapping.vocabulary.extraTokens = 30; }}),
    [](const auto& movement) { return movement.param.field; });

std::string bundleOf(const Derivation& derivation)
{
    std::string bundle = "[";
    for (const SnapshotPtr& snapshot : derivation.history.snapshots)
        bundle += (bundle.size() == 1 ? "" : ",") + snapshot->bytes();
    return bundle + "]";
}

TEST(WholeSnapshots, BundlesOfTheSpreadVerifyAndDeriveAgain)
{
    for (const NamedTraining& one : trainingSpread()) {
        const DerivationPtr derivation = derive(one.training).value();
        const SnapshotVerification found = verifySnapshots(bundleOf(*derivation));
        EXPECT_TRUE(found.passed()) << one.name << ": " << oneLine(found.allFaults().front());
        EXPECT_TRUE(found.rederived) << one.name;
        ASSERT_EQ(found.transitions.size(), 2u);
        for (std::size_t k = 0; k < 2; ++k)
            EXPECT_EQ(found.transitions[k].outcomes.size(), derivation->history.checkpoints[k].outcomes.size());
    }
}

TEST(WholeSnapshots, AChangedNumberIsFoundWhereverItStands)
{
    const DerivationPtr derivation = derive(SmallSpecs{}.training()).value();
    const std::string bundle = bundleOf(*derivation);
    std::size_t tried = 0;
    for (std::size_t at = bundle.find_first_of("123456789"); at != std::string::npos;
         at = bundle.find_first_of("123456789", at + 97)) { // every 97th byte or so
        std::string changed = bundle;
        changed[at] = changed[at] == '9' ? '8' : static_cast<char>(changed[at] + 1);
        EXPECT_FALSE(verifySnapshots(changed).passed()) << bundle.substr(at < 40 ? 0 : at - 40, 60);
        ++tried;
    }
    EXPECT_GT(tried, 500u);
}

TEST(WholeSnapshots, SnapshotsOfTwoAccountingsMakeNoBundle)
{
    const auto block = TransformerTraining::create({"small", 64, 256, 32, 8, 8, 8}, {64, 1, Datatype::Float16},
                                                   {{4, TensorCommunication::ReduceScatterAllGather},
                                                    {2, OneForwardOneBackward{}},
                                                    {2, false},
                                                    RecomputePolicy::None,
                                                    false,
                                                    false});
    const auto blockModel = planscope::derive(*block).value()->snapshot(IrKind::Model);
    const DerivationPtr derivation = derive(SmallSpecs{}.training()).value();
    const std::string bundle = "[" + blockModel->bytes() + "," + derivation->snapshot(IrKind::Distributed)->bytes()
        + "," + derivation->snapshot(IrKind::PortablePlan)->bytes() + "]";
    const SnapshotVerification found = verifySnapshots(bundle);
    EXPECT_FALSE(found.passed());
    EXPECT_FALSE(found.rederived);
}

} // namespace
} // namespace planscope::whole
