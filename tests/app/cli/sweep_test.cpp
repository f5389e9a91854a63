#include "app/program.h"

#include "base/json_document.h"

#include <algorithm>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace planscope::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

const std::string bundled = "turing-530B-2520xA100";
const std::string bundledFile = repositoryFile("resources/spaces/" + bundled + ".json");

/// The bundled space with the first occurrence of a text replaced.
std::string changed(const std::string& from, const std::string& to)
{
    std::string text = contentOf(bundledFile);
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return text.replace(at, from.size(), to);
}

/// A space whose sweep takes a second or more on one thread: a million mappings, any number of accelerators.
std::string longSpace()
{
    std::string text = changed("\"world_size\": 2520,", "");
    const auto replace = [&text](const std::string& from, const std::string& to) {
        text.replace(text.find(from), from.size(), to);
    };
    replace("\"tensor\": \"all\",", "\"tensor\": 1,");
    replace("\"pipeline\": \"all\",", "\"pipeline\": 1,");
    replace("\"data\": \"all\"\n", "\"data\": 1\n");
    return text;
}

std::int64_t lines(const std::string& text)
{
    return std::count(text.begin(), text.end(), '\n');
}

TEST(SweepCommand, TellsCountsBestAndFrontOfABundledSpace)
{
    const ProgramRun run = runProgram({"sweep", bundled, "--top", "3"});
    EXPECT_EQ(run.exitCode, 0);
    EXPECT_THAT(run.err, IsEmpty());
    EXPECT_THAT(run.out, StartsWith("turing-530B on 2,520 x A100\n"));
    for (const char* const part : {"lawful mappings", "85760", "mapping.world_size", "network_tiers.capacity",
                                   "memory.over_capacity", "Best by time", "Pareto front of time, memory: "})
        EXPECT_THAT(run.out, HasSubstr(part));
}

TEST(SweepCommand, RowsDependOnNeitherThreadsNorWhereTheyGo)
{
    const ScratchFolder scratch;
    const std::string one = scratch / "one.csv", eight = scratch / "eight.csv";
    EXPECT_EQ(runProgram({"sweep", bundled, "-o", one, "--threads", "1"}).exitCode, 0);
    EXPECT_EQ(runProgram({"sweep", "-", "-o", eight, "--threads", "8"}, contentOf(bundledFile)).exitCode, 0);
    EXPECT_THAT(scratch.names(), ElementsAre("eight.csv", "eight.csv.sweep.json", "one.csv", "one.csv.sweep.json"));
    EXPECT_EQ(contentOf(one), contentOf(eight));
    EXPECT_EQ(contentOf(one + ".sweep.json"), contentOf(eight + ".sweep.json"));
    EXPECT_EQ(runProgram({"sweep", bundled, "-o", "-"}).out, contentOf(one));
    EXPECT_EQ(runProgram({"sweep", bundled, "--format", "json", "-o", one}).out, contentOf(one + ".sweep.json"));
    const auto record = JsonDocument::parse(contentOf(one + ".sweep.json"));
    ASSERT_TRUE(record);
    EXPECT_EQ(record->root().find("kept")->integer(), lines(contentOf(one)) - 1);
}

TEST(SweepCommand, SevenShardsMergeToTheBytesOfOneRun)
{
    const ScratchFolder scratch;
    const std::string whole = scratch / "whole.csv", merged = scratch / "merged.csv";
    EXPECT_EQ(runProgram({"sweep", bundled, "-o", whole}).exitCode, 0);
    std::vector<std::string> merge{"sweep-merge", "-o", merged};
    for (const char* const number : {"4", "2", "7", "1", "3", "6", "5"}) {
        const std::string part = scratch / (std::string{"part-"} + number + ".csv");
        EXPECT_EQ(runProgram({"sweep", bundled, "-o", part, "--shard", std::string{number} + "/7"}).err, "");
        merge.push_back(part);
    }
    const ProgramRun run = runProgram(merge);
    EXPECT_EQ(run.exitCode, 0) << run.err;
    EXPECT_EQ(contentOf(merged), contentOf(whole));
    EXPECT_EQ(contentOf(merged + ".sweep.json"), contentOf(whole + ".sweep.json"));
    EXPECT_EQ(run.out, runProgram({"sweep", bundled}).out);

    merge.pop_back();
    EXPECT_THAT(runProgram(merge).err, HasSubstr("shard 5 of 7 is missing [sweep.shard_missing]"));
    merge.push_back(merge.back());
    EXPECT_THAT(runProgram(merge).err, HasSubstr("is shard 6 again [sweep.shard_repeated]"));
    merge.back() = whole;
    const ProgramRun other = runProgram(merge);
    EXPECT_EQ(other.exitCode, 2);
    EXPECT_THAT(other.err, HasSubstr("[sweep.other_space]"));
}

TEST(SweepCommand, MergesNoShardThatIsCut)
{
    const ScratchFolder scratch;
    const std::string part = scratch / "part.csv";
    EXPECT_EQ(runProgram({"sweep", bundled, "-o", part}).exitCode, 0);
    const std::string rows = contentOf(part);
    scratch.write("part.csv", rows.substr(0, rows.size() / 2));
    const ProgramRun run = runProgram({"sweep-merge", part, "-o", scratch / "all.csv"});
    EXPECT_EQ(run.exitCode, 2);
    EXPECT_THAT(run.err, HasSubstr("[sweep.damaged]"));
    EXPECT_THAT(scratch.names(), ElementsAre("part.csv", "part.csv.sweep.json"));
}

TEST(SweepCommand, MergesNoShardThatWasAltered)
{
    const ScratchFolder scratch;
    const std::string part = scratch / "part.csv";
    EXPECT_EQ(runProgram({"sweep", bundled, "-o", part}).exitCode, 0);
    std::string rows = contentOf(part);
    char& digit = rows[rows.find_last_of("0123456789")];
    digit = digit == '7' ? '8' : '7';
    scratch.write("part.csv", rows);
    const ProgramRun run = runProgram({"sweep-merge", part, "-o", scratch / "all.csv"});
    EXPECT_EQ(run.exitCode, 2);
    EXPECT_THAT(run.err, HasSubstr("[sweep.damaged]"));
    EXPECT_THAT(scratch.names(), ElementsAre("part.csv", "part.csv.sweep.json"));
}

TEST(SweepCommand, WhatIsFinishedThereIsReplacedOnlyByItselfOrWhenAsked)
{
    const ScratchFolder scratch;
    const std::string output = scratch / "rows.csv";
    EXPECT_EQ(runProgram({"sweep", bundled, "-o", output}).exitCode, 0);
    const std::string rows = contentOf(output), record = contentOf(output + ".sweep.json");
    const ProgramRun other = runProgram({"sweep", bundled, "--top", "5", "-o", output});
    EXPECT_EQ(other.exitCode, 2);
    EXPECT_THAT(other.err, HasSubstr("rows.csv holds a finished sweep of another space"));
    EXPECT_THAT(other.err, HasSubstr("[sweep.other_space]"));
    EXPECT_EQ(contentOf(output + ".sweep.json"), record);
    EXPECT_EQ(contentOf(output), rows);
    EXPECT_THAT(scratch.names(), ElementsAre("rows.csv", "rows.csv.sweep.json"));
    EXPECT_EQ(runProgram({"sweep", bundled, "-o", output}).exitCode, 0) << "the same sweep may run again";
    EXPECT_EQ(runProgram({"sweep", bundled, "--top", "5", "-o", output, "--restart"}).exitCode, 0);
    EXPECT_NE(contentOf(output + ".sweep.json"), record);

    const std::string own = scratch.write("own.csv", "a,b\n");
    const ProgramRun unknown = runProgram({"sweep", bundled, "-o", own});
    EXPECT_EQ(unknown.exitCode, 2);
    EXPECT_THAT(unknown.err, HasSubstr("[sweep.no_rows]"));
    EXPECT_EQ(contentOf(own), "a,b\n");
    EXPECT_THAT(scratch.names(), ElementsAre("own.csv", "rows.csv", "rows.csv.sweep.json"));
    EXPECT_EQ(runProgram({"sweep", bundled, "-o", own, "--restart"}).exitCode, 0);
    EXPECT_EQ(contentOf(own), rows);
}

/// Sends a signal to a sweep once its record says that rows are written, at some moment after that. The run is what the
/// sweep said on standard error and how it ended; standard output the milliseconds from the signal to the end.
ProgramRun endInTheMiddle(const std::string& signal, const std::string& space, const std::string& output,
                          int afterMilliseconds)
{
    return runShell("env --default-signal=INT $CLI sweep " + space + " --threads 1 -o " + output
                    + " >/dev/null & pid=$!; for k in $(seq 500); do grep -q '\"kept\": [1-9]' " + output
                    + ".sweep.json 2>/dev/null && break; sleep 0.02; done; sleep 0."
                    + std::to_string(1000 + afterMilliseconds).substr(1) + "; begin=$(date +%s%N); kill -" + signal
                    + " $pid; wait $pid 2>/dev/null; code=$?; echo $((($(date +%s%N) - begin) / 1000000)); exit $code");
}

void killInTheMiddle(const std::string& space, const std::string& output, int afterMilliseconds)
{
    endInTheMiddle("KILL", space, output, afterMilliseconds);
}

TEST(SweepCommand, InterruptedSaysHowToGoOnAndEndsAtOnce)
{
    for (const auto& [signal, exitCode] : std::vector<std::pair<std::string, int>>{{"INT", 130}, {"TERM", 143}}) {
        SCOPED_TRACE(signal);
        const ScratchFolder scratch;
        const std::string space = scratch.write("space.json", longSpace()), output = scratch / "rows.csv";
        const ProgramRun run = endInTheMiddle(signal, space, output, 0);
        EXPECT_EQ(run.exitCode, exitCode);
        EXPECT_THAT(run.err, HasSubstr("rows.csv: stopped after "));
        EXPECT_THAT(run.err, HasSubstr("mappings; the same call goes on from there\n"));
        EXPECT_LT(std::stoi(run.out), 1000) << "ten times what it may take, for a machine that is busy";
        EXPECT_THAT(scratch.names(), ElementsAre("rows.csv.partial", "rows.csv.sweep.json", "space.json"));

        // Nothing of what was gone through is lost: the record counts every row that was written.
        const auto record = JsonDocument::parse(contentOf(output + ".sweep.json"));
        ASSERT_TRUE(record);
        EXPECT_EQ(record->root().find("row_bytes")->integer(),
                  static_cast<std::int64_t>(contentOf(output + ".partial").size()));

        std::string rows = contentOf(output + ".partial");
        rows.front() = 'I';
        scratch.write("rows.csv.partial", rows);
        EXPECT_THAT(runProgram({"sweep", space, "-o", output}).err, HasSubstr("[sweep.damaged]"));
        rows.front() = 'i';
        scratch.write("rows.csv.partial", rows);
        EXPECT_THAT(runProgram({"sweep", space, "-o", output}).err, HasSubstr("rows.csv: resumed after "));
    }
}

TEST(SweepCommand, KilledInTheMiddleGoesOnToTheSameBytes)
{
    const ScratchFolder scratch;
    const std::string space = scratch.write("space.json", longSpace());
    const std::string whole = scratch / "whole.csv", stopped = scratch / "stopped.csv";
    ASSERT_EQ(runProgram({"sweep", space, "-o", whole}).exitCode, 0);
    for (const int moment : {0, 130}) {
        killInTheMiddle(space, stopped, moment);
        ASSERT_THAT(scratch.names(), testing::Contains("stopped.csv.partial")) << "it was done before it was killed";
        ASSERT_THAT(scratch.names(), Not(testing::Contains("stopped.csv")));
    }
    const ProgramRun other = runProgram({"sweep", space, "-o", stopped, "--top", "5"});
    EXPECT_EQ(other.exitCode, 2);
    EXPECT_THAT(other.err, HasSubstr("[sweep.other_space]"));

    const ProgramRun run = runProgram({"sweep", space, "-o", stopped});
    EXPECT_EQ(run.exitCode, 0);
    EXPECT_THAT(run.err, HasSubstr("stopped.csv: resumed after "));
    EXPECT_EQ(runShell("cmp " + stopped + " " + whole).exitCode, 0); // megabytes: too many to show
    EXPECT_EQ(contentOf(stopped + ".sweep.json"), contentOf(whole + ".sweep.json"));
    EXPECT_THAT(scratch.names(), ElementsAre("space.json", "stopped.csv", "stopped.csv.sweep.json", "whole.csv",
                                             "whole.csv.sweep.json"));
}

TEST(SweepCommand, WhatAStoppedSweepLeftIsDroppedOnlyWhenAsked)
{
    const ScratchFolder scratch;
    const std::string space = scratch.write("space.json", longSpace());
    const std::string output = scratch / "rows.csv";
    killInTheMiddle(space, output, 0);
    scratch.write("rows.csv.partial", "index\r\n");
    const ProgramRun cut = runProgram({"sweep", space, "-o", output});
    EXPECT_EQ(cut.exitCode, 2);
    EXPECT_THAT(cut.err, HasSubstr("[sweep.damaged]"));
    EXPECT_EQ(contentOf(output + ".partial"), "index\r\n");
    EXPECT_EQ(runProgram({"sweep", bundled, "-o", output, "--restart"}).exitCode, 0);
    EXPECT_EQ(contentOf(output), runProgram({"sweep", bundled, "-o", "-"}).out);
    scratch.write("rows.csv.sweep.json", "{}");
    EXPECT_THAT(runProgram({"sweep", bundled, "-o", output}).err, HasSubstr("only --restart replaces it"));
}

TEST(SweepCommand, TwoRunsDoNotWriteOneFile)
{
    const ScratchFolder scratch;
    const std::string space = scratch.write("space.json", longSpace()), output = scratch / "rows.csv";
    const ProgramRun run = runShell("$CLI sweep " + space + " --threads 1 -o " + output
                                    + " >/dev/null 2>&1 & for k in $(seq 500); do [ -e " + output
                                    + ".sweep.json ] && break; sleep 0.02; done; $CLI sweep " + space + " -o " + output
                                    + "; code=$?; kill -9 $!; wait; exit $code");
    EXPECT_EQ(run.exitCode, 2);
    EXPECT_THAT(run.err, HasSubstr("[sweep.in_use]"));
    EXPECT_THAT(scratch.names(), testing::Contains("rows.csv.partial"));
}

TEST(SweepCommand, TellsWhyAMappingIsNotAmongTheBest)
{
    const ScratchFolder scratch;
    const ProgramRun refused = runProgram({"sweep", bundled, "--why-not", "tab5-turing-530B-full"});
    EXPECT_EQ(refused.exitCode, 0);
    EXPECT_THAT(refused.out, HasSubstr("\ntab5/turing-530B_full\n"));
    EXPECT_THAT(refused.out, HasSubstr("[mapping.world_size]"));
    EXPECT_THAT(refused.err, HasSubstr("only the mapping is the case's"));

    std::string text = contentOf(repositoryFile("resources/cases/tab5-turing-530B-full.json"));
    const auto replace = [&text](const std::string& from, const std::string& to) {
        text.replace(text.find(from), from.size(), to);
    };
    replace("\"global_batch_size\": 280", "\"global_batch_size\": 2520");
    replace("\"data\": {\"degree\": 1", "\"data\": {\"degree\": 9");
    const ProgramRun dominated = runProgram({"sweep", bundled, "--why-not", scratch.write("case.json", text)});
    EXPECT_THAT(dominated.err, IsEmpty());
    EXPECT_THAT(dominated.out, HasSubstr("is not on the front: this mapping is nowhere worse"));
}

TEST(SweepCommand, RefusesASpaceWithEveryFault)
{
    const ProgramRun run = runProgram({"sweep", "-"}, changed("\"recompute\": \"all\"", "\"recompute\": \"some\""));
    EXPECT_EQ(run.exitCode, 1);
    EXPECT_THAT(run.out, IsEmpty());
    EXPECT_THAT(run.err, HasSubstr("[spec.unknown_value]"));
    EXPECT_THAT(run.err, HasSubstr("mapping.recompute"));
}

TEST(SweepCommand, ExitsOneWhenNoMappingIsLeft)
{
    const ProgramRun run = runProgram({"sweep", "-"}, changed("\"world_size\": 2520", "\"world_size\": 2521"));
    EXPECT_EQ(run.exitCode, 1);
    EXPECT_THAT(run.out, HasSubstr("mapping.world_size"));
    EXPECT_THAT(run.err, HasSubstr("no mapping is left"));
}

TEST(SweepCommand, RefusesCallsItCannotUse)
{
    const auto error = [](const std::vector<std::string>& arguments) {
        const ProgramRun run = runProgram(arguments);
        EXPECT_EQ(run.exitCode, 2);
        EXPECT_THAT(run.out, IsEmpty());
        return run.err;
    };
    EXPECT_THAT(error({"sweep", "turing-530B-2520xA10"}), HasSubstr("nearest: turing-530B-2520xA100"));
    EXPECT_THAT(error({"sweep", bundled, "--shard", "0/7"}), HasSubstr("--shard: is one of 1/n"));
    EXPECT_THAT(error({"sweep", bundled, "--shard", "8/7"}), HasSubstr("--shard: is one of 1/n"));
    EXPECT_THAT(error({"sweep", bundled, "--pareto", "time,speed"}), HasSubstr("speed is none of time,"));
    EXPECT_THAT(error({"sweep", bundled, "--pareto", "time,time"}), HasSubstr("stands twice"));
    EXPECT_THAT(error({"sweep", bundled, "--top", "0"}), HasSubstr("--top"));
    EXPECT_THAT(error({"sweep", bundled, "--why-not", "x", "--shard", "1/2"}), HasSubstr("needs the front of all"));
    EXPECT_THAT(error({"sweep", bundled, "-o", "/no/such/folder/rows.csv"}), HasSubstr("[file.unwritable]"));
    EXPECT_THAT(error({"sweep-merge", "a.csv"}), HasSubstr("--output"));
    EXPECT_THAT(error({"sweep-merge", "no-such.csv", "-o", "all.csv"}), HasSubstr("[file.not_found]"));
}

} // namespace
} // namespace planscope::test
