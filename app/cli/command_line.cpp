#include "cli/command_line.h"

#include "cli/choice_option.h"
#include "cli/command_options.h"
#include "cli/import_grammar.h"
#include "cli/output.h"
#include "cli/sweep_grammar.h"
#include "report/nearest_names.h"
#include "report/text_table.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace planscope {
namespace {

constexpr const char* programFooter =
    R"(Every command reads files, or standard input for "-", and writes results to
standard output or to the file that -o names; diagnostics go to standard error,
each with its code. Where a command takes a case, the name of a bundled case or
study serves as well (planscope-cli presets).

Exit codes: 0 done; 1 a case was refused or rejected, a check failed, or what
compare compared differs; 2 the call or a file could not be used. The highest of
a run wins.

Examples:
  planscope-cli presets
  planscope-cli evaluate gpt3-175B-64xA100
  planscope-cli evaluate study.json --format csv -o study.csv
  planscope-cli explain tab5-gpt3-175B-seqsel mlp.expand.forward
  planscope-cli compare gpt3-175B-64xA100
  planscope-cli sweep turing-530B-2520xA100

planscope-cli COMMAND --help tells more of each.)";

constexpr const char* evaluateFooter =
    R"(A file holds a case, an array of cases, or a study. Each candidate is derived
into three verified, digested IRs, checked, and estimated on its system twice:
peak_only (every efficiency 1) and system_evidence (the measured curves). All
times are predictions for the target, not measurements of this host.

  text  one candidate in full; several in a table, in detail while they are few
  json  an array with one object a candidate; integers exact, doubles such that
        they read back to the same value
  csv   one row a candidate; columns are the dotted paths of the JSON with units

Examples:
  planscope-cli evaluate case.json
  planscope-cli evaluate study.json --case "full recompute"
  planscope-cli evaluate *.json --format json | jq '.[] | [.name, .memory.total]'
  generate-cases | planscope-cli evaluate - --format csv -o results.csv
  planscope-cli evaluate case.json --reference facts.json
        rejects a case whose facts differ from those of the file)";

constexpr const char* compareFooter =
    R"(A side is a file with one candidate, or FILE#NAME: of several candidates the one
with this name, or this number from 1. A STUDY alone is compared between the two
candidates it pins as a and b (or its only two).

Says what differs: model, workload and system first, then the mapping, each IR,
tasks (matched by layer, phase, primitive and collective, never by position),
checks, and every figure with A, B, difference and percentage. Then why: the
difference by component, by layer and by cause, each changed field's Shapley
value over all mappings between A and B; fields that no lawful mapping tells
apart are one cause.

Both sides are of equal blocks, or both of whole models. Of whole models also
every stage is compared; time is told on the stage that ends last, memory on the
fullest, and where the mappings between would take too long, fields that speak
of one thing are one cause from the start.

  text  the answer, shares and the largest changes
  json  one object: everything that differs, figures, shares, interactions
  csv   one row a fact, the same ones included

Exit codes: 0 equal (names of candidates do not count), 1 different, 2 a side is
refused, rejected or unusable.

Examples:
  planscope-cli compare study.planscope
  planscope-cli compare a.json b.json --format json | jq .attribution.time
  planscope-cli compare study.planscope#1 "study.planscope#full recompute"
  planscope-cli compare a.json b.json --stage distributed
        a line diff of the snapshot's text, ids told by names)";

constexpr const char* reportFooter =
    R"(Writes tasks.csv, buffers.csv, checkpoints.csv, ranks.csv, estimate.csv and
memory.csv of all candidates into DIR; of whole models checkpoints.csv,
whole_tasks.csv, parameters.csv, saved.csv, moments.csv, stages.csv, messages.csv
and whole_estimate.csv; with --compare also diff.csv. CSV is as in RFC 4180,
UTF-8; the header row states units; integers are exact, doubles read back to the
same value. All files are written aside first: each appears whole or not at all.
A file that is there already is not replaced without --force.

Examples:
  planscope-cli report case.json --csv tables
  planscope-cli report study.planscope --compare "full recompute" 2 --csv tables)";

constexpr const char* deriveFooter =
    R"(Prints canonical JSON, byte for byte what the digest covers and without a final
line break; "all" is a bundle, the array of the snapshots. verify takes a bundle,
also one that --stop-after has ended early, or one snapshot alone.

Examples:
  planscope-cli derive case.json -o bundle.json
  planscope-cli derive case.json --stage model | sha256sum
  planscope-cli derive study.json --case 2 --stage portable_plan | jq .program)";

constexpr const char* verifyFooter =
    R"(Decodes each snapshot, compares its bytes with the canonical ones, runs its
verifier and, in a bundle, the parent digests, the cross-stage relations and the
independent checks; then derives the bundle's specs again and compares every
digest. Says what fails and where.

Examples:
  planscope-cli derive case.json -o bundle.json
  planscope-cli verify bundle.json
  planscope-cli derive case.json | planscope-cli verify - --format json)";

constexpr const char* showFooter = R"(Examples:
  planscope-cli show case.json
  planscope-cli show case.json --stage distributed --long | less -S)";

constexpr const char* explainFooter =
    R"(Without NAME: lists the names. A NAME is an invocation (mlp.expand.forward), the
memory of a layer (mlp.expand.memory), a figure by its path in the results of
evaluate (memory.total, time.system_evidence.forward), or a part of such names for
all below it (mlp.expand, time.peak_only). Of whole models also a kept tensor
(saved.fc1.input), a parameter (weights.fc1.weight), a figure of a stage
(stages.3.peak, time.peak_only.stages.3.bubble). Where a formula uses a figure that
has a formula of its own, "see" names it.

Examples:
  planscope-cli explain case.json
  planscope-cli explain case.json mlp.expand.forward
  planscope-cli explain case.json time.system_evidence.pipeline_bubble
  planscope-cli explain study.json --case 2 attention.query_key --format json)";

constexpr const char* convertFooter =
    R"(Exact is a conversion whose blocks do the same matrix operations, exchange the
same messages and keep and recompute the same activations. Refused by name:
float16 (case/2 trains in bfloat16), recompute attention (core_attention repeats
one operation more), fused_activation, reduce_scatter_all_gather without the redo
flag or with full recompute. Vector work, the optimizer and static memory are
counted by each accounting's own conventions; embedding, head and loss are added.

Example:
  planscope-cli convert study.json --vocabulary-size 51200 --tied-embeddings \
      --maximum-positions 2048 -o whole.planscope)";

constexpr const char* presetsFooter = R"(Examples:
  planscope-cli presets
  planscope-cli presets cases
  planscope-cli presets systems a100_80g > my-system.json)";

void addCase(CLI::App& app, std::optional<std::string>& target)
{
    app.add_option("--case", target, "of several candidates the one with this name, or this number from 1")
        ->option_text("NAME|N");
}

void addCaseFile(CLI::App& app, std::string& target)
{
    app.add_option("CASE", target, "a case, an array of cases or a study; \"-\" is standard input")
        ->required()
        ->option_text(" ");
}

void addFiles(CLI::App& app, std::vector<std::string>& target, const std::string& description)
{
    app.add_option("FILE", target, description)->required()->option_text(" ");
}

/// The options of every command, bound to the fields that they fill.
struct Grammar {
    CLI::App app{"Planscope derives, verifies and estimates training plans of Transformer models.", "planscope-cli"};
    EvaluateCommand evaluate;
    CompareCommand compare;
    ReportCommand report;
    DeriveCommand derive;
    VerifyCommand verify;
    ShowCommand show;
    ExplainCommand explain;
    ImportGrammar import;
    ConvertCommand convert;
    SweepGrammar sweeps;
    PresetsCommand presets;

    Grammar()
    {
        app.footer(programFooter);
        app.set_version_flag("--version", "planscope-cli " PLANSCOPE_VERSION, "print the version");
        app.require_subcommand(1);
        addEvaluate();
        addCompare();
        addReport();
        addDerive();
        addVerify();
        addShow();
        addExplain();
        import.addTo(app);
        addConvert();
        sweeps.addTo(app);
        addPresets();
    }

    std::vector<std::string> commandNames() const
    {
        std::vector<std::string> names;
        for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
            names.push_back(command->get_name());
        return names;
    }
    /// Empty when the arguments name no command.
    std::string chosenName() const
    {
        const auto commands = app.get_subcommands();
        return commands.empty() ? std::string{} : commands.front()->get_name();
    }
    Command chosen() const
    {
        if (app.got_subcommand("evaluate"))
            return evaluate;
        if (app.got_subcommand("compare"))
            return compare;
        if (app.got_subcommand("report"))
            return report;
        if (app.got_subcommand("derive"))
            return derive;
        if (app.got_subcommand("verify"))
            return verify;
        if (app.got_subcommand("show"))
            return show;
        if (app.got_subcommand("explain"))
            return explain;
        if (app.got_subcommand("import"))
            return std::visit([](const auto& command) -> Command { return command; }, import.chosen());
        if (app.got_subcommand("convert"))
            return convert;
        if (app.got_subcommand("sweep"))
            return sweeps.sweep();
        if (app.got_subcommand("sweep-merge"))
            return sweeps.merge();
        return presets;
    }

private:
    void addEvaluate()
    {
        CLI::App* command = addCommand(app, "evaluate", "derive, check and estimate every candidate", evaluateFooter);
        addFiles(*command, evaluate.files, "cases, arrays of cases or studies; \"-\" is standard input");
        addCase(*command, evaluate.wantedCase);
        command->add_option("--reference", evaluate.referenceFile, "expected facts (planscope.reference/1)")
            ->option_text("REF");
        addChoice(*command, "--format", evaluate.format, {OutputFormat::Text, OutputFormat::Json, OutputFormat::Csv},
                  "form of the results");
        command->add_flag("--invocations", evaluate.invocations, "list every invocation of the block (text, json)");
        command->add_flag("--host-time", evaluate.hostTime, "how long each pass ran here (text)");
        command->add_option("--threads", evaluate.threads, "threads to use (all processors)")
            ->option_text("N")
            ->check(CLI::Range(1, 1024));
        addOutput(*command, evaluate.output);
        command->final_callback([this] {
            if (evaluate.invocations && evaluate.format == OutputFormat::Csv)
                throw CLI::ValidationError("--invocations", "has no place in csv, which has one row a case");
            if (evaluate.hostTime && evaluate.format != OutputFormat::Text)
                throw CLI::ValidationError("--host-time", "is for text alone: results are the same on every run");
        });
    }

    void addCompare()
    {
        CLI::App* command = addCommand(app, "compare", "what differs between two candidates, and why", compareFooter);
        command->add_option("A", compare.sideA, "a side, or a study with two pinned candidates")
            ->required()
            ->option_text(" ");
        command->add_option("B", compare.sideB, "the other side")->option_text(" ");
        addChoice(*command, "--format", compare.format, {OutputFormat::Text, OutputFormat::Json, OutputFormat::Csv},
                  "form of the comparison");
        command
            ->add_option_function<std::string>(
                "--stage",
                [this](const std::string& text) {
                    compare.textOf = enumFromName<IrKind>(text);
                    if (!compare.textOf)
                        throw CLI::ValidationError("--stage", "is one of model|distributed|portable_plan");
                },
                "a line diff of that snapshot's text instead")
            ->option_text("model|distributed|portable_plan");
        addOutput(*command, compare.output);
        command->final_callback([this] {
            if (compare.textOf && compare.format != OutputFormat::Text)
                throw CLI::ValidationError("--stage", "prints text; --format json has what differs in every stage");
        });
    }

    void addReport()
    {
        CLI::App* command = addCommand(app, "report", "write a file's results as tables", reportFooter);
        addCaseFile(*command, report.file);
        command->add_option("--csv", report.csvFolder, "the folder to write to, made when it is not there")
            ->required()
            ->option_text("DIR (required)");
        command->add_option("--compare", report.compared, "two candidates of the file, by name or number from 1")
            ->expected(2)
            ->option_text("A B");
        command->add_flag("--force", report.force, "replace files that are there already");
    }

    void addDerive()
    {
        CLI::App* command = addCommand(app, "derive", "print a case's snapshots as canonical JSON", deriveFooter);
        addCaseFile(*command, derive.file);
        addCase(*command, derive.wantedCase);
        addStage(*command, derive.stage);
        addChoice(*command, "--stop-after", derive.stopAfter,
                  {IrKind::Model, IrKind::Distributed, IrKind::PortablePlan}, "derive no further");
        addOutput(*command, derive.output);
        command->final_callback([this] {
            if (derive.stage != StageChoice::All && static_cast<IrKind>(derive.stage) > derive.stopAfter)
                throw CLI::ValidationError("--stage", "comes after the stage that --stop-after names");
        });
    }

    void addVerify()
    {
        CLI::App* command =
            addCommand(app, "verify", "check snapshots and bundles again from their bytes", verifyFooter);
        addFiles(*command, verify.files, "what derive wrote; \"-\" is standard input");
        addChoice(*command, "--format", verify.format, {OutputFormat::Text, OutputFormat::Json},
                  "form of the findings");
        addOutput(*command, verify.output);
    }

    void addShow()
    {
        CLI::App* command = addCommand(app, "show", "show a case's snapshots as readable text", showFooter);
        addCaseFile(*command, show.file);
        addCase(*command, show.wantedCase);
        addStage(*command, show.stage);
        command->add_flag("--long", show.detailed, "every entity with its id, facts and lineage");
        addOutput(*command, show.output);
    }

    void addExplain()
    {
        CLI::App* command =
            addCommand(app, "explain", "where a fact comes from: formula, values, result, source", explainFooter);
        addCaseFile(*command, explain.file);
        command->add_option("NAME", explain.subject, "an invocation, a layer's memory, a figure, or a part of the names")
            ->option_text(" ");
        addCase(*command, explain.wantedCase);
        addChoice(*command, "--format", explain.format, {OutputFormat::Text, OutputFormat::Json}, "form of the output");
        addOutput(*command, explain.output);
    }

    void addConvert()
    {
        CLI::App* command = addCommand(
            app, "convert", "a case or study of one block as one of a whole model, where that is exact", convertFooter);
        command->add_option("CASE", convert.file, "a case or a study of one block; \"-\" is standard input")
            ->required()
            ->option_text(" ");
        addNumber(*command, "--vocabulary-size", convert.settings.vocabularySize, "rows of the embedding (required)");
        command->add_option("--maximum-positions", convert.settings.maximumPositions, "rows of a learned position table")
            ->check(CLI::NonNegativeNumber)
            ->option_text("N (none)");
        command->add_flag("--tied-embeddings", convert.settings.tiedEmbeddings, "the head's weight is the embedding");
        addOutput(*command, convert.output);
    }

    void addPresets()
    {
        CLI::App* command = addCommand(app, "presets", "list what is bundled, or print one of it", presetsFooter);
        static const std::pair<const char*, PresetKind> kinds[] = {{"models", PresetKind::Models},
                                                                   {"whole_models", PresetKind::WholeModels},
                                                                   {"systems", PresetKind::Systems},
                                                                   {"frameworks", PresetKind::Frameworks},
                                                                   {"cases", PresetKind::Cases},
                                                                   {"studies", PresetKind::Studies},
                                                                   {"spaces", PresetKind::Spaces}};
        command
            ->add_option_function<std::string>(
                "KIND",
                [this](const std::string& text) {
                    for (const auto& kind : kinds)
                        if (text == kind.first)
                            presets.kind = kind.second;
                    if (!presets.kind)
                        throw CLI::ValidationError(
                            "KIND", "is one of models, whole_models, systems, frameworks, cases, studies, spaces");
                },
                "models, whole_models, systems, frameworks, cases, studies or spaces")
            ->option_text(" ");
        command->add_option("NAME", presets.name, "the one to print as JSON")->option_text(" ");
        addOutput(*command, presets.output);
    }

    void addStage(CLI::App& command, StageChoice& target)
    {
        addChoice(command, "--stage", target,
                  {StageChoice::Model, StageChoice::Distributed, StageChoice::PortablePlan, StageChoice::All},
                  "the snapshot to print");
    }
};

} // namespace

tl::expected<Command, ExitCode> parseCommandLine(int argumentCount, const char* const* arguments)
{
    Grammar grammar;
    try {
        grammar.app.parse(argumentCount, arguments);
        return grammar.chosen();
    } catch (const CLI::ParseError& error) {
        std::ostringstream out, err;
        if (grammar.app.exit(error, out, err) == 0) // --help or --version
            return tl::unexpected<ExitCode>{writeWhole("", out.str())};
        const std::string first = argumentCount > 1 ? arguments[1] : "";
        std::string fault = error.what();
        std::string command = grammar.chosenName();
        if (command.empty()) {
            fault = first.empty() || first.front() == '-' ? "a command is needed"
                                                          : "there is no command " + printable(first);
            fault += first.empty() ? "" : nearestHint(first, grammar.commandNames(), 2);
        } else {
            command = ' ' + command;
        }
        writeToStandardError(fmt::format("planscope-cli{0}: error: {1}\nplanscope-cli{0} --help tells how to call it\n",
                                         command, printable(fault, 1000)));
        return tl::unexpected<ExitCode>{ExitCode::Unusable};
    }
}

} // namespace planscope
