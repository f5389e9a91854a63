#include "derivation/distributed/task_body_rules.h"

#include "base/match.h"
#include "derivation/distributed/task_rules.h"

#include <algorithm>

namespace planscope {
namespace {

bool reduces(CollectiveKind kind)
{
    switch (kind) {
    case CollectiveKind::AllReduce:
    case CollectiveKind::ReduceScatter: return true;
    case CollectiveKind::AllGather:
    case CollectiveKind::AllToAll:
    case CollectiveKind::Broadcast: return false;
    }
    return false;
}

class BodyRules {
public:
    BodyRules(Findings& found, const DistributedTask& task, const EntityPlace& place, const BodyContext& context)
        : m_found(found)
        , m_task(task)
        , m_place(place)
        , m_context(context)
        , m_lawfulFacts(checkFacts(found, task.facts, place))
    {
    }

    void operator()(const LocalCompute&)
    {
        requirePrimitive(false, LocalCompute::alternativeName);
        requireNoMessage(LocalCompute::alternativeName);
        const WorkloadFacts& facts = m_task.facts;
        if (facts.operations.value() == 0 && facts.read.value() == 0 && facts.write.value() == 0)
            m_found.add("work", m_place, "the task has 0 operations and 0 bytes of traffic: empty work has no task");
    }

    void operator()(const Collective& collective)
    {
        requirePrimitive(true, Collective::alternativeName);
        requireMessage(Collective::alternativeName);
        if (collective.participants != m_task.ranks)
            m_found.add("participants", m_place,
                        "the participants are ranks " + textOf(collective.participants) + ", but the task runs on "
                            + textOf(m_task.ranks),
                        textOf(collective.participants), {textOf(m_task.ranks)});
        if (collective.reduction.has_value() != reduces(collective.kind))
            m_found.add("reduction", m_place,
                        std::string{nameOf(collective.kind)}
                            + (collective.reduction ? " does not reduce, but names a reduction"
                                                    : " reduces, but names no reduction"));
        else if (collective.reduction && *collective.reduction != Reduction::Sum)
            m_found.add("reduction", m_place,
                        "the reduction is " + std::string{nameOf(*collective.reduction)}
                            + ", but the partial results of a matrix operation add up",
                        std::string{nameOf(*collective.reduction)}, {std::string{nameOf(Reduction::Sum)}});
    }

    void operator()(const PointToPoint& transfer)
    {
        requirePrimitive(true, PointToPoint::alternativeName);
        requireMessage(PointToPoint::alternativeName);
        if (!m_context.meshSize())
            return;
        const auto inside = [&](std::int64_t rank) { return rank >= 0 && rank < *m_context.meshSize(); };
        if (!inside(transfer.source) || !inside(transfer.destination) || transfer.source == transfer.destination)
            m_found.add("transfer", m_place,
                        "the transfer goes from rank " + std::to_string(transfer.source) + " to rank "
                            + std::to_string(transfer.destination) + ", but two of the ranks 0 … "
                            + std::to_string(*m_context.meshSize() - 1) + " are needed",
                        std::to_string(transfer.source) + " to " + std::to_string(transfer.destination));
    }

    void operator()(const Reshard& reshard)
    {
        requirePrimitive(true, Reshard::alternativeName);
        const auto fromPosition = resolve(reshard.from);
        const auto toPosition = resolve(reshard.to);
        if (!fromPosition || !toPosition)
            return;
        const DistributedValue& from = m_context.value(*fromPosition);
        const DistributedValue& to = m_context.value(*toPosition);
        // Longer lists are themselves illegal, and comparing them for every task would take long.
        const bool comparable = from.shape.size() <= 3 && from.sharding.size() <= 1;
        if (comparable && from.shape != to.shape)
            m_found.add("reshard", m_place,
                        "the shapes of " + excerpt(from.name) + " and " + excerpt(to.name) + " differ");
        if (comparable && from.sharding == to.sharding)
            m_found.add("reshard", m_place,
                        "the sharding of " + excerpt(from.name) + " and " + excerpt(to.name) + " is the same");
        if (!m_context.consumes(m_task.id, *fromPosition))
            m_found.add("reshard", m_place, "the task is not among the consumers of " + excerpt(from.name));
        if (to.producer != m_task.id)
            m_found.add("single_definition", m_place,
                        "the task makes " + excerpt(to.name) + ", whose producer is "
                            + (to.producer ? to.producer->toString() : "none"),
                        to.producer ? to.producer->toString() : "", {m_task.id.toString()});
    }

    void operator()(const Control&)
    {
        if (m_lawfulFacts && m_task.facts != WorkloadFacts{})
            m_found.add("control", m_place,
                        "a control task has no work, but this one has "
                            + std::to_string(m_task.facts.operations.value()) + " operations, "
                            + std::to_string(m_task.facts.read.value()) + " bytes read, "
                            + std::to_string(m_task.facts.write.value()) + " written, "
                            + std::to_string(m_task.facts.message.value()) + " of message");
    }

private:
    void requirePrimitive(bool collective, std::string_view body)
    {
        if ((m_task.primitive == Primitive::Collective) != collective)
            m_found.add("body", m_place,
                        "the body " + std::string{body} + " does not fit primitive "
                            + std::string{nameOf(m_task.primitive)},
                        std::string{body});
    }
    void requireMessage(std::string_view body)
    {
        if (m_task.facts.message.value() == 0)
            m_found.add("message", m_place, "the body " + std::string{body} + " has no message", "0");
    }
    void requireNoMessage(std::string_view body)
    {
        if (m_task.facts.message.value() > 0)
            m_found.add("message", m_place,
                        "the body " + std::string{body} + " has a message of "
                            + std::to_string(m_task.facts.message.value()) + " bytes instead of 0",
                        std::to_string(m_task.facts.message.value()), {"0"});
    }
    std::optional<std::size_t> resolve(DistributedValueId id)
    {
        const auto position = m_context.find(id);
        if (!position)
            m_found.add("reference", m_place, "the value " + id.toString() + " is no entity of this IR", id.toString());
        return position;
    }

    Findings& m_found;
    const DistributedTask& m_task;
    const EntityPlace& m_place;
    const BodyContext& m_context;
    bool m_lawfulFacts;
};

} // namespace

BodyContext::BodyContext(const std::vector<DistributedValue>& values, const EntityIndex<DistributedValueKind>& index,
                         std::optional<std::int64_t> meshSize)
    : m_values(values)
    , m_index(index)
    , m_meshSize(meshSize)
{
    for (std::size_t k = 0; k < values.size(); ++k)
        for (const TaskId consumer : values[k].consumers)
            m_uses.push_back({k, consumer});
    std::sort(m_uses.begin(), m_uses.end());
}

bool BodyContext::consumes(TaskId task, std::size_t value) const
{
    return std::binary_search(m_uses.begin(), m_uses.end(), Use{value, task});
}

void checkBody(Findings& found, const DistributedTask& task, const EntityPlace& place, const BodyContext& context)
{
    std::visit(BodyRules{found, task, place, context}, task.body);
}

} // namespace planscope
