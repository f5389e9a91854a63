#include "base/json_writer.h"

#include <array>
#include <charconv>

namespace planscope {
namespace {

/// By byte: quotes, backslashes and control characters.
constexpr std::array<bool, 256> needsEscape = [] {
    std::array<bool, 256> escape{};
    for (std::size_t byte = 0; byte < 0x20; ++byte)
        escape[byte] = true;
    escape[0x7f] = true;
    escape['"'] = true;
    escape['\\'] = true;
    return escape;
}();

} // namespace

std::string shortestDouble(double value)
{
    char buffer[32];
    const auto end = std::to_chars(buffer, buffer + sizeof buffer, value).ptr;
    std::string text(buffer, end);
    if (text.find_first_of(".en") == std::string::npos)
        text += ".0";
    return text;
}

void JsonWriter::key(std::string_view name)
{
    separate();
    quoted(name);
    m_text.push_back(':');
    if (m_layout == Layout::Indented)
        m_text.push_back(' ');
    m_afterKey = true;
}

void JsonWriter::string(std::string_view text)
{
    separate();
    quoted(text);
}

void JsonWriter::integer(std::int64_t value)
{
    char buffer[24];
    const auto end = std::to_chars(buffer, buffer + sizeof buffer, value).ptr;
    raw({buffer, static_cast<std::size_t>(end - buffer)});
}

void JsonWriter::number(double value)
{
    raw(shortestDouble(value));
}

void JsonWriter::raw(std::string_view json)
{
    separate();
    m_text += json;
}

void JsonWriter::open(char bracket)
{
    separate();
    m_text.push_back(bracket);
    ++m_depth;
    m_first = true;
}

void JsonWriter::close(char bracket)
{
    --m_depth;
    if (!m_first)
        newLine();
    m_text.push_back(bracket);
    m_first = false;
}

void JsonWriter::separate()
{
    if (m_afterKey) {
        m_afterKey = false;
        return;
    }
    if (m_depth > 0) {
        if (!m_first)
            m_text.push_back(',');
        newLine();
    }
    m_first = false;
}

void JsonWriter::newLine()
{
    if (m_layout == Layout::Compact)
        return;
    m_text.push_back('\n');
    m_text.append(static_cast<std::size_t>(2 * m_depth), ' ');
}

void JsonWriter::quoted(std::string_view text)
{
    m_text.push_back('"');
    std::size_t written = 0; // most text needs no escape and is copied in one piece
    for (std::size_t k = 0; k < text.size(); ++k) {
        if (!needsEscape[static_cast<unsigned char>(text[k])])
            continue;
        m_text.append(text, written, k - written);
        escaped(text[k]);
        written = k + 1;
    }
    m_text.append(text, written);
    m_text.push_back('"');
}

void JsonWriter::escaped(char c)
{
    constexpr char digits[] = "0123456789abcdef";
    m_text.push_back('\\');
    if (c == '"' || c == '\\') {
        m_text.push_back(c);
        return;
    }
    const auto byte = static_cast<unsigned char>(c);
    m_text += "u00";
    m_text.push_back(digits[byte >> 4]);
    m_text.push_back(digits[byte & 15]);
}

} // namespace planscope
