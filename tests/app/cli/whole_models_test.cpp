#include "app/program.h"

#include "base/json_document.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace planscope::test {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

std::string wholeCase(const std::string& name, std::string_view changed = {}, std::string_view to = {})
{
    std::string text = R"({"schema": "planscope.case/2", "name": ")" + name + R"(", "model": "llama-3-8b",
"workload": {"sequence_length": 8192, "global_batch_size": 16, "microbatch_size": 1, "datatype": "bfloat16",
             "hidden_dropout": false, "attention_dropout": false},
"mapping": {"tensor": {"degree": 4, "sequence_parallel": true}, "context": {"degree": 1, "exchange": "all_to_all"},
            "pipeline": {"degree": 2, "schedule": {"kind": "one_forward_one_backward"}},
            "data": {"degree": 1, "optimizer_sharding": false}, "recompute": "none", "attention": "fused",
            "loss": "fused", "gradient_datatype": "float32", "vocabulary": {"extra_tokens": 1, "multiple": 128}},
"system": "h100_80g_nvl8", "network_tiers": {"tensor": 0, "pipeline": 1, "data": 1}, "framework": "none"})";
    if (!changed.empty())
        text.replace(text.find(changed), changed.size(), to);
    return text;
}

const std::string blockCase = contentOf(repositoryFile("resources/cases/tab5-gpt3-175B-seqsel.json"));

std::size_t linesOf(const std::string& text)
{
    return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

TEST(WholeModels, AreEvaluatedInEachFormat)
{
    for (const std::string format : {"text", "json", "csv"}) {
        const ProgramRun run = runProgram({"evaluate", "-", "--format", format}, wholeCase("mine"));
        EXPECT_EQ(run.exitCode, 0) << format;
        EXPECT_THAT(run.err, IsEmpty()) << format;
        EXPECT_THAT(run.out, HasSubstr("mine")) << format;
    }
}

TEST(WholeModels, StandBesideBlocksInOneFile)
{
    const std::string both = "[" + blockCase + "," + wholeCase("whole") + "," + blockCase + "]";
    const auto json = JsonDocument::parse(runProgram({"evaluate", "-", "--format", "json"}, both).out);
    ASSERT_TRUE(json);
    std::vector<bool> whole;
    for (const JsonValue result : json->root().elements())
        whole.push_back(result.find("stages").has_value());
    EXPECT_EQ(whole, (std::vector<bool>{false, true, false}));

    const std::string csv = runProgram({"evaluate", "-", "--format", "csv"}, both).out;
    EXPECT_EQ(linesOf(csv), 3U + 1 + 2 + 1) << "a header where the accounting changes, a row a stage";
    EXPECT_THAT(runProgram({"evaluate", "-"}, both).out, HasSubstr("of whole models: t×c×p×D"));
    const std::string wholes = runProgram({"evaluate", "-"}, "[" + wholeCase("a") + "," + wholeCase("b") + "]").out;
    EXPECT_THAT(wholes, testing::AllOf(HasSubstr("  t×c×p×D  "), HasSubstr("memory of the fullest stage's rank"),
                                       Not(HasSubstr("first-stage"))));
    EXPECT_THAT(runProgram({"evaluate", "-"}, "[" + blockCase + "," + blockCase + "]").out,
                Not(HasSubstr("of whole models")));
}

TEST(WholeModels, ARefusalNamesItsLawAndTheWayOut)
{
    const ProgramRun run =
        runProgram({"evaluate", "-", "--format", "json"}, wholeCase("bad", R"("degree": 4)", R"("degree": 3)"));
    EXPECT_EQ(run.exitCode, 1);
    EXPECT_THAT(run.err, HasSubstr("[mapping.tensor.divides_heads]"));
    EXPECT_THAT(run.err, HasSubstr("given 3; legal 1, 2, 4, 8, 16, 32"));
    EXPECT_THAT(run.out, HasSubstr("\"status\": \"refused\""));
}

TEST(WholeModels, AStudyHasAResultACandidate)
{
    const std::string text = wholeCase("x");
    const std::size_t begin = text.find("\"mapping\""), end = text.find("\"system\"");
    const std::string mapping = text.substr(begin, text.rfind(',', end) - begin);
    const auto candidate = [&mapping](const char* name, const char* microbatch) {
        return R"({"name": ")" + std::string{name} + R"(", "microbatch_size": )" + microbatch + ", " + mapping
            + R"(, "network_tiers": {"tensor": 0, "pipeline": 1, "data": 1}})";
    };
    const std::string study = R"({"schema": "planscope.study/2", "name": "s", "model": "llama-3-8b", "workload":
        {"sequence_length": 8192, "global_batch_size": 16, "datatype": "bfloat16", "hidden_dropout": false,
         "attention_dropout": false}, "system": "h100_80g_nvl8", "framework": "none", "candidates": [)"
        + candidate("one", "1") + "," + candidate("two", "2") + "," + candidate("three", "3") + "]}";
    const ProgramRun run = runProgram({"evaluate", "-"}, study);
    EXPECT_EQ(run.exitCode, 1);
    EXPECT_THAT(run.err, HasSubstr("candidates[2].microbatch_size"));
    EXPECT_THAT(run.out, HasSubstr("two"));
    const ProgramRun one = runProgram({"evaluate", "-", "--case", "two", "--format", "csv"}, study);
    EXPECT_EQ(one.exitCode, 0);
    EXPECT_EQ(linesOf(one.out), 3U);
}

TEST(WholeModels, AReferenceIsHeldAgainstThem)
{
    const ScratchFolder folder;
    const auto reference = [&folder](const char* operations) {
        return folder.write("r.json",
                            R"({"schema": "planscope.reference/1", "facts": {"fc2.forward": {"operations": )"
                                + std::string{operations} + "}}}");
    };
    // 2 · 8192 tokens · 14336/4 · 4096
    EXPECT_EQ(runProgram({"evaluate", "-", "--reference", reference("240518168576")}, wholeCase("r")).exitCode, 0);
    const ProgramRun wrong = runProgram({"evaluate", "-", "--reference", reference("1")}, wholeCase("r"));
    EXPECT_EQ(wrong.exitCode, 1);
    EXPECT_THAT(wrong.err, HasSubstr("layer fc2, phase forward, operations"));
}

TEST(WholeModels, SnapshotsAreDerivedAndShown)
{
    const ProgramRun bundle = runProgram({"derive", "-"}, wholeCase("d"));
    EXPECT_EQ(bundle.exitCode, 0);
    EXPECT_THAT(bundle.out, StartsWith(R"([{"bodies":)"));
    const ScratchFolder folder;
    EXPECT_EQ(runProgram({"verify", folder.write("b.json", bundle.out)}).exitCode, 0);
    EXPECT_THAT(runProgram({"show", "-"}, wholeCase("d")).out, HasSubstr("planscope.portable_plan_ir 2.0"));
}

TEST(WholeModels, EveryFigureIsExplained)
{
    const auto results = JsonDocument::parse(runProgram({"evaluate", "-", "--format", "json"}, wholeCase("e")).out);
    ASSERT_TRUE(results);
    const JsonValue result = *results->root().elements().begin();
    const auto figure = [](JsonValue group, const std::string& name) { return std::string{group.find(name)->text()}; };
    const auto explained = [](const std::string& name) { return runProgram({"explain", "-", name}, wholeCase("e")).out; };
    const JsonValue stage = *result.find("stages")->elements().begin();
    EXPECT_THAT(explained("stages.0.peak"),
                testing::AllOf(HasSubstr("= " + figure(*stage.find("peak"), "bytes") + " bytes"),
                               HasSubstr("this_microbatch_and_transients"), HasSubstr("source: ")));
    const JsonValue peakOnly = *result.find("time")->find("peak_only");
    const JsonValue time = *peakOnly.find("stages")->elements().begin();
    EXPECT_THAT(explained("time.peak_only.stages.0.program_end"),
                testing::AllOf(HasSubstr("F0 + "), HasSubstr("hop"),
                               HasSubstr("= " + figure(time, "program_end") + " seconds")));
    EXPECT_THAT(explained("utilisation.peak_only.mfu_causal"),
                HasSubstr("= " + figure(*result.find("utilisation")->find("peak_only"), "mfu_causal")));
    const ProgramRun unknown = runProgram({"explain", "-", "time.peak_only.mfu"}, wholeCase("e"));
    EXPECT_EQ(unknown.exitCode, 2);
    EXPECT_THAT(unknown.err, HasSubstr("nearest: utilisation.peak_only.mfu_full, utilisation.peak_only.mfu_causal"));
}

TEST(WholeModels, PresetsListWhatIsBundled)
{
    EXPECT_THAT(runProgram({"presets", "whole_models"}).out, HasSubstr("llama-3.1-405b\n"));
    EXPECT_THAT(runProgram({"presets", "frameworks", "megatron-0.14-te-2.11"}).out,
                HasSubstr("\"gemm_workspace_bytes\": 33555456"));
}

} // namespace
} // namespace planscope::test
