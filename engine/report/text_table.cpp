#include "report/text_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>

namespace planscope {
namespace {

constexpr std::size_t gap = 2;

bool continues(char c)
{
    return (static_cast<unsigned char>(c) & 0xc0) == 0x80;
}

struct CodePoint {
    char32_t value = 0;
    std::size_t length = 0; ///< bytes; 0 when the text does not start with well-formed UTF-8
};

/// Requires: not empty.
CodePoint firstCodePoint(std::string_view text)
{
    const auto first = static_cast<unsigned char>(text[0]);
    if (first < 0x80)
        return {first, 1};
    const std::size_t length = first >= 0xf0 && first < 0xf8 ? 4 : first >= 0xe0 ? 3 : 2;
    if (first < 0xc2 || first >= 0xf8 || text.size() < length)
        return {};
    char32_t value = first & (0xffU >> (length + 1));
    for (std::size_t k = 1; k < length; ++k) {
        if (!continues(text[k]))
            return {};
        value = (value << 6) | (static_cast<unsigned char>(text[k]) & 0x3fU);
    }
    return {value, length};
}

bool isUnsafe(char32_t c)
{
    const bool control = c < 0x20 || (c >= 0x7f && c < 0xa0);
    const bool lineBreak = c == 0x2028 || c == 0x2029;
    const bool reorders = c == 0x200e || c == 0x200f || (c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069);
    return control || lineBreak || reorders;
}

} // namespace

std::size_t displayWidth(std::string_view text)
{
    return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) { return !continues(c); }));
}

std::string printable(std::string_view text, std::size_t limit)
{
    std::string shown;
    std::size_t count = 0;
    for (std::size_t at = 0; at < text.size(); ++count) {
        if (count == limit)
            return shown + "…";
        const CodePoint codePoint = firstCodePoint(text.substr(at));
        if (codePoint.length == 0)
            shown += fmt::format("\\x{:02x}", static_cast<unsigned char>(text[at]));
        else if (isUnsafe(codePoint.value))
            shown += fmt::format("\\u{:04x}", static_cast<std::uint32_t>(codePoint.value));
        else
            shown += text.substr(at, codePoint.length);
        at += std::max<std::size_t>(codePoint.length, 1);
    }
    return shown;
}

void TextTable::row(std::vector<std::string> cells)
{
    assert(!cells.empty() && cells.size() <= m_columns.size());
    cells.resize(m_columns.size());
    m_rows.push_back(std::move(cells));
}

std::string TextTable::text(std::size_t indent) const
{
    std::vector<std::size_t> widths;
    bool headed = false;
    for (const Column& column : m_columns) {
        widths.push_back(displayWidth(column.heading));
        headed = headed || !column.heading.empty();
    }
    for (const auto& cells : m_rows)
        for (std::size_t k = 0; k < cells.size(); ++k)
            widths[k] = std::max(widths[k], displayWidth(cells[k]));

    std::string out;
    const auto line = [&](const auto& cellOf) {
        std::string built(indent, ' ');
        for (std::size_t k = 0; k < m_columns.size(); ++k) {
            const std::string& cell = cellOf(k);
            const std::string padding(widths[k] - displayWidth(cell), ' ');
            if (k > 0)
                built.append(gap, ' ');
            built += m_columns[k].align == Align::Left ? cell + padding : padding + cell;
        }
        built.erase(built.find_last_not_of(' ') + 1);
        out += built + '\n';
    };
    std::size_t total = gap * (m_columns.size() - 1);
    for (const std::size_t width : widths)
        total += width;

    if (headed)
        line([&](std::size_t k) -> const std::string& { return m_columns[k].heading; });
    for (const auto& cells : m_rows) {
        if (cells.empty()) {
            out.append(indent, ' ');
            for (std::size_t k = 0; k < total; ++k)
                out += "─";
            out += '\n';
        } else {
            line([&](std::size_t k) -> const std::string& { return cells[k]; });
        }
    }
    return out;
}

} // namespace planscope
