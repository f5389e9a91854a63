#include "cli/sweep_grammar.h"

#include "cli/choice_option.h"
#include "cli/command_options.h"
#include "sweep/standings.h"

#include <CLI/CLI.hpp>

#include <charconv>

namespace planscope {
namespace {

constexpr const char* sweepFooter =
    R"(A SPACE (planscope.space/1) is a case whose mapping holds choices: a value, a list,
{"from": 1, "to": 8} or "all". Every lawful mapping is estimated, with the same
figures as evaluate; combinations that break laws are counted by law, mappings that
a tier, the capacity or a bound keeps out by that. Prints these counts, the best by
the first objective, and the Pareto front. Objectives: time, tokens_per_second,
memory, mfu, accelerators, message_bytes.

With -o, every result is a row of FILE, in the order of their indices. The rows
gather in FILE.partial; FILE.sweep.json holds counts, best and front. When a run is
stopped, by Ctrl-C or with the machine, the same call goes on where it was, and the
bytes are those of a run that was never stopped. They do not depend on the number of
threads. Shards, run anywhere, are put together by sweep-merge.

Exit codes: 0 done; 1 the space is refused, or no mapping is left; 2 the call or a
file could not be used, or FILE is another sweep's; 130 stopped by Ctrl-C.

Examples:
  planscope-cli sweep turing-530B-2520xA100
  planscope-cli sweep space.json --pareto time,memory,accelerators --top 5
  planscope-cli sweep space.json -o results.csv
  planscope-cli sweep space.json -o part-$i.csv --shard $i/7
  planscope-cli sweep space.json --why-not case.json
        tells what refuses that mapping, or which other one is nowhere worse)";

constexpr const char* mergeFooter =
    R"(Takes the rows of all shards of one space, each with its FILE.sweep.json beside it,
in any order; rows that were altered since are refused. What it writes is, byte for byte, what one sweep without shards would
have written.

Example:
  planscope-cli sweep-merge part-*.csv -o results.csv)";

std::vector<sweep::Objective> objectivesOf(const std::vector<std::string>& names)
{
    std::vector<sweep::Objective> objectives;
    for (const std::string& name : names) {
        const auto objective = enumFromName<sweep::Objective>(name);
        if (!objective)
            throw CLI::ValidationError(
                "--pareto", name + " is none of time, tokens_per_second, memory, mfu, accelerators, message_bytes");
        if (std::find(objectives.begin(), objectives.end(), *objective) != objectives.end())
            throw CLI::ValidationError("--pareto", name + " stands twice");
        objectives.push_back(*objective);
    }
    if (objectives.size() > sweep::mostObjectives)
        throw CLI::ValidationError("--pareto", "takes at most three objectives");
    return objectives;
}

sweep::Shard shardOf(const std::string& text)
{
    sweep::Shard shard;
    const char* const end = text.data() + text.size();
    const auto number = std::from_chars(text.data(), end, shard.number);
    if (number.ec == std::errc{} && number.ptr != end && *number.ptr == '/') {
        const auto count = std::from_chars(number.ptr + 1, end, shard.count);
        if (count.ec == std::errc{} && count.ptr == end && shard.number >= 1 && shard.number <= shard.count)
            return shard;
    }
    throw CLI::ValidationError("--shard", "is one of 1/n … n/n, as in 2/7");
}

} // namespace

void SweepGrammar::addTo(CLI::App& app)
{
    addSweep(app);
    addMerge(app);
}

void SweepGrammar::addSweep(CLI::App& app)
{
    CLI::App* command = addCommand(app, "sweep", "estimate every lawful mapping of a space", sweepFooter);
    command->add_option("SPACE", m_sweep.file, "a space, or a bundled one's name; \"-\" is standard input")
        ->required()
        ->option_text(" ");
    command
        ->add_option_function<std::vector<std::string>>(
            "--pareto", [this](const std::vector<std::string>& names) { m_sweep.objectives = objectivesOf(names); },
            "one to three objectives, instead of the space's; the first ranks")
        ->delimiter(',')
        ->option_text("NAME,NAME");
    command->add_option("--top", m_sweep.top, "how many of the best, instead of the space's")
        ->check(CLI::Range(std::int64_t{1}, sweep::mostBest))
        ->option_text("N");
    command
        ->add_option_function<std::string>(
            "--shard", [this](const std::string& text) { m_sweep.shard = shardOf(text); },
            "only part I of N of the mappings")
        ->option_text("I/N");
    command->add_option("--why-not", m_sweep.whyNot, "a case: why its mapping is not among the best (text)")
        ->option_text("CASE");
    command->add_option("--threads", m_sweep.threads, "threads to use (all processors)")
        ->option_text("N")
        ->check(CLI::Range(1, 1024));
    command->add_flag("--restart", m_sweep.restart, "drop what another sweep has left at FILE, or a file there");
    addChoice(*command, "--format", m_sweep.format, {OutputFormat::Text, OutputFormat::Json}, "form of the summary");
    command->add_option("-o,--output", m_sweep.output, "write every result as a row of FILE (CSV)")
        ->option_text("FILE");
    command->final_callback([this] {
        if (m_sweep.whyNot && m_sweep.format != OutputFormat::Text)
            throw CLI::ValidationError("--why-not", "is told as text");
        if (m_sweep.whyNot && m_sweep.shard.count > 1)
            throw CLI::ValidationError("--why-not", "needs the front of all mappings, not of a shard");
    });
}

void SweepGrammar::addMerge(CLI::App& app)
{
    CLI::App* command = addCommand(app, "sweep-merge", "put the shards of a sweep together", mergeFooter);
    command->add_option("SHARD", m_merge.files, "the rows of every shard")->required()->option_text(" ");
    addChoice(*command, "--format", m_merge.format, {OutputFormat::Text, OutputFormat::Json}, "form of the summary");
    command->add_option("-o,--output", m_merge.output, "write all rows to FILE (required)")->option_text("FILE");
    command->final_callback([this] {
        if (m_merge.output.empty())
            throw CLI::ValidationError("--output", "is needed: the file of all rows");
    });
}

} // namespace planscope
