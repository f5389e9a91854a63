#pragma once

#include "base/enum_names.h"
#include "base/json_document.h"
#include "frontend/fault_list.h"

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace planscope {

/// What a fault of type says that an integer must be.
inline constexpr std::string_view integerExpected = "an integer that 64 bits hold, without fraction or exponent,";

/// Whether the value's `schema` is that one.
bool isOfSchema(JsonValue value, std::string_view wanted);
/// Whether the value's `schema` is a string that is not `own`. That is told then, with the known ones, and should be
/// told alone: what the fields of another schema mean is not known.
bool isOfOtherSchema(FaultList& faults, JsonValue value, std::string_view own, std::vector<std::string> known);

/// Reads the fields of one JSON object, each at most once and in the order of the files' reference; adds what is wrong
/// to a FaultList: missing, unknown, mistyped and doubled fields, sizes below 1, names that are not known. A field
/// that could not be read gives nothing, and reading goes on.
class FieldReader {
public:
    /// `known`: every name the object may have, in the order of the reference. Unknown names are told here.
    /// Requires: value is an object; the names and the fault list outlive the reader.
    FieldReader(FaultList& faults, JsonValue object, std::string path, std::initializer_list<std::string_view> known);

    /// The value as it is; missing_field when it is not there.
    std::optional<JsonValue> required(std::string_view name);
    /// The value as it is, or nothing.
    std::optional<JsonValue> optional(std::string_view name);

    std::optional<std::string> string(std::string_view name);
    std::optional<std::int64_t> integer(std::string_view name);
    std::optional<std::int64_t> optionalInteger(std::string_view name);
    /// An integer; told as spec.positive when below 1, yet returned.
    std::optional<std::int64_t> size(std::string_view name);
    std::optional<std::int64_t> optionalSize(std::string_view name);
    /// An integer; told as spec.positive when below 0, yet returned.
    std::optional<std::int64_t> count(std::string_view name);
    std::optional<double> number(std::string_view name);
    std::optional<bool> boolean(std::string_view name);
    /// A name of a closed set; spec.unknown_value when it is another string.
    template <NamedEnum E>
    std::optional<E> enumeration(std::string_view name)
    {
        const auto text = string(name);
        const auto value = text ? enumFromName<E>(*text) : std::nullopt;
        if (text && !value)
            m_faults.unknownValue(inside(name), *text, allNames<E>());
        return value;
    }
    /// A string that must be one of `known`.
    std::optional<std::string> oneOf(std::string_view name, const std::vector<std::string>& known);
    /// A field that is an object; of the value, not yet of its fields.
    std::optional<JsonValue> object(std::string_view name);
    std::optional<JsonValue> array(std::string_view name);

    /// A field as the file has it. Requires: the field is there.
    std::string asGiven(std::string_view name) const;
    /// The path of a field: "mapping.tensor".
    std::string inside(std::string_view name) const;
    FaultList& faults() { return m_faults; }

private:
    std::optional<std::int64_t> asInteger(std::string_view name, std::optional<JsonValue> value);
    std::optional<std::int64_t> asSize(std::string_view name, std::optional<JsonValue> value);
    std::optional<JsonValue> ofKind(std::string_view name, JsonKind kind, std::string_view expected);

    struct Slot {
        std::string_view name;
        std::optional<JsonValue> first, second;
    };
    const Slot& slot(std::string_view name) const;

    FaultList& m_faults;
    std::string m_path;
    std::vector<Slot> m_slots;
};

using NamedValue = std::pair<std::string_view, JsonValue>;

/// Of each name the first value, in file order; a name that stands twice is told.
std::vector<NamedValue> distinct(FaultList& faults, const std::string& path, std::vector<NamedValue> members);

/// "a.b", or "b" below the root.
std::string joinPath(std::string_view parent, std::string_view name);
std::string elementPath(std::string_view array, std::size_t index);

} // namespace planscope
