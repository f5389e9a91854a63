#include "report/difference_csv.h"
#include "report/difference_json.h"
#include "report/difference_text.h"
#include "report/fact_format.h"
#include "sample_results.h"

#include "base/json_document.h"

#include <gmock/gmock.h>

namespace planscope {
namespace {

using test::sampleCandidate;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

CandidateResultPtr withoutRecompute()
{
    Candidate candidate = sampleCandidate("none, \"quoted\"");
    TransformerTrainingMappingSpec mapping = candidate.training.mapping();
    mapping.recompute = RecomputePolicy::None;
    mapping.fusedActivation = true;
    candidate.training =
        TransformerTraining::create(candidate.training.model(), candidate.training.workload(), mapping).value();
    return evaluate(candidate);
}

struct Difference {
    CandidateResultPtr a = test::sampleResult();
    CandidateResultPtr b = withoutRecompute();
    Comparison comparison = compare(*a, *b);
    Attribution attribution = attribute(*a, *b);
};

std::size_t occurrences(const std::string& text, const std::string& part)
{
    std::size_t count = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + part.size()))
        ++count;
    return count;
}

TEST(DifferenceText, SaysWhatDiffersAndWhy)
{
    const Difference d;
    const std::string text = differenceText(d.comparison, d.attribution);
    EXPECT_THAT(text,
                AllOf(HasSubstr("Recompute         attention  →  none"), HasSubstr("by cause"),
                      HasSubstr("by component"), HasSubstr("by layer"), HasSubstr("time.recompute")));
    EXPECT_THAT(text, Not(HasSubstr("not the same is compared")));
    EXPECT_EQ(text.back(), '\n');
}

TEST(DifferenceText, EqualSidesHaveNone)
{
    const Difference d;
    EXPECT_THAT(differenceText(compare(*d.a, *d.a), attribute(*d.a, *d.a)), HasSubstr("no difference\n"));
}

TEST(DifferenceText, SaysFirstWhenAnotherSystemIsCompared)
{
    const CandidateResultPtr a = test::sampleResult();
    const CandidateResultPtr b = test::sampleResult("sample", 40);
    const std::string text = differenceText(compare(*a, *b), attribute(*a, *b));
    EXPECT_THAT(text, HasSubstr("not the same is compared\n  Evidence revision"));
}

TEST(DifferenceText, RefusedSidesAreTold)
{
    const CandidateResult refused = test::refusedResult();
    const Difference d;
    EXPECT_THAT(differenceText(compare(refused, *d.b), attribute(refused, *d.b)), HasSubstr("refused"));
}

TEST(DifferenceJson, IsCompleteAndReadsBack)
{
    const Difference d;
    const auto json = JsonDocument::parse(differenceJson(d.comparison, d.attribution));
    ASSERT_TRUE(json);
    const JsonValue root = json->root();
    EXPECT_EQ(root.find("equal")->text(), "false");
    const JsonValue tasks = *root.find("tasks");
    EXPECT_EQ(tasks.find("removed")->text(), std::to_string(d.comparison.taskCounts.removed));
    EXPECT_EQ(tasks.find("changes")->childCount(),
              static_cast<std::size_t>(d.comparison.taskCounts.changed + d.comparison.taskCounts.removed
                                       + d.comparison.taskCounts.added));
    const JsonValue total = *root.find("figures")->find("memory")->find("memory.total");
    EXPECT_EQ(total.find("a")->text(), std::to_string(d.a->estimate->memory.total.value()));
    EXPECT_EQ(total.find("delta")->text(),
              std::to_string(d.b->estimate->memory.total.value() - d.a->estimate->memory.total.value()));
    const JsonValue time = *root.find("attribution")->find("time");
    EXPECT_EQ(time.find("causes")->childCount(), 2U);
    EXPECT_EQ(time.find("intermediates")->text(), "4");
}

TEST(DifferenceJson, OfRefusedSidesIsJsonToo)
{
    const CandidateResult refused = test::refusedResult();
    EXPECT_TRUE(JsonDocument::parse(differenceJson(compare(refused, refused), attribute(refused, refused))));
}

TEST(DifferenceCsv, HasEveryFactOfEveryTask)
{
    const Difference d;
    const std::string csv = differenceCsv(d.comparison, d.attribution);
    EXPECT_THAT(csv, testing::StartsWith("section,entity,part,change,fact,unit,a,b,delta,percent\r\n"));
    EXPECT_EQ(occurrences(csv, "\r\ntask,"), d.comparison.tasks.size() * countOf<TaskFact>());
    EXPECT_EQ(occurrences(csv, "\r\ncause,"),
              2 * d.attribution.time->measures.size()
                  + d.attribution.work->causes.size() * d.attribution.work->measures.size());
    EXPECT_THAT(csv, HasSubstr("\r\nmapping,mapping.recompute,,changed,value,,attention,none,,\r\n"));
}

TEST(FactFormat, DifferencesHaveASignAndRatiosPoints)
{
    EXPECT_EQ(humanDifference(Number::real(1.5), FactUnit::InSeconds), "+1.50 s");
    EXPECT_EQ(humanDifference(Number::integer(-22020096), FactUnit::InOperations), "-22.0 MFLOP");
    EXPECT_EQ(humanDifference(Number::integer(0), FactUnit::InBytes), "0");
    EXPECT_EQ(humanDifference(Number::real(0.126), FactUnit::Ratio), "+12.6 points");
    EXPECT_EQ(humanNumber(Number::integer(1234567), FactUnit::Count), "1234567");
    EXPECT_EQ(humanRelative({"x", FactUnit::Count, Number::integer(8), Number::integer(1)}), "-87.5 %");
    EXPECT_EQ(humanRelative({"x", FactUnit::Count, Number::integer(0), Number::integer(1)}), "–");
}

} // namespace
} // namespace planscope
