#include "frontend/megatron_fields.h"

#include "frontend/field_reader.h"
#include "frontend/megatron_rules.h"

#include <algorithm>
#include <charconv>
#include <utility>

namespace planscope::whole {
namespace {

std::string joined(const std::vector<ShellWord>& words)
{
    constexpr std::size_t shown = 100; // words; rows need no more
    std::string text;
    for (std::size_t k = 0; k < std::min(words.size(), shown); ++k)
        text += (k == 0 ? "" : " ") + words[k].text;
    return excerpt(text);
}

bool isFalse(std::string_view text)
{
    return text == "false" || text == "False";
}
bool isTrue(std::string_view text)
{
    return text == "true" || text == "True";
}
bool isNull(std::string_view text)
{
    return text == "null" || text == "None" || text == "~";
}

template <class Number>
std::optional<Number> parsed(std::string_view text)
{
    Number value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (text.empty() || error != std::errc{} || end != text.data() + text.size())
        return std::nullopt;
    return value;
}

bool isUnused(const MegatronArgument& argument, const MegatronRule& rule)
{
    if (argument.values.size() != 1 || !argument.values.front().unresolved.empty())
        return false;
    const std::string_view text = argument.values.front().text;
    return isFalse(text) || isNull(text) || text == "0" || text == "none"
        || (!rule.harmless.empty() && text == rule.harmless) || (rule.harmless == "1.0" && text == "1");
}

} // namespace

MegatronFields::MegatronFields(StatementAccount& account, const MegatronArguments& arguments, bool dropOverlap)
    : m_account(account)
    , m_dropOverlap(dropOverlap)
{
    std::map<std::string_view, std::size_t> last;
    for (std::size_t k = 0; k < arguments.list.size(); ++k)
        last[arguments.list[k].name] = k;
    for (std::size_t k = 0; k < arguments.list.size(); ++k) {
        const MegatronArgument& argument = arguments.list[k];
        if (last[argument.name] != k)
            account.note(ImportOutcome::Ignored, "--" + argument.name, joined(argument.values),
                         "given again later, which counts");
        else if (argument.values.size() == 1 && isNull(argument.values.front().text))
            account.note(ImportOutcome::Ignored, "--" + argument.name, joined(argument.values), "counts as absent");
        else
            m_fields.push_back({&argument});
    }
}

std::optional<MegatronFields::Given> MegatronFields::take(std::string_view name)
{
    const auto field = std::find_if(m_fields.begin(), m_fields.end(),
                                    [name](const Field& candidate) { return candidate.argument->name == name; });
    if (field == m_fields.end())
        return std::nullopt;
    field->taken = true;
    return Given{"--" + field->argument->name, joined(field->argument->values), field->argument};
}

std::optional<std::string> MegatronFields::word(const std::optional<Given>& given)
{
    if (!given)
        return std::nullopt;
    const std::vector<ShellWord>& values = given->argument->values;
    for (const ShellWord& value : values)
        if (!value.unresolved.empty()) {
            refuse("variable", *given, value.unresolved + " has no value here; define it");
            return std::nullopt;
        }
    if (values.size() == 1)
        return values.front().text;
    refuse("syntax", *given,
           values.empty() ? "a value is expected" : "one value is expected, not " + std::to_string(values.size()));
    return std::nullopt;
}

std::optional<std::int64_t> MegatronFields::integer(const std::optional<Given>& given)
{
    const auto text = word(given);
    const auto value = text ? parsed<std::int64_t>(*text) : std::nullopt;
    if (text && !value)
        m_account.refuse("file.type", given->path, std::string{integerExpected} + " is expected", *text);
    return value;
}

std::optional<double> MegatronFields::number(const std::optional<Given>& given)
{
    const auto text = word(given);
    const auto value = text ? parsed<double>(*text) : std::nullopt;
    if (text && !value)
        m_account.refuse("file.type", given->path, "a number is expected", *text);
    return value;
}

bool MegatronFields::flag(const std::optional<Given>& given)
{
    if (!given || given->argument->values.empty())
        return given.has_value();
    const auto text = word(given);
    if (text && !isTrue(*text) && !isFalse(*text))
        refuse("syntax", *given, "no value is expected, or true or false");
    return text && isTrue(*text);
}

std::optional<std::int64_t> MegatronFields::integer(std::string_view name, std::string_view destination)
{
    const auto given = take(name);
    const auto value = integer(given);
    if (value)
        m_account.read(given->path, given->text, destination);
    return value;
}

std::optional<std::int64_t> MegatronFields::mandatory(std::string_view name, std::string_view otherName,
                                                      std::string_view destination)
{
    auto given = take(name);
    if (!given && !otherName.empty())
        given = take(otherName);
    const auto value = integer(given);
    if (value)
        m_account.read(given->path, given->text, destination);
    else if (!given)
        m_account.faults().missingField("--" + std::string{name});
    return value;
}

std::int64_t MegatronFields::defaulted(std::string_view name, std::string_view destination, std::int64_t otherwise)
{
    const auto value = integer(name, destination);
    if (!value)
        m_account.assume(destination, std::to_string(otherwise), ofMegatron);
    return value.value_or(otherwise);
}

bool MegatronFields::setting(std::string_view name, std::string_view destination, std::string_view says,
                             std::string_view otherwise)
{
    const auto given = take(name);
    const bool set = flag(given);
    if (given)
        m_account.read(given->path, given->text, destination, set ? says : otherwise);
    else
        m_account.assume(destination, otherwise, ofMegatron);
    return set;
}

std::optional<std::int64_t> MegatronFields::launched(std::string_view name, std::string_view note)
{
    const auto given = take(name);
    if (!given)
        return std::nullopt;
    const std::vector<ShellWord>& values = given->argument->values;
    const auto value = values.empty() || !values.front().unresolved.empty() ? std::nullopt
                                                                            : parsed<std::int64_t>(values.front().text);
    if (value && *value >= 1) {
        m_account.note(ImportOutcome::Read, given->path, values.front().text, std::string{note});
        return value;
    }
    ignore(*given, "no number of ranks follows from it");
    return std::nullopt;
}

void MegatronFields::ignore(const Given& given, std::string_view reason)
{
    m_account.note(ImportOutcome::Ignored, given.path, given.text, std::string{reason});
}

void MegatronFields::refuse(std::string_view code, const Given& given, std::string message,
                            std::vector<std::string> legal)
{
    m_account.refuse("import.megatron." + std::string{code}, given.path, std::move(message), given.text,
                     std::move(legal));
}

void MegatronFields::refuseAbsent(std::string_view code, std::string_view name, std::string message,
                                  std::vector<std::string> legal)
{
    m_account.refuse("import.megatron." + std::string{code}, "--" + std::string{name}, std::move(message), {},
                     std::move(legal));
}

void MegatronFields::rest()
{
    for (const Field& field : m_fields)
        if (!field.taken)
            account(*field.argument);
}

void MegatronFields::account(const MegatronArgument& argument)
{
    const Given given{"--" + argument.name, joined(argument.values), &argument};
    const MegatronRule* rule = megatronRule(argument.name);
    if (!rule)
        return refuse("unknown_argument", given, "is not known, and an argument that is not may change the training");
    if (rule->code.empty())
        return ignore(given, rule->reason);
    if (isUnused(argument, *rule))
        return ignore(given, "not in use");
    if (rule->code == overlapCode && m_dropOverlap)
        return ignore(given, "dropped as asked; nothing overlaps");
    refuse(rule->code, given, std::string{rule->reason},
           rule->harmless.empty() ? std::vector<std::string>{} : std::vector<std::string>{std::string{rule->harmless}});
}

} // namespace planscope::whole
