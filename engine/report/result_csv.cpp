#include "report/result_csv.h"

#include "base/json_writer.h"
#include "report/csv_table.h"
#include "report/number_format.h"
#include "study/result_figures.h"

#include <algorithm>
#include <string_view>

namespace planscope {
namespace {

/// The path's last word already says its unit: read_bytes.
bool namesUnit(std::string_view name, std::string_view suffix)
{
    return name.ends_with(suffix);
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

/// One line of fields: the columns' names, or a result's values. Both come from the same walk, so they cannot
/// drift apart.
class CsvLine {
public:
    enum class Content { Names, Values };

    explicit CsvLine(Content content)
        : m_content(content)
    {
    }

    void integer(std::string_view name, std::int64_t value, FigureUnit unit)
    {
        add(name, unit, m_blank ? std::string{} : exactDigits(value));
    }
    void real(std::string_view name, double value, FigureUnit unit)
    {
        add(name, unit, m_blank ? std::string{} : shortestDouble(value));
    }
    void capacity(std::string_view name, double value, FigureUnit unit)
    {
        add(name, unit, m_blank ? std::string{} : exactDigits(value));
    }
    void text(std::string_view name, std::string_view value) { add(name, FigureUnit::Count, std::string{value}); }
    template <class Group>
    void group(std::string_view name, const Group* fields)
    {
        const std::size_t outer = m_prefix.size();
        const bool outerBlank = m_blank;
        m_prefix.append(name).append(1, '.');
        m_blank = m_blank || fields == nullptr;
        static const Group absent{};
        visitFields(*this, fields ? *fields : absent);
        m_blank = outerBlank;
        m_prefix.resize(outer);
    }

    std::string take() { return std::move(m_line) + "\r\n"; }

private:
    void add(std::string_view name, FigureUnit unit, std::string value)
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

    Content m_content;
    std::string m_line;
    std::string m_prefix;
    bool m_first = true;
    bool m_blank = false;
};

/// The codes of a result's diagnostics, separated by blanks: what went wrong, in one field.
std::string codesOf(const Diagnostics& diagnostics)
{
    std::string codes;
    for (const Diagnostic& diagnostic : diagnostics)
        codes.append(codes.empty() ? "" : " ").append(diagnostic.code);
    return codes;
}

void walk(CsvLine& line, const CandidateResult& result)
{
    const ResultFigures figures = figuresOf(result);
    line.text("name", result.name.value_or(""));
    line.text("status", nameOf(result.status));
    line.text("diagnostics.code", codesOf(result.diagnostics));

    constexpr std::string_view digests[] = {"model", "distributed", "portable_plan", "session", "evidence"};
    for (const std::string_view name : digests) {
        const auto found = std::find_if(figures.digests.begin(), figures.digests.end(),
                                        [name](const auto& entry) { return entry.first == name; });
        line.text("digests." + std::string{name}, found == figures.digests.end() ? "" : found->second.toString());
    }
    for (const IrKind stage : {IrKind::Distributed, IrKind::PortablePlan}) {
        const auto report = std::find_if(figures.checkpoints.begin(), figures.checkpoints.end(),
                                         [stage](const auto& checkpoint) { return checkpoint.stage == stage; });
        const bool reached = report != figures.checkpoints.end();
        const std::string path = "checkpoints." + std::string{nameOf(stage)};
        line.text(path + ".accepted", !reached ? "" : report->accepted ? "true" : "false");
        line.text(path + ".checks", !reached ? "" : std::to_string(report->outcomes.size()));
        line.text(path + ".failed", !reached ? "" : std::to_string(report->failedCount()));
    }
    visitGroups(line, figures);
}

} // namespace

std::string csvHeader()
{
    CsvLine line{CsvLine::Content::Names};
    walk(line, CandidateResult{});
    return line.take();
}

std::string csvRow(const CandidateResult& result)
{
    CsvLine line{CsvLine::Content::Values};
    walk(line, result);
    return line.take();
}

} // namespace planscope
