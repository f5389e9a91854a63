#pragma once

#include "base/diagnostic.h"
#include "base/lineage.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace planscope {

/// Where an entity stands in an IR: "tasks[3]". Becomes text only in a diagnostic.
struct Place {
    std::string_view list;
    std::optional<std::size_t> index = std::nullopt;

    std::string toString() const;
};

/// Collects what breaks the relation between two stages.
///
/// Codes: lineage.missing    an entity declares no source
///        lineage.transform  an entity was not made by this pass
///        lineage.source     a source is not an entity of the input
///        lineage.coverage   nothing of the output came from an entity of the input
///        lineage.predicate  what the pass promises of an entity and its source does not hold
class LineageRelation {
public:
    LineageRelation(std::string_view transform, Origin origin) : m_transform(transform), m_origin(origin) {}

    /// The entity comes from at least one of `sources`, from nothing else, and by this transform.
    template <class Entity, class SourceId>
    void requireSources(Place place, const Entity& entity, const std::vector<SourceId>& sources)
    {
        if (entity.lineage.sources.empty())
            fault("lineage.missing", place, entity.name + " declares no source");
        if (entity.lineage.transform != m_transform)
            fault("lineage.transform", place, entity.name + " was not made by " + std::string{m_transform},
                  entity.lineage.transform);
        for (const SourceId source : entity.lineage.sources)
            if (std::find(sources.begin(), sources.end(), source) == sources.end())
                fault("lineage.source", place, entity.name + " names a source that the input does not have",
                      source.toString());
    }

    /// Some entity comes from each of `sources`.
    template <class Entity, class SourceId>
    void requireCoverage(std::string_view list, const std::vector<SourceId>& sources, const std::vector<Entity>& entities)
    {
        const auto comesFrom = [](SourceId source) {
            return [source](const Entity& entity) {
                const auto& named = entity.lineage.sources;
                return std::find(named.begin(), named.end(), source) != named.end();
            };
        };
        for (std::size_t k = 0; k < sources.size(); ++k)
            if (std::none_of(entities.begin(), entities.end(), comesFrom(sources[k])))
                fault("lineage.coverage", {list, k}, "nothing of the output came from this entity of the input",
                      sources[k].toString());
    }

    void require(bool holds, Place place, std::string_view predicate)
    {
        if (!holds)
            fault("lineage.predicate", place, std::string{predicate} + " does not hold between source and target");
    }

    Diagnostics take() { return std::move(m_faults); }

private:
    void fault(std::string code, Place place, std::string message, std::string given = {});

    std::string_view m_transform;
    Origin m_origin;
    Diagnostics m_faults;
};

} // namespace planscope
