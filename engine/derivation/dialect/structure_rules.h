#pragma once

#include "base/lineage.h"
#include "derivation/dialect/entity_index.h"
#include "derivation/dialect/findings.h"
#include "derivation/dialect/ir_schema.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

/// Rules that every IR keeps, whatever it speaks of: schema, ids, references, lineage.
namespace planscope {

/// Rule schema: the name is the IR's own; the version one that this program knows.
void checkSchema(Findings& found, const IrSchema& schema, const IrSchema& current);

/// Rule unique_ids: no two entities of a list share an id.
/// Rule id_derived: each id is that of the parent's digest and the entity's name.
template <class Kind, class Entity, class NameOf>
void checkIds(Findings& found, std::string_view list, const std::vector<Entity>& entities,
              const EntityIndex<Kind>& index, const Digest& parent, NameOf&& nameOfEntity)
{
    index.forEachRepetition([&](std::size_t position, std::size_t first) {
        found.add("unique_ids", EntityPlace{list, position, nameOfEntity(entities[position])},
                  "position " + std::to_string(position) + " has the id of position " + std::to_string(first),
                  entities[position].id.toString());
    });
    for (std::size_t k = 0; k < entities.size(); ++k) {
        const std::string_view name = nameOfEntity(entities[k]);
        const auto derived = EntityId<Kind>::derive(parent, name);
        if (entities[k].id != derived)
            found.add("id_derived", EntityPlace{list, k, name},
                      "the id is " + entities[k].id.toString() + ", but parent digest and name give "
                          + derived.toString(),
                      entities[k].id.toString(), {derived.toString()});
    }
}

/// Rule reference: each id names an entity of this IR. `what` says what the ids are, as in "consumer".
template <class Kind>
void checkReferences(Findings& found, const std::vector<EntityId<Kind>>& ids, const EntityIndex<Kind>& index,
                     std::string_view what, const EntityPlace& place)
{
    for (const EntityId<Kind> id : ids)
        if (!index.find(id))
            found.add("reference", place, std::string{what} + " " + id.toString() + " is no entity of this IR",
                      id.toString());
}

/// The ids that stand more than once, each once.
template <class Kind>
std::vector<EntityId<Kind>> repeatedIds(std::vector<EntityId<Kind>> ids)
{
    std::vector<EntityId<Kind>> repeated;
    if (ids.size() < 2)
        return repeated;
    std::sort(ids.begin(), ids.end());
    for (std::size_t k = 1; k < ids.size(); ++k)
        if (ids[k] == ids[k - 1] && (repeated.empty() || repeated.back() != ids[k]))
            repeated.push_back(ids[k]);
    return repeated;
}

/// Rule repeated_reference: no id stands twice in one list.
template <class Kind>
void checkRepetition(Findings& found, const std::vector<EntityId<Kind>>& ids, std::string_view what,
                     const EntityPlace& place)
{
    if (ids.size() < 2)
        return;
    for (const EntityId<Kind> id : repeatedIds(ids))
        found.add("repeated_reference", place, std::string{what} + " " + id.toString() + " stands twice",
                  id.toString());
}

/// Rule lineage_kind: the kind is the one the entity must have.
/// Rule lineage_transform: the transform is named.
/// Rule lineage_sources: what is stated or translated has exactly one source, what is expanded or cloned at least one;
/// none is nothing, none stands twice.
template <class SourceKind>
void checkLineage(Findings& found, const Lineage<EntityId<SourceKind>>& lineage, LineageKind expected,
                  const EntityPlace& place)
{
    if (lineage.kind != expected)
        found.add("lineage_kind", place,
                  "the lineage is " + std::string{nameOf(lineage.kind)} + " instead of "
                      + std::string{nameOf(expected)},
                  std::string{nameOf(lineage.kind)}, {std::string{nameOf(expected)}});
    if (lineage.transform.empty())
        found.add("lineage_transform", place, "the lineage does not name the transform that made the entity");

    const std::size_t count = lineage.sources.size();
    const bool many = expected == LineageKind::Expansion || expected == LineageKind::Clone;
    if (count == 0 || (!many && count > 1))
        found.add("lineage_sources", place,
                  "the lineage has " + std::to_string(count) + " sources instead of 1" + (many ? " or more" : ""),
                  std::to_string(count));
    for (const EntityId<SourceKind> source : lineage.sources)
        if (source == EntityId<SourceKind>{})
            found.add("lineage_sources", place, "a source of the lineage names nothing", source.toString());
    for (const EntityId<SourceKind> source : repeatedIds(lineage.sources))
        found.add("lineage_sources", place, "the source " + source.toString() + " stands twice", source.toString());
}

} // namespace planscope
