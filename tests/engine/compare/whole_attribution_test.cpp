#include "compare/whole_attribution.h"

#include "compare/whole_mixed_estimate.h"
#include "whole_results.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace planscope::whole {
namespace {

using test::bundledWhole;
using test::changed;
using test::llama70b;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

double sumOf(const std::vector<double>& values)
{
    return std::accumulate(values.begin(), values.end(), 0.0);
}

void expectAddsUp(const Number& a, const Number& b, double sum, const std::string& what)
{
    const double scale = std::max(std::abs(a.toDouble()), std::abs(b.toDouble()));
    EXPECT_LE(std::abs(sum - (b - a).toDouble()), 1e-12 * scale) << what;
}

void expectEverythingAddsUp(const Attribution& attribution)
{
    for (const auto* table : {&attribution.time, &attribution.work})
        if (*table)
            for (const AttributedMeasure& measure : (*table)->measures)
                expectAddsUp(measure.a, measure.b, sumOf(measure.shares), measure.name);
    for (const auto* falls : {&attribution.byCause, &attribution.byComponent, &attribution.byLayer})
        for (const auto& fall : *falls)
            if (fall) {
                double sum = 0;
                for (const WaterfallStep& step : fall->steps)
                    sum += step.share;
                expectAddsUp(fall->a, fall->b, sum, fall->steps.empty() ? "" : fall->steps.front().name);
            }
}

std::vector<std::string> namesOf(const std::vector<Cause>& causes)
{
    std::vector<std::string> names;
    for (const Cause& cause : causes)
        names.push_back(cause.name);
    return names;
}

StatedCase statedCase(const Candidate& candidate)
{
    return {candidate.training.model(),
            candidate.training.workload(),
            candidate.training.mapping(),
            candidate.system,
            candidate.tiers,
            candidate.framework};
}

/// Three fields that are lawful apart: the data degree, what is recomputed, and where the blocks are.
Candidate otherwise()
{
    return changed(llama70b(), [](auto&, auto&, auto& mapping) {
        mapping.data.degree = 4;
        mapping.recompute = RecomputeKind::CoreAttention;
        mapping.pipeline.layout = std::vector<std::int64_t>{19, 20, 20, 21};
    });
}

CandidateResultPtr derived(const Candidate& a, const Candidate& b, FieldSet fromB)
{
    const StatedCase mix = mixed(statedCase(a), statedCase(b), fromB);
    Candidate candidate = a;
    candidate.training = Training::create(mix.model, mix.workload, mix.mapping).value();
    candidate.system = mix.system;
    candidate.tiers = mix.tiers;
    candidate.framework = mix.framework;
    return evaluate(candidate);
}

TEST(WholeAttribution, FieldsThatCanBeToldApartAre)
{
    const Candidate a = llama70b(), b = otherwise();
    const Attribution attribution = attribute(*evaluate(a), *evaluate(b));
    ASSERT_TRUE(attribution.time);
    EXPECT_THAT(namesOf(attribution.time->causes),
                ElementsAre("mapping.pipeline.layout", "mapping.data.degree", "mapping.recompute"));
    EXPECT_EQ(attribution.time->intermediates, 8);
    EXPECT_THAT(attribution.time->joinings, IsEmpty());
    expectEverythingAddsUp(attribution);
    for (std::size_t k = 0; k < countOf<Measure>(); ++k) {
        EXPECT_TRUE(attribution.byCause[k]);
        EXPECT_TRUE(attribution.byComponent[k]);
        EXPECT_TRUE(attribution.byLayer[k]);
    }
    // No operation depends on where a block is; every byte of recomputed work on the recompute.
    const AttributedMeasure* again = attribution.work->find("operations.recompute");
    ASSERT_TRUE(again);
    EXPECT_EQ(again->a, Number{});
    EXPECT_GT(again->shares[2], 0);
}

TEST(WholeAttribution, SharesAreTheMeanOverAllOrdersOfDerivedMappings)
{
    const Candidate a = llama70b(), b = otherwise();
    const Attribution attribution = attribute(*evaluate(a), *evaluate(b));
    const std::vector<Cause>& causes = attribution.time->causes;
    std::vector<std::array<double, 2>> values; // by coalition: seconds of a step, bytes of the peak
    for (std::size_t coalition = 0; coalition < std::size_t{1} << causes.size(); ++coalition) {
        FieldSet fromB;
        for (std::size_t cause = 0; cause < causes.size(); ++cause)
            if ((coalition >> cause & 1) != 0)
                fromB = fromB | causes[cause].fields;
        const CandidateResultPtr mix = derived(a, b, fromB);
        values.push_back({(*mix->estimate->modes)[1].time.total, static_cast<double>(mix->estimate->peak.value())});
    }
    std::vector<std::size_t> order(causes.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::vector<std::array<double, 2>> shares(causes.size());
    double orders = 0;
    do {
        std::size_t coalition = 0;
        for (const std::size_t cause : order) {
            const std::size_t next = coalition | std::size_t{1} << cause;
            for (std::size_t k = 0; k < 2; ++k)
                shares[cause][k] += values[next][k] - values[coalition][k];
            coalition = next;
        }
        ++orders;
    } while (std::next_permutation(order.begin(), order.end()));
    const AttributedMeasure* const seconds = attribution.time->find("time.system_evidence.total");
    const AttributedMeasure* const bytes = attribution.work->find("memory.peak");
    for (std::size_t cause = 0; cause < causes.size(); ++cause) {
        EXPECT_NEAR(seconds->shares[cause], shares[cause][0] / orders, 1e-9);
        EXPECT_NEAR(bytes->shares[cause], shares[cause][1] / orders, 1);
    }
}

TEST(WholeAttribution, IntermediatesAreTheDerivationsEstimateToTheLastBit)
{
    const Candidate a = llama70b(), b = otherwise();
    MixedEstimate mixes{statedCase(a), statedCase(b)};
    const std::vector<CauseField> fields = mixes.changed().fields();
    ASSERT_THAT(fields, SizeIs(3));
    for (std::size_t coalition = 0; coalition < 8; ++coalition) {
        FieldSet fromB;
        for (std::size_t k = 0; k < fields.size(); ++k)
            if ((coalition >> k & 1) != 0)
                fromB.insert(fields[k]);
        ASSERT_FALSE(mixes.mix(fromB));
        const CandidateResultPtr mix = derived(a, b, fromB);
        EXPECT_EQ(mixes.peaks().value(), mix->estimate->peaks);
        const auto steps = mixes.steps();
        ASSERT_TRUE(steps);
        for (std::size_t mode = 0; mode < steps->size(); ++mode)
            for (const NamedFigure<IterationTime>& figure : iterationFigures) {
                const double seconds = (*steps)[mode].iteration.*figure.member;
                EXPECT_EQ(seconds, (*mix->estimate->modes)[mode].time.iteration.*figure.member);
            }
    }
}

TEST(WholeAttribution, AFieldWithoutEffectHasExactlyNothing)
{
    const Candidate a = llama70b();
    // At degree 1 nothing is exchanged.
    const Candidate b = changed(a, [](auto&, auto&, auto& mapping) {
        mapping.context.exchange = ContextExchange::Ring;
        mapping.recompute = RecomputeKind::CoreAttention;
    });
    const Attribution attribution = attribute(*evaluate(a), *evaluate(b));
    EXPECT_THAT(namesOf(attribution.time->causes), ElementsAre("mapping.context.exchange", "mapping.recompute"));
    for (const auto* table : {&attribution.time, &attribution.work})
        for (const AttributedMeasure& measure : (*table)->measures)
            EXPECT_EQ(measure.shares[0], 0) << measure.name;
}

TEST(WholeAttribution, WithItselfThereIsNoCause)
{
    const CandidateResultPtr result = evaluate(llama70b());
    const Attribution attribution = attribute(*result, *result);
    EXPECT_THAT(attribution.time->causes, IsEmpty());
    EXPECT_EQ(attribution.time->intermediates, 1);
    expectEverythingAddsUp(attribution);
}

TEST(WholeAttribution, TurnedRoundSharesHaveTheOtherSign)
{
    const CandidateResultPtr a = evaluate(llama70b()), b = evaluate(otherwise());
    const Attribution here = attribute(*a, *b), there = attribute(*b, *a);
    for (std::size_t k = 0; k < here.work->measures.size(); ++k) {
        const AttributedMeasure& measure = here.work->measures[k];
        const double scale = std::max({1.0, measure.a.toDouble(), measure.b.toDouble()});
        for (std::size_t cause = 0; cause < measure.shares.size(); ++cause)
            EXPECT_LE(std::abs(measure.shares[cause] + there.work->measures[k].shares[cause]), 1e-9 * scale)
                << measure.name;
    }
}

TEST(WholeAttribution, ALayoutIsJoinedWithTheStagesItIsFor)
{
    const Candidate a = llama70b();
    const Candidate b = changed(a, [](auto&, auto&, auto& mapping) {
        mapping.pipeline.degree = 2;
        mapping.pipeline.layout = std::vector<std::int64_t>{41, 39};
        mapping.data.degree = 4;
    });
    const Attribution attribution = attribute(*evaluate(a), *evaluate(b));
    EXPECT_THAT(namesOf(attribution.time->causes),
                ElementsAre("mapping.pipeline.degree + mapping.pipeline.layout", "mapping.data.degree"));
    ASSERT_THAT(attribution.time->joinings, SizeIs(1));
    EXPECT_EQ(attribution.time->joinings[0].reason.code, "mapping.pipeline.layout");
    EXPECT_EQ(attribution.time->joinings[0].fromB, FieldSet{CauseField::Layout});
    expectEverythingAddsUp(attribution);
}

TEST(WholeAttribution, ABrokenTierLawJoinsForTimeAlone)
{
    const Candidate a = llama70b();
    Candidate b = changed(a, [](auto&, auto&, auto& mapping) {
        mapping.tensor.degree = 16;
        mapping.pipeline.degree = 2;
    });
    b.tiers.tensor = 1; // 16 ranks do not fit the tier of 8
    const Attribution attribution = attribute(*evaluate(a), *evaluate(b));
    ASSERT_TRUE(attribution.time);
    EXPECT_THAT(namesOf(attribution.time->causes),
                ElementsAre("mapping.tensor.degree + network_tiers.tensor", "mapping.pipeline.degree"));
    EXPECT_THAT(namesOf(attribution.work->causes), ElementsAre("mapping.tensor.degree", "mapping.pipeline.degree"));
    EXPECT_THAT(attribution.work->joinings, IsEmpty());
    expectEverythingAddsUp(attribution);
}

TEST(WholeAttribution, TheFrameworkHoldsMemoryAndTakesNoTime)
{
    const Candidate a = llama70b();
    Candidate b = a;
    b.framework = std::make_shared<const FrameworkProfile>(FrameworkProfile{.name = "none"});
    const Attribution attribution = attribute(*evaluate(a), *evaluate(b));
    EXPECT_THAT(attribution.time->causes, IsEmpty());
    EXPECT_THAT(namesOf(attribution.work->causes), ElementsAre("framework"));
    const AttributedMeasure* held = attribution.work->find("memory.dummy_weight_gradients");
    EXPECT_LT(held->shares[0], 0);
    expectEverythingAddsUp(attribution);
}

TEST(WholeAttribution, ASideWithoutTimeHasWorkAlone)
{
    const Candidate a = llama70b();
    const Candidate b = changed(a, [](auto&, auto&, auto& mapping) {
        mapping.context = {2, ContextExchange::Ring};
        mapping.data.degree = 1;
    });
    const Attribution attribution = attribute(*evaluate(a), *evaluate(b));
    EXPECT_FALSE(attribution.time);
    ASSERT_TRUE(attribution.work);
    EXPECT_FALSE(attribution.byCause[static_cast<std::size_t>(Measure::SystemEvidenceTime)]);
    EXPECT_TRUE(attribution.byCause[static_cast<std::size_t>(Measure::StageMemory)]);
    expectEverythingAddsUp(attribution);
    EXPECT_FALSE(attribute(test::refusedWhole(), *evaluate(a)).work);
}

TEST(WholeAttribution, TooManyIntermediatesJoinWhatSpeaksOfOneThing)
{
    const Candidate a = changed(llama70b(), [](auto&, auto& workload, auto&) { workload.globalBatchSize = 8192; });
    Candidate b = changed(a, [](auto& model, auto&, auto& mapping) {
        model.name = "another";
        mapping.tensor = {4, false};
        mapping.pipeline.layout = std::vector<std::int64_t>{21, 20, 20, 19};
        mapping.data = {4, false};
        mapping.recompute = RecomputeKind::CoreAttention;
        mapping.loss = LossKernel::Float32;
        mapping.gradientDatatype = GradientDatatype::BFloat16;
        mapping.vocabulary = {1, 128};
    });
    b.tiers.tensor = 1;
    const CandidateResultPtr ofA = evaluate(a), ofB = evaluate(b);
    const Attribution attribution = attribute(*ofA, *ofB);
    ASSERT_TRUE(attribution.time);
    ASSERT_FALSE(attribution.time->joinings.empty());
    const Joining& first = attribution.time->joinings.front();
    EXPECT_EQ(first.reason.code, "attribution.grouped");
    EXPECT_TRUE(first.fromB.empty());
    EXPECT_EQ(first.joined, (FieldSet{CauseField::Loss, CauseField::GradientDatatype, CauseField::Vocabulary}));
    EXPECT_LT(attribution.time->causes.size(), 10U);
    FieldSet all;
    for (const Cause& cause : attribution.time->causes) {
        EXPECT_TRUE((all & cause.fields).empty());
        all = all | cause.fields;
    }
    EXPECT_EQ(all, changedFields(statedCase(a), statedCase(b)));
    expectEverythingAddsUp(attribution);
    // Counts decide, no clock.
    EXPECT_EQ(namesOf(attribute(*ofA, *ofB).time->causes), namesOf(attribution.time->causes));
}

TEST(WholeAttribution, EachCauseCanBeFollowedToTheTasksBehindIt)
{
    const CandidateResultPtr a = evaluate(llama70b()), b = evaluate(otherwise());
    const Attribution attribution = attribute(*a, *b);
    const std::vector<TaskShares> tasks =
        attributeTasks(*a, *b, attribution.time->causes, EstimateMode::SystemEvidence);
    for (std::size_t cause = 0; cause < attribution.time->causes.size(); ++cause) {
        double sum = 0;
        for (const TaskShares& task : tasks)
            sum += task.shares[cause];
        double components = 0;
        for (const std::string name :
             {"forward", "recompute", "activation_gradient", "weight_gradient", "tensor_parallel", "recommunication"})
            components += attribution.time->find("time.system_evidence." + name)->shares[cause];
        // Gradients of replicated parameters stand with the tensor-parallel messages and are no task; microseconds.
        EXPECT_NEAR(sum, components, 1e-3);
    }
    const auto again = std::find_if(tasks.begin(), tasks.end(), [](const TaskShares& task) {
        return task.task == "core_attention.recompute.matrix";
    });
    ASSERT_NE(again, tasks.end());
    EXPECT_GT(again->shares[2], 0);
}

TEST(WholeAttribution, EveryPairOfBundledCandidatesAddsUp)
{
    std::vector<CandidateResultPtr> results{evaluate(otherwise())};
    const auto source = CandidateSource::open(findPreset(PresetKind::Studies, "llama-3-70b-64xH100")->json);
    for (std::size_t index = 0; index < source->count(); ++index)
        results.push_back(evaluate(source->readWhole(index).candidate.value()));
    for (const CandidateResultPtr& a : results)
        for (const CandidateResultPtr& b : results)
            expectEverythingAddsUp(attribute(*a, *b));
}

TEST(WholeMixedEstimate, SaysWhatIsIllegalAndWhichFieldsItSpeaksOf)
{
    const Candidate a = llama70b();
    const Candidate b = changed(a, [](auto&, auto& workload, auto& mapping) {
        workload.globalBatchSize = 6;
        mapping.data.degree = 3;
    });
    MixedEstimate mixes{statedCase(a), statedCase(b)};
    const auto fault = mixes.mix({CauseField::DataDegree});
    ASSERT_TRUE(fault);
    EXPECT_EQ(fault->reason.code, "mapping.data.divides_batch");
    EXPECT_EQ(fault->operands, (FieldSet{CauseField::Workload, CauseField::DataDegree}));
    EXPECT_FALSE(mixes.mix({CauseField::Workload, CauseField::DataDegree}));
}

} // namespace
} // namespace planscope::whole
