#include "derivation/whole/portable_plan/portable_plan_verifier.h"

#include "engine/derivation/encoding_laws.h"
#include "engine/derivation/verifier_rules.h"
#include "engine/derivation/whole/derived_irs.h"

#include <gmock/gmock.h>

namespace planscope::whole {
namespace {

using Ir = PortablePlanIR;
using Broken = BrokenRule<Ir>;

Ir smallPlan()
{
    return planOf(trainingSpread()[0].training);
}

PlanTask& task(Ir& ir, std::string_view name)
{
    for (PlanTask& one : ir.tasks)
        if (one.name == name)
            return one;
    throw std::logic_error("no such task");
}
SavedBuffer& saved(Ir& ir, std::string_view name)
{
    for (SavedBuffer& one : ir.saved)
        if (one.name == name)
            return one;
    throw std::logic_error("no such buffer");
}

const std::vector<Broken>& brokenRules()
{
    static const std::vector<Broken> cases{
        {"schema", "OneBlockVersion", [](Ir& ir) { ir.schema.major = 1; }},
        {"source_digest", "Missing", [](Ir& ir) { ir.sourceDigest = {}; }},
        {"strategy_fingerprint", "Missing", [](Ir& ir) { ir.strategyFingerprint = {}; }},
        {"objectives", "One", [](Ir& ir) { ir.objectives.pop_back(); }},
        {"program", "AnotherWorld", [](Ir& ir) { ++ir.program.shape.worldSize; }},
        {"program", "NoRanks", [](Ir& ir) { ir.program.contextDegree = 0; }},
        {"program", "AnotherCount", [](Ir& ir) { ++ir.program.rule.microbatches; }},
        {"unique_ids", "TaskTwice", [](Ir& ir) { ir.tasks.push_back(ir.tasks[0]); }},
        {"unique_ids", "BufferTwice", [](Ir& ir) { ir.saved.push_back(ir.saved[0]); }},
        {"id_derived", "OfAnotherName", [](Ir& ir) { ir.transients[0].id = BufferId::derive(ir.sourceDigest, "x"); }},
        {"name", "OfATask", [](Ir& ir) { ir.tasks[1].name += "s"; }},
        {"name", "OfAPersistentBuffer", [](Ir& ir) { ir.stages[0].persistent[1].name += "s"; }},
        {"name", "OfATransientBuffer", [](Ir& ir) { ir.transients[0].name += "s"; }},
        {"invocation", "NoGroup", [](Ir& ir) { task(ir, "fc1.forward.all_gather.enter").invocation.group.reset(); }},
        {"demand", "Less", [](Ir& ir) { task(ir, "fc1.forward").demand.compute = Operations{1}; }},
        {"demand", "StatedZero", [](Ir& ir) { task(ir, "fc1.forward").demand.network = Bytes{0}; }},
        {"capability", "Another", [](Ir& ir) { task(ir, "fc1.forward").requires_ = Capability::VectorElementwise; }},
        {"alternatives", "None", [](Ir& ir) { task(ir, "fc1.forward").alternatives.clear(); }},
        {"concurrency", "Another", [](Ir& ir) { task(ir, "fc1.forward").concurrency = ConcurrencyGroup::Network; }},
        {"order", "UnitsMixed", [](Ir& ir) { std::rotate(ir.tasks.begin(), ir.tasks.begin() + 1, ir.tasks.end()); }},
        {"chain", "Broken", [](Ir& ir) { task(ir, "fc1.forward").dependencies.clear(); }},
        {"saved_bytes", "OneMore", [](Ir& ir) { saved(ir, "fc1.input").bytes = Bytes{1}; }},
        {"saved_bytes", "AnotherOwner", [](Ir& ir) { saved(ir, "fc1.input").owner = Row::Fc2; }},
        {"saved_bytes", "AnotherReason", [](Ir& ir) { saved(ir, "fc1.input").reason = SaveReason::DropoutMask; }},
        {"saved_rebuilt", "WithoutRecompute", [](Ir& ir) { saved(ir, "fc1.input").rebuilt = true; }},
        {"birth", "OfNothing", [](Ir& ir) { saved(ir, "fc1.input").birth = PlanTaskId{}; }},
        {"birth", "InTheBackward",
         [](Ir& ir) { saved(ir, "fc1.input").birth = task(ir, "fc1.activation_gradient").id; }},
        {"death", "BeforeBirth", [](Ir& ir) { saved(ir, "fc1.input").death = saved(ir, "fc1.input").birth; }},
        {"death", "InAnotherUnit", [](Ir& ir) { saved(ir, "fc1.input").death = task(ir, "head.weight_gradient").id; }},
        {"aliases", "OfAKeptTensor", [](Ir& ir) { saved(ir, "fc1.input").aliases = {"fc2.input"}; }},
        {"aliases", "Twice", [](Ir& ir) { saved(ir, "fc1.input").aliases = saved(ir, "proj.input").aliases; }},
        {"moments", "OutOfOrder", [](Ir& ir) { std::swap(ir.moments[0], ir.moments[1]); }},
        {"moments", "AnotherUnit", [](Ir& ir) { ir.moments[0].unit = Unit::Block; }},
        {"transient_bytes", "OneMore", [](Ir& ir) { ir.moments[0].transient = Bytes{1}; }},
        {"transient_bytes", "Negative", [](Ir& ir) { ir.transients[0].bytes = Bytes{-1}; }},
        {"releases", "Missing", [](Ir& ir) { ir.moments[0].releases.clear(); }},
        {"releases", "Twice", [](Ir& ir) { ir.moments[0].releases.push_back(ir.moments[0].releases[0]); }},
        {"edges", "Missing", [](Ir& ir) { ir.edges.pop_back(); }},
        {"stages", "Missing", [](Ir& ir) { ir.stages.pop_back(); }},
        {"stages", "AnotherFlight", [](Ir& ir) { ++ir.stages[0].inFlight; }},
        {"persistent", "TableMissing", [](Ir& ir) { ir.stages[0].persistent.pop_back(); }},
        {"persistent", "OutOfOrder", [](Ir& ir) { std::swap(ir.stages[0].persistent[0], ir.stages[0].persistent[1]); }},
        {"stage_parameters", "OneMore", [](Ir& ir) { ir.stages[0].parameters = Elements{1}; }},
        {"stage_saved", "OneMore", [](Ir& ir) { ir.stages[0].savedPerMicrobatch[0] = Bytes{1}; }},
        {"stage_step", "OutOfOrder", [](Ir& ir) { std::swap(ir.stages[0].step[0], ir.stages[0].step[1]); }},
        {"stage_step", "NoMembers", [](Ir& ir) { ir.stages[0].step[0].members = 0; }},
        {"lineage_kind", "Clone", [](Ir& ir) { ir.tasks[0].lineage.kind = LineageKind::Clone; }},
        {"lineage_transform", "Missing", [](Ir& ir) { ir.saved[0].lineage.transform.clear(); }},
        {"lineage_sources", "None", [](Ir& ir) { ir.transients[0].lineage.sources.clear(); }},
    };
    return cases;
}

class BrokenWholePlan : public testing::TestWithParam<Broken> { };

TEST_P(BrokenWholePlan, IsFound)
{
    Ir ir = smallPlan();
    GetParam().breakIt(ir);
    EXPECT_THAT(codesOf(verify(ir)), testing::Contains("verify.portable_plan." + GetParam().rule))
        << linesOf(verify(ir));
}
INSTANTIATE_TEST_SUITE_P(Rules, BrokenWholePlan, testing::ValuesIn(brokenRules()), testName<Ir>);

TEST(WholePlanVerifier, HasOneNegativeTestForEachRule)
{
    EXPECT_EQ(rulesBrokenBy(brokenRules()), rulesListedIn("whole/portable_plan/portable_plan_verifier.h"));
}

TEST(WholePlanVerifier, AcceptsThePlansOfTheSpread)
{
    for (const NamedTraining& one : trainingSpread())
        EXPECT_EQ(linesOf(verify(planOf(one.training))), "") << one.name;
}

TEST(WholePlan, TheAttentionOutputStaysUntilTheKernelsBackward)
{
    Ir plan = smallPlan();
    EXPECT_EQ(saved(plan, "proj.input").death, task(plan, "core_attention.activation_gradient.matrix").id);
    EXPECT_EQ(saved(plan, "proj.input").aliases, std::vector<std::string>{"core_attention.output"});
}

TEST(WholePlan, MessagesComeChunkByChunkThenTheStep)
{
    const Ir plan = planOf(trainingSpread()[3].training); // 4 chunks on 2 stages
    std::string what;
    for (const StageMessage& message : messagesOf(plan, 1))
        what += std::string{message.what} + " ";
    EXPECT_EQ(what,
              "pipeline.send_forward pipeline.recv_backward pipeline.recv_forward pipeline.send_backward "
              "pipeline.recv_forward pipeline.send_backward gradients weights tied_embedding_gradient "
              "replicated_gradients ");
}

TEST(WholePlanEncoding, KeepsTheLawsOfEncodings)
{
    expectRoundTrip(smallPlan());
    expectVerifierTotalOnIntegers(smallPlan());
}

} // namespace
} // namespace planscope::whole
