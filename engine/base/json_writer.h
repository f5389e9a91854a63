#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace planscope {

/// The shortest decimal text that reads back to the same double: "0.1", "1e-05", "3.0". Finite only.
std::string shortestDouble(double value);

/// Writes JSON text piece by piece into a string. Compact writes no white space at all; Indented
/// puts every member and element on a line of its own. The caller keeps begin and end in balance.
/// Text is UTF-8 and passes as it is; only quotes, backslashes and control characters are escaped.
class JsonWriter {
public:
    enum class Layout { Compact, Indented };

    explicit JsonWriter(Layout layout = Layout::Compact) : m_layout(layout) {}

    void beginObject() { open('{'); }
    void endObject() { close('}'); }
    void beginArray() { open('['); }
    void endArray() { close(']'); }
    void key(std::string_view name);

    void string(std::string_view text);
    void integer(std::int64_t value);
    void number(double value); ///< shortest round-trip, always recognisable as a double
    void boolean(bool value) { raw(value ? "true" : "false"); }
    void null() { raw("null"); }
    void raw(std::string_view json); ///< a complete JSON value, already written

    const std::string& text() const { return m_text; }
    std::string take() { return std::move(m_text); }
    void reserve(std::size_t bytes) { m_text.reserve(bytes); }

private:
    void open(char bracket);
    void close(char bracket);
    void separate();
    void newLine();
    void quoted(std::string_view text);
    void escaped(char c);

    Layout m_layout;
    std::string m_text;
    int m_depth = 0;
    bool m_first = true;    ///< no sibling yet at this depth
    bool m_afterKey = false;
};

} // namespace planscope
