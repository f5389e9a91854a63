#include "app/program.h"

#include "base/json_document.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace planscope::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

const std::string study = repositoryFile("resources/studies/llama-3-70b-64xH100.planscope");
const std::string blockCase = repositoryFile("resources/cases/tab5-gpt3-175B-full.json");

TEST(WholeCompare, EqualSidesExitZero)
{
    const ProgramRun run = runProgram({"compare", study + "#1", study + "#1"});
    EXPECT_EQ(run.exitCode, 0);
    EXPECT_THAT(run.out, HasSubstr("no difference"));
    EXPECT_THAT(run.err, IsEmpty());
}

TEST(WholeCompare, SharesSumToTheDifference)
{
    const ProgramRun run = runProgram({"compare", study + "#1", study + "#3", "--format", "json"});
    EXPECT_EQ(run.exitCode, 1);
    const auto json = JsonDocument::parse(run.out);
    ASSERT_TRUE(json);
    const JsonValue measures = *json->root().find("attribution")->find("work")->find("measures");
    const JsonValue peak = *measures.find("memory.peak");
    double sum = 0;
    for (const JsonValue share : peak.find("shares")->elements())
        sum += std::stod(std::string{share.text()});
    EXPECT_EQ(sum, std::stod(std::string{peak.find("delta")->text()}));
}

TEST(WholeCompare, AStudyAloneIsItsPinnedCandidates)
{
    const ProgramRun pinned = runProgram({"compare", study});
    EXPECT_EQ(pinned.exitCode, 1);
    EXPECT_EQ(pinned.out, runProgram({"compare", study + "#1", study + "#2"}).out);
    EXPECT_THAT(pinned.out, AllOf(HasSubstr("\nstages, a rank each"), HasSubstr("peak of the fullest stage")));
}

TEST(WholeCompare, AStageIsALineDiffOfNames)
{
    const ProgramRun run = runProgram({"compare", study + "#1", study + "#3", "--stage", "portable_plan"});
    EXPECT_EQ(run.exitCode, 1);
    EXPECT_THAT(run.out, AllOf(StartsWith("--- "), HasSubstr("\n-    \"data_degree\": 2,\n"), Not(HasSubstr("task:"))));
    EXPECT_EQ(runProgram({"compare", study + "#1", study + "#3", "--stage", "model"}).out, "");
}

TEST(WholeCompare, EqualBlocksAndAWholeModelAreRefusedByName)
{
    for (const auto& sides : {std::pair{study + "#1", blockCase}, std::pair{blockCase, study + "#2"}}) {
        const ProgramRun run = runProgram({"compare", sides.first, sides.second});
        EXPECT_EQ(run.exitCode, 2);
        EXPECT_THAT(run.out, IsEmpty());
        EXPECT_THAT(run.err, HasSubstr("compare.accountings"));
    }
}

TEST(WholeReport, WritesEveryTableAndReadsBack)
{
    const ScratchFolder scratch;
    const std::string folder = scratch / "tables";
    const ProgramRun run = runProgram({"report", study, "--compare", "1", "2", "--csv", folder});
    EXPECT_EQ(run.exitCode, 0) << run.err;
    EXPECT_EQ(
        runShell("cd " + folder + " && echo *").out,
        "checkpoints.csv diff.csv messages.csv moments.csv parameters.csv saved.csv stages.csv whole_estimate.csv "
        "whole_tasks.csv\n");
    const ProgramRun read =
        runShell("python3 " + repositoryFile("tests/app/cli/read_whole_csv.py") + " \"$CLI\" " + study + " " + folder);
    EXPECT_EQ(read.exitCode, 0) << read.out << read.err;
}

TEST(WholeReport, BothAccountingsOfAFileHaveTheirTables)
{
    const ScratchFolder scratch;
    const std::string whole = R"({"schema": "planscope.case/2", "name": "whole", "model": "llama-3-8b",
"workload": {"sequence_length": 8192, "global_batch_size": 16, "microbatch_size": 1, "datatype": "bfloat16",
             "hidden_dropout": false, "attention_dropout": false},
"mapping": {"tensor": {"degree": 4, "sequence_parallel": true}, "context": {"degree": 1, "exchange": "all_to_all"},
            "pipeline": {"degree": 2, "schedule": {"kind": "one_forward_one_backward"}},
            "data": {"degree": 1, "optimizer_sharding": false}, "recompute": "none", "attention": "fused",
            "loss": "fused", "gradient_datatype": "float32", "vocabulary": {"extra_tokens": 1, "multiple": 128}},
"system": "h100_80g_nvl8", "network_tiers": {"tensor": 0, "pipeline": 1, "data": 1}, "framework": "none"})";
    const std::string both = scratch.write("both.json", "[" + contentOf(blockCase) + "," + whole + "]");
    const std::string folder = scratch / "tables";
    ASSERT_EQ(runProgram({"report", both, "--csv", folder}).exitCode, 0);
    EXPECT_THAT(contentOf(folder + "/tasks.csv"), HasSubstr("\n1,"));
    EXPECT_THAT(contentOf(folder + "/whole_tasks.csv"), AllOf(HasSubstr("\n2,whole,"), Not(HasSubstr("\n1,"))));
    const ProgramRun run = runProgram({"report", both, "--csv", scratch / "more", "--compare", "1", "2"});
    EXPECT_EQ(run.exitCode, 2);
    EXPECT_THAT(run.err, HasSubstr("compare.accountings"));
}

} // namespace
} // namespace planscope::test
