#include "frontend/calculon_fields.h"

#include <algorithm>

namespace planscope {

CalculonFields::CalculonFields(ImportAccount& account, JsonValue object, std::string path,
                               std::initializer_list<std::string_view> known)
    : m_account(account)
    , m_reader(account.faults(), object, std::move(path), known)
{
}

std::optional<std::int64_t> CalculonFields::integer(std::string_view name, std::string_view destination)
{
    const auto value = m_reader.integer(name);
    if (value)
        m_account.note(ImportOutcome::Read, pathOf(name), std::to_string(*value), std::string{destination});
    return value;
}

std::string_view CalculonFields::number(std::string_view name, std::string_view destination)
{
    const auto value = m_reader.required(name);
    if (!value)
        return "0";
    if (value->kind() != JsonKind::Number) {
        m_account.faults().wrongType(pathOf(name), "a number", *value);
        return "0";
    }
    m_account.note(ImportOutcome::Read, pathOf(name), value->asGiven(), std::string{destination});
    return value->text();
}

bool CalculonFields::flag(std::string_view name, std::string_view destination)
{
    static constexpr CalculonChoice choices[] = {{"false", "false", {}, {}}, {"true", "true", {}, {}}};
    return flagChoice(name, choices, destination) == "true";
}

std::string_view CalculonFields::choice(std::string_view name, std::span<const CalculonChoice> choices,
                                        std::string_view destination)
{
    return meaningOf(name, m_reader.string(name), choices, destination);
}

std::string_view CalculonFields::flagChoice(std::string_view name, std::span<const CalculonChoice> choices,
                                            std::string_view destination)
{
    const auto value = m_reader.boolean(name);
    return meaningOf(name, value ? std::optional<std::string>{*value ? "true" : "false"} : std::nullopt, choices,
                     destination);
}

std::string_view CalculonFields::meaningOf(std::string_view name, const std::optional<std::string>& word,
                                           std::span<const CalculonChoice> choices, std::string_view destination)
{
    if (!word)
        return {};
    const auto chosen = std::find_if(choices.begin(), choices.end(),
                                     [&word](const CalculonChoice& choice) { return choice.word == *word; });
    if (chosen != choices.end() && !chosen->meaning.empty()) {
        std::string note{destination};
        if (chosen->meaning != chosen->word)
            note += ": " + std::string{chosen->meaning};
        m_account.note(ImportOutcome::Read, pathOf(name), *word, std::move(note));
        return chosen->meaning;
    }
    std::vector<std::string> legal;
    for (const CalculonChoice& choice : choices)
        if (!choice.meaning.empty())
            legal.emplace_back(choice.word);
    if (chosen != choices.end())
        m_account.refuse(std::string{chosen->code}, pathOf(name), std::string{chosen->reason}, *word, std::move(legal));
    else
        m_account.refuse("import.calculon.unknown_value", pathOf(name),
                         '"' + excerpt(*word, 60) + "\" is none of Calculon's words for this", *word, std::move(legal));
    return {};
}

std::optional<JsonValue> CalculonFields::optionalObject(std::string_view name)
{
    const auto value = m_reader.optional(name);
    if (!value || value->isObject())
        return value;
    m_account.faults().wrongType(pathOf(name), "an object", *value);
    return std::nullopt;
}

std::optional<JsonValue> CalculonFields::array(std::string_view name)
{
    constexpr std::size_t most = 1'000;
    const auto value = m_reader.array(name);
    if (!value || value->childCount() <= most)
        return value;
    m_account.refuse("import.calculon.too_many", pathOf(name),
                     "at most " + std::to_string(most) + " elements are read, not "
                         + std::to_string(value->childCount()),
                     value->asGiven());
    return std::nullopt;
}

void CalculonFields::ignore(std::string_view name, std::string reason)
{
    if (const auto value = m_reader.optional(name))
        m_account.note(ImportOutcome::Ignored, pathOf(name), value->asGiven(), std::move(reason));
}

} // namespace planscope
