#include "report/difference_csv.h"
#include "report/difference_json.h"
#include "report/difference_text.h"
#include "report/ir_difference.h"
#include "report/result_tables.h"

#include "base/json_document.h"
#include "compare/whole_attribution.h"
#include "compare/whole_comparison.h"
#include "frontend/presets.h"
#include "sample_results.h"

#include <gmock/gmock.h>

#include <fstream>
#include <iterator>

namespace planscope::whole {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

/// Of the bundled study: tensor 8, pipeline 4 and data 2, then with interleaving, then pipeline 2 and data 4.
CandidateResultPtr llama70b(std::size_t index)
{
    static const auto source = CandidateSource::open(findPreset(PresetKind::Studies, "llama-3-70b-64xH100")->json);
    return evaluate(source->readWhole(index).candidate.value());
}

struct Difference {
    CandidateResultPtr a = llama70b(0);
    CandidateResultPtr b = llama70b(2);
    Comparison comparison = compare(*a, *b);
    Attribution attribution = attribute(*a, *b);
};

std::string golden(const std::string& name)
{
    std::ifstream file(std::string{PLANSCOPE_SOURCE_DIR} + "/tests/golden/report/" + name);
    return {std::istreambuf_iterator<char>(file), {}};
}

std::size_t occurrences(const std::string& text, const std::string& what)
{
    std::size_t count = 0;
    for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1))
        ++count;
    return count;
}

TEST(WholeDifferenceText, SaysWhatChangedAndWhy)
{
    const Difference d;
    EXPECT_EQ(differenceText(d.comparison, d.attribution), golden("whole_difference.txt"));
    EXPECT_THAT(differenceText(compare(*d.a, *d.a), attribute(*d.a, *d.a)), HasSubstr("no difference\n"));
}

TEST(WholeDifferenceText, FieldsJoinedAheadAreToldOnce)
{
    Difference d;
    const Diagnostic reason{Severity::Warning, Origin::Evaluation, "attribution.grouped", {}, "too long", "2", {}};
    d.attribution.time->joinings = {{{}, {CauseField::TensorTier, CauseField::DataTier}, reason},
                                    {{}, {CauseField::Loss, CauseField::Attention}, reason}};
    EXPECT_THAT(differenceText(d.comparison, d.attribution),
                HasSubstr("  joined ahead: (Tensor tier + Data tier), (Attention + Loss); too long "
                          "[attribution.grouped]\n"));
}

TEST(WholeDifferenceText, ASideWithoutTimesSaysWhatPreventsThem)
{
    Candidate candidate = CandidateSource::open(findPreset(PresetKind::Studies, "llama-3-70b-64xH100")->json)
                              ->readWhole(0)
                              .candidate.value();
    MappingSpec mapping = candidate.training.mapping();
    mapping.context = {2, ContextExchange::Ring};
    mapping.data.degree = 1;
    candidate.training =
        Training::create(candidate.training.model(), candidate.training.workload(), mapping).value();
    const CandidateResultPtr a = llama70b(0), b = evaluate(candidate);
    const std::string text = differenceText(compare(*a, *b), attribute(*a, *b));
    EXPECT_THAT(text, AllOf(HasSubstr("no time: the messages of context parallelism are not costed"),
                            HasSubstr("[time.context_not_costed]"), Not(HasSubstr("network tiers"))));
}

TEST(WholeDifferenceText, RoundingIsNoDifference)
{
    const CandidateResultPtr a = llama70b(0), b = llama70b(1);
    const ComparedFact* busy = nullptr;
    const Comparison comparison = compare(*a, *b);
    busy = comparison.figure("time.system_evidence.stages[0].busy");
    // The schedule adds the same work up in another order.
    ASSERT_TRUE(busy->differs());
    EXPECT_THAT(differenceText(comparison, attribute(*a, *b)), Not(HasSubstr("e-")));
}

TEST(WholeDifferenceJson, HasTheSameFormForBothAccountings)
{
    const Difference d;
    const auto document = JsonDocument::parse(differenceJson(d.comparison, d.attribution));
    ASSERT_TRUE(document);
    const JsonValue root = document->root();
    const JsonValue figures = *root.find("figures");
    std::vector<std::string> groups;
    for (const JsonValue::Member member : figures.members())
        groups.emplace_back(member.name);
    EXPECT_THAT(
        groups,
        ElementsAre("shape", "parameters", "flops_per_token", "program", "memory", "time", "utilisation", "stages"));
    const JsonValue peak = *root.find("attribution")->find("work")->find("measures")->find("memory.peak");
    EXPECT_EQ(peak.find("a")->text(), std::to_string(d.a->estimate->peak.value()));
    EXPECT_EQ(peak.find("b")->text(), std::to_string(d.b->estimate->peak.value()));
    EXPECT_TRUE(root.find("attribution")->find("by_layer")->find("memory.peak")->find("fc1"));
}

TEST(WholeDifferenceCsv, HasARowAFact)
{
    const Difference d;
    const std::string csv = differenceCsv(d.comparison, d.attribution);
    EXPECT_EQ(occurrences(csv, "\r\ntask,"), d.comparison.tasks.size() * countOf<TaskFact>());
    EXPECT_THAT(csv, HasSubstr("\r\nmapping,mapping.pipeline.degree,,changed,value,,4,2,,\r\n"));
    EXPECT_THAT(csv, HasSubstr("\r\nportable_plan,stage 3,weights,removed,bytes,bytes,"));
    EXPECT_THAT(csv, HasSubstr("\r\ncomponent,memory.saved_other_microbatches,,,memory.peak,bytes,"));
}

TEST(WholeComparableText, IsALineDiffOfNames)
{
    const AnyResult a = llama70b(0), b = llama70b(2);
    const std::string text = unifiedDifference(comparableText(a, IrKind::PortablePlan, IrTextForm::Named),
                                               comparableText(b, IrKind::PortablePlan, IrTextForm::Named), "a", "b");
    EXPECT_THAT(text,
                AllOf(StartsWith("--- a\n+++ b\n@@"), HasSubstr("\n-    \"data_degree\": 2,\n"),
                      HasSubstr("\n+    \"data_degree\": 4,\n"), Not(HasSubstr("plan_task:"))));
    EXPECT_EQ(comparableText(a, IrKind::Model, IrTextForm::Named), comparableText(b, IrKind::Model, IrTextForm::Named));
}

std::vector<std::string> namesOf(const std::vector<ReportFile>& files)
{
    std::vector<std::string> names;
    for (const ReportFile& file : files)
        names.push_back(file.name);
    return names;
}

const std::string& textOf(const std::vector<ReportFile>& files, std::string_view name)
{
    for (const ReportFile& file : files)
        if (file.name == name)
            return file.bytes;
    throw std::out_of_range(std::string{name});
}

TEST(WholeResultTables, EachAccountingHasItsOwn)
{
    const AnyResult whole = llama70b(0), block = test::sampleResult();
    const std::vector<std::string> ofWhole{"whole_tasks.csv", "parameters.csv", "saved.csv",         "moments.csv",
                                           "stages.csv",      "messages.csv",   "whole_estimate.csv"};
    std::vector<std::string> both{"tasks.csv", "buffers.csv", "ranks.csv", "estimate.csv", "memory.csv"};
    both.insert(both.end(), ofWhole.begin(), ofWhole.end());
    both.emplace_back("checkpoints.csv");
    EXPECT_EQ(namesOf(resultTables({block, whole})), both);
    std::vector<std::string> alone = ofWhole;
    alone.emplace_back("checkpoints.csv");
    EXPECT_EQ(namesOf(resultTables(std::vector<AnyResult>{whole})), alone);
}

TEST(WholeResultTables, HaveARowForEachThing)
{
    const CandidateResultPtr result = llama70b(2);
    const PortablePlanIR& plan = result->derivation->plan();
    const std::vector<ReportFile> files = resultTables({test::sampleResult(), result});
    const auto rows = [&files](std::string_view name) { return occurrences(textOf(files, name), "\r\n") - 1; };
    EXPECT_EQ(rows("whole_tasks.csv"), plan.tasks.size());
    EXPECT_EQ(rows("parameters.csv"), plan.parameterTensors.size());
    EXPECT_EQ(rows("saved.csv"), plan.saved.size());
    EXPECT_EQ(rows("moments.csv"), plan.transients.size());
    EXPECT_EQ(rows("stages.csv"), 2U);
    EXPECT_EQ(rows("messages.csv"), messagesOf(plan, 0).size() + messagesOf(plan, 1).size());
    EXPECT_EQ(rows("whole_estimate.csv"), 2U);
    // The second result of the call; a peak is exact.
    EXPECT_THAT(textOf(files, "stages.csv"),
                AllOf(HasSubstr("\r\n2,\"2 stages, twice the replicas\",0,0,32,40,"),
                      HasSubstr("," + std::to_string(result->estimate->peak.value()) + ",")));
    EXPECT_THAT(textOf(files, "saved.csv"),
                HasSubstr("\r\n2,\"2 stages, twice the replicas\",block,fc1.input,fc1,bfloat16,"));
}

TEST(WholeResultTables, ARefusedResultHasNoRows)
{
    CandidateResult refused;
    refused.diagnostics = {{Severity::Error, Origin::Import, "spec.positive", "mapping.tensor.degree", "0", "0", {}}};
    for (const ReportFile& file :
         resultTables(std::vector<AnyResult>{std::make_shared<const CandidateResult>(refused)}))
        EXPECT_EQ(occurrences(file.bytes, "\r\n"), 1U) << file.name;
}

} // namespace
} // namespace planscope::whole
