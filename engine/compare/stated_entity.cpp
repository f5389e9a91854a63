#include "compare/stated_entity.h"

#include <algorithm>
#include <array>
#include <map>
#include <tuple>

namespace planscope {
namespace {

/// Finds the entry of that name or makes one at the end.
template <class Compared>
Compared& entryFor(std::vector<Compared>& all, const Compared& named)
{
    const auto found =
        std::find_if(all.begin(), all.end(), [&named](const Compared& known) { return known.name == named.name; });
    if (found != all.end())
        return *found;
    all.push_back(named);
    return all.back();
}

bool anyDiffers(const ComparedEntity& entity)
{
    const auto differs = [](const auto& compared) { return compared.differs(); };
    return std::any_of(entity.facts.begin(), entity.facts.end(), differs)
        || std::any_of(entity.attributes.begin(), entity.attributes.end(), differs);
}

void numberRepeated(std::vector<StatedEntity>& entities)
{
    std::map<std::pair<SemanticKey, std::string>, int> seen;
    for (StatedEntity& entity : entities)
        if (const int before = seen[{entity.key, entity.part}]++; before > 0)
            entity.part += "#" + std::to_string(before + 1);
}

} // namespace

std::vector<ComparedFact> mergeFacts(const StatedEntity* a, const StatedEntity* b)
{
    std::vector<ComparedFact> merged;
    for (const StatedEntity* side : {a, b})
        if (side)
            for (const auto& fact : side->facts)
                (side == a ? entryFor(merged, fact.first).a : entryFor(merged, fact.first).b) = fact.second;
    return merged;
}

std::vector<ComparedText> mergeAttributes(const StatedEntity* a, const StatedEntity* b)
{
    std::vector<ComparedText> merged;
    for (const StatedEntity* side : {a, b})
        if (side)
            for (const auto& attribute : side->attributes) {
                ComparedText& entry = entryFor(merged, ComparedText{attribute.first, {}, {}});
                (side == a ? entry.a : entry.b) = attribute.second;
            }
    return merged;
}

std::vector<ComparedEntity> mergeEntities(std::vector<StatedEntity> a, std::vector<StatedEntity> b)
{
    using Place = std::tuple<std::vector<std::int64_t>, SemanticKey, std::string>;
    numberRepeated(a);
    numberRepeated(b);
    std::map<Place, std::array<const StatedEntity*, 2>> merged;
    for (const StatedEntity& entity : a)
        merged[Place{entity.order, entity.key, entity.part}][0] = &entity;
    for (const StatedEntity& entity : b)
        merged[Place{entity.order, entity.key, entity.part}][1] = &entity;

    std::vector<ComparedEntity> entities;
    entities.reserve(merged.size());
    for (const auto& entry : merged) {
        const StatedEntity* ofA = entry.second[0];
        const StatedEntity* ofB = entry.second[1];
        ComparedEntity entity;
        entity.key = std::get<SemanticKey>(entry.first);
        entity.part = std::get<std::string>(entry.first);
        entity.facts = mergeFacts(ofA, ofB);
        for (ComparedFact& fact : entity.facts)
            fact.absentIsNothing = fact.absentIsNothing || !ofA || !ofB;
        entity.attributes = mergeAttributes(ofA, ofB);
        entity.change = !ofA     ? Change::Added
            : !ofB               ? Change::Removed
            : anyDiffers(entity) ? Change::Changed
                                 : Change::Same;
        entities.push_back(std::move(entity));
    }
    return entities;
}

} // namespace planscope
