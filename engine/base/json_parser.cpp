#include "base/json_parser.h"

#include <algorithm>

#include <nlohmann/json.hpp>

namespace planscope {
namespace {

/// Numbers are kept as digits; long double only keeps the parser from refusing those no double can hold.
using Json = nlohmann::basic_json<std::map, std::vector, std::string, bool, std::int64_t, std::uint64_t, long double>;

/// What stands at a fault, in a form that is itself valid text.
std::string tokenAt(std::string_view bytes, std::size_t position)
{
    constexpr std::size_t longest = 40;
    const auto isPrintable = [](char c) { return c > ' ' && c < '\x7f'; };
    const std::string_view rest = bytes.substr(std::min(position, bytes.size()), longest);
    const auto end = std::find_if_not(rest.begin(), rest.end(), isPrintable);
    if (end != rest.begin() || rest.empty())
        return {rest.begin(), end};
    constexpr char hex[] = "0123456789abcdef";
    const auto byte = static_cast<unsigned char>(rest.front());
    return std::string{"byte 0x"} + hex[byte >> 4] + hex[byte & 15];
}

/// The part of the parser's description that follows a phrase, up to the next semicolon.
std::string_view afterPhrase(std::string_view description, std::string_view phrase)
{
    const std::size_t begin = description.find(phrase);
    if (begin == std::string_view::npos)
        return {};
    description.remove_prefix(begin + phrase.size());
    return description.substr(0, description.find(';'));
}

std::string lineAndColumn(std::string_view bytes, std::size_t position)
{
    const std::string_view before = bytes.substr(0, position);
    const std::size_t lineBegin = before.rfind('\n') + 1; // npos + 1 is 0
    return "line " + std::to_string(std::count(before.begin(), before.end(), '\n') + 1) + ", column "
        + std::to_string(before.size() - lineBegin + 1);
}

Diagnostic syntaxDiagnostic(std::string_view bytes, std::size_t position, const std::string& reason)
{
    return {Severity::Error,
            Origin::Import,
            "file.syntax",
            {},
            "not valid JSON at " + lineAndColumn(bytes, position) + reason,
            tokenAt(bytes, position),
            {}};
}

/// What the library's parser would take too long over, or take for the end: a number of very many digits, a NUL byte.
std::optional<Diagnostic> findAbuse(std::string_view bytes)
{
    constexpr std::size_t longestNumber = 10'000;
    bool inString = false;
    std::size_t digits = 0;
    for (std::size_t k = 0; k < bytes.size(); ++k) {
        const char c = bytes[k];
        if (c == '\0')
            return syntaxDiagnostic(bytes, k, ": a NUL byte");
        if (inString && c == '\\')
            ++k;
        else if (c == '"')
            inString = !inString;
        digits = !inString && c >= '0' && c <= '9' ? digits + 1 : 0;
        if (digits > longestNumber)
            return syntaxDiagnostic(bytes, k, ": a number of more than 10000 digits");
    }
    return std::nullopt;
}

} // namespace

bool JsonTreeBuilder::scalar(JsonKind kind, std::string_view text)
{
    countChild();
    return push(kind, text);
}

bool JsonTreeBuilder::open(JsonKind kind)
{
    if (m_open.size() >= static_cast<std::size_t>(JsonDocument::maximumDepth))
        return sizeFault("file.too_deep",
                         "nested deeper than " + std::to_string(JsonDocument::maximumDepth) + " levels");
    countChild();
    m_open.push_back(m_document.m_nodes.size());
    return push(kind, {});
}

bool JsonTreeBuilder::close()
{
    const std::size_t node = m_open.back();
    m_open.pop_back();
    m_document.m_nodes[node].extent = static_cast<std::uint32_t>(m_document.m_nodes.size() - node);
    return true;
}

bool JsonTreeBuilder::push(JsonKind kind, std::string_view text)
{
    if (m_document.m_nodes.size() >= JsonDocument::maximumValues)
        return sizeFault("file.too_large",
                         "more than " + std::to_string(JsonDocument::maximumValues) + " values in one file");
    const bool isContainer = kind == JsonKind::Array || kind == JsonKind::Object;
    m_document.m_nodes.push_back({kind, 1, static_cast<std::uint32_t>(m_document.m_text.size()),
                                  isContainer ? 0 : static_cast<std::uint32_t>(text.size())});
    m_document.m_text += text;
    return true;
}

void JsonTreeBuilder::countChild()
{
    if (!m_open.empty())
        ++m_document.m_nodes[m_open.back()].textLength;
}

/// The parser describes a fault as "… parse error at line 1, column 5: … - what is wrong; last read: '…'; expected …".
/// What was last read may be any bytes, so only the words around it are told.
bool JsonTreeBuilder::syntaxFault(std::size_t position, std::string_view description)
{
    const std::size_t fault = position == 0 ? 0 : position - 1;
    std::string reason;
    if (const auto wrong = afterPhrase(description, " - "); !wrong.empty())
        reason = ": " + std::string{wrong};
    else if (description.find("number overflow") != std::string_view::npos)
        reason = ": a number beyond every range";
    if (const auto expected = afterPhrase(description, "; expected "); !expected.empty())
        reason += ", expected " + std::string{expected};
    m_fault = syntaxDiagnostic(m_bytes, fault, reason);
    return false;
}

bool JsonTreeBuilder::sizeFault(std::string_view code, std::string message)
{
    m_fault = Diagnostic{Severity::Error, Origin::Import, std::string{code}, {}, std::move(message), {}, {}};
    return false;
}

std::optional<Diagnostic> parseJson(std::string_view bytes, JsonDocument& document)
{
    JsonTreeBuilder builder{bytes, document};
    if (bytes.size() > JsonDocument::maximumBytes)
        return Diagnostic{Severity::Error, Origin::Import, "file.too_large", {},
                          "larger than " + std::to_string(JsonDocument::maximumBytes >> 20) + " MiB", {}, {}};
    if (auto abuse = findAbuse(bytes))
        return abuse;
    Json::sax_parse(bytes.begin(), bytes.end(), &builder);
    return std::move(builder.fault());
}

} // namespace planscope
