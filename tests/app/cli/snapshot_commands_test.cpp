#include "app/program.h"

#include "base/digest.h"
#include "base/json_document.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace planscope::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

const std::string lawful = repositoryFile("resources/cases/tab5-gpt3-175B-seqsel.json");

std::string digestInResult(const std::string& name)
{
    const auto results = JsonDocument::parse(runProgram({"evaluate", lawful, "--format", "json"}).out);
    EXPECT_TRUE(results);
    const JsonValue result = *results->root().elements().begin();
    return std::string{result.find("digests")->find(name)->text()};
}

TEST(Derive, printsTheBytesThatTheDigestCovers)
{
    for (const std::string stage : {"model", "distributed", "portable_plan"}) {
        const ProgramRun run = runProgram({"derive", lawful, "--stage", stage});
        EXPECT_EQ(run.exitCode, 0);
        EXPECT_EQ(Digest::of(run.out).toString(), digestInResult(stage)) << stage;
    }
    const ProgramRun sum = runShell("\"$CLI\" derive " + lawful + " --stage model | sha256sum");
    EXPECT_EQ("sha256:" + sum.out.substr(0, 64), digestInResult("model"));
}

TEST(Derive, allIsTheArrayOfTheSnapshots)
{
    const auto stage = [](const std::string& name) { return runProgram({"derive", lawful, "--stage", name}).out; };
    EXPECT_EQ(runProgram({"derive", lawful}).out,
              "[" + stage("model") + "," + stage("distributed") + "," + stage("portable_plan") + "]");
    EXPECT_EQ(runProgram({"derive", lawful, "--stop-after", "distributed"}).out,
              "[" + stage("model") + "," + stage("distributed") + "]");
}

TEST(Derive, ofSeveralCasesTheFirstIsTakenAndSaid)
{
    const ProgramRun run = runProgram({"derive", "-", "--stage", "model"}, "[" + contentOf(lawful) + ",5]");
    EXPECT_EQ(run.exitCode, 0);
    EXPECT_THAT(run.err, AllOf(HasSubstr("2 cases"), HasSubstr("--case")));
    EXPECT_EQ(runProgram({"derive", "-", "--case", "2"}, "[" + contentOf(lawful) + ",5]").exitCode, 1);
    EXPECT_EQ(runProgram({"derive", "-"}, "[]").exitCode, 2);
}

TEST(Verify, acceptsWhatDeriveWrote)
{
    const ScratchFolder scratch;
    const std::string bundle = scratch / "bundle.json";
    ASSERT_EQ(runProgram({"derive", lawful, "-o", bundle}).exitCode, 0);
    const ProgramRun run = runProgram({"verify", bundle});
    EXPECT_EQ(run.exitCode, 0);
    EXPECT_THAT(run.err, IsEmpty());
    EXPECT_THAT(run.out, AllOf(HasSubstr("verified"), HasSubstr(digestInResult("portable_plan"))));
    for (const std::string stage : {"model", "distributed", "portable_plan"})
        EXPECT_EQ(runProgram({"verify", "-"}, runProgram({"derive", lawful, "--stage", stage}).out).exitCode, 0)
            << stage;
}

TEST(Verify, acceptsWhatDeriveWroteUpToAStage)
{
    for (const std::string stage : {"model", "distributed", "portable_plan"}) {
        const std::string bundle = runProgram({"derive", lawful, "--stop-after", stage}).out;
        const ProgramRun run = runProgram({"verify", "-"}, bundle);
        EXPECT_EQ(run.exitCode, 0) << stage << ": " << run.err;
        EXPECT_THAT(run.out, AllOf(HasSubstr("derived again"), HasSubstr(digestInResult(stage)))) << stage;
        EXPECT_EQ(runProgram({"verify", "-"}, bundle + "\n").exitCode, 1) << stage;
    }
}

TEST(Verify, findsOneFlippedByteWhereverItIs)
{
    const std::string bundle = runProgram({"derive", lawful}).out;
    ASSERT_GT(bundle.size(), 10000U);
    for (std::size_t at = 0; at < bundle.size(); at += bundle.size() / 40) {
        std::string flipped = bundle;
        flipped[at] = static_cast<char>(flipped[at] ^ 1);
        const ProgramRun run = runProgram({"verify", "-"}, flipped);
        EXPECT_EQ(run.exitCode, 1) << "byte " << at;
        EXPECT_THAT(run.err, Not(IsEmpty())) << "byte " << at;
    }
}

TEST(Verify, jsonNamesTheFaults)
{
    std::string bundle = runProgram({"derive", lawful}).out;
    const std::size_t at = bundle.find("12288");
    ASSERT_NE(at, std::string::npos);
    const ProgramRun run = runProgram({"verify", "-", "--format", "json"}, bundle.replace(at, 5, "12289"));
    EXPECT_EQ(run.exitCode, 1);
    const auto report = JsonDocument::parse(run.out);
    ASSERT_TRUE(report);
    const JsonValue file = *report->root().elements().begin();
    EXPECT_EQ(file.find("passed")->text(), "false");
    EXPECT_EQ(file.find("snapshots")->childCount(), 3U);
}

TEST(Verify, aFileThatCannotBeReadExitsTwo)
{
    EXPECT_EQ(runProgram({"verify", "/no/such/file"}).exitCode, 2);
    EXPECT_EQ(runProgram({"verify", "-"}, "garbage").exitCode, 1);
}

TEST(Show, longTextNamesTasksThatTheShortOneSums)
{
    const ProgramRun brief = runProgram({"show", lawful});
    const ProgramRun full = runProgram({"show", lawful, "--stage", "distributed", "--long"});
    EXPECT_EQ(brief.exitCode, 0);
    EXPECT_THAT(brief.out, AllOf(HasSubstr("planscope.model_ir"), HasSubstr("planscope.portable_plan_ir")));
    EXPECT_THAT(brief.out, Not(HasSubstr("mlp.expand.forward")));
    EXPECT_THAT(full.out, AllOf(HasSubstr("mlp.expand.forward"), Not(HasSubstr("planscope.model_ir"))));
}

TEST(Explain, showsFormulaValuesResultAndSource)
{
    const ProgramRun run = runProgram({"explain", lawful, "mlp.expand.forward"});
    EXPECT_EQ(run.exitCode, 0);
    EXPECT_THAT(run.out,
                AllOf(HasSubstr("2·T·h·f′"), HasSubstr("2·2048·12288·6144"), HasSubstr("309237645312"),
                      HasSubstr("source:"), HasSubstr("tokens of a microbatch")));
}

TEST(Explain, listsNamesAndGuessesUnknownOnes)
{
    EXPECT_THAT(runProgram({"explain", lawful}).out, HasSubstr("mlp.expand.forward\n"));
    const ProgramRun unknown = runProgram({"explain", lawful, "mlp.expnd.forward"});
    EXPECT_EQ(unknown.exitCode, 2);
    EXPECT_THAT(unknown.err, HasSubstr("nearest: mlp.expand.forward"));
}

TEST(Explain, tellsTimesTotalsAndMemoryAsEvaluateDoes)
{
    const auto results = JsonDocument::parse(runProgram({"evaluate", lawful, "--format", "json"}).out);
    ASSERT_TRUE(results);
    const JsonValue result = *results->root().elements().begin();
    const auto figure = [](JsonValue group, const std::string& name) { return std::string{group.find(name)->text()}; };
    const auto explained = [](const std::string& name) { return runProgram({"explain", lawful, name}).out; };
    EXPECT_THAT(explained("memory.total"),
                AllOf(HasSubstr("weights + activations"), HasSubstr("= " + figure(*result.find("memory"), "total"))));
    const JsonValue evidence = *result.find("time")->find("system_evidence");
    EXPECT_THAT(explained("time.system_evidence.forward"),
                AllOf(HasSubstr("B·n·fwd"), HasSubstr("= " + figure(evidence, "forward") + " seconds"),
                      HasSubstr("see block_time.system_evidence.forward")));
    EXPECT_THAT(explained("utilisation.peak_only.mfu"),
                HasSubstr("= " + figure(*result.find("utilisation")->find("peak_only"), "mfu")));
    EXPECT_THAT(explained("block.forward"),
                HasSubstr("= " + figure(*result.find("block")->find("forward"), "operations") + " operations"));
}

TEST(Explain, withoutATimeTellsWhyAndExplainsTheRest)
{
    std::string spoilt = contentOf(lawful);
    const std::size_t tier = spoilt.find("\"tensor\": 0");
    ASSERT_NE(tier, std::string::npos);
    spoilt.replace(tier, 11, "\"tensor\": 7");
    const ProgramRun time = runProgram({"explain", "-", "time"}, spoilt);
    EXPECT_EQ(time.exitCode, 2);
    EXPECT_THAT(time.err, HasSubstr("network_tiers.unknown"));
    EXPECT_EQ(runProgram({"explain", "-", "memory.total"}, spoilt).exitCode, 0);
}

TEST(Explain, jsonHoldsEveryNameBelowAPart)
{
    const auto explained = JsonDocument::parse(runProgram({"explain", lawful, "mlp.expand", "--format", "json"}).out);
    ASSERT_TRUE(explained);
    std::vector<std::string> subjects;
    for (const JsonValue explanation : explained->root().elements())
        subjects.emplace_back(explanation.find("subject")->text());
    EXPECT_THAT(subjects,
                testing::IsSupersetOf({"mlp.expand.forward", "mlp.expand.weight_gradient", "mlp.expand.memory"}));
}

TEST(Presets, listsAndPrints)
{
    const ProgramRun all = runProgram({"presets"});
    EXPECT_THAT(all.out, AllOf(HasSubstr("models\n"), HasSubstr("  gpt3-175B\n"), HasSubstr("  a100_80g\n")));
    EXPECT_THAT(runProgram({"presets", "systems"}).out, HasSubstr("a100_80g\n"));
    EXPECT_EQ(runProgram({"presets", "cases", "tab5-gpt3-175B-seqsel"}).out, contentOf(lawful));
    EXPECT_EQ(runProgram({"presets", "models", "gpt-175B"}).exitCode, 2);
}

TEST(Presets, everyBundledCaseAndStudyEvaluates)
{
    for (const std::string kind : {"cases", "studies"}) {
        const std::string names = runProgram({"presets", kind}).out;
        for (std::size_t begin = 0; begin < names.size();) {
            const std::size_t end = names.find('\n', begin);
            const std::string name = names.substr(begin, end - begin);
            EXPECT_EQ(runProgram({"evaluate", name}).exitCode, 0) << name;
            begin = end + 1;
        }
    }
}

TEST(Import, refusesByNameAndUnusableFilesExitTwo)
{
    const ScratchFolder scratch;
    const std::string empty = scratch.write("empty.json", "{}");
    const auto import = [&](const std::string& model) {
        return runProgram({"import", "calculon", "--model", model, "--execution", empty, "--system", empty});
    };
    EXPECT_EQ(import(scratch / "missing").exitCode, 2);
    const ProgramRun incomplete = import(empty);
    EXPECT_EQ(incomplete.exitCode, 1);
    EXPECT_THAT(incomplete.out, IsEmpty());
    EXPECT_THAT(incomplete.err, HasSubstr("file.missing_field"));
}

} // namespace
} // namespace planscope::test
