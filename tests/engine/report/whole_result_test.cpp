#include "engine/study/whole_case_text.h"

#include "base/json_document.h"
#include "report/ir_text.h"
#include "report/whole_result_csv.h"
#include "report/whole_result_json.h"
#include "report/whole_result_text.h"

#include <gmock/gmock.h>

#include <algorithm>

namespace planscope::whole {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

testing_study::WholeCaseText twoStages()
{
    testing_study::WholeCaseText text;
    text.pipeline = R"({"degree": 2, "schedule": {"kind": "one_forward_one_backward"}})";
    text.framework = "\"megatron-0.14-te-2.11\"";
    return text;
}

CandidateResult refused()
{
    CandidateResult result;
    result.nameJson = "7";
    result.diagnostics = {{Severity::Error,
                           Origin::Import,
                           "model.kv_divides_heads",
                           "model.key_value_heads",
                           "3, \"no\"",
                           "3",
                           {"1", "2"}}};
    return result;
}

std::vector<std::string> keysOf(JsonValue object)
{
    std::vector<std::string> keys;
    for (const JsonValue::Member member : object.members())
        keys.emplace_back(member.name);
    return keys;
}

TEST(WholeResultJson, KeysStandAsTheContractHasThem)
{
    const auto document = JsonDocument::parse(resultJson(*twoStages().evaluated(), {true}));
    ASSERT_TRUE(document);
    const JsonValue root = document->root();
    EXPECT_THAT(keysOf(root), ElementsAre("name", "status", "diagnostics", "digests", "checkpoints", "shape",
                                          "parameters", "flops_per_token", "program", "saved", "stages", "memory",
                                          "time", "utilisation", "invocations"));
    EXPECT_THAT(keysOf(*root.find("digests")),
                ElementsAre("model", "distributed", "portable_plan", "session", "evidence"));
    EXPECT_THAT(keysOf(*root.find("program")), ElementsAre("embedding", "block", "head"));
    EXPECT_THAT(keysOf(*root.find("program")->find("block")->find("recompute")),
                ElementsAre("invocations", "operations", "read_bytes", "write_bytes", "message_bytes"));
    const JsonValue stage = *root.find("stages")->elements().begin();
    EXPECT_THAT(keysOf(stage), ElementsAre("stage", "parameters", "weights", "gradients", "optimizer",
                                           "saved_per_microbatch", "in_flight", "messages", "peak"));
    EXPECT_THAT(keysOf(*stage.find("peak")->find("parts")),
                ElementsAre("weights", "gradients", "optimizer", "rope_table", "gemm_workspace",
                            "dummy_weight_gradients", "saved_other_microbatches", "this_microbatch_and_transients"))
        << "without those that are zero";
    const JsonValue mode = *root.find("time")->find("peak_only");
    EXPECT_THAT(keysOf(mode), ElementsAre("total", "hop", "chunks", "stages"));
    EXPECT_THAT(keysOf(*mode.find("stages")->elements().begin()),
                ElementsAre("busy", "hops", "program_end", "gradients", "weights", "tied_embedding",
                            "replicated_gradients", "optimizer", "end", "bubble", "idle"));
    const JsonValue invocation = *root.find("invocations")->find("block")->elements().begin();
    EXPECT_THAT(keysOf(invocation), ElementsAre("name", "phase", "engine", "operations", "read_bytes", "write_bytes",
                                                "collective", "group", "message_bytes"));
    EXPECT_EQ(invocation.find("name")->text(), "attn_norm.forward");
}

TEST(WholeResultJson, InvocationsOnlyWhenAskedFor)
{
    EXPECT_THAT(resultJson(*twoStages().evaluated()), Not(HasSubstr("invocations\": {")));
}

TEST(WholeResultJson, ARefusalHasNothingElse)
{
    const auto document = JsonDocument::parse(resultJson(refused(), {true}));
    EXPECT_THAT(keysOf(document->root()), ElementsAre("name", "status", "diagnostics"));
    EXPECT_EQ(document->root().find("name")->text(), "7");
}

/// Lines of a table without quoted fields.
std::vector<std::vector<std::string>> table(const std::string& csv)
{
    std::vector<std::vector<std::string>> rows;
    for (std::size_t begin = 0; begin < csv.size();) {
        const std::size_t end = csv.find("\r\n", begin);
        auto& fields = rows.emplace_back(1);
        for (const char c : csv.substr(begin, end - begin)) {
            if (c == ',')
                fields.emplace_back();
            else
                fields.back() += c;
        }
        begin = end + 2;
    }
    return rows;
}

TEST(WholeResultCsv, HasARowAStage)
{
    const auto result = twoStages().evaluated();
    const auto header = table(csvHeader())[0];
    const auto rows = table(csvRows(*result));
    ASSERT_EQ(rows.size(), 2U);
    const auto field = [&header](const std::vector<std::string>& row, const std::string& column) {
        const auto found = std::find(header.begin(), header.end(), column);
        EXPECT_NE(found, header.end()) << column;
        return row.at(static_cast<std::size_t>(found - header.begin()));
    };
    for (std::size_t k = 0; k < rows.size(); ++k) {
        EXPECT_EQ(rows[k].size(), header.size());
        EXPECT_EQ(field(rows[k], "name"), "case");
        EXPECT_EQ(field(rows[k], "stages.stage"), std::to_string(k));
        const StagePeak& peak = result->estimate->peaks[k];
        EXPECT_EQ(field(rows[k], "stages.peak.bytes"), std::to_string(peak.bytes.value()));
        EXPECT_EQ(field(rows[k], "stages.peak.moment"), nameOf(peak.moment));
        EXPECT_EQ(field(rows[k], "stages.peak.parts.loss_mask_bytes"),
                  std::to_string(peak[PeakPart::LossMask].value()));
        EXPECT_EQ(std::stod(field(rows[k], "time.system_evidence.stages.bubble_seconds")),
                  (*result->estimate->modes)[1].time.stages[k].bubble);
        EXPECT_EQ(field(rows[k], "memory.peak_bytes"), std::to_string(result->estimate->peak.value()));
        EXPECT_EQ(field(rows[k], "flops_per_token.causal_half"), "51470401536");
    }
}

TEST(WholeResultCsv, WhatIsAbsentIsEmpty)
{
    const auto header = table(csvHeader())[0];
    const auto rows = table(csvRows(refused()));
    ASSERT_EQ(rows.size(), 1U);
    EXPECT_EQ(rows[0].size(), header.size());
    EXPECT_EQ(rows[0][1], "refused");
    EXPECT_EQ(rows[0][2], "model.kv_divides_heads");
    EXPECT_TRUE(std::all_of(rows[0].begin() + 3, rows[0].end(), [](const std::string& f) { return f.empty(); }));
    testing_study::WholeCaseText context;
    context.context = R"({"degree": 2, "exchange": "all_to_all"})";
    const auto untimed = table(csvRows(*context.evaluated()))[0];
    for (std::size_t k = 0; k < header.size(); ++k)
        EXPECT_EQ(untimed[k].empty(), header[k].starts_with("time.") || header[k].starts_with("utilisation."))
            << header[k];
}

TEST(WholeResultText, SaysWhatAnArchitectAsks)
{
    const std::string text = resultText(*twoStages().evaluated());
    for (const char* said :
         {"case: ok; predicted ", "8030261248", "1F1B; 2 chunks of 16 blocks", "megatron-0.14-te-2.11",
          "Memory of a rank of stage", "dummy_weight_gradients", "core_attention.log_sum_exp",
          "the fused backward computes the probabilities again from it", "MFU, causal attention",
          "checkpoint distributed"})
        EXPECT_THAT(text, HasSubstr(said));
    EXPECT_THAT(text, Not(HasSubstr("fc1.forward"))) << "invocations only when asked for";
    EXPECT_THAT(resultText(*twoStages().evaluated(), {true}), HasSubstr("fc1.forward"));
    EXPECT_THAT(resultText(refused()), HasSubstr("(no name): refused\n"));
}

TEST(WholeIrText, ShowsEachSnapshot)
{
    const auto result = twoStages().evaluated();
    for (std::size_t k = 0; k < countOf<IrKind>(); ++k) {
        const SnapshotPtr snapshot = result->derivation->snapshot(static_cast<IrKind>(k));
        const std::string brief = irText(*snapshot, IrTextDetail::Short);
        EXPECT_THAT(brief, HasSubstr(snapshot->digest().toString()));
        EXPECT_THAT(brief, HasSubstr(" 2.0\n"));
        EXPECT_GT(irText(*snapshot, IrTextDetail::Long).size(), brief.size());
    }
    EXPECT_THAT(irText(*result->derivation->snapshot(IrKind::Model), IrTextDetail::Short),
                HasSubstr("operations, 32 times"));
}

} // namespace
} // namespace planscope::whole
