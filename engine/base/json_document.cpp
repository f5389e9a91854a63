#include "base/json_document.h"

#include "base/json_writer.h"

#include <algorithm>
#include <charconv>

#include <nlohmann/json.hpp>

namespace planscope {
namespace {

Diagnostic fileFault(std::string code, std::string message, std::string given = {})
{
    return {Severity::Error, Origin::Import, std::move(code), {}, std::move(message), std::move(given), {}};
}

struct LineAndColumn {
    std::size_t line, column;
};

LineAndColumn placeOf(std::string_view bytes, std::size_t position)
{
    const std::string_view before = bytes.substr(0, std::min(position, bytes.size()));
    const std::size_t lineBegin = before.rfind('\n') + 1; // npos + 1 == 0
    return {static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n')) + 1,
            before.size() - lineBegin + 1};
}

} // namespace

/// Receives the parser's events and lays the values out as nodes.
class JsonTreeBuilder {
public:
    using number_integer_t = nlohmann::json::number_integer_t;
    using number_unsigned_t = nlohmann::json::number_unsigned_t;
    using number_float_t = nlohmann::json::number_float_t;
    using string_t = nlohmann::json::string_t;
    using binary_t = nlohmann::json::binary_t;

    JsonTreeBuilder(JsonDocument& document, std::string_view bytes) : m_document(document), m_bytes(bytes) {}

    bool null() { return scalar(JsonKind::Null, "null"); }
    bool boolean(bool value) { return scalar(JsonKind::Boolean, value ? "true" : "false"); }
    // The parser hands only "-0" to number_integer as a zero; its digits are kept as written.
    bool number_integer(number_integer_t value)
    {
        return scalar(JsonKind::Number, value == 0 ? "-0" : std::to_string(value));
    }
    bool number_unsigned(number_unsigned_t value) { return scalar(JsonKind::Number, std::to_string(value)); }
    bool number_float(number_float_t, const string_t& digits) { return scalar(JsonKind::Number, digits); }
    bool string(string_t& value) { return scalar(JsonKind::String, value); }
    bool binary(binary_t&) { return false; } // never in JSON text
    bool start_object(std::size_t) { return start(JsonKind::Object); }
    bool start_array(std::size_t) { return start(JsonKind::Array); }
    bool end_object() { return end(); }
    bool end_array() { return end(); }

    bool key(string_t& name)
    {
        return push(JsonKind::String, name);
    }

    template <class Exception>
    bool parse_error(std::size_t position, const std::string& lastToken, const Exception&)
    {
        const auto [line, column] = placeOf(m_bytes, position == 0 ? 0 : position - 1);
        std::string token = lastToken.substr(0, 40);
        std::string message = "not valid JSON at line " + std::to_string(line) + ", column "
            + std::to_string(column);
        if (position > m_bytes.size())
            message += ": the text ends too early";
        m_fault = fileFault("file.syntax", message, std::move(token));
        return false;
    }

    std::optional<Diagnostic>& fault() { return m_fault; }

private:
    bool push(JsonKind kind, std::string_view text)
    {
        if (m_document.m_nodes.size() >= JsonDocument::maximumValues) {
            m_fault = fileFault("file.too_large", "more than " + std::to_string(JsonDocument::maximumValues)
                                    + " values in one file");
            return false;
        }
        m_document.m_nodes.push_back({kind, 1, static_cast<std::uint32_t>(m_document.m_text.size()),
                                      static_cast<std::uint32_t>(text.size())});
        m_document.m_text += text;
        return true;
    }

    void countChild()
    {
        if (!m_open.empty())
            ++m_document.m_nodes[m_open.back()].textLength;
    }

    bool scalar(JsonKind kind, std::string_view text)
    {
        countChild();
        return push(kind, text);
    }

    bool start(JsonKind kind)
    {
        if (m_open.size() >= static_cast<std::size_t>(JsonDocument::maximumDepth)) {
            m_fault = fileFault("file.too_deep", "nested deeper than "
                                    + std::to_string(JsonDocument::maximumDepth) + " levels");
            return false;
        }
        countChild();
        m_open.push_back(m_document.m_nodes.size());
        return push(kind, {});
    }

    bool end()
    {
        const std::size_t node = m_open.back();
        m_open.pop_back();
        m_document.m_nodes[node].extent = static_cast<std::uint32_t>(m_document.m_nodes.size() - node);
        return true;
    }

    JsonDocument& m_document;
    std::string_view m_bytes;
    std::vector<std::size_t> m_open;
    std::optional<Diagnostic> m_fault;
};

Result<JsonDocument> JsonDocument::parse(std::string_view bytes)
{
    if (bytes.size() > maximumBytes)
        return refuse(fileFault("file.too_large", "larger than 64 MiB"));
    JsonDocument document;
    JsonTreeBuilder builder{document, bytes};
    if (!nlohmann::json::sax_parse(bytes.begin(), bytes.end(), &builder))
        return refuse(builder.fault() ? *builder.fault() : fileFault("file.syntax", "not valid JSON"));
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
    std::from_chars(digits.data(), digits.data() + digits.size(), value);
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
    struct Walk {
        JsonWriter& writer;
        void operator()(const JsonValue& value) const
        {
            switch (value.kind()) {
            case JsonKind::Object:
                writer.beginObject();
                for (const Member member : value.members()) {
                    writer.key(member.name);
                    (*this)(member.value);
                }
                writer.endObject();
                return;
            case JsonKind::Array:
                writer.beginArray();
                for (const JsonValue element : value.elements())
                    (*this)(element);
                writer.endArray();
                return;
            case JsonKind::String: writer.string(value.text()); return;
            case JsonKind::Null:
            case JsonKind::Boolean:
            case JsonKind::Number: writer.raw(value.text()); return;
            }
        }
    };
    Walk{writer}(*this);
    return writer.take();
}

std::string JsonValue::asGiven() const
{
    return isString() ? std::string{text()} : compact();
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
