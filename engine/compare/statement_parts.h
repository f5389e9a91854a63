#pragma once

#include "base/match.h"
#include "compare/ir_statements.h"
#include "derivation/dialect/extent.h"
#include "derivation/dialect/mesh.h"

#include <map>
#include <string>
#include <vector>

/// What the statements of IRs of both accountings are made with. For this folder's .cpp files alone.
namespace planscope {

/// The groups of entities in the order in which an IR lists them.
enum class StatementGroup { ModelOperations, Values, Tasks, Layers, Moments, Stages, Edges };

inline StatedEntity entityOf(SemanticKey::Kind kind, std::string name, StatementGroup group, std::int64_t place)
{
    StatedEntity entity;
    entity.key = {kind, std::move(name)};
    entity.order = {static_cast<std::int64_t>(group), place};
    return entity;
}

inline Number countOfThem(std::int64_t value)
{
    return Number::integer(value);
}

inline std::string truth(bool value)
{
    return value ? "true" : "false";
}

template <class Item, class Text>
std::string joined(const std::vector<Item>& items, const Text& textOf)
{
    std::string out;
    for (const Item& item : items)
        out.append(out.empty() ? "" : ", ").append(textOf(item));
    return out;
}

/// Ids told by name; an id that names nothing here stands for itself.
template <class Id>
class Names {
public:
    void add(const Id& id, std::string name) { m_names.emplace(id, std::move(name)); }
    std::string operator()(const Id& id) const
    {
        const auto found = m_names.find(id);
        return found == m_names.end() ? id.toString() : found->second;
    }
    std::string of(const std::optional<Id>& id) const { return id ? (*this)(*id) : std::string{}; }
    std::string of(const std::vector<Id>& ids) const { return joined(ids, *this); }

private:
    std::map<Id, std::string> m_names;
};

inline void stateWork(StatedEntity& entity, const WorkloadFacts& facts)
{
    entity.fact("operations", FactUnit::InOperations, countOfThem(facts.operations.value()));
    entity.fact("read_bytes", FactUnit::InBytes, countOfThem(facts.read.value()));
    entity.fact("write_bytes", FactUnit::InBytes, countOfThem(facts.write.value()));
    entity.fact("message_bytes", FactUnit::InBytes, countOfThem(facts.message.value()));
}

inline std::string extentText(const Extent& extent)
{
    return std::visit(Match{
                          [](const KnownExtent& known) { return std::to_string(known.elements); },
                          [](const SymbolicExtent& symbolic) { return symbolic.symbol; },
                      },
                      extent);
}

inline std::string shardingText(const AxisSharding& sharding)
{
    return "axis " + std::to_string(sharding.tensorAxis) + " over " + sharding.meshAxis;
}

template <class Task, class Id>
void stateEdges(IrStatements& out, const std::vector<Task>& tasks, const Names<Id>& names)
{
    for (const Task& task : tasks)
        for (const Id& earlier : task.dependencies)
            out.edges.emplace_back(names(earlier), names(task.id));
}

} // namespace planscope
