#include "base/json_writer.h"

#include <charconv>

namespace planscope {

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
    constexpr char digits[] = "0123456789abcdef";
    m_text.push_back('"');
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\') {
            m_text.push_back('\\');
            m_text.push_back(c);
        } else if (byte < 0x20 || byte == 0x7f) {
            m_text += "\\u00";
            m_text.push_back(digits[byte >> 4]);
            m_text.push_back(digits[byte & 15]);
        } else {
            m_text.push_back(c);
        }
    }
    m_text.push_back('"');
}

} // namespace planscope
