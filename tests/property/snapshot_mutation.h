#pragma once

#include "derivation/portable_plan/portable_plan_ir.h"
#include "engine/derivation/json_tree.h"

#include <algorithm>
#include <string>
#include <vector>

namespace planscope {

/// Every closed set of names that an IR can hold.
inline const std::vector<std::vector<std::string>>& closedSets()
{
    static const std::vector<std::vector<std::string>> sets{
        allNames<Layer>(),
        allNames<Phase>(),
        allNames<Primitive>(),
        allNames<CollectiveKind>(),
        allNames<Reduction>(),
        allNames<BoundaryRole>(),
        allNames<StageKind>(),
        allNames<LineageKind>(),
        allNames<Datatype>(),
        allNames<RecomputePolicy>(),
        allNames<ScheduleKind>(),
        allNames<TensorCommunication>(),
        allNames<Capability>(),
        allNames<ResourceClass>(),
        allNames<ConcurrencyGroup>(),
        allNames<MemorySpace>(),
        allNames<Metric>(),
        allNames<Sense>(),
        {std::string{LocalCompute::alternativeName}, std::string{Control::alternativeName}},
    };
    return sets;
}

/// The other names of the sets that hold this one.
inline std::vector<std::string> siblingsOf(const std::string& name)
{
    std::vector<std::string> siblings;
    for (const auto& set : closedSets())
        if (std::find(set.begin(), set.end(), name) != set.end())
            std::copy_if(set.begin(), set.end(), std::back_inserter(siblings),
                         [&](const std::string& other) { return other != name; });
    return siblings;
}

inline JsonTree scalar(JsonKind kind, std::string text)
{
    return {kind, std::move(text), {}, {}};
}

inline std::vector<JsonTree> mutatedStrings(const std::string& text)
{
    std::vector<JsonTree> mutated;
    std::vector<std::string> texts = siblingsOf(text);
    if (const std::size_t colon = text.find(':'); colon != std::string::npos && colon + 1 < text.size()) {
        for (const std::size_t at : {colon + 1, text.size() - 1}) { // the first and last digit of an id or digest
            std::string flipped = text;
            flipped[at] = flipped[at] == '0' ? '1' : '0';
            texts.push_back(flipped);
        }
        texts.push_back(text.substr(0, colon + 1) + std::string(text.size() - colon - 1, '0'));
    }
    texts.push_back(text + "x");
    if (!text.empty())
        texts.emplace_back();
    for (const std::string& other : texts)
        mutated.push_back(scalar(JsonKind::String, other));
    mutated.push_back(scalar(JsonKind::Null, "null"));
    return mutated;
}

inline std::vector<JsonTree> mutatedNumbers(const std::string& text)
{
    const long long value = std::stoll(text);
    std::vector<JsonTree> mutated{scalar(JsonKind::Null, "null")};
    for (const std::string& other : {std::to_string(value + 1), std::to_string(value - 1), std::string{"0"}, "-" + text,
                                     std::string{"9223372036854775807"}})
        if (other != text && !(value == 0 && other == "-0"))
            mutated.push_back(scalar(JsonKind::Number, other));
    return mutated;
}

inline std::vector<JsonTree> mutatedArrays(const JsonTree& array)
{
    std::vector<JsonTree> mutated;
    for (std::size_t k = 0; k < array.children.size(); ++k) {
        const auto at = static_cast<std::ptrdiff_t>(k);
        JsonTree dropped = array;
        dropped.children.erase(dropped.children.begin() + at);
        mutated.push_back(std::move(dropped));
        JsonTree doubled = array;
        doubled.children.insert(doubled.children.begin() + at, array.children[k]);
        mutated.push_back(std::move(doubled));
        if (k > 0) {
            JsonTree swapped = array;
            std::swap(swapped.children[k], swapped.children[k - 1]);
            mutated.push_back(std::move(swapped));
        }
    }
    return mutated;
}

/// Small changes to one value, each to something else: numbers by one, names to their siblings, digits of ids and
/// digests, presence; elements of arrays dropped, doubled, swapped; the alternative of a variant.
inline std::vector<JsonTree> mutationsOf(const JsonTree& value)
{
    switch (value.kind) {
    case JsonKind::Number: return mutatedNumbers(value.text);
    case JsonKind::String: return mutatedStrings(value.text);
    case JsonKind::Boolean: return {scalar(JsonKind::Boolean, value.text == "true" ? "false" : "true")};
    case JsonKind::Null:
        return {scalar(JsonKind::Number, "0"),
                scalar(JsonKind::Number, "1"),
                scalar(JsonKind::String, "all_reduce"),
                scalar(JsonKind::String, "sum"),
                scalar(JsonKind::String, "task:0000000000000001"),
                scalar(JsonKind::String, "plan_task:0000000000000001")};
    case JsonKind::Array: return mutatedArrays(value);
    case JsonKind::Object: break;
    }
    std::vector<JsonTree> mutated;
    if (value.children.size() == 1)
        for (const std::string& other : siblingsOf(value.names.front())) {
            JsonTree changed = value;
            changed.names.front() = other;
            mutated.push_back(std::move(changed));
        }
    return mutated;
}

/// "tasks[3].facts.operations" without the places: "tasks[].facts.operations".
inline std::string fieldOf(const std::string& path)
{
    std::string field;
    bool inside = false;
    for (const char c : path) {
        inside = c == '[' || (inside && c != ']');
        if (!inside || c == '[')
            field.push_back(c);
    }
    return field;
}

} // namespace planscope
