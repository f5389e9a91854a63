#pragma once

#include "base/json_writer.h"
#include "report/number_format.h"
#include "study/result_figures.h"

#include <string_view>

namespace planscope {

/// Writes groups as nested objects.
class JsonSink {
public:
    explicit JsonSink(JsonWriter& json)
        : m_json(json)
    {
    }

    void integer(std::string_view name, std::int64_t value, FigureUnit)
    {
        m_json.key(name);
        m_json.integer(value);
    }
    template <class Unit>
    void total(std::string_view name, Total<Unit> value, FigureUnit)
    {
        m_json.key(name);
        m_json.raw(value.toString());
    }
    void real(std::string_view name, double value, FigureUnit)
    {
        m_json.key(name);
        m_json.number(value);
    }
    void capacity(std::string_view name, double value, FigureUnit)
    {
        m_json.key(name);
        m_json.raw(exactDigits(value));
    }
    template <class Group>
    void group(std::string_view name, const Group* fields)
    {
        if (!fields)
            return;
        m_json.key(name);
        m_json.beginObject();
        visitFields(*this, *fields);
        m_json.endObject();
    }

private:
    JsonWriter& m_json;
};

} // namespace planscope
