#pragma once

#include "base/json_writer.h"
#include "report/number_format.h"
#include "study/result_figures.h"

#include <string>
#include <string_view>

namespace planscope {

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
    template <class Unit>
    void total(std::string_view name, Total<Unit> value, FigureUnit unit)
    {
        add(name, unit, m_blank ? std::string{} : value.toString());
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
    void add(std::string_view name, FigureUnit unit, std::string value);

    Content m_content;
    std::string m_line;
    std::string m_prefix;
    bool m_first = true;
    bool m_blank = false;
};

/// The columns that results of both accountings begin with: name, status, codes of the diagnostics, digests,
/// checkpoints.
void writeHead(CsvLine& line, const ResultHead& head);
void writeDigests(CsvLine& line, const NamedDigests& digests, const std::vector<std::string_view>& columns);
void writeCheckpoints(CsvLine& line, const std::vector<CheckpointReport>& checkpoints);

} // namespace planscope
