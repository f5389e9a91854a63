#include "frontend/fault_list.h"

#include "evaluation/system/system_laws.h"
#include "spec/laws.h"
#include "spec/whole/laws.h"

#include <algorithm>

namespace planscope {
namespace {

/// The laws of a case are told together and in their order, which differs between the two accountings: they have one
/// rank. Codes that are not listed (a study's own) come last.
std::size_t rankOf(std::string_view code)
{
    constexpr std::string_view laws;
    static const std::vector<std::string_view> order = [laws] {
        std::vector<std::string_view> codes{"file.missing_field", "file.unknown_field", "file.type",
                                            "file.duplicate_key", "spec.positive",      "spec.unknown_value",
                                            "spec.repeated",      laws};
        codes.push_back("integer.overflow");
        codes.insert(codes.end(), EnumNames<SystemLaw>::names.begin(), EnumNames<SystemLaw>::names.end());
        return codes;
    }();
    const std::string_view listed = enumFromName<Law>(code) || enumFromName<whole::Law>(code) ? laws : code;
    return static_cast<std::size_t>(std::find(order.begin(), order.end(), listed) - order.begin());
}

Diagnostic fileFault(std::string code, std::string path, std::string message, std::string given,
                     std::vector<std::string> legal = {})
{
    return {Severity::Error,    Origin::Import,   std::move(code), std::move(path),
            std::move(message), std::move(given), std::move(legal)};
}

std::string_view lastName(std::string_view path)
{
    return path.substr(path.rfind('.') + 1); // npos + 1 == 0
}

std::string listed(const std::vector<std::string>& names)
{
    constexpr std::size_t shown = 20;
    std::string text;
    for (std::size_t k = 0; k < std::min(shown, names.size()); ++k)
        text += (k == 0 ? "" : ", ") + names[k];
    return names.size() > shown ? text + ", …" : text;
}

std::string_view kindName(JsonKind kind)
{
    switch (kind) {
    case JsonKind::Null: return "null";
    case JsonKind::Boolean: return "a truth value";
    case JsonKind::Number: return "a number";
    case JsonKind::String: return "a string";
    case JsonKind::Array: return "an array";
    case JsonKind::Object: return "an object";
    }
    return {};
}

} // namespace

void FaultList::missingField(std::string path)
{
    std::string message = "the field " + std::string{lastName(path)} + " is missing";
    insert(0, fileFault("file.missing_field", std::move(path), std::move(message), {}));
}

void FaultList::unknownField(std::string path, JsonValue given, std::vector<std::string> known)
{
    std::string message = "there is no such field here; known are " + listed(known);
    insert(given.position(),
           fileFault("file.unknown_field", std::move(path), std::move(message), given.asGiven(), std::move(known)));
}

void FaultList::wrongType(std::string path, std::string_view expected, JsonValue given)
{
    std::string message = std::string{expected} + " is expected, not ";
    const bool isScalar = given.kind() == JsonKind::Number || given.kind() == JsonKind::Boolean;
    message += isScalar ? excerpt(given.text(), 40) : std::string{kindName(given.kind())};
    insert(0, fileFault("file.type", std::move(path), std::move(message), given.asGiven()));
}

void FaultList::duplicateKey(std::string path, JsonValue given)
{
    std::string message = "the field " + std::string{lastName(path)} + " stands twice; the first value counts";
    insert(0, fileFault("file.duplicate_key", std::move(path), std::move(message), given.asGiven()));
}

void FaultList::unknownValue(std::string path, std::string given, std::vector<std::string> known)
{
    std::string message = '"' + excerpt(given, 60) + "\" is not known; known are " + listed(known);
    insert(0, fileFault("spec.unknown_value", std::move(path), std::move(message), std::move(given), std::move(known)));
}

void FaultList::repeatedValue(std::string path, std::string given)
{
    insert(0, fileFault("spec.repeated", std::move(path), "the value stands twice in the list", std::move(given)));
}

void FaultList::add(Diagnostic diagnostic)
{
    insert(0, std::move(diagnostic));
}

void FaultList::add(Diagnostics diagnostics)
{
    for (Diagnostic& diagnostic : diagnostics)
        insert(0, std::move(diagnostic));
}

void FaultList::add(const FaultList& others)
{
    for (const Fault& fault : others.m_faults)
        insert(fault.filePosition, fault.diagnostic);
    m_omitted += others.m_omitted;
}

Diagnostics FaultList::take() &&
{
    sort();
    Diagnostics diagnostics;
    diagnostics.reserve(m_faults.size());
    for (Fault& fault : m_faults)
        diagnostics.push_back(std::move(fault.diagnostic));
    if (m_omitted > 0)
        diagnostics.push_back(fileFault("file.more_faults", {},
                                        std::to_string(m_omitted) + " more faults of these kinds are not listed", {}));
    return diagnostics;
}

FaultList FaultList::abridged(std::size_t most) const
{
    FaultList list = *this;
    list.sort();
    if (list.m_faults.size() > most) {
        list.m_omitted += list.m_faults.size() - most;
        list.m_faults.resize(most);
    }
    for (Fault& fault : list.m_faults)
        fault.diagnostic.given = excerpt(fault.diagnostic.given);
    return list;
}

void FaultList::insert(std::size_t filePosition, Diagnostic diagnostic)
{
    const std::size_t rank = rankOf(diagnostic.code);
    if (m_countOfRank.size() <= rank)
        m_countOfRank.resize(rank + 1);
    if (m_countOfRank[rank]++ < mostOfACode)
        m_faults.push_back({rank, filePosition, std::move(diagnostic)});
    else
        ++m_omitted;
}

void FaultList::sort()
{
    std::stable_sort(m_faults.begin(), m_faults.end(), [](const Fault& a, const Fault& b) {
        return a.rank != b.rank ? a.rank < b.rank : a.filePosition < b.filePosition;
    });
}

} // namespace planscope
