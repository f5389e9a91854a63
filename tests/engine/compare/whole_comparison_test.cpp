#include "compare/whole_comparison.h"

#include "compare/any_comparison.h"

#include "bundled_results.h"
#include "whole_results.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <numeric>

namespace planscope::whole {
namespace {

using test::changed;
using test::llama70b;
using testing::ElementsAre;
using testing::IsEmpty;
using Kind = SemanticKey::Kind;

CandidateResultPtr fourStages()
{
    static const CandidateResultPtr result = evaluate(llama70b());
    return result;
}

CandidateResultPtr twoStages()
{
    static const CandidateResultPtr result = evaluate(changed(llama70b(), [](auto&, auto&, auto& mapping) {
        mapping.pipeline.degree = 2;
        mapping.data.degree = 4;
    }));
    return result;
}

CandidateResultPtr recomputed()
{
    static const CandidateResultPtr result =
        evaluate(changed(llama70b(), [](auto&, auto&, auto& mapping) { mapping.recompute = RecomputeKind::Full; }));
    return result;
}

const IrComparison& irOf(const Comparison& comparison, IrKind kind)
{
    return comparison.irs[static_cast<std::size_t>(kind)];
}

const ComparedEntity& entity(const IrComparison& ir, Kind kind, std::string_view name, std::string_view part = {})
{
    for (const ComparedEntity& each : ir.entities)
        if (each.key.kind == kind && each.key.name == name && each.part == part)
            return each;
    throw std::out_of_range(std::string{name});
}

const ComparedFact& figure(const Comparison& comparison, std::string_view path)
{
    if (const ComparedFact* const fact = comparison.figure(path))
        return *fact;
    throw std::out_of_range(std::string{path});
}

std::vector<std::string> differing(const std::vector<ComparedField>& fields)
{
    std::vector<std::string> paths;
    for (const ComparedField& field : fields)
        if (field.differs())
            paths.push_back(field.path);
    return paths;
}

/// Everything that a plan lists.
std::int64_t entitiesOf(const PortablePlanIR& plan)
{
    std::size_t count = plan.tasks.size() + plan.parameterTensors.size() + plan.saved.size() + plan.transients.size()
        + plan.moments.size() + plan.edges.size();
    for (const PlanStage& stage : plan.stages)
        count += 1 + stage.persistent.size() + stage.step.size();
    return static_cast<std::int64_t>(count);
}

TEST(WholeComparison, WithItselfIsEqual)
{
    const Comparison comparison = compare(*fourStages(), *fourStages());
    EXPECT_EQ(comparison.accounting, Accounting::Whole);
    EXPECT_TRUE(comparison.equal());
    EXPECT_TRUE(comparison.sameSubject());
    EXPECT_FALSE(comparison.taskCounts.anyDifference());
    for (const IrComparison& ir : comparison.irs)
        EXPECT_FALSE(ir.entityCounts.anyDifference());
}

TEST(WholeComparison, CountsAddUpToBothSides)
{
    for (const CandidateResultPtr& b : {twoStages(), recomputed()}) {
        const Comparison comparison = compare(*fourStages(), *b);
        const IrComparison& plan = irOf(comparison, IrKind::PortablePlan);
        EXPECT_EQ(plan.entityCounts.totalA(), entitiesOf(fourStages()->derivation->plan()));
        EXPECT_EQ(plan.entityCounts.totalB(), entitiesOf(b->derivation->plan()));
        EXPECT_EQ(comparison.taskCounts.totalA(),
                  static_cast<std::int64_t>(fourStages()->derivation->plan().tasks.size()));
        EXPECT_EQ(comparison.taskCounts.totalB(), static_cast<std::int64_t>(b->derivation->plan().tasks.size()));
    }
}

TEST(WholeComparison, CountsTheStepApartFromTheTasks)
{
    const CandidateResultPtr uneven = evaluate(changed(llama70b(), [](auto&, auto&, auto& mapping) {
        mapping.pipeline.layout = {{21, 21, 21, 17}};
    }));
    const Comparison comparison = compare(*fourStages(), *uneven);
    EXPECT_FALSE(comparison.taskCounts.anyDifference()) << "a task runs once a block";
    std::vector<std::string> names;
    for (const ComparedStepPart& part : comparison.stepParts)
        names.push_back(part.name);
    EXPECT_THAT(names, ElementsAre("step.gradients", "step.weights", "step.replicated_gradients", "step.optimizer"));
    EXPECT_EQ(comparison.stepCounts, (ChangeCounts{0, 4, 0, 0}));
    EXPECT_EQ(compare(*fourStages(), *fourStages()).stepCounts, (ChangeCounts{4, 0, 0, 0}));
    const CandidateResultPtr alone = evaluate(changed(llama70b(), [](auto&, auto&, auto& mapping) {
        mapping.data = {1, false};
    }));
    EXPECT_EQ(compare(*fourStages(), *alone).stepCounts.removed, 2) << "one replica exchanges no gradients";
}

TEST(WholeComparison, NamesTheFieldsThatDiffer)
{
    const Comparison comparison = compare(*fourStages(), *twoStages());
    EXPECT_THAT(differing(comparison.mapping), ElementsAre("mapping.pipeline.degree", "mapping.data.degree"));
    EXPECT_THAT(differing(comparison.subject), IsEmpty());
    EXPECT_EQ(comparison.mapping.size(), fieldsOf<CandidateField>(Accounting::Whole).size());
}

TEST(WholeComparison, ModelWorkloadAndFrameworkAreTheSubject)
{
    Candidate other = changed(llama70b(), [](auto& model, auto& workload, auto&) {
        model.bias = {BiasedLayer::Qkv, BiasedLayer::Fc1};
        workload.sequenceLength = 4096;
    });
    FrameworkProfile framework = *other.framework;
    framework.name = "lean";
    framework.dummyWeightGradients = false;
    other.framework = std::make_shared<const FrameworkProfile>(framework);
    const Comparison comparison = compare(*fourStages(), *evaluate(other));
    EXPECT_FALSE(comparison.sameSubject());
    EXPECT_THAT(differing(comparison.subject),
                ElementsAre("model.bias", "workload.sequence_length", "evidence", "framework"));
    EXPECT_EQ(comparison.subject[12].b, "qkv, fc1");
}

TEST(WholeComparison, LayoutAndGroupAreStatedOrNot)
{
    const CandidateResultPtr laid = evaluate(changed(llama70b(), [](auto&, auto&, auto& mapping) {
        mapping.pipeline.layout = std::vector<std::int64_t>{21, 20, 20, 19};
    }));
    const Comparison comparison = compare(*fourStages(), *laid);
    EXPECT_THAT(differing(comparison.mapping), ElementsAre("mapping.pipeline.layout"));
    const auto layout = std::find_if(comparison.mapping.begin(), comparison.mapping.end(),
                                     [](const ComparedField& field) { return field.differs(); });
    EXPECT_EQ(layout->a, std::nullopt);
    EXPECT_EQ(layout->b, "21, 20, 20, 19");
}

TEST(WholeComparison, StagesMatchByNumber)
{
    const Comparison comparison = compare(*fourStages(), *twoStages());
    const IrComparison& plan = irOf(comparison, IrKind::PortablePlan);
    EXPECT_EQ(entity(plan, Kind::Stage, "1").change, Change::Changed);
    EXPECT_EQ(entity(plan, Kind::Stage, "3").change, Change::Removed);
    EXPECT_EQ(entity(plan, Kind::Stage, "3", "weights").change, Change::Removed);
    EXPECT_EQ(entity(plan, Kind::Stage, "0", "step.gradients").change, Change::Changed);
    EXPECT_EQ(entity(plan, Kind::Edge, "forward").change, Change::Changed);
    EXPECT_EQ(entity(plan, Kind::Value, "fc1.weight").change, Change::Same);
}

TEST(WholeComparison, SavedTensorsMatchByName)
{
    const Comparison comparison = compare(*fourStages(), *recomputed());
    const IrComparison& plan = irOf(comparison, IrKind::PortablePlan);
    EXPECT_EQ(entity(plan, Kind::Value, "block.input").change, Change::Added);
    const ComparedEntity& rebuilt = entity(plan, Kind::Value, "fc1.input");
    EXPECT_EQ(rebuilt.change, Change::Changed);
    for (const ComparedFact& fact : rebuilt.facts)
        EXPECT_FALSE(fact.differs()) << fact.name;
    EXPECT_TRUE(std::any_of(rebuilt.attributes.begin(), rebuilt.attributes.end(), [](const ComparedText& attribute) {
        return attribute.name == "rebuilt" && attribute.a == "false" && attribute.b == "true";
    }));
    EXPECT_EQ(entity(plan, Kind::Component, "moment.fc2.backward").change, Change::Same);
}

TEST(WholeComparison, TasksComeInTheOrderInWhichBothRun)
{
    const CandidateResultPtr b = evaluate(changed(llama70b(), [](auto&, auto& workload, auto& mapping) {
        mapping.recompute = RecomputeKind::Full;
        mapping.tensor.sequenceParallel = false;
        mapping.attention = AttentionKernel::Unfused;
        mapping.loss = LossKernel::Float32;
        workload.hiddenDropout = true;
    }));
    const Comparison comparison = compare(*fourStages(), *b);
    std::vector<std::size_t> inA, inB;
    for (const ComparedTask& task : comparison.tasks) {
        if (task.indexA)
            inA.push_back(*task.indexA);
        if (task.indexB)
            inB.push_back(*task.indexB);
    }
    EXPECT_TRUE(std::is_sorted(inA.begin(), inA.end()));
    EXPECT_TRUE(std::is_sorted(inB.begin(), inB.end()));
    EXPECT_EQ(inB.size(), b->derivation->plan().tasks.size());
    EXPECT_GT(comparison.taskCounts.added, 0);
    EXPECT_GT(comparison.taskCounts.removed, 0);
}

TEST(WholeComparison, FiguresOfAStageThatOneSideLacksAreAbsent)
{
    const Comparison comparison = compare(*fourStages(), *twoStages());
    const ComparedFact& peak = figure(comparison, "stages[3].peak.bytes");
    EXPECT_TRUE(peak.a);
    EXPECT_FALSE(peak.b);
    EXPECT_TRUE(figure(comparison, "time.system_evidence.stages[1].busy").b);
    EXPECT_EQ(comparison.figure("stages[4].peak.bytes"), nullptr);
}

TEST(WholeComparison, FiguresAreThoseOfTheResults)
{
    const Comparison comparison = compare(*fourStages(), *twoStages());
    EXPECT_EQ(figure(comparison, "memory.peak").b, Number::integer(twoStages()->estimate->peak.value()));
    EXPECT_EQ(figure(comparison, "parameters.total").a, Number::integer(70553706496));
    EXPECT_EQ(figure(comparison, "flops_per_token.causal_half").a, Number::integer(449222541312));
    const StepTime& step = (*fourStages()->estimate->modes)[1].time;
    EXPECT_EQ(figure(comparison, "time.system_evidence.total").a, Number::real(step.total));
    EXPECT_EQ(figure(comparison, "time.system_evidence.pipeline_bubble").a,
              Number::real(step.iteration.pipelineBubble));
    // The parts of the fullest stage's peak add up to it.
    Number sum;
    for (std::size_t part = 0; part < countOf<PeakPart>(); ++part)
        sum = sum + *figure(comparison, "memory." + std::string{nameOf(static_cast<PeakPart>(part))}).a;
    EXPECT_EQ(sum, *figure(comparison, "memory.peak").a);
}

TEST(WholeComparison, ARefusedSideLacksEverything)
{
    const Comparison comparison = compare(test::refusedWhole(), *fourStages());
    EXPECT_FALSE(comparison.comparable());
    EXPECT_EQ(comparison.taskCounts.added, static_cast<std::int64_t>(comparison.tasks.size()));
    EXPECT_FALSE(figure(comparison, "memory.peak").a);
    EXPECT_TRUE(figure(comparison, "memory.peak").b);
}

TEST(AnyComparison, DispatchesToTheAccountingAndRefusesTwo)
{
    const AnyResult whole = fourStages();
    const AnyResult block = evaluate(test::bundledCase("tab5-gpt3-175B-full"));
    EXPECT_FALSE(incomparable(whole, AnyResult{twoStages()}));
    EXPECT_EQ(compare(whole, AnyResult{twoStages()}).accounting, Accounting::Whole);
    EXPECT_EQ(compare(block, block).accounting, Accounting::Block);
    for (const auto& fault : {incomparable(whole, block), incomparable(block, whole)}) {
        ASSERT_TRUE(fault);
        EXPECT_EQ(fault->code, "compare.accountings");
        EXPECT_THAT(fault->message, testing::HasSubstr("4 stages of 20 blocks"));
    }
}

} // namespace
} // namespace planscope::whole
