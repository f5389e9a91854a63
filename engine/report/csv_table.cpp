#include "report/csv_table.h"

#include <cassert>

namespace planscope {

std::string csvField(std::string_view value)
{
    if (value.find_first_of(",\"\r\n") == std::string_view::npos)
        return std::string{value};
    std::string quoted = "\"";
    for (const char c : value) {
        if (c == '"')
            quoted.push_back('"');
        quoted.push_back(c);
    }
    quoted.push_back('"');
    return quoted;
}

CsvTable::CsvTable(const std::vector<std::string_view>& header)
    : m_columns(header.size())
{
    row({header.begin(), header.end()});
}

void CsvTable::row(const std::vector<std::string>& fields)
{
    assert(fields.size() == m_columns);
    for (std::size_t k = 0; k < fields.size(); ++k) {
        if (k > 0)
            m_text.push_back(',');
        m_text += csvField(fields[k]);
    }
    m_text += "\r\n";
}

} // namespace planscope
