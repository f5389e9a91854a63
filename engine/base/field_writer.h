#pragma once

#include "base/json_writer.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace planscope {

/// Writes members of the objects that are open in a JsonWriter.
class FieldWriter {
public:
    explicit FieldWriter(JsonWriter& json)
        : m_json(json)
    {
    }

    void text(std::string_view key, std::string_view value)
    {
        m_json.key(key);
        m_json.string(value);
    }
    void integer(std::string_view key, std::int64_t value)
    {
        m_json.key(key);
        m_json.integer(value);
    }
    void number(std::string_view key, double value)
    {
        m_json.key(key);
        m_json.number(value);
    }
    void boolean(std::string_view key, bool value)
    {
        m_json.key(key);
        m_json.boolean(value);
    }
    void null(std::string_view key)
    {
        m_json.key(key);
        m_json.null();
    }
    /// A complete JSON value, already written.
    void raw(std::string_view key, std::string_view json)
    {
        m_json.key(key);
        m_json.raw(json);
    }
    template <class Members>
    void object(std::string_view key, Members members)
    {
        m_json.key(key);
        element(members);
    }
    template <class Members>
    void element(Members members)
    {
        m_json.beginObject();
        members();
        m_json.endObject();
    }
    void textElement(std::string_view value) { m_json.string(value); }
    void integerElement(std::int64_t value) { m_json.integer(value); }
    template <class Elements>
    void array(std::string_view key, Elements elements)
    {
        m_json.key(key);
        m_json.beginArray();
        elements();
        m_json.endArray();
    }

    template <class Elements>
    void arrayElement(Elements elements)
    {
        m_json.beginArray();
        elements();
        m_json.endArray();
    }
    JsonWriter& json() { return m_json; }

private:
    JsonWriter& m_json;
};

/// An indented document of one object, ending in a line break.
template <class Members>
std::string writtenDocument(Members members)
{
    JsonWriter json{JsonWriter::Layout::Indented};
    FieldWriter to{json};
    to.element([&] { members(to); });
    return json.take() + "\n";
}

} // namespace planscope
