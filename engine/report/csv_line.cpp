#include "report/csv_line.h"

#include "report/csv_table.h"

#include <algorithm>

namespace planscope {
namespace {

/// The path's last word already says its unit: read_bytes, bytes.
bool namesUnit(std::string_view name, std::string_view suffix)
{
    return name.ends_with(suffix) || (!suffix.empty() && name == suffix.substr(1));
}

std::string_view suffixOf(FigureUnit unit)
{
    switch (unit) {
    case FigureUnit::Count: return "";
    case FigureUnit::InBytes: return "_bytes";
    case FigureUnit::InSeconds: return "_seconds";
    }
    return "";
}

/// The codes of a result's diagnostics, separated by blanks: what went wrong, in one field.
std::string codesOf(const Diagnostics& diagnostics)
{
    std::string codes;
    for (const Diagnostic& diagnostic : diagnostics)
        codes.append(codes.empty() ? "" : " ").append(diagnostic.code);
    return codes;
}

} // namespace

void CsvLine::add(std::string_view name, FigureUnit unit, std::string value)
{
    if (!m_first)
        m_line.push_back(',');
    m_first = false;
    if (m_content == Content::Values) {
        m_line += csvField(value);
        return;
    }
    m_line.append(m_prefix).append(name);
    if (!namesUnit(name, suffixOf(unit)))
        m_line.append(suffixOf(unit));
}

void writeHead(CsvLine& line, const ResultHead& head)
{
    line.text("name", head.name.value_or(""));
    line.text("status", nameOf(head.status));
    line.text("diagnostics.code", codesOf(head.diagnostics));
}

void writeDigests(CsvLine& line, const NamedDigests& digests, const std::vector<std::string_view>& columns)
{
    for (const std::string_view name : columns) {
        const auto found = std::find_if(digests.begin(), digests.end(),
                                        [name](const auto& entry) { return entry.first == name; });
        line.text("digests." + std::string{name}, found == digests.end() ? "" : found->second.toString());
    }
}

void writeCheckpoints(CsvLine& line, const std::vector<CheckpointReport>& checkpoints)
{
    for (const IrKind stage : {IrKind::Distributed, IrKind::PortablePlan}) {
        const auto report = std::find_if(checkpoints.begin(), checkpoints.end(),
                                         [stage](const auto& checkpoint) { return checkpoint.stage == stage; });
        const bool reached = report != checkpoints.end();
        const std::string path = "checkpoints." + std::string{nameOf(stage)};
        line.text(path + ".accepted", !reached ? "" : report->accepted ? "true" : "false");
        line.text(path + ".checks", !reached ? "" : std::to_string(report->outcomes.size()));
        line.text(path + ".failed", !reached ? "" : std::to_string(report->failedCount()));
    }
}

} // namespace planscope
