#pragma once

#include "base/diagnostic.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace planscope {

class JsonDocument;

enum class JsonKind : std::uint8_t { Null, Boolean, Number, String, Array, Object };

/// A value inside a JsonDocument: a cheap handle, valid while the document lives.
/// Numbers keep their digits as written; members keep the order of the file, duplicates included.
class JsonValue {
public:
    struct Member;
    class ElementIterator;
    class MemberIterator;
    template <class Iterator>
    struct Range {
        Iterator first, last;
        Iterator begin() const { return first; }
        Iterator end() const { return last; }
    };

    JsonKind kind() const;
    bool isObject() const { return kind() == JsonKind::Object; }
    bool isArray() const { return kind() == JsonKind::Array; }
    bool isString() const { return kind() == JsonKind::String; }

    /// A string's content, a number's digits as written, "true", "false" or "null"; "" for the others.
    std::string_view text() const;
    /// The integer, when the value is a number written without fraction or exponent that fits.
    std::optional<std::int64_t> integer() const;
    /// The nearest double, when the value is a number and not beyond all doubles.
    std::optional<double> number() const;

    Range<ElementIterator> elements() const; ///< Requires: an array.
    Range<MemberIterator> members() const;   ///< Requires: an object.
    /// The first member of that name, when this is an object that has one.
    std::optional<JsonValue> find(std::string_view name) const;
    std::size_t childCount() const; ///< elements or members; 0 for scalars
    /// Grows from value to value in the order of the file.
    std::size_t position() const { return m_node; }

    /// The value without white space, members in file order, numbers digit for digit.
    std::string compact() const;
    /// As a diagnostic's `given` shows it: strings without quotes, everything else compact.
    std::string asGiven() const;
    /// As asGiven(), cut to about that many bytes; costs no more for a large value.
    std::string brief(std::size_t longest = 200) const;

private:
    friend class JsonDocument;
    JsonValue(const JsonDocument* document, std::size_t node) : m_document(document), m_node(node) {}

    const JsonDocument* m_document;
    std::size_t m_node;
};

/// A parsed JSON text (RFC 8259, UTF-8). Limits: 64 MiB, nesting depth 64, 8 Mi values.
/// A leading byte-order mark is skipped. Holds 16 bytes a value and the text of strings and numbers. Move-only; immutable.
class JsonDocument {
public:
    static constexpr std::size_t maximumBytes = std::size_t{64} << 20;
    static constexpr int maximumDepth = 64;
    static constexpr std::size_t maximumValues = std::size_t{8} << 20;

    /// Fails with one diagnostic: file.too_large, file.too_deep or file.syntax (with line and column).
    static Result<JsonDocument> parse(std::string_view bytes);

    JsonValue root() const { return JsonValue{this, 0}; }

    JsonDocument(JsonDocument&&) = default;
    JsonDocument& operator=(JsonDocument&&) = default;

private:
    friend class JsonValue;
    friend class JsonTreeBuilder;
    JsonDocument() = default;

    struct Node {
        JsonKind kind;
        std::uint32_t extent;     ///< nodes of the subtree, this one included
        std::uint32_t textBegin;  ///< in m_text; children of containers for textLength
        std::uint32_t textLength; ///< containers: number of children
    };

    std::vector<Node> m_nodes; ///< pre-order; an object's children alternate name, value
    std::string m_text;
};

class JsonValue::ElementIterator {
public:
    ElementIterator(const JsonDocument* document, std::size_t node) : m_document(document), m_node(node) {}
    JsonValue operator*() const { return JsonValue{m_document, m_node}; }
    ElementIterator& operator++();
    bool operator!=(const ElementIterator& other) const { return m_node != other.m_node; }

private:
    const JsonDocument* m_document;
    std::size_t m_node;
};

struct JsonValue::Member {
    std::string_view name;
    JsonValue value;
};

class JsonValue::MemberIterator {
public:
    MemberIterator(const JsonDocument* document, std::size_t node) : m_document(document), m_node(node) {}
    Member operator*() const;
    MemberIterator& operator++();
    bool operator!=(const MemberIterator& other) const { return m_node != other.m_node; }

private:
    const JsonDocument* m_document;
    std::size_t m_node; ///< of the name; the value follows
};

} // namespace planscope
