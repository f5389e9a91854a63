#pragma once

#include "frontend/field_reader.h"
#include "sweep/choice.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <vector>

namespace planscope::sweep {

/// Every legal value of a field.
inline constexpr std::string_view allValues = "all";

/// Reads one field of a space that may be a choice; what is wrong is told. Nothing when the field is not there or could
/// not be read; that it is missing is told where it is mandatory.
class ChoiceReader {
public:
    /// Both outlive the reader.
    ChoiceReader(FieldReader& fields, bool isMandatory)
        : m_fields(fields)
        , m_isMandatory(isMandatory)
    {
    }

    /// An integer, a list of them, {"from", "to", "step"} or "all"; none below `least`, which is 0 or 1.
    std::optional<IntegerChoice> integers(std::string_view name, std::int64_t least = 1);
    /// true, false, both in a list, or "all".
    std::optional<FlagChoice> flag(std::string_view name);
    /// A name, a list of them, or "all"; in the order of the enumeration.
    template <NamedEnum E>
    std::optional<std::vector<E>> names(std::string_view name)
    {
        const auto chosen = places(name, allNames<E>());
        if (!chosen)
            return std::nullopt;
        std::vector<E> values;
        for (const std::size_t place : *chosen)
            values.push_back(static_cast<E>(place));
        return values;
    }
    /// A list of names, each once, in the order of the file.
    std::optional<std::vector<std::size_t>> ranked(std::string_view name, const std::vector<std::string>& known);

private:
    std::optional<JsonValue> value(std::string_view name);
    /// The places of the chosen names among the known ones, ascending.
    std::optional<std::vector<std::size_t>> places(std::string_view name, const std::vector<std::string>& known);
    std::optional<std::size_t> place(const std::string& path, JsonValue value, const std::vector<std::string>& known);
    std::optional<IntegerChoice> range(const std::string& path, JsonValue value, std::int64_t least);
    std::optional<std::int64_t> integer(const std::string& path, JsonValue value, std::int64_t least);
    /// Reads each element of a list by `read(path, element)`; told when there is none, or one stands twice.
    template <class Read>
    auto list(const std::string& path, JsonValue value, Read read)
    {
        using Value = typename decltype(read(path, value))::value_type;
        std::vector<Value> values;
        std::vector<std::pair<Value, std::size_t>> seen;
        std::size_t index = 0;
        bool isRead = true;
        for (const JsonValue element : value.elements()) {
            const auto one = read(elementPath(path, index), element);
            isRead = isRead && one;
            if (one) {
                values.push_back(*one);
                seen.emplace_back(*one, index);
            }
            ++index;
        }
        if (index == 0)
            tell("space.empty", path, "a list of values has none", value);
        std::sort(seen.begin(), seen.end());
        for (std::size_t k = 1; k < seen.size(); ++k)
            if (seen[k].first == seen[k - 1].first) {
                tell("space.repeated", elementPath(path, seen[k].second), "a value stands twice in the list", value);
                isRead = false;
            }
        return isRead && index > 0 ? std::optional{values} : std::nullopt;
    }
    void tell(const char* code, const std::string& path, std::string message, JsonValue given);

    FieldReader& m_fields;
    bool m_isMandatory;
};

} // namespace planscope::sweep
