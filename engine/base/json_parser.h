#pragma once

#include "base/diagnostic.h"
#include "base/json_document.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace planscope {

/// Lays the values of a JSON text out as the nodes of a document while the library's parser reads it.
/// A receiver of that parser's events: value, container and fault, in the order of the text.
class JsonTreeBuilder {
public:
    JsonTreeBuilder(std::string_view bytes, JsonDocument& document) : m_bytes(bytes), m_document(document) {}

    bool null() { return scalar(JsonKind::Null, "null"); }
    bool boolean(bool value) { return scalar(JsonKind::Boolean, value ? "true" : "false"); }
    /// The parser hands only "-0" over as a signed zero; its digits are kept as written.
    bool number_integer(std::int64_t value) { return scalar(JsonKind::Number, value == 0 ? "-0" : std::to_string(value)); }
    bool number_unsigned(std::uint64_t value) { return scalar(JsonKind::Number, std::to_string(value)); }
    bool number_float(long double, const std::string& digits) { return scalar(JsonKind::Number, digits); }
    bool string(std::string& text) { return scalar(JsonKind::String, text); }
    template <class Binary>
    bool binary(Binary&)
    {
        return false; // does not occur in text
    }
    bool start_object(std::size_t) { return open(JsonKind::Object); }
    bool key(std::string& name) { return push(JsonKind::String, name); }
    bool end_object() { return close(); }
    bool start_array(std::size_t) { return open(JsonKind::Array); }
    bool end_array() { return close(); }
    template <class Exception>
    bool parse_error(std::size_t position, const std::string&, const Exception& exception)
    {
        return syntaxFault(position, exception.what());
    }

    std::optional<Diagnostic>& fault() { return m_fault; }

private:
    bool scalar(JsonKind kind, std::string_view text);
    bool open(JsonKind kind);
    bool close();
    bool push(JsonKind kind, std::string_view text);
    void countChild();
    bool syntaxFault(std::size_t position, std::string_view description);
    bool sizeFault(std::string_view code, std::string message);

    std::string_view m_bytes;
    JsonDocument& m_document;
    std::vector<std::size_t> m_open; ///< nodes of the containers around
    std::optional<Diagnostic> m_fault;
};

/// Reads one JSON text into an empty document. Nothing, or what is wrong: file.syntax, file.too_deep,
/// file.too_large; the document then means nothing.
std::optional<Diagnostic> parseJson(std::string_view bytes, JsonDocument& document);

} // namespace planscope
