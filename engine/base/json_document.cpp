#include "base/json_document.h"

#include "base/json_parser.h"
#include "base/json_writer.h"

#include <algorithm>
#include <charconv>
#include <limits>

namespace planscope {
namespace {

/// Writes the value without white space; stops once the text is longer than `longest`.
void writeCompact(JsonWriter& writer, const JsonValue& value, std::size_t longest)
{
    switch (value.kind()) {
    case JsonKind::Object:
        writer.beginObject();
        for (const JsonValue::Member member : value.members()) {
            if (writer.text().size() > longest)
                return;
            writer.key(member.name);
            writeCompact(writer, member.value, longest);
        }
        writer.endObject();
        return;
    case JsonKind::Array:
        writer.beginArray();
        for (const JsonValue element : value.elements()) {
            if (writer.text().size() > longest)
                return;
            writeCompact(writer, element, longest);
        }
        writer.endArray();
        return;
    case JsonKind::String: writer.string(value.text()); return;
    case JsonKind::Null:
    case JsonKind::Boolean:
    case JsonKind::Number: writer.raw(value.text()); return;
    }
}

/// Whether a number that no double can hold, written in JSON's grammar, is too small rather than too large.
bool isTooSmall(std::string_view digits)
{
    const std::size_t mark = std::min(digits.find_first_of("eE"), digits.size());
    const auto point = static_cast<std::int64_t>(std::min(digits.find('.'), mark));
    const auto firstDigit = static_cast<std::int64_t>(digits.find_first_of("123456789"));
    std::int64_t exponent = 0;
    if (mark < digits.size()) {
        std::string_view text = digits.substr(mark + 1);
        const bool negative = text.front() == '-';
        if (negative || text.front() == '+')
            text.remove_prefix(1);
        constexpr std::int64_t beyondAnyMantissa = std::numeric_limits<std::int64_t>::max() / 2;
        if (std::from_chars(text.data(), text.data() + text.size(), exponent).ec != std::errc{})
            exponent = beyondAnyMantissa;
        exponent = std::min(exponent, beyondAnyMantissa) * (negative ? -1 : 1);
    }
    return exponent + point - firstDigit <= 0;
}

} // namespace

Result<JsonDocument> JsonDocument::parse(std::string_view bytes)
{
    JsonDocument document;
    if (auto fault = parseJson(bytes, document))
        return refuse(std::move(*fault));
    return document;
}

JsonKind JsonValue::kind() const
{
    return m_document->m_nodes[m_node].kind;
}

std::string_view JsonValue::text() const
{
    const auto& node = m_document->m_nodes[m_node];
    if (node.kind == JsonKind::Array || node.kind == JsonKind::Object)
        return {};
    return std::string_view{m_document->m_text}.substr(node.textBegin, node.textLength);
}

std::optional<std::int64_t> JsonValue::integer() const
{
    if (kind() != JsonKind::Number)
        return std::nullopt;
    const std::string_view digits = text();
    std::int64_t value = 0;
    const auto [end, fault] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (fault != std::errc{} || end != digits.data() + digits.size())
        return std::nullopt;
    return value;
}

std::optional<double> JsonValue::number() const
{
    if (kind() != JsonKind::Number)
        return std::nullopt;
    const std::string_view digits = text();
    double value = 0;
    const auto fault = std::from_chars(digits.data(), digits.data() + digits.size(), value).ec;
    if (fault == std::errc::result_out_of_range && !isTooSmall(digits))
        return std::nullopt;
    return value;
}

std::size_t JsonValue::childCount() const
{
    const auto& node = m_document->m_nodes[m_node];
    return node.kind == JsonKind::Array || node.kind == JsonKind::Object ? node.textLength : 0;
}

JsonValue::Range<JsonValue::ElementIterator> JsonValue::elements() const
{
    return {{m_document, m_node + 1}, {m_document, m_node + m_document->m_nodes[m_node].extent}};
}

JsonValue::Range<JsonValue::MemberIterator> JsonValue::members() const
{
    return {{m_document, m_node + 1}, {m_document, m_node + m_document->m_nodes[m_node].extent}};
}

std::optional<JsonValue> JsonValue::find(std::string_view name) const
{
    if (isObject())
        for (const Member member : members())
            if (member.name == name)
                return member.value;
    return std::nullopt;
}

std::string JsonValue::compact() const
{
    JsonWriter writer;
    writeCompact(writer, *this, std::numeric_limits<std::size_t>::max());
    return writer.take();
}

std::string JsonValue::asGiven() const
{
    return isString() ? std::string{text()} : compact();
}

std::string JsonValue::brief(std::size_t longest) const
{
    if (isString())
        return excerpt(text(), longest);
    JsonWriter writer;
    writeCompact(writer, *this, longest);
    return excerpt(writer.text(), longest);
}

JsonValue::ElementIterator& JsonValue::ElementIterator::operator++()
{
    m_node += m_document->m_nodes[m_node].extent;
    return *this;
}

JsonValue::Member JsonValue::MemberIterator::operator*() const
{
    return {JsonValue{m_document, m_node}.text(), JsonValue{m_document, m_node + 1}};
}

JsonValue::MemberIterator& JsonValue::MemberIterator::operator++()
{
    m_node += 1 + m_document->m_nodes[m_node + 1].extent;
    return *this;
}

} // namespace planscope
