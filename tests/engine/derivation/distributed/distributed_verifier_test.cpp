#include "derivation/distributed/distributed_verifier.h"

#include "derivation/dialect/findings.h"
#include "engine/derivation/distributed/tiny_distributed_ir.h"
#include "engine/derivation/verifier_rules.h"

#include <chrono>
#include <cstdint>

#include <gmock/gmock.h>

namespace planscope {
namespace {

using Ir = DistributedTaskIR;
using Broken = BrokenRule<Ir>;

Collective& collectiveOf(DistributedTask& task)
{
    return std::get<Collective>(task.body);
}

/// Of the IR with every phase: tasks 0 layer_norm, 1 all_gather, 2 softmax, 3 reduce_scatter (forward),
/// 4 all_gather (recommunication), 5 softmax (recompute), 6 softmax (activation gradient), 7 layer_norm (weight
/// gradient), 8 layer_norm (optimizer); values 0 input, 1 output.
const std::vector<Broken>& brokenRules()
{
    static const std::vector<Broken> cases{
        {"schema", "AnotherName", [](Ir& ir) { ir.schema.name = "planscope.model_ir"; }},
        {"schema", "LaterVersion", [](Ir& ir) { ir.schema.major = INT64_MAX; }},
        {"schema", "NegativeVersion", [](Ir& ir) { ir.schema.minor = -1; }},
        {"source_digest", "Missing",
         [](Ir& ir) {
             ir.sourceDigest = {};
             rederive(ir);
         }},
        {"mesh", "NoAxis", [](Ir& ir) { ir.mesh.axes.clear(); }},
        {"mesh", "SecondAxis",
         [](Ir& ir) {
             ir.mesh.axes.push_back({"dp", Ranks{2}});
         }},
        {"mesh", "AnotherName", [](Ir& ir) { ir.mesh.axes[0].name = "dp"; }},
        {"mesh", "NoRanks", [](Ir& ir) { ir.mesh.axes[0].size = Ranks{0}; }},
        {"mesh", "NegativeRanks", [](Ir& ir) { ir.mesh.axes[0].size = Ranks{INT64_MIN}; }},
        {"distribution", "NoMicrobatch",
         [](Ir& ir) {
             ir.distribution.microbatchSize = 0;
             for (DistributedValue& value : ir.values)
                 value.shape[0] = Elements{0};
         }},
        {"distribution", "NoShards", [](Ir& ir) { ir.distribution.optimizerShards = 0; }},
        {"distribution", "RedoWithFullRecompute",
         [](Ir& ir) {
             ir.distribution.sequenceParallelAllGatherRedo = true;
             ir.distribution.recompute = RecomputePolicy::Full;
         }},
        {"distribution", "RedoWithAllReduce",
         [](Ir& ir) {
             ir.distribution.sequenceParallelAllGatherRedo = true;
             ir.distribution.communication = TensorCommunication::AllReduce;
         }},
        {"unique_ids", "ValueTwice", [](Ir& ir) { ir.values.push_back(ir.values[0]); }},
        {"unique_ids", "TaskTwice",
         [](Ir& ir) {
             ir.tasks.push_back(ir.tasks[8]);
             ++ir.stages.back().taskCount;
             ir.tasks[9].dependencies = {ir.tasks[8].id};
         }},
        {"id_derived", "OfAnotherName",
         [](Ir& ir) {
             ir.tasks[7].id = TaskId::derive(ir.sourceDigest, "another");
             ir.tasks[8].dependencies = {ir.tasks[7].id};
         }},
        {"id_derived", "OfAnotherParent", [](Ir& ir) { ir.values[0].id = DistributedValueId::derive({}, "in"); }},
        {"name", "OfAnotherLayer",
         [](Ir& ir) {
             ir.tasks[7].name = "mlp.layer_norm.weight_gradient";
             rederive(ir);
         }},
        {"name", "WithoutCollectiveKind",
         [](Ir& ir) {
             ir.tasks[1].name = "attention.input_collective.forward";
             rederive(ir);
         }},
        {"name", "Longer",
         [](Ir& ir) {
             ir.tasks[7].name += ".";
             rederive(ir);
         }},
        {"named", "NoName",
         [](Ir& ir) {
             ir.values[0].name.clear();
             rederive(ir);
         }},
        {"primitive", "NotTheLayers", [](Ir& ir) { ir.tasks[0].primitive = Primitive::Gelu; }},
        {"primitive", "NotAdam", [](Ir& ir) { ir.tasks[8].primitive = Primitive::LayerNorm; }},
        {"phase", "WeightGradientOfCollective",
         [](Ir& ir) {
             ir.tasks[7] =
                 taskOf({Layer::MlpInputCollective, Phase::WeightGradient, ir.tasks[1].body, ir.tasks[1].facts},
                        ir.sourceDigest, 2);
             ir.tasks[7].dependencies = {ir.tasks[6].id};
             ir.tasks[8].dependencies = {ir.tasks[7].id};
         }},
        {"phase", "RecommunicationOfSoftmax",
         [](Ir& ir) {
             ir.tasks[4] = taskOf({Layer::AttentionSoftmax, Phase::Recommunication, LocalCompute{}, facts(1, 1, 1)},
                                  ir.sourceDigest, 2);
             ir.tasks[4].dependencies = {ir.tasks[3].id};
             ir.tasks[5].dependencies = {ir.tasks[4].id};
         }},
        {"body", "LocalComputeOfCollective",
         [](Ir& ir) {
             ir.tasks[1].body = LocalCompute{};
             ir.tasks[1].facts.message = {};
             rename(ir);
         }},
        {"body", "CollectiveOfLayerNorm",
         [](Ir& ir) {
             ir.tasks[7].body = ir.tasks[1].body;
             ir.tasks[7].facts.message = Bytes{1};
             rename(ir);
         }},
        {"ranks", "OutsideTheMesh", [](Ir& ir) { ir.tasks[0].ranks.first = 1; }},
        {"ranks", "FewerThanTheMesh", [](Ir& ir) { ir.tasks[0].ranks.count = Ranks{1}; }},
        {"ranks", "None", [](Ir& ir) { ir.tasks[0].ranks.count = Ranks{0}; }},
        {"ranks", "Overflowing",
         [](Ir& ir) {
             ir.tasks[0].ranks = {INT64_MAX, Ranks{INT64_MAX}};
         }},
        {"facts", "NegativeOperations", [](Ir& ir) { ir.tasks[0].facts.operations = Operations{-1}; }},
        {"facts", "NegativeRead", [](Ir& ir) { ir.tasks[0].facts.read = Bytes{INT64_MIN}; }},
        {"facts", "NegativeWrite", [](Ir& ir) { ir.tasks[0].facts.write = Bytes{-1}; }},
        {"facts", "NegativeMessage", [](Ir& ir) { ir.tasks[1].facts.message = Bytes{-1}; }},
        {"message", "OfLocalCompute", [](Ir& ir) { ir.tasks[0].facts.message = Bytes{1}; }},
        {"message", "NoneOfCollective", [](Ir& ir) { ir.tasks[1].facts.message = Bytes{0}; }},
        {"work", "None", [](Ir& ir) { ir.tasks[0].facts = {}; }},
        {"participants", "FewerThanTheTasks", [](Ir& ir) { collectiveOf(ir.tasks[1]).participants.count = Ranks{1}; }},
        {"participants", "Others", [](Ir& ir) { collectiveOf(ir.tasks[1]).participants.first = 2; }},
        {"reduction", "OfAllGather", [](Ir& ir) { collectiveOf(ir.tasks[1]).reduction = Reduction::Sum; }},
        {"reduction", "NoneOfReduceScatter", [](Ir& ir) { collectiveOf(ir.tasks[3]).reduction.reset(); }},
        {"reduction", "MaximumOfReduceScatter",
         [](Ir& ir) { collectiveOf(ir.tasks[3]).reduction = Reduction::Maximum; }},
        {"reduction", "NoneOfAllReduce",
         [](Ir& ir) {
             collectiveOf(ir.tasks[1]).kind = CollectiveKind::AllReduce;
             rename(ir);
         }},
        {"reference", "UnknownDependency",
         [](Ir& ir) { ir.tasks[2].dependencies.push_back(TaskId::derive(ir.sourceDigest, "lost")); }},
        {"reference", "UnknownRepeated", [](Ir& ir) { ir.tasks[5].repeats = TaskId::derive(ir.sourceDigest, "lost"); }},
        {"reference", "UnknownConsumer",
         [](Ir& ir) { ir.values[0].consumers.push_back(TaskId::derive(ir.sourceDigest, "lost")); }},
        {"reference", "UnknownProducer",
         [](Ir& ir) { ir.values[1].producer = TaskId::derive(ir.sourceDigest, "lost"); }},
        {"repeated_reference", "DependencyTwice",
         [](Ir& ir) { ir.tasks[2].dependencies.push_back(ir.tasks[2].dependencies[0]); }},
        {"repeated_reference", "ConsumerTwice",
         [](Ir& ir) { ir.values[0].consumers.push_back(ir.values[0].consumers[0]); }},
        {"dependency_order", "OnALaterTask", [](Ir& ir) { ir.tasks[2].dependencies.push_back(ir.tasks[7].id); }},
        {"dependency_order", "OnItself", [](Ir& ir) { ir.tasks[0].dependencies.push_back(ir.tasks[0].id); }},
        {"chain", "NoDependency", [](Ir& ir) { ir.tasks[4].dependencies.clear(); }},
        {"chain", "PredecessorSkipped", [](Ir& ir) { ir.tasks[4].dependencies = {ir.tasks[2].id}; }},
        {"repeats", "NoneOfRecompute", [](Ir& ir) { ir.tasks[5].repeats.reset(); }},
        {"repeats", "OfBackward", [](Ir& ir) { ir.tasks[6].repeats = ir.tasks[2].id; }},
        {"repeats", "AnotherLayer", [](Ir& ir) { ir.tasks[5].repeats = ir.tasks[0].id; }},
        {"repeats", "Itself", [](Ir& ir) { ir.tasks[5].repeats = ir.tasks[5].id; }},
        {"repeats", "OtherWork", [](Ir& ir) { ir.tasks[5].facts.operations = Operations{51}; }},
        {"stage_cover", "Gap",
         [](Ir& ir) {
             ir.stages[1] = {StageKind::Recompute, 5, 1};
         }},
        {"stage_cover", "Overlap",
         [](Ir& ir) {
             ir.stages[1] = {StageKind::Recompute, 3, 3};
         }},
        {"stage_cover", "TooFew", [](Ir& ir) { ir.stages.pop_back(); }},
        {"stage_cover", "TooMany", [](Ir& ir) { ir.stages.back().taskCount = INT64_MAX; }},
        {"stage_cover", "Empty",
         [](Ir& ir) {
             ir.tasks.erase(ir.tasks.begin() + 4, ir.tasks.begin() + 6);
             ir.tasks[4].dependencies = {ir.tasks[3].id};
             ir.stages = {{StageKind::Forward, 0, 4},
                          {StageKind::Recompute, 4, 0},
                          {StageKind::Backward, 4, 2},
                          {StageKind::Optimizer, 6, 1}};
         }},
        {"stage_order", "BackwardFirst",
         [](Ir& ir) {
             std::rotate(ir.tasks.begin() + 4, ir.tasks.begin() + 6, ir.tasks.begin() + 8);
             for (std::size_t k = 1; k < ir.tasks.size(); ++k)
                 ir.tasks[k].dependencies = {ir.tasks[k - 1].id};
             layStages(ir);
         }},
        {"stage_order", "TwiceForward",
         [](Ir& ir) {
             ir.stages[0].taskCount = 2;
             ir.stages.insert(ir.stages.begin() + 1, TaskStage{StageKind::Forward, 2, 2});
         }},
        {"stage_phase", "BorderMoved",
         [](Ir& ir) {
             ++ir.stages[1].taskCount;
             ++ir.stages[2].firstTask;
             --ir.stages[2].taskCount;
         }},
        {"boundary", "NoInput", [](Ir& ir) { ir.values.erase(ir.values.begin()); }},
        {"boundary", "NoOutput", [](Ir& ir) { ir.values.pop_back(); }},
        {"input", "Produced",
         [](Ir& ir) {
             ir.values[0].producer = ir.tasks[0].id;
             ir.values[0].consumers = {ir.tasks[2].id};
         }},
        {"input", "NotConsumed", [](Ir& ir) { ir.values[0].consumers.clear(); }},
        {"input", "ConsumedLater", [](Ir& ir) { ir.values[0].consumers = {ir.tasks[1].id}; }},
        {"output", "NotProduced", [](Ir& ir) { ir.values[1].producer.reset(); }},
        {"output", "OfTheOptimizer", [](Ir& ir) { ir.values[1].producer = ir.tasks[8].id; }},
        {"output", "OfAnEarlierTask", [](Ir& ir) { ir.values[1].producer = ir.tasks[2].id; }},
        {"ancestor", "ConsumedBefore", [](Ir& ir) { ir.values[1].consumers = {ir.tasks[2].id}; }},
        {"ancestor", "ConsumedByItsProducer", [](Ir& ir) { ir.values[1].consumers = {ir.tasks[3].id}; }},
        {"shape", "AnotherMicrobatch", [](Ir& ir) { ir.values[0].shape[0] = Elements{3}; }},
        {"shape", "NoHidden", [](Ir& ir) { ir.values[0].shape[2] = Elements{0}; }},
        {"shape", "NegativeSequence", [](Ir& ir) { ir.values[0].shape[1] = Elements{-8}; }},
        {"shape", "RankFour",
         [](Ir& ir) {
             ir.values[0].shape.push_back(Elements{1});
             ir.values[0].shardingRank = 4;
         }},
        {"sharding_rank", "Two", [](Ir& ir) { ir.values[0].shardingRank = 2; }},
        {"sharding_rank", "Negative", [](Ir& ir) { ir.values[0].shardingRank = INT64_MIN; }},
        {"sharding_axis", "UnknownMeshAxis", [](Ir& ir) { ir.values[0].sharding[0].meshAxis = "dp"; }},
        {"sharding_axis", "UnknownTensorAxis", [](Ir& ir) { ir.values[0].sharding[0].tensorAxis = 3; }},
        {"sharding_axis", "NegativeTensorAxis", [](Ir& ir) { ir.values[0].sharding[0].tensorAxis = -1; }},
        {"sharding_axis", "MeshAxisTwice",
         [](Ir& ir) {
             ir.values[0].sharding.push_back({2, "tp"});
         }},
        {"sharding_axis", "TensorAxisTwice",
         [](Ir& ir) {
             ir.values[0].sharding.push_back({1, "tp"});
         }},
        {"sharding_divides", "Seven", [](Ir& ir) { ir.values[0].shape[1] = Elements{7}; }},
        {"layer_order", "Swapped", [](Ir& ir) { std::swap(ir.layerMemory[0], ir.layerMemory[1]); }},
        {"layer_order", "Twice", [](Ir& ir) { ir.layerMemory[1].layer = ir.layerMemory[0].layer; }},
        {"layer_facts", "NegativeParameters", [](Ir& ir) { ir.layerMemory[0].parameters = Elements{-1}; }},
        {"layer_facts", "NegativeKept", [](Ir& ir) { ir.layerMemory[1].kept = Bytes{INT64_MIN}; }},
        {"lineage_kind", "RecomputeIsNoClone", [](Ir& ir) { ir.tasks[5].lineage.kind = LineageKind::Expansion; }},
        {"lineage_kind", "ForwardIsAClone", [](Ir& ir) { ir.tasks[2].lineage.kind = LineageKind::Clone; }},
        {"lineage_kind", "ValueIsASource", [](Ir& ir) { ir.values[0].lineage.kind = LineageKind::Source; }},
        {"lineage_transform", "Missing", [](Ir& ir) { ir.tasks[0].lineage.transform.clear(); }},
        {"lineage_sources", "None", [](Ir& ir) { ir.tasks[0].lineage.sources.clear(); }},
        {"lineage_sources", "Nothing", [](Ir& ir) { ir.tasks[0].lineage.sources = {OperationId{}}; }},
        {"lineage_sources", "Twice",
         [](Ir& ir) { ir.tasks[0].lineage.sources.push_back(ir.tasks[0].lineage.sources[0]); }},
        {"lineage_sources", "TwoOfAValue",
         [](Ir& ir) { ir.values[0].lineage.sources.push_back(ir.values[1].lineage.sources[0]); }},
    };
    return cases;
}

/// Of the IR with the bodies that no pass makes: tasks 0 control, 1 point-to-point, 2 all-to-all, 3 broadcast,
/// 4 reshard from value 0 to value 1.
const std::vector<Broken>& brokenExchanges()
{
    static const std::vector<Broken> cases{
        {"body", "LocalComputeInPlaceOfTransfer",
         [](Ir& ir) {
             ir.tasks[1].body = LocalCompute{};
             ir.tasks[1].facts.message = {};
         }},
        {"body", "TransferInPlaceOfControl",
         [](Ir& ir) {
             ir.tasks[0].body = PointToPoint{0, 1};
             ir.tasks[0].facts.message = Bytes{8};
         }},
        {"message", "NoneOfTransfer", [](Ir& ir) { ir.tasks[1].facts.message = {}; }},
        {"transfer", "ToItself",
         [](Ir& ir) {
             ir.tasks[1].body = PointToPoint{3, 3};
         }},
        {"transfer", "ToOutside",
         [](Ir& ir) {
             ir.tasks[1].body = PointToPoint{0, 4};
         }},
        {"transfer", "FromOutside",
         [](Ir& ir) {
             ir.tasks[1].body = PointToPoint{-1, 0};
         }},
        {"reduction", "OfAllToAll", [](Ir& ir) { collectiveOf(ir.tasks[2]).reduction = Reduction::Sum; }},
        {"reduction", "OfBroadcast", [](Ir& ir) { collectiveOf(ir.tasks[3]).reduction = Reduction::Sum; }},
        {"reference", "UnknownReshardedValue",
         [](Ir& ir) {
             std::get<Reshard>(ir.tasks[4].body).from = DistributedValueId::derive(ir.sourceDigest, "lost");
         }},
        {"reshard", "SameSharding", [](Ir& ir) { ir.values[1].sharding.clear(); }},
        {"reshard", "AnotherShape", [](Ir& ir) { ir.values[1].shape[1] = Elements{16}; }},
        {"reshard", "NoConsumer", [](Ir& ir) { ir.values[0].consumers.pop_back(); }},
        {"single_definition", "MadeTwice",
         [](Ir& ir) {
             ir.tasks[3].body = ir.tasks[4].body;
             ir.values[0].consumers.push_back(ir.tasks[3].id);
             rename(ir);
         }},
        {"control", "WithWork", [](Ir& ir) { ir.tasks[0].facts.read = Bytes{1}; }},
        {"control", "WithMessage", [](Ir& ir) { ir.tasks[0].facts.message = Bytes{1}; }},
    };
    return cases;
}

class DistributedVerifierRule : public testing::TestWithParam<Broken> { };
class DistributedVerifierExchangeRule : public testing::TestWithParam<Broken> { };

void expectFoundAlone(Ir ir, const Broken& broken)
{
    broken.breakIt(ir);
    const Diagnostics found = verify(ir);
    EXPECT_THAT(codesOf(found), testing::ElementsAre("verify.distributed." + broken.rule)) << linesOf(found);
    for (const Diagnostic& diagnostic : found) {
        EXPECT_EQ(diagnostic.origin, Origin::Distribution);
        EXPECT_FALSE(diagnostic.path.empty());
    }
}

TEST_P(DistributedVerifierRule, IsFoundAlone)
{
    expectFoundAlone(tinyDistributedIr(), GetParam());
}
TEST_P(DistributedVerifierExchangeRule, IsFoundAlone)
{
    expectFoundAlone(tinyExchangeIr(), GetParam());
}

INSTANTIATE_TEST_SUITE_P(Each, DistributedVerifierRule, testing::ValuesIn(brokenRules()), testName<Ir>);
INSTANTIATE_TEST_SUITE_P(Each, DistributedVerifierExchangeRule, testing::ValuesIn(brokenExchanges()), testName<Ir>);

TEST(DistributedVerifier, EveryListedRuleHasANegativeTest)
{
    std::set<std::string> broken = rulesBrokenBy(brokenRules());
    broken.merge(rulesBrokenBy(brokenExchanges()));
    EXPECT_EQ(broken, rulesListedIn("distributed/distributed_verifier.h"));
}

TEST(DistributedVerifier, AcceptsLegalIrsOfEveryBody)
{
    EXPECT_EQ(linesOf(verify(tinyDistributedIr())), "");
    EXPECT_EQ(linesOf(verify(tinyExchangeIr())), "");
}

TEST(DistributedVerifier, AcceptsAFurtherDependencyOnAnEarlierTask)
{
    Ir ir = tinyDistributedIr();
    ir.tasks[5].dependencies.push_back(ir.tasks[1].id);
    EXPECT_EQ(linesOf(verify(ir)), "");
}

TEST(DistributedVerifier, ReportsAllFindingsWithPlaceAndNumbers)
{
    Ir ir = tinyDistributedIr();
    ir.tasks[0].ranks = {0, Ranks{3}};
    ir.tasks[3].facts.message = Bytes{0};
    ir.values[1].shardingRank = 2;
    const Diagnostics found = verify(ir);
    ASSERT_EQ(found.size(), 3u) << linesOf(found);
    EXPECT_EQ(found[0].path, "tasks[0] attention.layer_norm.forward");
    EXPECT_EQ(found[0].given, "0 … 2");
    EXPECT_THAT(found[0].legal, testing::ElementsAre("0 … 1"));
    EXPECT_EQ(found[1].path, "tasks[3] attention.output_collective.forward.reduce_scatter");
    EXPECT_EQ(found[1].given, "0");
    EXPECT_EQ(found[2].path, "values[1] out");
    EXPECT_EQ(found[2].given, "2");
    EXPECT_THAT(found[2].legal, testing::ElementsAre("3"));
}

TEST(DistributedVerifier, AnEmptyIrIsAFindingNotACrash)
{
    EXPECT_FALSE(verify(Ir{}).empty());
}

TEST(DistributedVerifier, ManyFaultyEntitiesTakeNoQuadraticTime)
{
    Ir ir = tinyExchangeIr();
    const DistributedTask reshard = ir.tasks[4];
    const TaskId consumer = ir.tasks[0].id;
    ir.tasks.assign(20'000, reshard);
    ir.values[0].consumers.assign(200'000, consumer);
    ir.values[0].shape.assign(200'000, Elements{1});
    ir.values[1].shape = ir.values[0].shape;
    ir.stages.assign(20'000, TaskStage{StageKind::Forward, 0, 20'000});
    const auto begin = std::chrono::steady_clock::now();
    EXPECT_EQ(verify(ir).size(), Findings::maximum + 1);
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds{2});
}

} // namespace
} // namespace planscope
