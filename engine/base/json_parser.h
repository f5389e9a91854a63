#pragma once

#include "base/diagnostic.h"
#include "base/json_document.h"

#include <optional>
#include <string_view>
#include <vector>

namespace planscope {

/// Reads one JSON text (RFC 8259, strict; a leading byte-order mark is skipped) into the nodes of a document. Linear in
/// the bytes, without recursion; the digits of a number are kept as written, of any length and magnitude.
/// Strings must be valid UTF-8, their escapes whole Unicode scalar values.
class JsonParser {
public:
    JsonParser(std::string_view bytes, JsonDocument& document) : m_bytes(bytes), m_document(document) {}

    /// Nothing, or what is wrong: file.syntax, file.too_deep, file.too_large. The document then means nothing.
    std::optional<Diagnostic> run();

private:
    bool parse();
    bool value();
    bool open(JsonKind kind);
    bool close(JsonKind kind);
    bool key();
    bool string();
    bool escape();
    bool codePoint(std::uint32_t& code);
    bool character();
    bool number();
    bool digits();
    bool literal(std::string_view word, JsonKind kind);

    bool push(JsonKind kind);
    void endText();
    void countChild();
    bool atEnd() const { return m_at == m_bytes.size(); }
    unsigned char peek() const { return atEnd() ? 0 : static_cast<unsigned char>(m_bytes[m_at]); }
    bool accept(char wanted);
    void skipSpace();
    bool fail(std::string_view reason);
    bool refuseSize(std::string_view code, std::string message);

    std::string_view m_bytes;
    JsonDocument& m_document;
    std::size_t m_at = 0;
    std::vector<std::size_t> m_open; ///< nodes of the containers around
    std::optional<Diagnostic> m_fault;
};

} // namespace planscope
