#include "derivation/whole/portable_plan/portable_plan_verifier.h"

#include "derivation/dialect/structure_rules.h"
#include "derivation/whole/dialect/bounded_integer.h"
#include "derivation/whole/portable_plan/buffer_rules.h"

#include <algorithm>
#include <limits>

namespace planscope::whole {
namespace {

/// Every buffer of a plan under one list of ids.
struct NamedBuffer {
    BufferId id;
    std::string_view name;
};
std::vector<NamedBuffer> allBuffers(const PortablePlanIR& ir)
{
    std::vector<NamedBuffer> buffers;
    const auto addAll = [&](const auto& list) {
        for (const auto& buffer : list)
            buffers.push_back({buffer.id, buffer.name});
    };
    addAll(ir.saved);
    addAll(ir.transients);
    for (const PlanStage& stage : ir.stages)
        addAll(stage.persistent);
    return buffers;
}

class TaskRules {
public:
    TaskRules(Findings& found, const PortablePlanIR& ir)
        : m_found(found)
        , m_ir(ir)
    {
    }

    void check(std::size_t position)
    {
        const PlanTask& task = m_ir.tasks[position];
        const EntityPlace place{"tasks", position, task.name};
        const Invocation& invocation = task.invocation;
        if (task.name != taskName(invocation))
            m_found.add("name", place, "the invocation is " + taskName(invocation), excerpt(task.name),
                        {taskName(invocation)});
        const bool exchange = invocation.engine == Engine::Collective;
        if (invocation.part.has_value() != (invocation.row == Row::CoreAttention)
            || invocation.collective.has_value() != exchange || invocation.site.has_value() != exchange
            || invocation.group.has_value() != exchange)
            m_found.add("invocation", place, "kernel part, kind, site and group do not fit row and engine");
        checkDemand(task, place);
        checkCapability(task, place);
        checkOrder(position, place);
        checkLineage(m_found, task.lineage, LineageKind::Translation, place);
    }

private:
    void checkDemand(const PlanTask& task, const EntityPlace& place)
    {
        const WorkloadFacts& facts = task.facts;
        constexpr WideInteger most = std::numeric_limits<std::int64_t>::max();
        const WideInteger traffic = std::min(boundedSum(facts.read.value(), facts.write.value()), most);
        const auto states = [](const auto& stated, WideInteger value) {
            return value == 0 ? !stated.has_value() : stated.has_value() && stated->value() == value;
        };
        const bool negative = facts.operations.value() < 0 || facts.read.value() < 0 || facts.write.value() < 0
            || facts.message.value() < 0;
        if (negative || !states(task.demand.compute, facts.operations.value())
            || !states(task.demand.memoryTraffic, traffic) || !states(task.demand.network, facts.message.value()))
            m_found.add("demand", place, "the demand is not the work");
    }

    static Capability capabilityOf(const Invocation& invocation)
    {
        if (invocation.collective) {
            switch (*invocation.collective) {
            case CollectiveKind::AllReduce: return Capability::AllReduce;
            case CollectiveKind::ReduceScatter: return Capability::ReduceScatter;
            case CollectiveKind::AllGather: return Capability::AllGather;
            case CollectiveKind::AllToAll: return Capability::AllToAll;
            case CollectiveKind::Broadcast: return Capability::Broadcast;
            }
        }
        return invocation.engine == Engine::Matrix ? Capability::MatrixMultiply : Capability::VectorElementwise;
    }
    void checkCapability(const PlanTask& task, const EntityPlace& place)
    {
        const Capability capability = capabilityOf(task.invocation);
        if (task.requires_ != capability)
            m_found.add("capability", place, "the work needs " + std::string{nameOf(capability)},
                        std::string{nameOf(task.requires_)}, {std::string{nameOf(capability)}});
        const ResourceClass resource = task.invocation.collective ? ResourceClass::Network
            : task.invocation.engine == Engine::Matrix            ? ResourceClass::Matrix
                                                                  : ResourceClass::Vector;
        if (task.alternatives != std::vector{resource})
            m_found.add("alternatives", place, "the one class that can do it is " + std::string{nameOf(resource)});
        const bool network = task.concurrency == ConcurrencyGroup::Network;
        if (network != task.invocation.collective.has_value())
            m_found.add("concurrency", place, "exactly collectives are in the group network",
                        std::string{nameOf(task.concurrency)});
    }

    /// 0 forward, 1 recompute, 2 backward.
    static int part(const Invocation& invocation)
    {
        return invocation.phase == Phase::Forward ? 0 : invocation.phase == Phase::Recompute ? 1 : 2;
    }
    void checkOrder(std::size_t position, const EntityPlace& place)
    {
        const PlanTask& task = m_ir.tasks[position];
        std::vector<PlanTaskId> expected;
        if (position > 0) {
            const PlanTask& before = m_ir.tasks[position - 1];
            const Unit unit = unitOf(task.invocation.row);
            const Unit unitBefore = unitOf(before.invocation.row);
            if (unitBefore == unit && (part(before.invocation) == 0) == (part(task.invocation) == 0))
                expected = {before.id};
            if (unitBefore > unit || (unitBefore == unit && part(before.invocation) > part(task.invocation)))
                m_found.add("order", place, "the task stands after " + excerpt(before.name));
        }
        if (task.dependencies != expected)
            m_found.add("chain", place, "a task depends on the one before it in its unit and direction alone");
    }

    Findings& m_found;
    const PortablePlanIR& m_ir;
};

} // namespace

Diagnostics verify(const PortablePlanIR& ir)
{
    Findings found{"portable_plan", Origin::Plan};
    checkSchema(found, ir.schema, PortablePlanIR::currentSchema());
    if (ir.sourceDigest == Digest{})
        found.add("source_digest", "source_digest", "the digest of the distributed tasks is missing");
    if (ir.strategyFingerprint == Digest{})
        found.add("strategy_fingerprint", "strategy_fingerprint", "the fingerprint of the strategy is missing");
    const std::vector<Objective> objectives{{Metric::Latency, Sense::Minimise}, {Metric::PeakMemory, Sense::Minimise}};
    if (ir.objectives != objectives)
        found.add("objectives", "objectives", "the objectives are latency and peak memory, each once, in this order");

    const EntityIndex<PlanTaskKind> tasks{ir.tasks};
    const std::vector<NamedBuffer> buffers = allBuffers(ir);
    const auto name = [](const auto& entity) -> std::string_view { return entity.name; };
    checkIds(found, "tasks", ir.tasks, tasks, ir.sourceDigest, name);
    checkIds(found, "buffers", buffers, EntityIndex<BufferKind>{buffers}, ir.sourceDigest, name);
    TaskRules rules{found, ir};
    for (std::size_t k = 0; k < ir.tasks.size(); ++k)
        rules.check(k);
    checkBuffers(found, ir, tasks);
    checkStages(found, ir);
    return std::move(found).take();
}

} // namespace planscope::whole
