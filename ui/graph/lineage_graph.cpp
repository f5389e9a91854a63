#include "ui/graph/lineage_graph.h"

#include "base/match.h"
#include "ui/models/entity_match.h"

#include <QCoreApplication>

#include <algorithm>
#include <unordered_map>

namespace planscope::ui {
namespace {

QString textOf(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

QString tr(const char* text)
{
    return QCoreApplication::translate("LineageScene", text);
}

/// Nodes of one stage by id. What works and what is worked on have ids of their own.
struct StageIndex {
    std::unordered_map<std::uint64_t, std::size_t> workers;
    std::unordered_map<std::uint64_t, std::size_t> values;
};

/// Adds the stages one after the other; each looks its sources up in the one before.
class GraphBuilder {
public:
    explicit GraphBuilder(std::vector<LineageNode>& nodes)
        : m_nodes(nodes)
    {
    }

    void add(const IrSnapshot& snapshot)
    {
        m_stage = snapshot.kind();
        m_before = std::move(m_here);
        m_here = {};
        std::visit(Match{
                       [this](const ModelIR& model) { addModel(model); },
                       [this](const DistributedTaskIR& tasks) { addTasks(tasks); },
                       [this](const PortablePlanIR& plan) { addPlan(plan); },
                       [this](const whole::ModelIR& model) { addModel(model); },
                       [this](const whole::DistributedTaskIR& tasks) { addTasks(tasks); },
                       [this](const whole::PortablePlanIR& plan) { addPlan(plan); },
                   },
                   snapshot.ir());
    }

private:
    void addModel(const ModelIR& model)
    {
        for (const ModelValue& value : model.values)
            addStated({EntityKey::Kind::Value, textOf(value.name)}, value, m_here.values);
        for (const ModelOperation& operation : model.operations)
            addStated({EntityKey::Kind::Operation, textOf(operation.kind)}, operation, m_here.workers);
    }
    void addModel(const whole::ModelIR& model)
    {
        for (const whole::ModelValue& value : model.values) {
            addStated({EntityKey::Kind::Value, textOf(value.name)}, value, m_here.values);
            m_nodes.back().mayEnd = value.role != whole::OperandRole::Weight;
        }
        for (const whole::ModelOperation& operation : model.operations) {
            addStated({EntityKey::Kind::Operation, textOf(operation.name)}, operation, m_here.workers);
            m_nodes.back().mayEnd = operation.kind == whole::OperationClass::Dropout;
        }
    }
    void addTasks(const whole::DistributedTaskIR& tasks)
    {
        for (const whole::DistributedValue& value : tasks.values) {
            addDerived({EntityKey::Kind::Value, textOf(value.name)}, value, m_before.values, m_here.values);
            m_nodes.back().group = tr("parameters, kept tensors");
        }
        for (const whole::DistributedTask& task : tasks.tasks)
            addTask(task);
    }
    /// Buffers of one moment come from tasks, all others from values.
    void addPlan(const whole::PortablePlanIR& plan)
    {
        for (const whole::SavedBuffer& buffer : plan.saved)
            addDerived({EntityKey::Kind::Value, textOf(buffer.name)}, buffer, m_before.values, m_here.values);
        for (std::size_t stage = 0; stage < plan.stages.size(); ++stage)
            for (const whole::PersistentBuffer& buffer : plan.stages[stage].persistent)
                addApart(buffer, m_before.values, tr("held by each rank of stage %1").arg(stage));
        for (const whole::TransientBuffer& buffer : plan.transients)
            addApart(buffer, m_before.workers, tr("while a moment of backward lasts"));
        for (const whole::PlanTask& task : plan.tasks)
            addTask(task);
    }
    template <class Buffer>
    void addApart(const Buffer& buffer, const std::unordered_map<std::uint64_t, std::size_t>& parents,
                  const QString& group)
    {
        addDerived({EntityKey::Kind::Value, textOf(buffer.name)}, buffer, parents, m_here.values);
        m_nodes.back().isApart = true;
        m_nodes.back().group = group;
    }
    void addTasks(const DistributedTaskIR& tasks)
    {
        for (const DistributedValue& value : tasks.values)
            addDerived({EntityKey::Kind::Value, textOf(value.name)}, value, m_before.values, m_here.values);
        for (const DistributedTask& task : tasks.tasks)
            addTask(task);
    }
    void addPlan(const PortablePlanIR& plan)
    {
        for (const PlanBuffer& buffer : plan.buffers)
            addDerived({EntityKey::Kind::Value, textOf(buffer.name)}, buffer, m_before.values, m_here.values);
        for (const PlanTask& task : plan.tasks)
            addTask(task);
    }

    template <class Task>
    void addTask(const Task& task)
    {
        addDerived({EntityKey::Kind::Task, textOf(task.name)}, task, m_before.workers, m_here.workers);
        LineageNode& node = m_nodes.back();
        if constexpr (requires { task.invocation.row; }) {
            node.group = textOf(nameOf(whole::unitOf(task.invocation.row)));
        } else {
            node.phase = task.phase;
            node.layer = task.layer;
            node.primitive = task.primitive;
            node.group = textOf(nameOf(stageOf(task.phase)));
        }
    }
    template <class Entity>
    LineageNode& addNode(EntityKey key, const Entity& entity, std::unordered_map<std::uint64_t, std::size_t>& index)
    {
        index.emplace(entity.id.value(), m_nodes.size());
        LineageNode& node = m_nodes.emplace_back();
        node.stage = m_stage;
        node.key = std::move(key);
        node.group = node.key.kind == EntityKey::Kind::Value ? tr("boundary values") : tr("operations");
        node.id = textOf(entity.id.toString());
        node.kind = entity.lineage.kind;
        node.transform = textOf(entity.lineage.transform);
        return node;
    }
    template <class Entity>
    void addStated(EntityKey key, const Entity& entity, std::unordered_map<std::uint64_t, std::size_t>& index)
    {
        LineageNode& node = addNode(std::move(key), entity, index);
        for (const ModelSpecId source : entity.lineage.sources)
            node.statedBy = textOf(source.toString());
    }
    template <class Entity>
    void addDerived(EntityKey key, const Entity& entity, const std::unordered_map<std::uint64_t, std::size_t>& parents,
                    std::unordered_map<std::uint64_t, std::size_t>& index)
    {
        const std::size_t position = m_nodes.size();
        addNode(std::move(key), entity, index);
        for (const auto source : entity.lineage.sources) {
            const auto parent = parents.find(source.value());
            if (parent == parents.end()) {
                ++m_nodes[position].unknownSources;
                continue;
            }
            m_nodes[position].sources.push_back(parent->second);
            m_nodes[parent->second].derived.push_back(position);
        }
    }

    std::vector<LineageNode>& m_nodes;
    IrKind m_stage = IrKind::Model;
    StageIndex m_before;
    StageIndex m_here;
};

LineageTransition counted(const std::vector<LineageNode>& nodes, IrKind from, IrKind to)
{
    LineageTransition transition;
    transition.from = from;
    transition.to = to;
    for (const LineageNode& node : nodes) {
        if (node.stage == from) {
            ++transition.sourcesTotal;
            transition.sourcesCovered += node.derived.empty() ? 0 : 1;
            if (!node.derived.empty())
                ++transition.fanOut[node.derived.size()];
            else if (node.mayEnd)
                ++transition.sourcesEnded;
        } else if (node.stage == to) {
            ++transition.entities;
            transition.withSources += !node.sources.empty() && node.unknownSources == 0 ? 1 : 0;
            transition.mostSources = std::max(transition.mostSources, node.sources.size());
        }
    }
    return transition;
}

/// Breadth first along one direction, each node once, in the order in which they are met.
template <class Next>
std::vector<std::size_t> walk(std::vector<std::size_t> reached, std::size_t count, const Next& next)
{
    std::vector<bool> seen(count, false);
    for (const std::size_t node : reached)
        seen[node] = true;
    for (std::size_t k = 0; k < reached.size(); ++k)
        for (const std::size_t other : next(reached[k]))
            if (!seen[other]) {
                seen[other] = true;
                reached.push_back(other);
            }
    return reached;
}

} // namespace

LineageGraph::LineageGraph(const DerivedHistory& derivation)
{
    GraphBuilder builder{m_nodes};
    for (const SnapshotPtr& snapshot : derivation.history.snapshots)
        builder.add(*snapshot);
    for (std::size_t k = 1; k < derivation.history.snapshots.size(); ++k)
        m_transitions.push_back(
            counted(m_nodes, derivation.history.snapshots[k - 1]->kind(), derivation.history.snapshots[k]->kind()));
}

bool LineageGraph::hasStage(IrKind stage) const
{
    return std::any_of(m_nodes.begin(), m_nodes.end(),
                       [stage](const LineageNode& node) { return node.stage == stage; });
}

std::vector<std::size_t> LineageGraph::find(const EntityKey& key) const
{
    std::vector<std::size_t> found;
    for (std::size_t k = 0; k < m_nodes.size(); ++k) {
        const LineageNode& node = m_nodes[k];
        if (node.phase ? standsFor(key, node.key.name, node.layer, node.primitive) : node.key == key)
            found.push_back(k);
    }
    return found;
}

std::vector<bool> LineageGraph::related(const std::vector<std::size_t>& from) const
{
    std::vector<bool> flags(m_nodes.size(), false);
    const auto mark = [&](const auto& next) {
        for (const std::size_t node : walk(from, m_nodes.size(), next))
            flags[node] = true;
    };
    mark([this](std::size_t node) -> const std::vector<std::size_t>& { return m_nodes[node].sources; });
    mark([this](std::size_t node) -> const std::vector<std::size_t>& { return m_nodes[node].derived; });
    return flags;
}

std::vector<std::size_t> LineageGraph::ancestry(std::size_t node) const
{
    auto found = walk({node}, m_nodes.size(),
                      [this](std::size_t k) -> const std::vector<std::size_t>& { return m_nodes[k].sources; });
    std::reverse(found.begin(), found.end());
    return found;
}

std::vector<std::size_t> LineageGraph::descent(std::size_t node) const
{
    auto found = walk({node}, m_nodes.size(),
                      [this](std::size_t k) -> const std::vector<std::size_t>& { return m_nodes[k].derived; });
    found.erase(found.begin());
    return found;
}

} // namespace planscope::ui
