#include "base/json_parser.h"

#include <algorithm>
#include <cstdint>
#include <string>

namespace planscope {
namespace {

constexpr std::string_view byteOrderMark = "\xef\xbb\xbf";

bool isDigit(unsigned char c)
{
    return c >= '0' && c <= '9';
}

/// What stands at a fault, in a form that is itself valid text.
std::string tokenAt(std::string_view bytes, std::size_t position)
{
    constexpr std::size_t longest = 40;
    const auto isPrintable = [](char c) { return c > ' ' && c < '\x7f'; };
    const std::string_view rest = bytes.substr(position, longest);
    const auto end = std::find_if_not(rest.begin(), rest.end(), isPrintable);
    if (end != rest.begin() || rest.empty())
        return {rest.begin(), end};
    constexpr char hex[] = "0123456789abcdef";
    const auto byte = static_cast<unsigned char>(rest.front());
    return std::string{"byte 0x"} + hex[byte >> 4] + hex[byte & 15];
}

void appendUtf8(std::string& text, std::uint32_t code)
{
    const auto append = [&](std::uint32_t byte) { text.push_back(static_cast<char>(byte)); };
    if (code < 0x80) {
        append(code);
    } else if (code < 0x800) {
        append(0xc0 | code >> 6);
        append(0x80 | (code & 0x3f));
    } else if (code < 0x10000) {
        append(0xe0 | code >> 12);
        append(0x80 | (code >> 6 & 0x3f));
        append(0x80 | (code & 0x3f));
    } else {
        append(0xf0 | code >> 18);
        append(0x80 | (code >> 12 & 0x3f));
        append(0x80 | (code >> 6 & 0x3f));
        append(0x80 | (code & 0x3f));
    }
}

/// Bytes of the UTF-8 character of several bytes that stands at the front, 0 when none does (RFC 3629).
std::size_t characterLength(std::string_view text)
{
    const auto byte = [&](std::size_t k) { return k < text.size() ? static_cast<unsigned char>(text[k]) : 0; };
    const auto continues = [&](std::size_t k) { return (byte(k) & 0xc0) == 0x80; };
    const unsigned first = byte(0), second = byte(1);
    if (first >= 0xc2 && first <= 0xdf)
        return continues(1) ? 2 : 0;
    if (first >= 0xe0 && first <= 0xef) {
        const bool overlong = first == 0xe0 && second < 0xa0;
        const bool surrogate = first == 0xed && second > 0x9f;
        return continues(1) && continues(2) && !overlong && !surrogate ? 3 : 0;
    }
    if (first >= 0xf0 && first <= 0xf4) {
        const bool overlong = first == 0xf0 && second < 0x90;
        const bool beyond = first == 0xf4 && second > 0x8f;
        return continues(1) && continues(2) && continues(3) && !overlong && !beyond ? 4 : 0;
    }
    return 0;
}

} // namespace

std::optional<Diagnostic> JsonParser::run()
{
    if (m_bytes.size() > JsonDocument::maximumBytes) {
        refuseSize("file.too_large", "larger than " + std::to_string(JsonDocument::maximumBytes >> 20) + " MiB");
        return m_fault;
    }
    m_document.m_text.reserve(m_bytes.size()); // no text is longer than what it was written as
    if (m_bytes.starts_with(byteOrderMark))
        m_at = byteOrderMark.size();
    parse();
    return m_fault;
}

bool JsonParser::parse()
{
    do {
        if (!value())
            return false;
        // Containers stay open until their last child; value() leaves right after the child.
        bool childFollows = false;
        while (!childFollows && !m_open.empty()) {
            const JsonKind kind = m_document.m_nodes[m_open.back()].kind;
            skipSpace();
            if (accept(','))
                childFollows = true;
            else if (!close(kind))
                return false;
        }
    } while (!m_open.empty());
    skipSpace();
    return atEnd() || fail("nothing may follow the value");
}

/// One scalar, an empty container, or the openings that lead to one.
bool JsonParser::value()
{
    for (;;) {
        if (!m_open.empty() && m_document.m_nodes[m_open.back()].kind == JsonKind::Object && !key())
            return false;
        skipSpace();
        switch (peek()) {
        case '{':
        case '[': {
            const JsonKind kind = peek() == '{' ? JsonKind::Object : JsonKind::Array;
            if (!open(kind))
                return false;
            skipSpace();
            if (peek() != (kind == JsonKind::Object ? '}' : ']'))
                continue;
            return close(kind);
        }
        case '"': countChild(); return push(JsonKind::String) && string();
        case 't': return literal("true", JsonKind::Boolean);
        case 'f': return literal("false", JsonKind::Boolean);
        case 'n': return literal("null", JsonKind::Null);
        default: return number();
        }
    }
}

bool JsonParser::open(JsonKind kind)
{
    if (m_open.size() >= static_cast<std::size_t>(JsonDocument::maximumDepth))
        return refuseSize("file.too_deep",
                          "nested deeper than " + std::to_string(JsonDocument::maximumDepth) + " levels");
    ++m_at;
    countChild();
    const std::size_t node = m_document.m_nodes.size();
    if (!push(kind))
        return false;
    m_open.push_back(node);
    return true;
}

bool JsonParser::close(JsonKind kind)
{
    const bool isObject = kind == JsonKind::Object;
    if (!accept(isObject ? '}' : ']'))
        return fail(isObject ? "',' or '}' is expected" : "',' or ']' is expected");
    const std::size_t node = m_open.back();
    m_open.pop_back();
    m_document.m_nodes[node].extent = static_cast<std::uint32_t>(m_document.m_nodes.size() - node);
    return true;
}

bool JsonParser::key()
{
    skipSpace();
    if (peek() != '"')
        return fail("a name in quotes is expected");
    if (!push(JsonKind::String) || !string())
        return false;
    skipSpace();
    return accept(':') || fail("':' is expected");
}

bool JsonParser::string()
{
    std::string& text = m_document.m_text;
    for (++m_at; !atEnd();) {
        const std::size_t begin = m_at;
        while (!atEnd() && peek() >= 0x20 && peek() < 0x80 && peek() != '"' && peek() != '\\')
            ++m_at;
        text.append(m_bytes.substr(begin, m_at - begin));
        if (accept('"')) {
            endText();
            return true;
        }
        if (!atEnd() && !(peek() == '\\' ? escape() : character()))
            return false;
    }
    return fail("");
}

bool JsonParser::character()
{
    const std::size_t length = characterLength(m_bytes.substr(m_at, 4));
    if (length == 0)
        return fail(peek() < 0x20 ? "a control character in a string is written as an escape"
                                  : "a string is not valid UTF-8");
    m_document.m_text.append(m_bytes.substr(m_at, length));
    m_at += length;
    return true;
}

bool JsonParser::escape()
{
    ++m_at;
    std::string& text = m_document.m_text;
    switch (peek()) {
    case '"':
    case '\\':
    case '/': text.push_back(static_cast<char>(peek())); break;
    case 'b': text.push_back('\b'); break;
    case 'f': text.push_back('\f'); break;
    case 'n': text.push_back('\n'); break;
    case 'r': text.push_back('\r'); break;
    case 't': text.push_back('\t'); break;
    case 'u': {
        std::uint32_t code = 0;
        if (!codePoint(code))
            return false;
        appendUtf8(text, code);
        return true;
    }
    default: return fail("no such escape");
    }
    ++m_at;
    return true;
}

/// From 'u' on; two escapes for what is beyond 16 bits.
bool JsonParser::codePoint(std::uint32_t& code)
{
    const auto unit = [this](std::uint32_t& to) {
        to = 0;
        for (int k = 0; k < 4; ++k) {
            ++m_at;
            const unsigned char c = peek();
            const unsigned lower = c | 0x20u;
            if (isDigit(c))
                to = to << 4 | (c - unsigned{'0'});
            else if (lower >= 'a' && lower <= 'f')
                to = to << 4 | (lower - 'a' + 10u);
            else
                return fail("four hexadecimal digits are expected");
        }
        ++m_at;
        return true;
    };
    constexpr std::string_view loneSurrogate = "half of a surrogate pair";
    const auto isHigh = [](std::uint32_t u) { return u >= 0xd800 && u <= 0xdbff; };
    const auto isLow = [](std::uint32_t u) { return u >= 0xdc00 && u <= 0xdfff; };
    if (!unit(code))
        return false;
    if (isLow(code))
        return fail(loneSurrogate);
    if (!isHigh(code))
        return true;
    std::uint32_t low = 0;
    if (m_bytes.substr(m_at, 2) != "\\u")
        return fail(loneSurrogate);
    ++m_at;
    if (!unit(low))
        return false;
    if (!isLow(low))
        return fail(loneSurrogate);
    code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
    return true;
}

bool JsonParser::number()
{
    const std::size_t begin = m_at;
    accept('-');
    if (!isDigit(peek()))
        return fail("a value is expected");
    if (!accept('0'))
        digits();
    if (accept('.') && !digits())
        return fail("a digit is expected");
    if (peek() == 'e' || peek() == 'E') {
        ++m_at;
        if (!accept('+'))
            accept('-');
        if (!digits())
            return fail("a digit is expected");
    }
    countChild();
    if (!push(JsonKind::Number))
        return false;
    m_document.m_text.append(m_bytes.substr(begin, m_at - begin));
    endText();
    return true;
}

bool JsonParser::digits()
{
    const std::size_t begin = m_at;
    while (isDigit(peek()))
        ++m_at;
    return m_at > begin;
}

bool JsonParser::literal(std::string_view word, JsonKind kind)
{
    if (m_bytes.substr(m_at, word.size()) != word)
        return fail("a value is expected");
    m_at += word.size();
    countChild();
    if (!push(kind))
        return false;
    m_document.m_text.append(word);
    endText();
    return true;
}

bool JsonParser::push(JsonKind kind)
{
    auto& nodes = m_document.m_nodes;
    if (nodes.size() >= JsonDocument::maximumValues)
        return refuseSize("file.too_large",
                          "more than " + std::to_string(JsonDocument::maximumValues) + " values in one file");
    nodes.push_back({kind, 1, static_cast<std::uint32_t>(m_document.m_text.size()), 0});
    return true;
}

/// Gives the last node what was appended to the text since it was pushed.
void JsonParser::endText()
{
    auto& node = m_document.m_nodes.back();
    node.textLength = static_cast<std::uint32_t>(m_document.m_text.size() - node.textBegin);
}

void JsonParser::countChild()
{
    if (!m_open.empty())
        ++m_document.m_nodes[m_open.back()].textLength;
}

bool JsonParser::accept(char wanted)
{
    if (atEnd() || m_bytes[m_at] != wanted)
        return false;
    ++m_at;
    return true;
}

void JsonParser::skipSpace()
{
    while (!atEnd() && (peek() == ' ' || peek() == '\n' || peek() == '\r' || peek() == '\t'))
        ++m_at;
}

/// Always false, for `return fail(…)`.
bool JsonParser::fail(std::string_view reason)
{
    const std::string_view before = m_bytes.substr(0, m_at);
    const auto line = std::count(before.begin(), before.end(), '\n') + 1;
    const std::size_t column = m_at - (before.rfind('\n') + 1) + 1; // npos + 1 == 0
    std::string message = "not valid JSON at line " + std::to_string(line) + ", column " + std::to_string(column)
        + ": " + std::string{atEnd() ? "the text ends too early" : reason};
    m_fault = Diagnostic{Severity::Error, Origin::Import, "file.syntax", {}, std::move(message),
                         tokenAt(m_bytes, m_at), {}};
    return false;
}

bool JsonParser::refuseSize(std::string_view code, std::string message)
{
    m_fault = Diagnostic{Severity::Error, Origin::Import, std::string{code}, {}, std::move(message), {}, {}};
    return false;
}

} // namespace planscope
