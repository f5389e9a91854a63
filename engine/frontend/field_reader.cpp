#include "frontend/field_reader.h"

#include "spec/laws.h"
#include "spec/whole/laws.h"

#include <algorithm>
#include <cassert>

namespace planscope {

std::string joinPath(std::string_view parent, std::string_view name)
{
    std::string path{parent};
    if (!path.empty())
        path += '.';
    return path += name;
}

std::string elementPath(std::string_view array, std::size_t index)
{
    return std::string{array} + "[" + std::to_string(index) + "]";
}

std::vector<NamedValue> distinct(FaultList& faults, const std::string& path, std::vector<NamedValue> members)
{
    // Equal names become neighbours in file order: the first stays, the second is told, further ones add nothing.
    std::stable_sort(members.begin(), members.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<NamedValue> firsts, seconds;
    std::size_t repeats = 0;
    for (std::size_t k = 0; k < members.size(); ++k) {
        repeats = k > 0 && members[k].first == members[k - 1].first ? repeats + 1 : 0;
        if (repeats == 0)
            firsts.push_back(members[k]);
        else if (repeats == 1)
            seconds.push_back(members[k]);
    }
    const auto inFileOrder = [](const auto& a, const auto& b) { return a.second.position() < b.second.position(); };
    std::sort(firsts.begin(), firsts.end(), inFileOrder);
    std::sort(seconds.begin(), seconds.end(), inFileOrder);
    for (const auto& second : seconds)
        faults.duplicateKey(joinPath(path, second.first), second.second);
    return firsts;
}

bool isOfSchema(JsonValue value, std::string_view wanted)
{
    const auto schema = value.find("schema");
    return schema && schema->isString() && schema->text() == wanted;
}

bool isOfOtherSchema(FaultList& faults, JsonValue value, std::string_view own, std::vector<std::string> known)
{
    const auto schema = value.find("schema");
    if (!schema || !schema->isString() || schema->text() == own)
        return false;
    faults.unknownValue("schema", std::string{schema->text()}, std::move(known));
    return true;
}

FieldReader::FieldReader(FaultList& faults, JsonValue object, std::string path,
                         std::initializer_list<std::string_view> known)
    : m_faults(faults)
    , m_path(std::move(path))
{
    assert(object.isObject());
    m_slots.reserve(known.size());
    for (const std::string_view name : known)
        m_slots.push_back({name, {}, {}});

    std::vector<NamedValue> unknown;
    for (const JsonValue::Member member : object.members()) {
        const auto field =
            std::find_if(m_slots.begin(), m_slots.end(), [&member](const Slot& s) { return s.name == member.name; });
        if (field == m_slots.end())
            unknown.emplace_back(member.name, member.value);
        else if (!field->first)
            field->first = member.value;
        else if (!field->second)
            field->second = member.value;
    }
    for (const NamedValue& field : distinct(m_faults, m_path, std::move(unknown)))
        m_faults.unknownField(inside(field.first), field.second, {known.begin(), known.end()});
}

const FieldReader::Slot& FieldReader::slot(std::string_view name) const
{
    const auto found = std::find_if(m_slots.begin(), m_slots.end(), [name](const Slot& s) { return s.name == name; });
    assert(found != m_slots.end() && "a field that is read is a known one");
    return *found;
}

std::string FieldReader::asGiven(std::string_view name) const
{
    return slot(name).first->asGiven();
}

std::optional<JsonValue> FieldReader::optional(std::string_view name)
{
    const Slot& field = slot(name);
    if (field.second)
        m_faults.duplicateKey(inside(name), *field.second);
    return field.first;
}

std::optional<JsonValue> FieldReader::required(std::string_view name)
{
    const auto value = optional(name);
    if (!value)
        m_faults.missingField(inside(name));
    return value;
}

std::optional<JsonValue> FieldReader::ofKind(std::string_view name, JsonKind kind, std::string_view expected)
{
    const auto value = required(name);
    if (!value || value->kind() == kind)
        return value;
    m_faults.wrongType(inside(name), expected, *value);
    return std::nullopt;
}

std::optional<std::string> FieldReader::string(std::string_view name)
{
    const auto value = ofKind(name, JsonKind::String, "a string");
    return value ? std::optional<std::string>{value->text()} : std::nullopt;
}

std::optional<std::int64_t> FieldReader::asInteger(std::string_view name, std::optional<JsonValue> value)
{
    if (!value)
        return std::nullopt;
    const auto integer = value->integer();
    if (!integer)
        m_faults.wrongType(inside(name), integerExpected, *value);
    return integer;
}

std::optional<std::int64_t> FieldReader::asSize(std::string_view name, std::optional<JsonValue> value)
{
    const auto size = asInteger(name, value);
    if (size && *size < 1) {
        Diagnostic fault = notPositive(inside(name), *size);
        fault.given = value->asGiven(); // "-0" as it is written
        m_faults.add(std::move(fault));
    }
    return size;
}

std::optional<std::int64_t> FieldReader::integer(std::string_view name)
{
    return asInteger(name, required(name));
}

std::optional<std::int64_t> FieldReader::optionalInteger(std::string_view name)
{
    return asInteger(name, optional(name));
}

std::optional<std::int64_t> FieldReader::size(std::string_view name)
{
    return asSize(name, required(name));
}

std::optional<std::int64_t> FieldReader::optionalSize(std::string_view name)
{
    return asSize(name, optional(name));
}

std::optional<std::int64_t> FieldReader::count(std::string_view name)
{
    const auto count = integer(name);
    if (count && *count < 0)
        m_faults.add(whole::negative(inside(name), *count));
    return count;
}

std::optional<double> FieldReader::number(std::string_view name)
{
    const auto value = required(name);
    if (!value)
        return std::nullopt;
    const auto number = value->number();
    if (!number)
        m_faults.wrongType(inside(name), "a number that a double can hold", *value);
    return number;
}

std::optional<bool> FieldReader::boolean(std::string_view name)
{
    const auto value = ofKind(name, JsonKind::Boolean, "true or false");
    return value ? std::optional<bool>{value->text() == "true"} : std::nullopt;
}

std::optional<std::string> FieldReader::oneOf(std::string_view name, const std::vector<std::string>& known)
{
    auto text = string(name);
    if (text && std::find(known.begin(), known.end(), *text) == known.end()) {
        m_faults.unknownValue(inside(name), *text, known);
        return std::nullopt;
    }
    return text;
}

std::optional<JsonValue> FieldReader::object(std::string_view name)
{
    return ofKind(name, JsonKind::Object, "an object");
}

std::optional<JsonValue> FieldReader::array(std::string_view name)
{
    return ofKind(name, JsonKind::Array, "an array");
}

std::string FieldReader::inside(std::string_view name) const
{
    return joinPath(m_path, name);
}

} // namespace planscope
