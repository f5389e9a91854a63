#include "compare/attribution.h"

#include "bundled_results.h"
#include "compare/cause_joining.h"

#include <gmock/gmock.h>

#include <cmath>
#include <numeric>

namespace planscope {
namespace {

using test::bundledCase;
using test::changed;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

std::vector<std::string> namesOf(const std::vector<Cause>& causes)
{
    std::vector<std::string> names;
    for (const Cause& cause : causes)
        names.push_back(cause.name);
    return names;
}

double sumOf(const std::vector<double>& values)
{
    return std::accumulate(values.begin(), values.end(), 0.0);
}

double sumOf(const Waterfall& fall)
{
    double sum = 0;
    for (const WaterfallStep& step : fall.steps)
        sum += step.share;
    return sum;
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
            for (const AttributedMeasure& measure : (*table)->measures) {
                expectAddsUp(measure.a, measure.b, sumOf(measure.shares), measure.name);
                double parts = sumOf(measure.alone) + measure.otherInteractions;
                for (const Interaction& interaction : measure.interactions)
                    parts += interaction.amount;
                EXPECT_NEAR(parts, measure.difference(),
                            1e-9 * std::max({1.0, measure.a.toDouble(), measure.b.toDouble()}))
                    << measure.name;
            }
    for (const auto* falls : {&attribution.byCause, &attribution.byComponent, &attribution.byLayer})
        for (const auto& fall : *falls)
            if (fall)
                expectAddsUp(fall->a, fall->b, sumOf(*fall), "waterfall");
}

Attribution tableFive()
{
    return attribute(*evaluate(bundledCase("tab5-gpt3-175B-full")), *evaluate(bundledCase("tab5-gpt3-175B-seqsel")));
}

TEST(Attribution, TableFiveSumsToTheDifference)
{
    const Attribution attribution = tableFive();
    ASSERT_TRUE(attribution.time);
    const AttributedMeasure* total = attribution.time->find("time.system_evidence.total");
    ASSERT_TRUE(total);
    EXPECT_NEAR(total->a.toDouble(), 18.0288, 5e-5);
    EXPECT_NEAR(total->b.toDouble(), 13.6381, 5e-5);
    EXPECT_NEAR(sumOf(total->shares), -4.3907, 5e-5);
    expectEverythingAddsUp(attribution);
    // All waterfalls are there.
    for (std::size_t k = 0; k < countOf<Measure>(); ++k) {
        EXPECT_TRUE(attribution.byCause[k]);
        EXPECT_TRUE(attribution.byComponent[k]);
        EXPECT_TRUE(attribution.byLayer[k]);
    }
}

TEST(Attribution, TableFiveJoinsTheRedoWithWhatItNeeds)
{
    const Attribution attribution = tableFive();
    // The redo alone breaks redo.communication: its operands are joined. Then redo with full recompute is illegal.
    EXPECT_THAT(namesOf(attribution.time->causes),
                ElementsAre("mapping.tensor.communication + mapping.recompute + "
                            "mapping.sequence_parallel_all_gather_redo"));
    ASSERT_THAT(attribution.time->joinings, SizeIs(2));
    EXPECT_EQ(attribution.time->joinings[0].reason.code, "mapping.redo.communication");
    EXPECT_EQ(attribution.time->joinings[1].reason.code, "mapping.redo.full_recompute");
}

TEST(Attribution, CausesThatCanBeToldApartAre)
{
    const Candidate a = bundledCase("tab5-gpt3-175B-full");
    const Candidate b = changed(a, [](auto&, auto& workload, auto& mapping) {
        mapping.recompute = RecomputePolicy::Attention;
        mapping.tensor.communication = TensorCommunication::ReduceScatterAllGather;
        workload.microbatchSize = 2;
    });
    const Attribution attribution = attribute(*evaluate(a), *evaluate(b));
    EXPECT_THAT(namesOf(attribution.time->causes),
                ElementsAre("microbatch_size", "mapping.tensor.communication", "mapping.recompute"));
    EXPECT_EQ(attribution.time->intermediates, 8);
    EXPECT_THAT(attribution.time->joinings, IsEmpty());
    expectEverythingAddsUp(attribution);
    // Sequence parallelism does not recompute: its share of a component that only recompute makes is the interaction's.
    const AttributedMeasure* recompute = attribution.time->find("time.system_evidence.recompute");
    EXPECT_LT(recompute->shares[2], 0);
    EXPECT_EQ(recompute->alone.size(), 3U);
}

TEST(Attribution, ShareOfTheOnlyCauseIsTheDifference)
{
    const Candidate a = bundledCase("tab5-gpt3-175B-full");
    const Candidate b = changed(a, [](auto&, auto&, auto& mapping) { mapping.recompute = RecomputePolicy::None; });
    const Attribution attribution = attribute(*evaluate(a), *evaluate(b));
    for (const AttributedMeasure& measure : attribution.time->measures)
        EXPECT_EQ(measure.shares, std::vector<double>{measure.difference()}) << measure.name;
}

TEST(Attribution, WithItselfThereIsNoCause)
{
    const CandidateResultPtr result = evaluate(bundledCase("tab5-gpt3-175B-full"));
    const Attribution attribution = attribute(*result, *result);
    EXPECT_THAT(attribution.time->causes, IsEmpty());
    EXPECT_EQ(attribution.time->intermediates, 1);
    expectEverythingAddsUp(attribution);
}

TEST(Attribution, InteractionsThatMatterAreNamed)
{
    const Candidate a = bundledCase("tab5-gpt3-175B-full");
    // Data parallelism halves the microbatches of a replica; the microbatch size halves them again.
    Candidate b = changed(a, [](auto&, auto& workload, auto& mapping) {
        mapping.data.degree = 2;
        workload.microbatchSize = 4;
    });
    const Attribution attribution = attribute(*evaluate(a), *evaluate(b));
    const AttributedMeasure* total = attribution.time->find("time.system_evidence.total");
    ASSERT_TRUE(total);
    ASSERT_THAT(total->interactions, SizeIs(1));
    EXPECT_THAT(total->interactions[0].causes, ElementsAre(0, 1));
    EXPECT_GT(std::abs(total->interactions[0].amount), 0.05 * std::abs(total->difference()));
    EXPECT_NEAR(total->shares[0], total->alone[0] + total->interactions[0].amount / 2, 1e-9);
}

TEST(Attribution, ABrokenTierLawJoinsForTimeAlone)
{
    Candidate a = bundledCase("tab5-gpt3-175B-full");
    Candidate b = changed(a, [](auto&, auto&, auto& mapping) {
        mapping.tensor.degree = 16;
        mapping.pipeline.degree = 4;
    });
    b.tiers.tensor = 1; // 16 ranks do not fit the tier of 8
    const Attribution attribution = attribute(*evaluate(a), *evaluate(b));
    ASSERT_TRUE(attribution.time);
    // Tensor degree and its tier cannot be told apart; for work each field stands alone, and the tier has no part.
    EXPECT_THAT(namesOf(attribution.time->causes),
                ElementsAre("mapping.tensor.degree + network_tiers.tensor", "mapping.pipeline.degree"));
    EXPECT_EQ(attribution.time->joinings.front().reason.code, "network_tiers.capacity");
    EXPECT_THAT(namesOf(attribution.work->causes), ElementsAre("mapping.tensor.degree", "mapping.pipeline.degree"));
    EXPECT_THAT(attribution.work->joinings, IsEmpty());
    expectEverythingAddsUp(attribution);
}

TEST(Attribution, ASideWithoutTimeHasWorkAlone)
{
    const Candidate a = bundledCase("tab5-gpt3-175B-full");
    Candidate b = a;
    b.tiers.pipeline = 0;
    const Attribution attribution = attribute(*evaluate(a), *evaluate(b));
    EXPECT_FALSE(attribution.time);
    EXPECT_TRUE(attribution.work);
    EXPECT_FALSE(attribution.byCause[0]);
    EXPECT_TRUE(attribution.byCause[static_cast<std::size_t>(Measure::StageMemory)]);
    const Attribution nothing = attribute(test::refusedResult(), *evaluate(a));
    EXPECT_FALSE(nothing.time);
    EXPECT_FALSE(nothing.work);
}

TEST(Attribution, ModelAndSystemAreCausesWhereTheyDiffer)
{
    const CandidateResultPtr a = evaluate(bundledCase("tab5-gpt3-175B-full"));
    Candidate b = bundledCase("tab5-gpt3-175B-full");
    b = changed(b, [](auto& model, auto&, auto&) { model.blockCount = 48; });
    SystemProfile system = *b.system;
    system.memoryPeakBytesPerSecond *= 2;
    b.system = std::make_shared<const SystemProfile>(system);
    const Attribution attribution = attribute(*a, *evaluate(b));
    EXPECT_THAT(namesOf(attribution.time->causes), ElementsAre("model", "system"));
    EXPECT_THAT(namesOf(attribution.work->causes), ElementsAre("model"));
    expectEverythingAddsUp(attribution);
}

TEST(Attribution, EachCauseCanBeFollowedToTheTasksBehindIt)
{
    const CandidateResultPtr a = evaluate(bundledCase("tab5-gpt3-175B-full"));
    const CandidateResultPtr b = evaluate(bundledCase("tab5-gpt3-175B-seqsel"));
    const Attribution attribution = attribute(*a, *b);
    const std::vector<TaskShares> tasks =
        attributeTasks(*a, *b, attribution.time->causes, EstimateMode::SystemEvidence);
    for (std::size_t cause = 0; cause < attribution.time->causes.size(); ++cause) {
        double sum = 0;
        for (const TaskShares& task : tasks)
            sum += task.shares[cause];
        for (const std::string name : {"pipeline_parallel", "data_parallel", "pipeline_bubble"})
            sum += attribution.time->find("time.system_evidence." + name)->shares[cause];
        EXPECT_NEAR(sum, attribution.time->find("time.system_evidence.total")->shares[cause], 1e-9);
    }
    const auto gelu = std::find_if(tasks.begin(), tasks.end(),
                                   [](const TaskShares& task) { return task.task == "mlp.gelu.recompute"; });
    ASSERT_NE(gelu, tasks.end());
    EXPECT_LT(gelu->shares[0], 0);
}

TEST(Attribution, EveryPairOfBundledCasesAddsUp)
{
    std::vector<CandidateResultPtr> results;
    for (const Preset& preset : presets(PresetKind::Cases))
        results.push_back(evaluate(bundledCase(preset.name)));
    for (const CandidateResultPtr& a : results)
        for (const CandidateResultPtr& b : results)
            expectEverythingAddsUp(attribute(*a, *b));
}

MixedFault faultOf(FieldSet operands)
{
    return {Diagnostic{}, operands};
}

TEST(CauseJoining, VisitsBySizeThenInFieldOrder)
{
    std::vector<Coalition> visited;
    joinUntilLegal({CauseField::Model, CauseField::Recompute, CauseField::System}, [&](Coalition coalition, FieldSet) {
        visited.push_back(coalition);
        return std::optional<MixedFault>{};
    });
    EXPECT_THAT(visited, ElementsAre(0b000U, 0b001U, 0b010U, 0b100U, 0b011U, 0b101U, 0b110U, 0b111U));
}

TEST(CauseJoining, JoinsTheOperandsThatDifferAndStartsAgain)
{
    const FieldSet recomputeAndRedo{CauseField::Recompute, CauseField::AllGatherRedo};
    const JoinedCauses joined = joinUntilLegal(
        {CauseField::MicrobatchSize, CauseField::Recompute, CauseField::AllGatherRedo},
        [&](Coalition, FieldSet fromB) -> std::optional<MixedFault> {
            const bool half = !(fromB & recomputeAndRedo).empty() && (fromB & recomputeAndRedo) != recomputeAndRedo;
            // The communication is an operand too, but does not differ.
            return half ? std::optional{faultOf(recomputeAndRedo | FieldSet{CauseField::TensorCommunication})}
                        : std::nullopt;
        });
    EXPECT_THAT(joined.causes, ElementsAre(FieldSet{CauseField::MicrobatchSize}, recomputeAndRedo));
    ASSERT_THAT(joined.joinings, SizeIs(1));
    EXPECT_EQ(joined.joinings[0].fromB, FieldSet{CauseField::Recompute});
    EXPECT_EQ(joined.joinings[0].joined, recomputeAndRedo);
}

TEST(CauseJoining, OneOperandTakesTheNextWithIt)
{
    const auto onlyWith = [](CauseField field, CauseField other) {
        return [field, other](Coalition, FieldSet fromB) -> std::optional<MixedFault> {
            return fromB.contains(field) && !fromB.contains(other) ? std::optional{faultOf({field})} : std::nullopt;
        };
    };
    const FieldSet changed{CauseField::Model, CauseField::TensorDegree, CauseField::Recompute};
    EXPECT_THAT(joinUntilLegal(changed, onlyWith(CauseField::Model, CauseField::TensorDegree)).causes,
                ElementsAre(FieldSet{CauseField::Model, CauseField::TensorDegree}, FieldSet{CauseField::Recompute}));
    // The last one takes the first.
    EXPECT_THAT(joinUntilLegal(changed, onlyWith(CauseField::Recompute, CauseField::Model)).causes,
                ElementsAre(FieldSet{CauseField::Model, CauseField::Recompute}, FieldSet{CauseField::TensorDegree}));
}

} // namespace
} // namespace planscope
