#include "app/program.h"

#include "base/json_document.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include <sys/stat.h>
#include <unistd.h>

namespace planscope::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

const std::string lawful = repositoryFile("resources/cases/tab5-gpt3-175B-seqsel.json");

/// A lawful case with the first occurrence of a text replaced.
std::string changed(const std::string& from, const std::string& to)
{
    std::string text = contentOf(lawful);
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return text.replace(at, from.size(), to);
}

TEST(Evaluate, aLawfulCaseIsDoneWithNothingOnStandardError)
{
    for (const std::string format : {"text", "json", "csv"}) {
        const ProgramRun run = runProgram({"evaluate", lawful, "--format", format});
        EXPECT_EQ(run.exitCode, 0) << format;
        EXPECT_THAT(run.err, IsEmpty()) << format;
        EXPECT_THAT(run.out, HasSubstr("seqsel")) << format;
    }
}

TEST(Evaluate, standardInputIsAFile)
{
    EXPECT_EQ(runProgram({"evaluate", "-", "--format", "json"}, contentOf(lawful)).out,
              runProgram({"evaluate", lawful, "--format", "json"}).out);
}

TEST(Evaluate, aBundledNameStandsForItsFile)
{
    EXPECT_EQ(runProgram({"evaluate", "tab5-gpt3-175B-seqsel", "--format", "csv"}).out,
              runProgram({"evaluate", lawful, "--format", "csv"}).out);
}

TEST(Evaluate, aRefusedCaseExitsOneAndNamesItsCode)
{
    const ProgramRun run = runProgram({"evaluate", "-", "--format", "json"}, changed("\"degree\": 8", "\"degree\": 7"));
    EXPECT_EQ(run.exitCode, 1);
    EXPECT_THAT(run.out, HasSubstr("\"status\": \"refused\""));
    EXPECT_THAT(run.err, HasSubstr("[mapping.tensor.divides_hidden]"));
    EXPECT_THAT(run.err, HasSubstr("given 7; legal 1, 2, 4"));
}

TEST(Evaluate, aTierTooSmallExitsOneWithTheRestShown)
{
    const ProgramRun run = runProgram({"evaluate", "-"}, changed("\"tensor\": 0", "\"tensor\": 9"));
    EXPECT_EQ(run.exitCode, 1);
    EXPECT_THAT(run.err, HasSubstr("[network_tiers.unknown]"));
    EXPECT_THAT(run.out, HasSubstr("Memory of a rank"));
    EXPECT_THAT(run.out, Not(HasSubstr("Predicted time")));
}

TEST(Evaluate, theHighestExitCodeWinsAndOtherFilesAreStillEvaluated)
{
    const ScratchFolder scratch;
    const std::string refused = scratch.write("refused.json", changed("\"degree\": 8", "\"degree\": 7"));
    const ProgramRun run = runProgram({"evaluate", scratch / "missing.json", refused, lawful, "--format", "json"});
    EXPECT_EQ(run.exitCode, 2);
    EXPECT_THAT(run.err, HasSubstr("[file.not_found]"));
    const auto results = JsonDocument::parse(run.out);
    ASSERT_TRUE(results);
    EXPECT_EQ(results->root().childCount(), 2U);
}

TEST(Evaluate, unusableFilesAreOneClearLineEach)
{
    const ScratchFolder scratch;
    const auto lineFor = [](const std::string& file) {
        const ProgramRun run = runProgram({"evaluate", file, "--format", "json"});
        EXPECT_EQ(run.exitCode, 2) << file;
        EXPECT_THAT(run.out, IsEmpty()) << file;
        EXPECT_EQ(std::count(run.err.begin(), run.err.end(), '\n'), 1) << run.err;
        return run.err;
    };
    EXPECT_THAT(lineFor(scratch / "missing.json"), HasSubstr("[file.not_found]"));
    EXPECT_THAT(lineFor(scratch.path()), HasSubstr("[file.not_a_file]"));
    EXPECT_THAT(lineFor(scratch.write("empty", "")), HasSubstr("[file.syntax]"));
    EXPECT_THAT(lineFor(scratch.write("utf8", "\"\xff\xfe\"")), HasSubstr("[file.syntax]"));
    EXPECT_THAT(lineFor(scratch.write("nan", "[NaN]")), HasSubstr("[file.syntax]"));
    EXPECT_THAT(lineFor(scratch.write("deep", std::string(100000, '['))), HasSubstr("[file.too_deep]"));
}

TEST(Evaluate, duplicateKeysAndGreatNumbersAreRefusedByName)
{
    const ProgramRun twice = runProgram({"evaluate", "-"}, changed("\"system\"", "\"name\": \"again\", \"system\""));
    EXPECT_EQ(twice.exitCode, 1);
    EXPECT_THAT(twice.err, HasSubstr("[file.duplicate_key]"));
    const ProgramRun great =
        runProgram({"evaluate", "-"}, changed("\"degree\": 8", "\"degree\": 99999999999999999999"));
    EXPECT_EQ(great.exitCode, 1);
    EXPECT_THAT(great.err, HasSubstr("[file.type]"));
}

TEST(Evaluate, aGigabyteOfGarbageIsRefusedAtTheLimit)
{
#ifdef __SANITIZE_ADDRESS__ // which reserves address space beyond any such limit
    const std::string limit;
#else
    const std::string limit = "ulimit -v 1000000; ";
#endif
    const ProgramRun run = runShell(limit + "head -c 1000000000 /dev/zero | \"$CLI\" evaluate -");
    EXPECT_EQ(run.exitCode, 2);
    EXPECT_THAT(run.err, HasSubstr("[file.too_large]"));
}

TEST(Evaluate, anArrayIsEvaluatedInOrderAndWhatIsNoCaseIsRefusedInIt)
{
    const ProgramRun run =
        runProgram({"evaluate", "-", "--format", "json"}, "[" + contentOf(lawful) + ", 5, {\"name\": \"x\"}]");
    EXPECT_EQ(run.exitCode, 1);
    const auto results = JsonDocument::parse(run.out);
    ASSERT_TRUE(results);
    std::vector<std::string> states;
    for (const JsonValue result : results->root().elements())
        states.emplace_back(result.find("status")->text());
    EXPECT_THAT(states, ElementsAre("ok", "refused", "refused"));
    EXPECT_THAT(run.err, HasSubstr("case 2: error"));
    EXPECT_THAT(run.err, HasSubstr("x: error"));
}

TEST(Evaluate, oneCandidateOfAStudyIsChosenByNameOrNumber)
{
    const std::string study = repositoryFile("resources/studies/gpt3-175B-64xA100.planscope");
    const ProgramRun byNumber = runProgram({"evaluate", study, "--case", "2", "--format", "json"});
    const ProgramRun byName =
        runProgram({"evaluate", study, "--case", "sequence parallel, selective recompute", "--format", "json"});
    EXPECT_EQ(byNumber.out, byName.out);
    EXPECT_THAT(byNumber.out, HasSubstr("selective recompute"));
    EXPECT_THAT(byNumber.out, Not(HasSubstr("full recompute")));
    const ProgramRun unknown = runProgram({"evaluate", study, "--case", "ful recompute"});
    EXPECT_EQ(unknown.exitCode, 2);
    EXPECT_THAT(unknown.err, HasSubstr("nearest: full recompute"));
}

TEST(Evaluate, aReferenceThatDiffersRejectsTheCase)
{
    const ScratchFolder scratch;
    const auto reference = [&scratch](const std::string& operations) {
        return scratch.write(
            "reference.json",
            "{\"schema\": \"planscope.reference/1\", \"facts\": {\"mlp.expand.forward\": {\"operations\": " + operations
                + "}}}");
    };
    EXPECT_EQ(runProgram({"evaluate", lawful, "--reference", reference("309237645312")}).exitCode, 0);
    const ProgramRun wrong =
        runProgram({"evaluate", lawful, "--reference", reference("309237645313"), "--format", "json"});
    EXPECT_EQ(wrong.exitCode, 1);
    EXPECT_THAT(wrong.out, HasSubstr("\"status\": \"rejected\""));
    EXPECT_THAT(wrong.err, HasSubstr("check.reference"));
    EXPECT_THAT(wrong.err, HasSubstr("309237645312"));
    EXPECT_EQ(runProgram({"evaluate", lawful, "--reference", scratch / "missing"}).exitCode, 2);
}

TEST(Evaluate, bytesAreTheSameForAnyThreadsAndLocale)
{
    std::string many = "[";
    for (int k = 0; k < 300; ++k)
        many += (k == 0 ? "" : ",")
            + changed("\"microbatch_size\": 1", "\"microbatch_size\": " + std::to_string(k + 1));
    many += "]";
    for (const std::string format : {"text", "json", "csv"}) {
        const auto run = [&](const std::string& threads, const std::string& locale) {
            return runProgram({"evaluate", "-", "--format", format, "--threads", threads}, many, {{"LC_ALL", locale}});
        };
        const ProgramRun expected = run("1", "C");
        EXPECT_EQ(expected.exitCode, 1); // most of these microbatches do not divide the batch
        for (const std::string locale : {"C", "de_DE.UTF-8", "tr_TR.UTF-8"}) {
            const ProgramRun other = run("8", locale);
            EXPECT_EQ(other.out, expected.out) << format << ' ' << locale;
            EXPECT_EQ(other.err, expected.err) << format << ' ' << locale;
        }
    }
}

TEST(Output, aFileAppearsWholeWithTheRightsOfItsPlace)
{
    const ScratchFolder scratch;
    const std::string file = scratch.write("out.json", "old");
    ASSERT_EQ(::chmod(file.c_str(), 0640), 0);
    const ProgramRun run = runProgram({"evaluate", lawful, "--format", "json", "-o", file});
    EXPECT_EQ(run.exitCode, 0);
    EXPECT_THAT(run.out, IsEmpty());
    EXPECT_EQ(contentOf(file), runProgram({"evaluate", lawful, "--format", "json"}).out);
    struct stat status { };
    ASSERT_EQ(::stat(file.c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 07777, 0640U);
    EXPECT_THAT(scratch.names(), ElementsAre("out.json"));
}

TEST(Output, aSymbolicLinkStaysAndItsTargetIsWritten)
{
    const ScratchFolder scratch;
    ASSERT_EQ(::symlink("real.txt", (scratch / "link.txt").c_str()), 0);
    for (int k = 0; k < 2; ++k) { // first without the target, then over it
        EXPECT_EQ(runProgram({"presets", "models", "-o", scratch / "link.txt"}).exitCode, 0);
        EXPECT_THAT(scratch.names(), ElementsAre("link.txt", "real.txt"));
        EXPECT_THAT(contentOf(scratch / "real.txt"), HasSubstr("gpt3-175B\n"));
    }
}

TEST(Output, aCallThatFailsLeavesTheOldFile)
{
    const ScratchFolder scratch;
    const std::string file = scratch.write("out.json", "old");
    EXPECT_EQ(runProgram({"evaluate", scratch / "missing", "-o", file}).exitCode, 2);
    EXPECT_EQ(contentOf(file), "old");
    EXPECT_THAT(scratch.names(), ElementsAre("out.json"));
}

TEST(Output, anInterruptedRunLeavesNothing)
{
    const ScratchFolder scratch;
    // The program waits for its input with its output already open.
    const ProgramRun run =
        runShell("cd " + scratch.path()
                 + "; mkfifo in; \"$CLI\" evaluate in -o out.json & P=$!; exec 3>in; "
                   "for k in $(seq 100); do ls out.json.* >/dev/null 2>&1 && break; sleep 0.05; done; "
                   "kill -TERM $P; wait $P; echo $?; rm in");
    EXPECT_THAT(run.out, HasSubstr("143"));
    EXPECT_THAT(scratch.names(), IsEmpty());
}

TEST(Output, placesThatCannotBeWrittenExitTwo)
{
    const ScratchFolder scratch;
    for (const std::string& place : {scratch / "no/such/folder/out", scratch.path()}) {
        const ProgramRun run = runProgram({"evaluate", lawful, "-o", place});
        EXPECT_EQ(run.exitCode, 2) << place;
        EXPECT_THAT(run.err, HasSubstr("[file.unwritable]")) << place;
    }
    const ProgramRun full = runShell("\"$CLI\" evaluate " + lawful + " > /dev/full");
    EXPECT_EQ(full.exitCode, 2);
    EXPECT_THAT(full.err, HasSubstr("[file.unwritable]"));
}

TEST(Output, aReaderThatLeavesEarlyIsNoFault)
{
    const ProgramRun run = runShell("(yes '" + std::string{"tab5-gpt3-175B-seqsel"}
                                    + "' | head -200 | xargs \"$CLI\" evaluate --format json --invocations; "
                                      "echo \"exit $?\" >&2) | head -c 100 >/dev/null");
    EXPECT_EQ(run.err, "exit 0\n");
}

TEST(CommandLine, helpAndVersionAreEverywhere)
{
    EXPECT_THAT(runProgram({"--version"}).out, StartsWith("planscope-cli "));
    for (const std::string command : {"evaluate", "derive", "verify", "show", "explain", "import", "presets"}) {
        const ProgramRun run = runProgram({command, "--help"});
        EXPECT_EQ(run.exitCode, 0) << command;
        EXPECT_THAT(run.out, HasSubstr("Example")) << command;
        EXPECT_THAT(run.err, IsEmpty()) << command;
    }
}

TEST(CommandLine, aCallThatCannotBeUnderstoodExitsTwo)
{
    const std::vector<std::vector<std::string>> calls{
        {},
        {"evluate", lawful},
        {"evaluate"},
        {"evaluate", lawful, "--format", "xml"},
        {"evaluate", lawful, "--threads", "0"},
        {"evaluate", lawful, "--unknown"},
        {"evaluate", lawful, "--format", "csv", "--invocations"},
        {"derive", lawful, "--stage", "portable_plan", "--stop-after", "model"},
        {"presets", "lawns"},
        {"import", "calculon", "--model", lawful},
    };
    for (const auto& call : calls) {
        const ProgramRun run = runProgram(call);
        EXPECT_EQ(run.exitCode, 2) << testing::PrintToString(call);
        EXPECT_THAT(run.out, IsEmpty()) << testing::PrintToString(call);
        EXPECT_THAT(run.err, StartsWith("planscope-cli")) << testing::PrintToString(call);
    }
    EXPECT_THAT(runProgram({"evluate"}).err, HasSubstr("nearest: evaluate"));
}

} // namespace
} // namespace planscope::test
