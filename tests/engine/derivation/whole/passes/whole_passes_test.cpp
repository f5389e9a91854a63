#include "derivation/pass/pass_manager.h"
#include "derivation/whole/passes/liveness.h"
#include "engine/derivation/verifier_rules.h"
#include "engine/derivation/whole/derived_irs.h"

#include <gmock/gmock.h>

namespace planscope::whole {
namespace {

PassManager managerOf(const Training& training)
{
    return PassManager{synthesisSessionFor(training), {}};
}

TEST(WholePasses, DeriveTheSpreadWithLineageForEveryEntity)
{
    for (const NamedTraining& one : trainingSpread()) {
        PassManager manager = managerOf(one.training);
        ASSERT_TRUE(manager.start(buildModelIr(one.training.model()))) << one.name;
        const auto tasks = manager.run(DistributePass{});
        ASSERT_TRUE(tasks) << one.name << linesOf(tasks.error());
        const auto plan = manager.run(PlanPass{});
        ASSERT_TRUE(plan) << one.name << linesOf(plan.error());
        for (const CheckpointReport& checkpoint : manager.history().checkpoints) {
            EXPECT_GT(checkpoint.lineage.entities, 0);
            EXPECT_EQ(checkpoint.lineage.entities, checkpoint.lineage.withSources) << one.name;
        }
        const LineageSummary& last = manager.history().checkpoints.back().lineage;
        EXPECT_EQ(last.sourcesCovered, last.sourcesTotal) << one.name;
        EXPECT_EQ((*plan)->accounting(), Accounting::Whole);
        EXPECT_EQ((*plan)->kind(), IrKind::PortablePlan);
    }
}

TEST(WholePasses, RefuseASessionOfTheOtherAccounting)
{
    const auto block = TransformerTraining::create({"small", 64, 256, 32, 8, 8, 8}, {64, 1, Datatype::Float16},
                                                   {{4, TensorCommunication::ReduceScatterAllGather},
                                                    {2, OneForwardOneBackward{}},
                                                    {2, false},
                                                    RecomputePolicy::None,
                                                    false,
                                                    false});
    PassManager manager{synthesisSessionFor(*block), {}};
    ASSERT_TRUE(manager.start(buildModelIr(SmallSpecs{}.model)));
    const auto refused = manager.run(DistributePass{});
    ASSERT_FALSE(refused);
    EXPECT_EQ(codesOf(refused.error()), std::set<std::string>{"pass.binding"});
}

TEST(WholePasses, AnIntegerBeyond64BitsPublishesNothing)
{
    SmallSpecs specs;
    specs.workload.sequenceLength = std::int64_t{1} << 30;
    const Training training = specs.training();
    PassManager manager = managerOf(training);
    ASSERT_TRUE(manager.start(buildModelIr(training.model())));
    const auto refused = manager.run(DistributePass{});
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().front().code, "integer.overflow");
    EXPECT_EQ(refused.error().front().path, "program.block.forward.operations");
    EXPECT_EQ(manager.history().snapshots.size(), 1u);
}

/// The relation of a pass finds what its output lost or invented.
class WholeRelation : public testing::Test {
protected:
    const Training training = SmallSpecs{}.training();
    const SynthesisSession session = synthesisSessionFor(training);
    const IrSnapshot model{AnyIr{buildModelIr(training.model())}};
    DistributedTaskIR tasks = tasksOf(training);
    PortablePlanIR plan = planOf(training);

    std::set<std::string> ofTasks() const
    {
        return codesOf(DistributePass{}.checkRelation(model, IrSnapshot{AnyIr{tasks}}, session));
    }
    std::set<std::string> ofPlan() const
    {
        return codesOf(PlanPass{}.checkRelation(IrSnapshot{AnyIr{tasks}}, IrSnapshot{AnyIr{plan}}, session));
    }
};

TEST_F(WholeRelation, HoldsForWhatThePassesMake)
{
    EXPECT_THAT(ofTasks(), testing::IsEmpty());
    EXPECT_THAT(ofPlan(), testing::IsEmpty());
}

TEST_F(WholeRelation, FindsAForeignSource)
{
    tasks.tasks[0].lineage.sources = {OperationId::derive(Digest::of("another"), "fc1")};
    EXPECT_THAT(ofTasks(), testing::Contains("lineage.source"));
}

TEST_F(WholeRelation, FindsAKeptTensorThatNoBackwardReads)
{
    for (DistributedValue& value : tasks.values)
        if (value.name == "fc2.input")
            value.lineage.sources = {ModelValueId::derive(tasksOf(training).sourceDigest, "x")};
    EXPECT_THAT(ofTasks(), testing::IsSupersetOf({"lineage.source", "lineage.predicate"}));
}

TEST_F(WholeRelation, FindsABackwardWhoseReadsAreNotKept)
{
    tasks.values.erase(std::find_if(tasks.values.begin(), tasks.values.end(),
                                    [](const DistributedValue& value) { return value.name == "fc2.input"; }));
    EXPECT_THAT(ofTasks(), testing::Contains("lineage.predicate"));
}

TEST_F(WholeRelation, FindsAWeightThatNoRankHolds)
{
    tasks.values.erase(std::find_if(tasks.values.begin(), tasks.values.end(),
                                    [](const DistributedValue& value) { return value.name == "fc2.weight"; }));
    EXPECT_THAT(ofTasks(), testing::Contains("lineage.coverage"));
}

TEST_F(WholeRelation, FindsAnotherMapping)
{
    tasks.mapping.loss = LossKernel::Float32;
    EXPECT_THAT(ofTasks(), testing::Contains("lineage.predicate"));
}

TEST_F(WholeRelation, FindsChangedFactsOfThePlan)
{
    plan.tasks[3].facts.operations = Operations{1};
    EXPECT_THAT(ofPlan(), testing::Contains("lineage.predicate"));
}

TEST_F(WholeRelation, FindsALostBuffer)
{
    plan.saved.pop_back();
    EXPECT_THAT(ofPlan(), testing::Contains("lineage.coverage"));
}

TEST(Liveness, ReleasesWhatSectionSevenReleases)
{
    const auto releasesOf = [](const Training& training) {
        std::string text;
        for (const PlanMoment& moment : planOf(training).moments) {
            text += std::string{nameOf(moment.moment)} + ":";
            for (const SavedTensor tensor : moment.releases)
                text += " " + std::string{nameOf(tensor)};
            text += "\n";
        }
        return text;
    };
    EXPECT_EQ(releasesOf(SmallSpecs{}.training()),
              "head.backward: head.input loss.logits\n"
              "final_norm.backward: final_norm.input final_norm.statistics\n"
              "fc2.backward: fc2.input\n"
              "activation.backward: activation.input\n"
              "fc1.backward: fc1.input\n"
              "mlp_norm.backward: mlp_norm.input mlp_norm.statistics\n"
              "proj.backward:\n"
              "core_attention.backward: core_attention.query core_attention.key core_attention.value "
              "core_attention.log_sum_exp proj.input\n"
              "qkv.backward: attn_norm.input attn_norm.statistics qkv.input\n"
              "embedding.backward: embedding.token_ids embedding.range_mask\n");
    SmallSpecs unfused;
    unfused.workload.hiddenDropout = true;
    unfused.workload.attentionDropout = true;
    unfused.model.queryKeyNorm = true;
    unfused.mapping.attention = AttentionKernel::Unfused;
    unfused.mapping.loss = LossKernel::Float32;
    EXPECT_EQ(releasesOf(unfused.training()),
              "loss.forward:\n"
              "loss.backward: loss.softmax loss.target_mask loss.masked_target\n"
              "head.backward: head.input\n"
              "final_norm.backward: final_norm.input final_norm.statistics\n"
              "fc2.backward: fc2.input mlp_dropout.mask\n"
              "activation.backward: activation.input\n"
              "fc1.backward: fc1.input\n"
              "mlp_norm.backward: attn_dropout.mask mlp_norm.input mlp_norm.statistics\n"
              "proj.backward: proj.input\n"
              "core_attention.backward: qk_norm.input qk_norm.statistics core_attention.query core_attention.key "
              "core_attention.value softmax.output probability_dropout.mask probability_value.input\n"
              "qkv.backward: attn_norm.input attn_norm.statistics qkv.input\n"
              "embedding.backward: embedding.token_ids embedding.range_mask embedding_dropout.mask\n");
}

} // namespace
} // namespace planscope::whole
