#include "base/match.h"
#include "derivation/pass/pass.h"

#include <algorithm>

namespace planscope {
namespace {

/// The numbers of ids of one kind, sorted, each once.
using IdSet = std::vector<std::uint64_t>;

IdSet sorted(IdSet ids)
{
    std::sort(ids.begin(), ids.end());
    ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
    return ids;
}

template <class Entity>
IdSet idsOf(const std::vector<Entity>& entities)
{
    IdSet ids;
    ids.reserve(entities.size());
    for (const Entity& entity : entities)
        ids.push_back(entity.id.value());
    return sorted(std::move(ids));
}

/// An IR has two kinds of entities: what works, and what is worked on. Lineage leads from each to the
/// same of the parent.
struct Entities {
    IdSet workers;
    IdSet values;
};

Entities entitiesOf(const AnyIr& ir)
{
    return std::visit(Match{
                          [](const ModelIR& model) {
                              return Entities{idsOf(model.operations), idsOf(model.values)};
                          },
                          [](const DistributedTaskIR& tasks) {
                              return Entities{idsOf(tasks.tasks), idsOf(tasks.values)};
                          },
                          [](const PortablePlanIR& plan) {
                              return Entities{idsOf(plan.tasks), idsOf(plan.buffers)};
                          },
                      },
                      ir);
}

template <class Entity>
void count(const std::vector<Entity>& entities, const IdSet& parents, LineageSummary& summary)
{
    IdSet named;
    for (const Entity& entity : entities) {
        ++summary.entities;
        summary.withSources += entity.lineage.sources.empty() ? 0 : 1;
        for (const auto source : entity.lineage.sources)
            named.push_back(source.value());
    }
    named = sorted(std::move(named));
    IdSet covered;
    std::set_intersection(named.begin(), named.end(), parents.begin(), parents.end(), std::back_inserter(covered));
    summary.sourcesCovered += static_cast<std::int64_t>(covered.size());
    summary.sourcesTotal += static_cast<std::int64_t>(parents.size());
}

} // namespace

LineageSummary summariseLineage(const IrSnapshot& input, const IrSnapshot& output)
{
    const Entities parents = entitiesOf(input.ir());
    LineageSummary summary;
    std::visit(Match{
                   [&](const ModelIR& model) {
                       count(model.operations, parents.workers, summary);
                       count(model.values, parents.values, summary);
                   },
                   [&](const DistributedTaskIR& tasks) {
                       count(tasks.tasks, parents.workers, summary);
                       count(tasks.values, parents.values, summary);
                   },
                   [&](const PortablePlanIR& plan) {
                       count(plan.tasks, parents.workers, summary);
                       count(plan.buffers, parents.values, summary);
                   },
               },
               output.ir());
    return summary;
}

} // namespace planscope
