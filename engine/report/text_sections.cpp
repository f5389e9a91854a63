#include "report/text_sections.h"

#include "report/diagnostic_text.h"
#include "report/mapping_text.h"
#include "report/number_format.h"
#include "report/text_table.h"

#include <fmt/format.h>

namespace planscope {
namespace {

using Align = TextTable::Align;

void append(std::vector<std::string>& cells, std::initializer_list<std::string> more)
{
    cells.insert(cells.end(), more);
}

std::string checkText(const CheckpointReport& report)
{
    return fmt::format(
        "{}, {}", report.accepted ? "accepted" : "rejected",
        report.failedCount() == 0
            ? fmt::format("all {} hold", counted(static_cast<std::int64_t>(report.outcomes.size()), "check"))
            : fmt::format("{} of {} failed", report.failedCount(),
                          counted(static_cast<std::int64_t>(report.outcomes.size()), "check")));
}

} // namespace

std::string resultHeadText(const ResultHead& head, const std::string& answer, bool diagnostics)
{
    std::string out = head.name ? printable(*head.name, 120) : std::string{"(no name)"};
    out += fmt::format(": {}{}{}\n", nameOf(head.status), answer.empty() ? "" : "; ", answer);
    if (diagnostics)
        for (const Diagnostic& diagnostic : head.diagnostics)
            out += diagnosticText(diagnostic, "  ");
    return out;
}

std::string shareOf(double part, double whole)
{
    return whole > 0 ? humanPercent(part / whole) : "";
}

void heading(std::string& out, std::string_view title)
{
    out.append("\n").append(title).append("\n");
}

std::string tierText(const SystemProfile& system, std::int64_t tier)
{
    const auto& networks = system.networks;
    if (tier < 0 || static_cast<std::size_t>(tier) >= networks.size())
        return fmt::format("{} (no such tier)", tier);
    return fmt::format("{} ({})", tier, printable(networks[static_cast<std::size_t>(tier)].name, 32));
}

std::string systemText(const ResultHead& result)
{
    return fmt::format("{}; network tiers: tensor {}, pipeline {}, data {}", printable(result.system->name, 64),
                       tierText(*result.system, result.tiers.tensor), tierText(*result.system, result.tiers.pipeline),
                       tierText(*result.system, result.tiers.data));
}

std::string batchText(std::int64_t globalBatch, std::int64_t replicas, std::int64_t microbatches,
                      std::int64_t microbatchSize, Datatype datatype)
{
    return fmt::format("global batch {} = {} × {} of {}, {}", globalBatch, counted(replicas, "replica"),
                       counted(microbatches, "microbatch", "microbatches"), microbatchSize, nameOf(datatype));
}

TextTable totalsTable(std::size_t nameColumns)
{
    std::vector<TextTable::Column> columns(nameColumns);
    for (const char* const heading : {"invocations", "operations", "", "read", "written", "messages"})
        columns.push_back({heading, Align::Right});
    return TextTable{std::move(columns)};
}

void addTotals(TextTable& table, std::vector<std::string> names, const PhaseTotals& totals)
{
    const WorkloadFacts& facts = totals.facts;
    append(names,
           {std::to_string(totals.invocations), exactDigits(facts.operations.value()),
            humanOperations(facts.operations), humanBytes(facts.read), humanBytes(facts.write),
            humanBytes(facts.message)});
    table.row(std::move(names));
}

TextTable invocationTable(std::size_t nameColumns)
{
    std::vector<TextTable::Column> columns(nameColumns);
    columns.push_back({"engine", Align::Left});
    for (const char* const heading : {"operations", "read bytes", "written bytes", "message bytes"})
        columns.push_back({heading, Align::Right});
    return TextTable{std::move(columns)};
}

void addInvocation(TextTable& table, std::vector<std::string> names, Engine engine, const WorkloadFacts& facts)
{
    append(names,
           {std::string{nameOf(engine)}, exactDigits(facts.operations.value()), exactDigits(facts.read.value()),
            exactDigits(facts.write.value()), exactDigits(facts.message.value())});
    table.row(std::move(names));
}

void describeDerivation(std::string& out, const NamedDigests& digests, const std::vector<CheckpointReport>& checkpoints,
                        bool hostTime)
{
    heading(out, "Derivation (first 12 of 64 digits of each SHA-256)");
    TextTable table{{{"", Align::Left}, {"", Align::Left}, {"", Align::Left}, {"", Align::Left}}};
    for (const auto& entry : digests)
        table.row({std::string{entry.first}, entry.second.brief()});
    out += table.text(sectionIndent);
    TextTable checks{{{"", Align::Left}, {"", Align::Left}, {"", Align::Left}}};
    for (const CheckpointReport& report : checkpoints)
        checks.row({fmt::format("checkpoint {}", nameOf(report.stage)), checkText(report),
                    hostTime ? fmt::format("pass ran {} on this host", humanNanoseconds(report.record.hostNanoseconds))
                             : std::string{}});
    out += checks.text(sectionIndent);
}

} // namespace planscope
