#include "derivation/portable_plan/portable_plan_verifier.h"

#include "derivation/dialect/findings.h"
#include "engine/derivation/portable_plan/tiny_portable_plan_ir.h"
#include "engine/derivation/verifier_rules.h"

#include <chrono>
#include <cstdint>

#include <gmock/gmock.h>

namespace planscope {
namespace {

using Ir = PortablePlanIR;
using Broken = BrokenRule<Ir>;

/// Puts another collective task in place of task `position`, which nothing outside the chain refers to.
void replaceTask(Ir& ir, std::size_t position, PlanTask task)
{
    task.dependencies = {ir.tasks[position - 1].id};
    ir.tasks[position] = std::move(task);
    if (position + 1 < ir.tasks.size())
        ir.tasks[position + 1].dependencies = {ir.tasks[position].id};
}

/// Of the tiny plan: tasks 0 all_gather, 1 query, 2 reduce_scatter (forward), 3 all_reduce (recommunication),
/// 4 all_to_all, 5 broadcast (activation gradient), 6 query (optimizer); buffers 0 input, 1 output.
const std::vector<Broken>& brokenRules()
{
    static const std::vector<Broken> cases{
        {"schema", "AnotherName", [](Ir& ir) { ir.schema.name = "planscope.model_ir"; }},
        {"schema", "LaterVersion", [](Ir& ir) { ir.schema.minor = INT64_MAX; }},
        {"source_digest", "Missing",
         [](Ir& ir) {
             ir.sourceDigest = {};
             rederive(ir);
         }},
        {"strategy_fingerprint", "Missing", [](Ir& ir) { ir.strategyFingerprint = {}; }},
        {"objectives", "None", [](Ir& ir) { ir.objectives.clear(); }},
        {"objectives", "LatencyTwice", [](Ir& ir) { ir.objectives[1] = ir.objectives[0]; }},
        {"objectives", "AThird", [](Ir& ir) { ir.objectives.push_back(ir.objectives[0]); }},
        {"objectives", "AnotherOrder", [](Ir& ir) { std::swap(ir.objectives[0], ir.objectives[1]); }},

        {"program_positive", "NoReplica", [](Ir& ir) { ir.program.dataDegree = 0; }},
        {"program_positive", "NegativeStages", [](Ir& ir) { ir.program.pipelineDegree = INT64_MIN; }},
        {"program_positive", "NoRank", [](Ir& ir) { ir.program.tensorDegree = 0; }},
        {"program_positive", "NoMicrobatch", [](Ir& ir) { ir.program.shape.microbatchCount = 0; }},
        {"program_schedule", "SingleStageOnTwo",
         [](Ir& ir) {
             ir.program.schedule = SingleStage{};
             ir.program.shape.blocksPerVirtualChunk = 6;
         }},
        {"program_schedule", "ForwardOnly",
         [](Ir& ir) {
             ir.program.schedule = ForwardOnly{};
             ir.program.shape.blocksPerVirtualChunk = 6;
         }},
        {"program_schedule", "OneVirtualStage",
         [](Ir& ir) {
             ir.program.schedule = InterleavedOneForwardOneBackward{1};
             ir.program.shape.blocksPerVirtualChunk = 6;
         }},
        {"program_schedule", "PipelineOfOneStage",
         [](Ir& ir) {
             ir.program.pipelineDegree = 1;
             ir.program.shape.worldSize = 4;
         }},
        {"program_sharding", "OfOneReplica",
         [](Ir& ir) {
             ir.program.dataDegree = 1;
             ir.program.shape.worldSize = 4;
             ir.program.globalBatchSize = 10;
             ir.blockMemory.weightGradients = ir.blockMemory.weights;
             ir.blockMemory.optimizer = Bytes{396 + 1548};
         }},
        {"program_sharding", "OddHiddenSize",
         [](Ir& ir) {
             ir.program.hiddenSize = 17;
             ir.blockMemory.activationCheckpoint = Bytes{2 * 2 * 8 * 17};
             ir.buffers[0].bytes = ir.buffers[1].bytes = Bytes{2 * 2 * 4 * 17};
         }},
        {"program_sharding", "OddSequence",
         [](Ir& ir) {
             ir.program.sequenceLength = 7;
             ir.blockMemory.activationCheckpoint = Bytes{2 * 2 * 7 * 16};
         }},
        {"program_shape", "AnotherWorldSize", [](Ir& ir) { ir.program.shape.worldSize = 9; }},
        {"program_shape", "WorldSizeBeyond128Bits",
         [](Ir& ir) {
             ir.program.pipelineDegree = INT64_MAX;
             ir.program.dataDegree = INT64_MAX;
             ir.blockMemory.weightGradients = Bytes{2};
             ir.blockMemory.optimizer = Bytes{2};
         }},
        {"program_shape", "AnotherMicrobatchCount", [](Ir& ir) { ir.program.shape.microbatchCount = 6; }},
        {"program_shape", "AnotherGlobalBatch", [](Ir& ir) { ir.program.globalBatchSize = 21; }},
        {"program_shape", "AnotherChunk", [](Ir& ir) { ir.program.shape.blocksPerVirtualChunk = 3; }},

        {"layer_order", "Swapped", [](Ir& ir) { std::swap(ir.layerMemory[0], ir.layerMemory[1]); }},
        {"layer_order", "Twice", [](Ir& ir) { ir.layerMemory[2].layer = Layer::AttentionQuery; }},
        {"layer_facts", "NegativeParameters", [](Ir& ir) { ir.layerMemory[0].parameters = Elements{-1}; }},
        {"layer_facts", "NegativeWorking", [](Ir& ir) { ir.layerMemory[0].working = Bytes{INT64_MIN}; }},
        {"layer_facts", "NegativeKept", [](Ir& ir) { ir.layerMemory[0].kept = Bytes{-1}; }},
        {"layer_facts", "NegativeGradient", [](Ir& ir) { ir.layerMemory[0].gradient = Bytes{-1}; }},
        {"block_memory", "Weights", [](Ir& ir) { ir.blockMemory.weights = Bytes{323}; }},
        {"block_memory", "Working", [](Ir& ir) { ir.blockMemory.activationWorking = Bytes{512 + 100 + 256}; }},
        {"block_memory", "Storage", [](Ir& ir) { ir.blockMemory.activationStorage = Bytes{0}; }},
        {"block_memory", "Checkpoint", [](Ir& ir) { ir.blockMemory.activationCheckpoint = Bytes{256}; }},
        {"block_memory", "CheckpointWithoutFullRecompute",
         [](Ir& ir) { ir.program.recompute = RecomputePolicy::None; }},
        {"block_memory", "WeightGradients", [](Ir& ir) { ir.blockMemory.weightGradients = Bytes{161}; }},
        {"block_memory", "Unsharded", [](Ir& ir) { ir.blockMemory.weightGradientsUnsharded = Bytes{647}; }},
        {"block_memory", "Gradients", [](Ir& ir) { ir.blockMemory.activationGradients = Bytes{-1}; }},
        {"block_memory", "Optimizer", [](Ir& ir) { ir.blockMemory.optimizer = Bytes{INT64_MAX}; }},
        {"block_memory", "ShardsOfOtherReplicas", [](Ir& ir) { ir.program.optimizerSharding = false; }},
        {"block_memory", "RowsBeyond64Bits", [](Ir& ir) { ir.layerMemory[0].parameters = Elements{INT64_MAX}; }},

        {"unique_ids", "TaskTwice",
         [](Ir& ir) {
             ir.tasks.push_back(ir.tasks[6]);
             ir.tasks[7].dependencies = {ir.tasks[6].id};
         }},
        {"id_derived", "OfAnotherParent",
         [](Ir& ir) {
             ir.tasks[5].id = PlanTaskId::derive(Digest::of("other"), ir.tasks[5].name);
             ir.tasks[6].dependencies = {ir.tasks[5].id};
         }},
        {"name", "OfAnotherPhase",
         [](Ir& ir) {
             ir.tasks[6].name = "attention.query.forward2";
             rederive(ir);
         }},
        {"named", "NoName",
         [](Ir& ir) {
             ir.buffers[0].name.clear();
             rederive(ir);
         }},
        {"primitive", "NotAdam", [](Ir& ir) { ir.tasks[6].primitive = Primitive::LayerNorm; }},
        {"phase", "OptimizerOfCollective",
         [](Ir& ir) {
             PlanTask task =
                 planTaskOf({Layer::MlpInputCollective, Phase::Optimizer, std::nullopt, Capability::VectorElementwise,
                             ResourceClass::Vector, ir.tasks[6].facts, ir.tasks[6].demand},
                            ir.sourceDigest, 2);
             replaceTask(ir, 6, task);
         }},
        {"collective", "NoKind",
         [](Ir& ir) {
             ir.tasks[5].collective.reset();
             ir.tasks[5].name = "mlp.input_collective.activation_gradient";
             ir.tasks[5].requires_ = Capability::VectorElementwise;
             ir.tasks[5].alternatives = {ResourceClass::Vector};
             rederive(ir);
         }},
        {"ranks", "Others", [](Ir& ir) { ir.tasks[1].ranks.first = 1; }},
        {"ranks", "Hostile",
         [](Ir& ir) {
             ir.tasks[1].ranks = {INT64_MIN, Ranks{INT64_MAX}};
         }},
        {"facts", "Negative", [](Ir& ir) { ir.tasks[1].facts.read = Bytes{-40}; }},
        {"message", "OfLocalWork",
         [](Ir& ir) {
             ir.tasks[1].facts.message = Bytes{1};
             ir.tasks[1].demand.network = Bytes{1};
         }},
        {"message", "NoneOfCollective",
         [](Ir& ir) {
             ir.tasks[0].facts.message = Bytes{0};
             ir.tasks[0].demand.network.reset();
         }},
        {"work", "None",
         [](Ir& ir) {
             ir.tasks[1].facts = {};
             ir.tasks[1].demand = {};
         }},
        {"demand", "OtherOperations", [](Ir& ir) { ir.tasks[1].demand.compute = Operations{91}; }},
        {"demand", "TrafficWithoutWrites", [](Ir& ir) { ir.tasks[1].demand.memoryTraffic = Bytes{40}; }},
        {"demand", "NetworkNotStated", [](Ir& ir) { ir.tasks[0].demand.network.reset(); }},
        {"demand", "ZeroStated", [](Ir& ir) { ir.tasks[0].demand.compute = Operations{0}; }},
        {"demand", "TrafficBeyond64Bits",
         [](Ir& ir) {
             ir.tasks[1].facts.read = ir.tasks[1].facts.write = Bytes{INT64_MAX};
             ir.tasks[1].demand.memoryTraffic = Bytes{-2};
         }},
        {"capability", "VectorForMatrix",
         [](Ir& ir) {
             ir.tasks[1].requires_ = Capability::VectorElementwise;
             ir.tasks[1].alternatives = {ResourceClass::Vector};
         }},
        {"capability", "AnotherCollective", [](Ir& ir) { ir.tasks[0].requires_ = Capability::AllReduce; }},
        {"alternatives", "None", [](Ir& ir) { ir.tasks[1].alternatives.clear(); }},
        {"alternatives", "Twice", [](Ir& ir) { ir.tasks[1].alternatives.push_back(ResourceClass::Matrix); }},
        {"alternatives", "NotProviding", [](Ir& ir) { ir.tasks[1].alternatives.push_back(ResourceClass::Vector); }},
        {"group", "ComputeInNetwork", [](Ir& ir) { ir.tasks[1].group = ConcurrencyGroup::Network; }},
        {"group", "NetworkInCompute", [](Ir& ir) { ir.tasks[0].group = ConcurrencyGroup::Compute; }},

        {"reference", "UnknownDependency",
         [](Ir& ir) { ir.tasks[3].dependencies.push_back(PlanTaskId::derive(ir.sourceDigest, "lost")); }},
        {"reference", "UnknownConsumer",
         [](Ir& ir) { ir.buffers[0].consumers.push_back(PlanTaskId::derive(ir.sourceDigest, "lost")); }},
        {"reference", "UnknownReadBuffer",
         [](Ir& ir) { ir.tasks[1].reads.push_back(BufferId::derive(ir.sourceDigest, "lost")); }},
        {"reference", "UnknownWrittenBuffer",
         [](Ir& ir) { ir.tasks[1].writes.push_back(BufferId::derive(ir.sourceDigest, "lost")); }},
        {"repeated_reference", "ReadTwice", [](Ir& ir) { ir.tasks[0].reads.push_back(ir.tasks[0].reads[0]); }},
        {"repeated_reference", "WrittenTwice", [](Ir& ir) { ir.tasks[2].writes.push_back(ir.tasks[2].writes[0]); }},
        {"repeated_reference", "ConsumerTwice", [](Ir& ir) { ir.buffers[0].consumers.push_back(ir.tasks[0].id); }},
        {"dependency_order", "OnALaterTask", [](Ir& ir) { ir.tasks[3].dependencies.push_back(ir.tasks[4].id); }},
        {"chain", "NoDependency", [](Ir& ir) { ir.tasks[3].dependencies.clear(); }},

        {"boundary", "NoInput",
         [](Ir& ir) {
             ir.buffers.erase(ir.buffers.begin());
             ir.tasks[0].reads.clear();
         }},
        {"buffer_bytes", "Empty", [](Ir& ir) { ir.buffers[0].bytes = Bytes{0}; }},
        {"buffer_bytes", "Negative", [](Ir& ir) { ir.buffers[0].bytes = Bytes{-256}; }},
        {"buffer_bytes", "TheWholeTensor", [](Ir& ir) { ir.buffers[0].bytes = Bytes{512}; }},
        {"alignment", "None", [](Ir& ir) { ir.buffers[0].alignment = Bytes{0}; }},
        {"alignment", "NoPowerOfTwo", [](Ir& ir) { ir.buffers[0].alignment = Bytes{24}; }},
        {"input", "Produced",
         [](Ir& ir) {
             ir.buffers[0].producer = ir.tasks[0].id;
             ir.tasks[0].writes = {ir.buffers[0].id};
             ir.buffers[0].consumers = {ir.tasks[1].id};
             ir.tasks[0].reads.clear();
             ir.tasks[1].reads = {ir.buffers[0].id};
         }},
        {"input", "NotConsumed",
         [](Ir& ir) {
             ir.buffers[0].consumers.clear();
             ir.tasks[0].reads.clear();
         }},
        {"output", "OfTheOptimizer",
         [](Ir& ir) {
             ir.buffers[1].producer = ir.tasks[6].id;
             std::swap(ir.tasks[2].writes, ir.tasks[6].writes);
         }},
        {"output", "NotProduced",
         [](Ir& ir) {
             ir.buffers[1].producer.reset();
             ir.tasks[2].writes.clear();
         }},
        {"ancestor", "ConsumedBefore",
         [](Ir& ir) {
             ir.buffers[1].consumers = {ir.tasks[1].id};
             ir.tasks[1].reads = {ir.buffers[1].id};
         }},
        {"buffer_use", "ReadUnsaidByBuffer", [](Ir& ir) { ir.tasks[1].reads = {ir.buffers[0].id}; }},
        {"buffer_use", "ReadUnsaidByTask", [](Ir& ir) { ir.tasks[0].reads.clear(); }},
        {"buffer_use", "WriteUnsaidByBuffer", [](Ir& ir) { ir.tasks[1].writes = {ir.buffers[1].id}; }},
        {"buffer_use", "WriteUnsaidByTask", [](Ir& ir) { ir.tasks[2].writes.clear(); }},

        {"lineage_kind", "Clone", [](Ir& ir) { ir.tasks[0].lineage.kind = LineageKind::Clone; }},
        {"lineage_transform", "Missing", [](Ir& ir) { ir.buffers[0].lineage.transform.clear(); }},
        {"lineage_sources", "None", [](Ir& ir) { ir.tasks[0].lineage.sources.clear(); }},
        {"lineage_sources", "Two",
         [](Ir& ir) { ir.tasks[0].lineage.sources.push_back(ir.tasks[1].lineage.sources[0]); }},
        {"lineage_sources", "Nothing", [](Ir& ir) { ir.buffers[0].lineage.sources = {DistributedValueId{}}; }},
    };
    return cases;
}

class PortablePlanVerifierRule : public testing::TestWithParam<Broken> { };

TEST_P(PortablePlanVerifierRule, IsFoundAlone)
{
    Ir ir = tinyPortablePlanIr();
    GetParam().breakIt(ir);
    const Diagnostics found = verify(ir);
    EXPECT_THAT(codesOf(found), testing::ElementsAre("verify.portable_plan." + GetParam().rule)) << linesOf(found);
    for (const Diagnostic& diagnostic : found) {
        EXPECT_EQ(diagnostic.origin, Origin::Plan);
        EXPECT_FALSE(diagnostic.path.empty());
    }
}

INSTANTIATE_TEST_SUITE_P(Each, PortablePlanVerifierRule, testing::ValuesIn(brokenRules()), testName<Ir>);

TEST(PortablePlanVerifier, EveryListedRuleHasANegativeTest)
{
    EXPECT_EQ(rulesBrokenBy(brokenRules()), rulesListedIn("portable_plan/portable_plan_verifier.h"));
}

TEST(PortablePlanVerifier, AcceptsALegalIr)
{
    EXPECT_EQ(linesOf(verify(tinyPortablePlanIr())), "");
}

TEST(PortablePlanVerifier, AcceptsASingleStage)
{
    Ir ir = tinyPortablePlanIr();
    ir.program.pipelineDegree = 1;
    ir.program.schedule = SingleStage{};
    ir.program.shape = {4, 5, 6, 6};
    EXPECT_EQ(linesOf(verify(ir)), "");
}

TEST(PortablePlanVerifier, ReportsAllFindingsWithPlaceAndNumbers)
{
    Ir ir = tinyPortablePlanIr();
    ir.program.shape.worldSize = 7;
    ir.blockMemory.weights = Bytes{1};
    ir.tasks[1].demand.compute = Operations{91};
    ir.buffers[1].alignment = Bytes{8};
    const Diagnostics found = verify(ir);
    ASSERT_EQ(found.size(), 4u) << linesOf(found);
    EXPECT_EQ(found[0].path, "program.shape.world_size");
    EXPECT_EQ(found[0].given, "7");
    EXPECT_THAT(found[0].legal, testing::ElementsAre("8"));
    EXPECT_EQ(found[1].path, "block_memory.weights");
    EXPECT_THAT(found[1].legal, testing::ElementsAre("324"));
    EXPECT_EQ(found[2].path, "tasks[1] attention.query.forward");
    EXPECT_EQ(found[2].message, "compute_operations is 91, but the work is 90");
    EXPECT_EQ(found[3].path, "buffers[1] out");
}

TEST(PortablePlanVerifier, AnEmptyIrIsAFindingNotACrash)
{
    EXPECT_FALSE(verify(Ir{}).empty());
}

TEST(PortablePlanVerifier, ManyFaultyEntitiesTakeNoQuadraticTime)
{
    Ir ir = tinyPortablePlanIr();
    ir.tasks.assign(20'000, ir.tasks[0]);
    ir.buffers.assign(20'000, ir.buffers[0]);
    ir.buffers[0].consumers.assign(200'000, ir.tasks[0].id);
    ir.layerMemory.assign(200'000, ir.layerMemory[1]);
    const auto begin = std::chrono::steady_clock::now();
    EXPECT_EQ(verify(ir).size(), Findings::maximum + 1);
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds{2});
}

} // namespace
} // namespace planscope
