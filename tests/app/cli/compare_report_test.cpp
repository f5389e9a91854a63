#include "app/program.h"

#include "base/json_document.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace planscope::test {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

const std::string full = repositoryFile("resources/cases/tab5-gpt3-175B-full.json");
const std::string selective = repositoryFile("resources/cases/tab5-gpt3-175B-seqsel.json");
const std::string study = repositoryFile("resources/studies/gpt3-175B-64xA100.planscope");

std::string replaced(std::string text, const std::string& from, const std::string& to)
{
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return text.replace(at, from.size(), to);
}

TEST(Compare, EqualSidesExitZero)
{
    const ProgramRun run = runProgram({"compare", full, full});
    EXPECT_EQ(run.exitCode, 0);
    EXPECT_THAT(run.out, HasSubstr("no difference"));
    EXPECT_THAT(run.err, IsEmpty());
    EXPECT_EQ(runProgram({"compare", full, full, "--stage", "distributed"}).out, "");
    // The study's first candidate states the same under another name.
    EXPECT_EQ(runProgram({"compare", full, study + "#1"}).exitCode, 0);
}

TEST(Compare, DifferentSidesExitOneAndSumToTheDifference)
{
    const ProgramRun run = runProgram({"compare", full, selective, "--format", "json"});
    EXPECT_EQ(run.exitCode, 1);
    const auto json = JsonDocument::parse(run.out);
    ASSERT_TRUE(json);
    const JsonValue time = *json->root().find("attribution")->find("time");
    const JsonValue total = *time.find("measures")->find("time.system_evidence.total");
    double sum = 0;
    for (const JsonValue share : total.find("shares")->elements())
        sum += std::stod(std::string{share.text()});
    EXPECT_NEAR(sum, -4.3907, 5e-5);
    EXPECT_NEAR(std::stod(std::string{total.find("a")->text()}), 18.0288, 5e-5);
    EXPECT_NEAR(std::stod(std::string{total.find("b")->text()}), 13.6381, 5e-5);
}

TEST(Compare, AStudyAloneIsItsPinnedCandidates)
{
    const ProgramRun pinned = runProgram({"compare", study});
    EXPECT_EQ(pinned.exitCode, 1);
    EXPECT_EQ(pinned.out, runProgram({"compare", study + "#1", study + "#2"}).out);
    EXPECT_EQ(
        pinned.out,
        runProgram({"compare", study + "#full recompute", study + "#sequence parallel, selective recompute"}).out);
    EXPECT_EQ(pinned.out, runProgram({"compare", "gpt3-175B-64xA100"}).out) << "a bundled study by its name";

    const ScratchFolder scratch;
    const std::string turned = scratch.write(
        "turned", replaced(contentOf(study), R"("pinned": {"a": 0, "b": 1})", R"("pinned": {"a": 1, "b": 0})"));
    EXPECT_THAT(runProgram({"compare", turned}).out, StartsWith("A  sequence parallel"));
    EXPECT_EQ(runProgram({"compare", full}).exitCode, 2) << "one candidate has nothing to be compared with";
}

TEST(Compare, ARefusedOrUnusableSideExitsTwo)
{
    const ScratchFolder scratch;
    const std::string refused = scratch.write(
        "refused.json", replaced(contentOf(full), R"("tensor": {"degree": 8)", R"("tensor": {"degree": 5)"));
    for (const std::vector<std::string>& sides : {std::vector{refused, full}, std::vector{full, refused}}) {
        const ProgramRun run = runProgram({"compare", sides[0], sides[1]});
        EXPECT_EQ(run.exitCode, 2);
        EXPECT_THAT(run.err, HasSubstr("mapping.tensor.divides_heads"));
        EXPECT_THAT(run.out, HasSubstr("refused"));
    }
    EXPECT_EQ(runProgram({"compare", refused, refused}).exitCode, 2);
    EXPECT_EQ(runProgram({"compare", full, scratch / "missing"}).exitCode, 2);
    EXPECT_EQ(runProgram({"compare", full, study}).exitCode, 2) << "a side is one candidate";
    const ProgramRun unknown = runProgram({"compare", study + "#ful recompute", full});
    EXPECT_EQ(unknown.exitCode, 2);
    EXPECT_THAT(unknown.err, HasSubstr("nearest: full recompute"));
}

TEST(Compare, TwoRefusedSidesAreNotEqual)
{
    const ScratchFolder scratch;
    const std::string refused = scratch.write(
        "refused.json", replaced(contentOf(full), R"("tensor": {"degree": 8)", R"("tensor": {"degree": 5)"));
    const ProgramRun run = runProgram({"compare", refused, refused, "--format", "json"});
    EXPECT_EQ(run.exitCode, 2);
    const auto json = JsonDocument::parse(run.out);
    ASSERT_TRUE(json);
    EXPECT_EQ(json->root().find("equal")->kind(), JsonKind::Null);
    EXPECT_THAT(runProgram({"compare", refused, refused}).out, HasSubstr("not compared"));
}

TEST(Compare, ANameMayHoldTheMark)
{
    const ScratchFolder scratch;
    const std::string marked =
        scratch.write("marked", replaced(contentOf(study), R"("name": "full recompute")", R"("name": "a#b")"));
    EXPECT_EQ(runProgram({"compare", marked + "#a#b", marked + "#1"}).exitCode, 0);
    const ProgramRun unknown = runProgram({"compare", marked + "#a#c", marked + "#1"});
    EXPECT_EQ(unknown.exitCode, 2);
    EXPECT_THAT(unknown.err, AllOf(HasSubstr("compare: no case"), HasSubstr("a#c")));
    EXPECT_THAT(runProgram({"compare", "-", "-"}).err, HasSubstr("only one side"));
}

TEST(Compare, ASideWithoutTimeIsComparedAsFarAsItGoes)
{
    const ScratchFolder scratch;
    const std::string crowded = scratch.write(
        "crowded.json", replaced(contentOf(full), R"("pipeline": 1, "data": 1})", R"("pipeline": 0, "data": 1})"));
    const ProgramRun run = runProgram({"compare", full, crowded, "--format", "json"});
    EXPECT_EQ(run.exitCode, 1);
    EXPECT_THAT(run.err, HasSubstr("network_tiers.capacity"));
    const auto json = JsonDocument::parse(run.out);
    ASSERT_TRUE(json);
    EXPECT_EQ(json->root().find("attribution")->find("time")->text(), "null");
    EXPECT_TRUE(json->root().find("attribution")->find("work")->find("measures"));
}

TEST(Compare, AStageIsALineDiffOfNames)
{
    const ProgramRun run = runProgram({"compare", full, selective, "--stage", "distributed"});
    EXPECT_EQ(run.exitCode, 1);
    EXPECT_THAT(run.out,
                AllOf(StartsWith("--- "), HasSubstr("\n@@ "), HasSubstr("\n-    \"recompute\": \"full\",\n"),
                      HasSubstr("\n+    \"recompute\": \"attention\",\n"), Not(HasSubstr("task:"))));
    EXPECT_EQ(runProgram({"compare", full, selective, "--stage", "model"}).out, "");
    EXPECT_EQ(runProgram({"compare", full, selective, "--stage", "model", "--format", "csv"}).exitCode, 2);
}

TEST(Report, WritesEveryTableAndReadsBack)
{
    const ScratchFolder scratch;
    const std::string folder = scratch / "tables";
    const ProgramRun run = runProgram({"report", study, "--compare", "full recompute", "2", "--csv", folder});
    EXPECT_EQ(run.exitCode, 0) << run.err;
    EXPECT_THAT(run.out, IsEmpty());
    const ProgramRun names = runShell("cd " + folder + " && echo *");
    EXPECT_EQ(names.out, "buffers.csv checkpoints.csv diff.csv estimate.csv memory.csv ranks.csv tasks.csv\n");
    const ProgramRun read =
        runShell("python3 " + repositoryFile("tests/app/cli/read_csv.py") + " \"$CLI\" " + study + " " + folder);
    EXPECT_EQ(read.exitCode, 0) << read.out << read.err;
}

TEST(Report, NamesOfEveryKindSurvive)
{
    const ScratchFolder scratch;
    const std::string named =
        scratch.write("named.planscope",
                      replaced(contentOf(study), "\"full recompute\"", R"("naïve, \"quoted\"\nsecond line — 量")"));
    const std::string folder = scratch / "tables";
    ASSERT_EQ(runProgram({"report", named, "--csv", folder, "--compare", "1", "2"}).exitCode, 0);
    const ProgramRun read =
        runShell("python3 " + repositoryFile("tests/app/cli/read_csv.py") + " \"$CLI\" " + named + " " + folder);
    EXPECT_EQ(read.exitCode, 0) << read.out << read.err;
}

TEST(Report, IsTheSameBytesEveryTime)
{
    const ScratchFolder scratch;
    const std::string one = scratch / "one", two = scratch / "two";
    ASSERT_EQ(runProgram({"report", study, "--csv", one, "--compare", "1", "2"}).exitCode, 0);
    ASSERT_EQ(
        runProgram({"report", study, "--csv", two, "--compare", "1", "2"}, "", {{"LC_ALL", "de_DE.UTF-8"}}).exitCode,
        0);
    EXPECT_EQ(runShell("diff -r " + one + " " + two).exitCode, 0);
}

TEST(Report, DoesNotReplaceWithoutForce)
{
    const ScratchFolder scratch;
    scratch.write("tasks.csv", "mine");
    const ProgramRun run = runProgram({"report", full, "--csv", scratch.path()});
    EXPECT_EQ(run.exitCode, 2);
    EXPECT_THAT(run.err, AllOf(HasSubstr("file.exists"), HasSubstr("tasks.csv")));
    EXPECT_THAT(scratch.names(), ElementsAre("tasks.csv"));
    EXPECT_EQ(contentOf(scratch / "tasks.csv"), "mine");
    EXPECT_EQ(runProgram({"report", full, "--csv", scratch.path(), "--force"}).exitCode, 0);
    EXPECT_THAT(contentOf(scratch / "tasks.csv"), StartsWith("number,candidate,task,"));
}

TEST(Report, AFullDiskLeavesNothing)
{
    const ScratchFolder scratch;
    // ulimit counts kibibytes; the tables need more.
    const ProgramRun run = runShell("ulimit -f 8; \"$CLI\" report " + study + " --csv " + scratch.path());
    EXPECT_EQ(run.exitCode, 2);
    EXPECT_THAT(run.err, HasSubstr("file.unwritable"));
    EXPECT_THAT(scratch.names(), IsEmpty());
}

TEST(Report, ARefusedCandidateIsLeftOutAndTold)
{
    const ScratchFolder scratch;
    const std::string folder = scratch / "tables";
    const std::string refused = scratch.write(
        "refused.json", replaced(contentOf(full), R"("tensor": {"degree": 8)", R"("tensor": {"degree": 5)"));
    const ProgramRun none = runProgram({"report", refused, "--csv", folder});
    EXPECT_EQ(none.exitCode, 1);
    EXPECT_THAT(none.err, AllOf(HasSubstr("mapping.tensor.divides_heads"), HasSubstr("no table is written")));
    EXPECT_THAT(scratch.names(), ElementsAre("refused.json"));
    const std::string both = scratch.write("both.json", "[" + contentOf(refused) + "," + contentOf(full) + "]");
    const ProgramRun one = runProgram({"report", both, "--csv", folder});
    EXPECT_EQ(one.exitCode, 1);
    EXPECT_THAT(one.err, Not(HasSubstr("no table")));
    const std::string buffers = contentOf(folder + "/buffers.csv");
    EXPECT_THAT(buffers.substr(buffers.find("\r\n") + 2), StartsWith("2,"));
    EXPECT_EQ(runProgram({"report", scratch.write("empty.json", "[]"), "--csv", scratch / "e"}).exitCode, 2);
    EXPECT_EQ(runProgram({"report", scratch / "missing", "--csv", folder}).exitCode, 2);
    EXPECT_EQ(runProgram({"report", study, "--csv", scratch / "other", "--compare", "1", "9"}).exitCode, 2);
    EXPECT_EQ(runProgram({"report", study}).exitCode, 2) << "--csv is needed";
}

TEST(StudyPins, RefuseOnlyWhatNeedsThem)
{
    const ScratchFolder scratch;
    const std::string spoilt =
        scratch.write("spoilt", replaced(contentOf(study), R"("pinned": {"a": 0, "b": 1})", R"("pinned": {"a": 0, "b": 7})"));
    const auto fault = AllOf(HasSubstr("spec.unknown_value"), HasSubstr("pinned.b"));
    const ProgramRun evaluated = runProgram({"evaluate", spoilt, "--format", "json"});
    EXPECT_EQ(evaluated.exitCode, 1);
    EXPECT_THAT(evaluated.err, fault);
    EXPECT_EQ(evaluated.out, runProgram({"evaluate", study, "--format", "json"}).out) << "no candidate depends on them";
    const ProgramRun compared = runProgram({"compare", spoilt});
    EXPECT_EQ(compared.exitCode, 2);
    EXPECT_THAT(compared.err, fault);
    const ProgramRun reported = runProgram({"report", spoilt, "--csv", scratch / "tables"});
    EXPECT_EQ(reported.exitCode, 1);
    EXPECT_THAT(reported.err, fault);
    EXPECT_THAT(contentOf(scratch / "tables/estimate.csv"), HasSubstr("\r\n2,"));
}

} // namespace
} // namespace planscope::test
