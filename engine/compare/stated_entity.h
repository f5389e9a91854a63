#pragma once

#include "compare/compared_fact.h"

#include <string_view>
#include <utility>

namespace planscope {

/// One entity as one side states it, before it is matched: plain pairs of names and values.
struct StatedEntity {
    SemanticKey key;
    std::string part;
    std::vector<std::int64_t> order; ///< place among all entities; of both sides alike, by meaning
    std::vector<std::pair<ComparedFact, std::optional<Number>>> facts; ///< name and unit, and the value if there is one
    std::vector<std::pair<std::string, std::string>> attributes;

    void fact(std::string_view name, FactUnit unit, std::optional<Number> value)
    {
        facts.emplace_back(ComparedFact{std::string{name}, unit, {}, {}}, value);
    }
    /// A fact of which there is nothing where it is not stated.
    void factIfAny(std::string_view name, FactUnit unit, std::optional<Number> value)
    {
        fact(name, unit, value);
        facts.back().first.absentIsNothing = true;
    }
    void attribute(std::string_view name, std::string value) { attributes.emplace_back(name, std::move(value)); }
};

/// Facts and attributes of both sides matched by name: A's in their order, then those of B alone. Null: no such side.
std::vector<ComparedFact> mergeFacts(const StatedEntity* a, const StatedEntity* b);
std::vector<ComparedText> mergeAttributes(const StatedEntity* a, const StatedEntity* b);

/// Matches entities by key and part, each of which names one entity of a side; sorted by order, then key and part.
/// Where a side names several alike, the first takes part under that name, the others as "#2", "#3", ….
std::vector<ComparedEntity> mergeEntities(std::vector<StatedEntity> a, std::vector<StatedEntity> b);

} // namespace planscope
