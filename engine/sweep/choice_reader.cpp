#include "sweep/choice_reader.h"

#include "spec/laws.h"
#include "spec/whole/laws.h"

namespace planscope::sweep {
namespace {

std::string quoted(std::string_view text)
{
    return '"' + std::string{text} + '"';
}

} // namespace

std::optional<JsonValue> ChoiceReader::value(std::string_view name)
{
    return m_isMandatory ? m_fields.required(name) : m_fields.optional(name);
}

void ChoiceReader::tell(const char* code, const std::string& path, std::string message, JsonValue given)
{
    m_fields.faults().add(
        Diagnostic{Severity::Error, Origin::Import, code, path, std::move(message), given.brief(), {}});
}

std::optional<std::int64_t> ChoiceReader::integer(const std::string& path, JsonValue value, std::int64_t least)
{
    const auto integer = value.integer();
    if (!integer) {
        m_fields.faults().wrongType(path, integerExpected, value);
        return std::nullopt;
    }
    if (*integer >= least)
        return integer;
    m_fields.faults().add(least == 0 ? whole::negative(path, *integer) : notPositive(path, *integer));
    return std::nullopt;
}

std::optional<IntegerChoice> ChoiceReader::range(const std::string& path, JsonValue value, std::int64_t least)
{
    FieldReader fields{m_fields.faults(), value, path, {"from", "to", "step"}};
    const auto bound = [&](const char* name) {
        const auto stated = fields.required(name);
        return stated ? integer(fields.inside(name), *stated, least) : std::nullopt;
    };
    IntegerRange range;
    const auto from = bound("from"), to = bound("to");
    const auto stated = fields.optional("step");
    const auto step = stated ? integer(fields.inside("step"), *stated, 1) : std::optional{range.step};
    if (!from || !to || !step)
        return std::nullopt;
    if (*from > *to) {
        tell("space.range", path, "a range goes from the smaller value to the larger one", value);
        return std::nullopt;
    }
    range = {*from, *to, *step};
    return range;
}

std::optional<IntegerChoice> ChoiceReader::integers(std::string_view name, std::int64_t least)
{
    const auto stated = value(name);
    if (!stated)
        return std::nullopt;
    const std::string path = m_fields.inside(name);
    const auto one = [&](const std::string& at, JsonValue value) { return integer(at, value, least); };
    switch (stated->kind()) {
    case JsonKind::Number: {
        const auto fixed = integer(path, *stated, least);
        return fixed ? std::optional<IntegerChoice>{IntegerList{*fixed}} : std::nullopt;
    }
    case JsonKind::Array: {
        auto values = list(path, *stated, one);
        return values ? std::optional<IntegerChoice>{std::move(*values)} : std::nullopt;
    }
    case JsonKind::Object: return range(path, *stated, least);
    case JsonKind::String:
        if (stated->text() == allValues)
            return AllLegal{};
        m_fields.faults().unknownValue(path, std::string{stated->text()}, {std::string{allValues}});
        return std::nullopt;
    case JsonKind::Null:
    case JsonKind::Boolean: break;
    }
    m_fields.faults().wrongType(path, "an integer, a list of integers, a range or " + quoted(allValues), *stated);
    return std::nullopt;
}

std::optional<FlagChoice> ChoiceReader::flag(std::string_view name)
{
    const auto stated = value(name);
    if (!stated)
        return std::nullopt;
    const std::string path = m_fields.inside(name);
    const auto one = [this](const std::string& at, JsonValue value) -> std::optional<int> {
        if (value.kind() == JsonKind::Boolean)
            return value.text() == "true" ? 1 : 0;
        m_fields.faults().wrongType(at, "true or false", value);
        return std::nullopt;
    };
    if (stated->isString()) {
        if (stated->text() == allValues)
            return FlagChoice::both();
        m_fields.faults().unknownValue(path, std::string{stated->text()}, {std::string{allValues}});
        return std::nullopt;
    }
    if (!stated->isArray()) {
        const auto fixed = one(path, *stated);
        return fixed ? std::optional{FlagChoice::fixed(*fixed == 1)} : std::nullopt;
    }
    const auto values = list(path, *stated, one);
    if (!values)
        return std::nullopt;
    FlagChoice choice{false, false};
    for (const int value : *values)
        (value == 1 ? choice.on : choice.off) = true;
    return choice;
}

std::optional<std::size_t> ChoiceReader::place(const std::string& path, JsonValue value,
                                               const std::vector<std::string>& known)
{
    if (!value.isString()) {
        m_fields.faults().wrongType(path, "a name", value);
        return std::nullopt;
    }
    const auto found = std::find(known.begin(), known.end(), value.text());
    if (found == known.end()) {
        m_fields.faults().unknownValue(path, std::string{value.text()}, known);
        return std::nullopt;
    }
    return static_cast<std::size_t>(found - known.begin());
}

std::optional<std::vector<std::size_t>> ChoiceReader::places(std::string_view name,
                                                             const std::vector<std::string>& known)
{
    const auto stated = value(name);
    if (!stated)
        return std::nullopt;
    const std::string path = m_fields.inside(name);
    std::vector<std::size_t> all(known.size());
    for (std::size_t k = 0; k < all.size(); ++k)
        all[k] = k;
    if (stated->isString() && stated->text() == allValues)
        return all;
    const auto one = [&](const std::string& at, JsonValue value) { return place(at, value, known); };
    if (!stated->isArray()) {
        const auto fixed = one(path, *stated);
        return fixed ? std::optional{std::vector{*fixed}} : std::nullopt;
    }
    auto values = list(path, *stated, one);
    if (values)
        std::sort(values->begin(), values->end());
    return values;
}

std::optional<std::vector<std::size_t>> ChoiceReader::ranked(std::string_view name,
                                                             const std::vector<std::string>& known)
{
    const auto stated = value(name);
    if (!stated)
        return std::nullopt;
    const std::string path = m_fields.inside(name);
    if (!stated->isArray()) {
        m_fields.faults().wrongType(path, "a list of names", *stated);
        return std::nullopt;
    }
    return list(path, *stated, [&](const std::string& at, JsonValue value) { return place(at, value, known); });
}

} // namespace planscope::sweep
