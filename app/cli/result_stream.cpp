#include "cli/result_stream.h"

#include "report/result_csv.h"
#include "report/whole_result_csv.h"
#include "report/whole_result_text.h"

#include <fmt/format.h>

namespace planscope {
namespace {

/// More details than this are not read on a terminal; the table names them all.
constexpr std::size_t mostDetailed = 4;

} // namespace

RenderedResult ResultStream::render(const CandidateResult& result, std::size_t position, const Style& style)
{
    switch (style.format) {
    case OutputFormat::Json: return {Accounting::Block, resultJson(result, {style.invocations}), {}};
    case OutputFormat::Csv: return {Accounting::Block, csvRow(result), {}};
    case OutputFormat::Text: {
        const ResultTextOptions options{style.invocations, !style.sameScreen, style.hostTime};
        return {Accounting::Block, position < mostDetailed ? resultText(result, options) : std::string{},
                ComparisonTable::rowFor(result)};
    }
    }
    return {};
}

RenderedResult ResultStream::render(const whole::CandidateResult& result, std::size_t position, const Style& style)
{
    switch (style.format) {
    case OutputFormat::Json: return {Accounting::Whole, whole::resultJson(result, {style.invocations}), {}};
    case OutputFormat::Csv: return {Accounting::Whole, whole::csvRows(result), {}};
    case OutputFormat::Text: {
        const ResultTextOptions options{style.invocations, !style.sameScreen, style.hostTime};
        return {Accounting::Whole, position < mostDetailed ? whole::resultText(result, options) : std::string{},
                ComparisonTable::rowFor(result)};
    }
    }
    return {};
}

void ResultStream::beginFile(const std::string& label)
{
    m_file = label;
    if (m_begun)
        return;
    m_begun = true;
    if (m_style.format == OutputFormat::Json)
        m_output.write("[");
}

bool ResultStream::add(std::size_t index, RenderedResult result)
{
    ++m_count;
    if (m_style.format == OutputFormat::Json)
        return m_output.write(m_count > 1 ? ",\n" : "\n") && m_output.write(result.body);
    if (m_style.format == OutputFormat::Csv)
        return writeHeader(result.accounting) && m_output.write(result.body);
    if (m_style.severalFiles)
        result.row.front() = m_file + ": " + result.row.front();
    m_table.add(index + 1, std::move(result.row), result.accounting);
    if (m_count <= mostDetailed)
        m_details.push_back(std::move(result.body));
    return true;
}

bool ResultStream::writeHeader(Accounting accounting)
{
    if (m_header == accounting)
        return true;
    m_header = accounting;
    return m_output.write(accounting == Accounting::Whole ? whole::csvHeader() : csvHeader());
}

void ResultStream::end()
{
    if (!m_begun)
        return;
    if (m_style.format == OutputFormat::Json)
        m_output.write("\n]\n");
    if (m_style.format == OutputFormat::Csv && m_count == 0)
        writeHeader(Accounting::Block);
    if (m_style.format != OutputFormat::Text)
        return;
    if (m_count != 1)
        m_output.write(m_table.text());
    if (m_count > mostDetailed) {
        m_output.write(fmt::format("{} cases; one in detail with --case, all with --format json or csv\n", m_count));
        return;
    }
    for (const std::string& detail : m_details) {
        if (m_count > 1)
            m_output.write("\n");
        m_output.write(detail);
    }
}

} // namespace planscope
