#include "derivation/whole/distributed/distributed_verifier.h"

#include "engine/derivation/encoding_laws.h"
#include "engine/derivation/verifier_rules.h"
#include "engine/derivation/whole/derived_irs.h"

#include <gmock/gmock.h>

namespace planscope::whole {
namespace {

using Ir = DistributedTaskIR;
using Broken = BrokenRule<Ir>;

/// Interleaved, tied, fully recomputed: it has every part that a rule speaks of.
Ir smallTasks()
{
    return tasksOf(trainingSpread()[3].training);
}

DistributedTask& task(Ir& ir, std::string_view name)
{
    for (DistributedTask& one : ir.tasks)
        if (one.name == name)
            return one;
    throw std::logic_error("no such task");
}
DistributedValue& value(Ir& ir, std::string_view name)
{
    for (DistributedValue& one : ir.values)
        if (one.name == name)
            return one;
    throw std::logic_error("no such value");
}

const std::vector<Broken>& brokenRules()
{
    static const std::vector<Broken> cases{
        {"schema", "OneBlockVersion", [](Ir& ir) { ir.schema.major = 1; }},
        {"source_digest", "Missing", [](Ir& ir) { ir.sourceDigest = {}; }},
        {"mesh", "AxisMissing", [](Ir& ir) { ir.mesh.axes.pop_back(); }},
        {"mesh", "AnotherSize", [](Ir& ir) { ir.mesh.axes[0].size = Ranks{4}; }},
        {"shape", "AnotherWorld", [](Ir& ir) { ++ir.shape.worldSize; }},
        {"shape", "AnotherCount", [](Ir& ir) { ++ir.shape.microbatchCount; }},
        {"shape", "ChunkMissing", [](Ir& ir) { ir.shape.chunks.pop_back(); }},
        {"shape", "NegativeChunk", [](Ir& ir) { ir.shape.chunks[0] = -1; }},
        {"shape", "OddVocabulary", [](Ir& ir) { ++ir.shape.paddedVocabulary; }},
        {"program_rule", "AnotherGroup", [](Ir& ir) { ir.rule.group = 5; }},
        {"program_rule", "ForwardOnly", [](Ir& ir) { ir.mapping.pipeline.schedule = ForwardOnly{}; }},
        {"chunk_classes", "MiddleMissing", [](Ir& ir) { ir.chunkClasses.erase(ir.chunkClasses.begin() + 1); }},
        {"chunk_classes", "UnitMissing", [](Ir& ir) { ir.chunkClasses[0].units.pop_back(); }},
        {"unique_ids", "TaskTwice", [](Ir& ir) { ir.tasks.push_back(ir.tasks[0]); }},
        {"id_derived", "OfAnotherName",
         [](Ir& ir) { ir.values[0].id = DistributedValueId::derive(ir.sourceDigest, "x"); }},
        {"name", "OfATask", [](Ir& ir) { ir.tasks[1].name += "s"; }},
        {"name", "OfAValue", [](Ir& ir) { ir.values[1].name += "s"; }},
        {"invocation", "NoSite", [](Ir& ir) { task(ir, "fc1.forward.all_gather.enter").invocation.site.reset(); }},
        {"invocation", "PartOfALinear", [](Ir& ir) { task(ir, "fc1.forward").invocation.part = KernelPart::Matrix; }},
        {"reduction", "OfAGather", [](Ir& ir) { task(ir, "fc1.forward.all_gather.enter").reduction = Reduction::Sum; }},
        {"reduction", "NotStated", [](Ir& ir) { task(ir, "fc2.forward.reduce_scatter.leave").reduction.reset(); }},
        {"facts", "Negative", [](Ir& ir) { task(ir, "fc1.forward").facts.read = Bytes{-1}; }},
        {"facts", "LocalMessage", [](Ir& ir) { task(ir, "fc1.forward").facts.message = Bytes{1}; }},
        {"facts", "NoMessage", [](Ir& ir) { task(ir, "fc1.forward.all_gather.enter").facts.message = Bytes{0}; }},
        {"order", "UnitsSwapped", [](Ir& ir) { std::rotate(ir.tasks.begin(), ir.tasks.begin() + 1, ir.tasks.end()); }},
        {"order", "ForwardAfterBackward",
         [](Ir& ir) { std::swap(task(ir, "fc1.forward"), task(ir, "fc1.weight_gradient")); }},
        {"chain", "Broken", [](Ir& ir) { task(ir, "fc1.forward").dependencies.clear(); }},
        {"chain", "FirstWaits", [](Ir& ir) { ir.tasks[0].dependencies = {ir.tasks[1].id}; }},
        {"repeats", "Nothing", [](Ir& ir) { task(ir, "fc1.recompute").repeats.reset(); }},
        {"repeats", "AnotherRow", [](Ir& ir) { task(ir, "fc1.recompute").repeats = task(ir, "fc2.forward").id; }},
        {"repeats", "OtherWork", [](Ir& ir) { task(ir, "fc1.recompute").facts.operations = Operations{1}; }},
        {"content", "OutOfOrder", [](Ir& ir) { std::swap(ir.values[0], ir.values[1]); }},
        {"content", "KeptInstead",
         [](Ir& ir) { std::get<SavedContent>(value(ir, "fc1.input").content).rebuilt = false; }},
        {"content", "InputWithoutRecompute", [](Ir& ir) { ir.mapping.recompute = RecomputeKind::None; }},
        {"element_type", "Another", [](Ir& ir) { value(ir, "fc1.input").elementType = ElementType::Float32; }},
        {"value_shape", "NoExtent", [](Ir& ir) { value(ir, "fc1.input").shape.clear(); }},
        {"value_shape", "Zero", [](Ir& ir) { value(ir, "fc1.input").shape[0] = Elements{0}; }},
        {"sharding", "UnknownAxis", [](Ir& ir) { value(ir, "fc1.input").sharding[0].meshAxis = "ep"; }},
        {"sharding", "AxisTwice",
         [](Ir& ir) { value(ir, "fc1.input").sharding[1] = value(ir, "fc1.input").sharding[0]; }},
        {"sharding", "BeyondTheTensor", [](Ir& ir) { value(ir, "fc1.input").sharding[0].tensorAxis = 3; }},
        {"shard", "OneMore", [](Ir& ir) { value(ir, "fc1.input").elements = Elements{1}; }},
        {"linear", "Missing",
         [](Ir& ir) { std::get<ParameterContent>(value(ir, "fc1.weight").content).linear.reset(); }},
        {"linear", "AnotherSize",
         [](Ir& ir) { ++std::get<ParameterContent>(value(ir, "fc1.weight").content).linear->inputs; }},
        {"transients", "OutOfOrder", [](Ir& ir) { std::swap(ir.transients.front(), ir.transients.back()); }},
        {"transients", "Twice", [](Ir& ir) { ir.transients.push_back(ir.transients.back()); }},
        {"transients", "Negative", [](Ir& ir) { ir.transients[0].bytes = Bytes{-1}; }},
        {"edges", "Missing", [](Ir& ir) { ir.edges.clear(); }},
        {"edges", "OtherBytes", [](Ir& ir) { ir.edges[1].bytes = Bytes{1}; }},
        {"stages", "Missing", [](Ir& ir) { ir.stages.pop_back(); }},
        {"stage_parameters", "OneMore", [](Ir& ir) { ir.stages[0].parameters = Elements{1}; }},
        {"stage_parameters", "OptimizerBytes", [](Ir& ir) { ir.stages[0].optimizer = Bytes{12}; }},
        {"stage_saved", "OneMore", [](Ir& ir) { ir.stages[1].savedPerMicrobatch[0] = Bytes{1}; }},
        {"stage_saved", "ChunkMissing", [](Ir& ir) { ir.stages[1].savedPerMicrobatch.pop_back(); }},
        {"stage_step", "Missing", [](Ir& ir) { ir.stages[0].step.pop_back(); }},
        {"stage_step", "OtherMembers", [](Ir& ir) { ir.stages[0].step[0].members = 7; }},
        {"lineage_kind", "RecomputeNoClone",
         [](Ir& ir) { task(ir, "fc1.recompute").lineage.kind = LineageKind::Expansion; }},
        {"lineage_transform", "Missing", [](Ir& ir) { ir.values[0].lineage.transform.clear(); }},
        {"lineage_sources", "None", [](Ir& ir) { ir.tasks[0].lineage.sources.clear(); }},
    };
    return cases;
}

class BrokenWholeTasks : public testing::TestWithParam<Broken> { };

TEST_P(BrokenWholeTasks, IsFound)
{
    Ir ir = smallTasks();
    GetParam().breakIt(ir);
    EXPECT_THAT(codesOf(verify(ir)), testing::Contains("verify.distributed." + GetParam().rule)) << linesOf(verify(ir));
}
INSTANTIATE_TEST_SUITE_P(Rules, BrokenWholeTasks, testing::ValuesIn(brokenRules()), testName<Ir>);

TEST(WholeDistributedVerifier, HasOneNegativeTestForEachRule)
{
    EXPECT_EQ(rulesBrokenBy(brokenRules()), rulesListedIn("whole/distributed/distributed_verifier.h"));
}

TEST(WholeDistributedVerifier, AcceptsTheTasksOfTheSpread)
{
    for (const NamedTraining& one : trainingSpread())
        EXPECT_EQ(linesOf(verify(tasksOf(one.training))), "") << one.name;
}

TEST(WholeDistributedIr, HasUnder200TasksWhateverTheScale)
{
    for (const NamedTraining& one : trainingSpread())
        EXPECT_LT(tasksOf(one.training).tasks.size(), 200u) << one.name;
}

TEST(WholeDistributedEncoding, KeepsTheLawsOfEncodings)
{
    expectRoundTrip(smallTasks());
    expectVerifierTotalOnIntegers(smallTasks());
}

} // namespace
} // namespace planscope::whole
