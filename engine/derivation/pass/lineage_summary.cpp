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

/// An IR has two kinds of entities: what works, and what is worked on. Calls workers(list) or values(list) for each of
/// its lists. Lineage leads from each entity to the same kind of the parent's.
template <class Workers, class Values>
void visitEntities(const AnyIr& ir, Workers&& workers, Values&& values)
{
    std::visit(Match{
                   [&](const ModelIR& model) {
                       workers(model.operations);
                       values(model.values);
                   },
                   [&](const DistributedTaskIR& tasks) {
                       workers(tasks.tasks);
                       values(tasks.values);
                   },
                   [&](const PortablePlanIR& plan) {
                       workers(plan.tasks);
                       values(plan.buffers);
                   },
                   [&](const whole::ModelIR& model) {
                       workers(model.operations);
                       values(model.values);
                   },
                   [&](const whole::DistributedTaskIR& tasks) {
                       workers(tasks.tasks);
                       values(tasks.values);
                   },
                   [&](const whole::PortablePlanIR& plan) {
                       workers(plan.tasks);
                       workers(plan.transients);
                       values(plan.saved);
                       for (const whole::PlanStage& stage : plan.stages)
                           values(stage.persistent);
                   },
               },
               ir);
}

/// What a pass made of one kind of its input's entities.
class Coverage {
public:
    template <class Entity>
    void addParents(const std::vector<Entity>& entities)
    {
        for (const Entity& entity : entities)
            m_parents.push_back(entity.id.value());
    }
    template <class Entity>
    void addChildren(const std::vector<Entity>& entities, LineageSummary& summary)
    {
        for (const Entity& entity : entities) {
            ++summary.entities;
            summary.withSources += entity.lineage.sources.empty() ? 0 : 1;
            for (const auto source : entity.lineage.sources)
                m_named.push_back(source.value());
        }
    }
    void settle(LineageSummary& summary) &&
    {
        const IdSet parents = sorted(std::move(m_parents));
        const IdSet named = sorted(std::move(m_named));
        IdSet covered;
        std::set_intersection(named.begin(), named.end(), parents.begin(), parents.end(), std::back_inserter(covered));
        summary.sourcesCovered += static_cast<std::int64_t>(covered.size());
        summary.sourcesTotal += static_cast<std::int64_t>(parents.size());
    }

private:
    IdSet m_parents;
    IdSet m_named;
};

} // namespace

LineageSummary summariseLineage(const IrSnapshot& input, const IrSnapshot& output)
{
    LineageSummary summary;
    Coverage workers;
    Coverage values;
    visitEntities(
        input.ir(), [&](const auto& list) { workers.addParents(list); },
        [&](const auto& list) { values.addParents(list); });
    visitEntities(
        output.ir(), [&](const auto& list) { workers.addChildren(list, summary); },
        [&](const auto& list) { values.addChildren(list, summary); });
    std::move(workers).settle(summary);
    std::move(values).settle(summary);
    return summary;
}

} // namespace planscope
