#include "derivation/checks/plan_checks.h"

#include <algorithm>

namespace planscope {

namespace {

/// Calls visit(distributed task, plan task) for each pair in order, as long as both lists last.
template <class Visit>
void forEachPair(const DistributedTaskIR& tasks, const PortablePlanIR& plan, const Visit& visit)
{
    const std::size_t count = std::min(tasks.tasks.size(), plan.tasks.size());
    for (std::size_t k = 0; k < count; ++k)
        visit(tasks.tasks[k], plan.tasks[k]);
}

void checkCoverage(const DistributedTaskIR& tasks, const PortablePlanIR& plan, std::vector<CheckOutcome>& outcomes)
{
    Check check{outcomes, "check.task_coverage", "plan tasks and distributed tasks"};
    const PlanTask* before = nullptr;
    forEachPair(tasks, plan, [&](const DistributedTask& from, const PlanTask& to) {
        const auto culprit = [&from] { return from.name; };
        const Collective* collective = std::get_if<Collective>(&from.body);
        check.holds(from.name == to.name, from.name, to.name, culprit);
        check.holds(to.lineage.sources.size() == 1 && to.lineage.sources[0] == from.id, "made of this task alone",
                    "made of other tasks", culprit);
        check.holds(from.layer == to.layer && from.phase == to.phase && from.primitive == to.primitive, from.name,
                    "another layer, phase or primitive", culprit);
        check.holds(to.collective == (collective ? std::optional{collective->kind} : std::nullopt),
                    "the exchange of the distributed task", "another exchange", culprit);
        check.holds(from.ranks == to.ranks, "the ranks of the distributed task", "other ranks", culprit);
        check.holds(before ? to.dependencies.size() == 1 && to.dependencies[0] == before->id : to.dependencies.empty(),
                    "after the task before it", "other dependencies", culprit);
        before = &to;
    });
    check.total(static_cast<std::int64_t>(tasks.tasks.size()), static_cast<std::int64_t>(plan.tasks.size()));
}

template <class Unit>
void checkFact(const DistributedTaskIR& tasks, const PortablePlanIR& plan, std::string_view code,
               std::string_view subject, Quantity<Unit> WorkloadFacts::*fact, std::vector<CheckOutcome>& outcomes)
{
    Check check{outcomes, code, subject};
    forEachPair(tasks, plan, [&](const DistributedTask& from, const PlanTask& to) {
        check.equal((from.facts.*fact).value(), (to.facts.*fact).value(), [&from] { return from.name; });
    });
    WideInteger expected = 0;
    WideInteger actual = 0;
    for (const DistributedTask& task : tasks.tasks)
        expected += (task.facts.*fact).value();
    for (const PlanTask& task : plan.tasks)
        actual += (task.facts.*fact).value();
    check.total(expected, actual);
}

/// A demand is stated exactly where it is not zero, with its amount.
template <class Unit>
void covers(Check& check, ExactCount work, const std::optional<Quantity<Unit>>& demand, const PlanTask& task)
{
    const auto culprit = [&task] { return task.name; };
    check.equal(work, demand ? ExactCount{demand->value()} : ExactCount{0}, culprit);
    check.holds(!demand || demand->value() != 0, "only what is not zero", "a demand of 0", culprit);
}

void checkResources(const DistributedTaskIR& tasks, const PortablePlanIR& plan, std::vector<CheckOutcome>& outcomes)
{
    Check compute{outcomes, "check.compute_demand", "operations demanded"};
    Check memory{outcomes, "check.memory_traffic_demand", "bytes of memory traffic demanded"};
    Check network{outcomes, "check.network_demand", "message bytes demanded"};
    forEachPair(tasks, plan, [&](const DistributedTask& from, const PlanTask& to) {
        covers(compute, from.facts.operations.value(), to.demand.compute, to);
        covers(memory, ExactCount{from.facts.read.value()} + from.facts.write.value(), to.demand.memoryTraffic, to);
        covers(network, from.facts.message.value(), to.demand.network, to);
    });
    ExactCount work[3];
    for (const DistributedTask& task : tasks.tasks) {
        work[0] += task.facts.operations.value();
        work[1] += ExactCount{task.facts.read.value()} + task.facts.write.value();
        work[2] += task.facts.message.value();
    }
    ExactCount demand[3];
    for (const PlanTask& task : plan.tasks) {
        demand[0] += task.demand.compute.value_or(Operations{}).value();
        demand[1] += task.demand.memoryTraffic.value_or(Bytes{}).value();
        demand[2] += task.demand.network.value_or(Bytes{}).value();
    }
    compute.total(work[0], demand[0]);
    memory.total(work[1], demand[1]);
    network.total(work[2], demand[2]);
}

Capability capabilityOf(CollectiveKind kind)
{
    switch (kind) {
    case CollectiveKind::AllReduce: return Capability::AllReduce;
    case CollectiveKind::ReduceScatter: return Capability::ReduceScatter;
    case CollectiveKind::AllGather: return Capability::AllGather;
    case CollectiveKind::AllToAll: return Capability::AllToAll;
    case CollectiveKind::Broadcast: return Capability::Broadcast;
    }
    return Capability::AllReduce;
}

void checkCapabilities(const PortablePlanIR& plan, std::vector<CheckOutcome>& outcomes)
{
    Check check{outcomes, "check.capability", "tasks that require what their work is"};
    Check groups{outcomes, "check.concurrency_group", "tasks in the network group"};
    std::int64_t exchanges = 0;
    std::int64_t inNetworkGroup = 0;
    for (const PlanTask& task : plan.tasks) {
        const auto culprit = [&task] { return task.name; };
        const Engine engine = engineOf(task.primitive);
        const Capability capability = task.collective ? capabilityOf(*task.collective)
            : engine == Engine::Matrix                ? Capability::MatrixMultiply
                                                      : Capability::VectorElementwise;
        const ResourceClass resource = static_cast<ResourceClass>(engine);
        check.holds(task.requires_ == capability, nameOf(capability), nameOf(task.requires_), culprit);
        check.holds(task.alternatives == std::vector{resource}, nameOf(resource), "other alternatives", culprit);
        const bool network = task.group == ConcurrencyGroup::Network;
        groups.holds(network == task.collective.has_value(), task.collective ? "network" : "compute",
                     nameOf(task.group), culprit);
        exchanges += task.collective.has_value();
        inNetworkGroup += network;
    }
    check.total("matrix, vector or network by primitive");
    groups.total(exchanges, inNetworkGroup);
}

} // namespace

void checkConservation(const DistributedTaskIR& tasks, const PortablePlanIR& plan, std::vector<CheckOutcome>& outcomes)
{
    checkCoverage(tasks, plan, outcomes);
    checkFact(tasks, plan, "check.operation_conservation", "operations, distributed and planned",
              &WorkloadFacts::operations, outcomes);
    checkFact(tasks, plan, "check.read_conservation", "bytes read, distributed and planned", &WorkloadFacts::read,
              outcomes);
    checkFact(tasks, plan, "check.write_conservation", "bytes written, distributed and planned",
              &WorkloadFacts::write, outcomes);
    checkFact(tasks, plan, "check.message_conservation", "message bytes, distributed and planned",
              &WorkloadFacts::message, outcomes);
    checkResources(tasks, plan, outcomes);
    checkCapabilities(plan, outcomes);
}

void checkBuffers(const DistributedTaskIR& tasks, const PortablePlanIR& plan, const BlockClosedForms& forms,
                  std::vector<CheckOutcome>& outcomes)
{
    // The plan task made of a distributed task.
    const auto plannedAs = [&plan](TaskId source) {
        const auto task = std::find_if(plan.tasks.begin(), plan.tasks.end(), [source](const PlanTask& candidate) {
            return candidate.lineage.sources == std::vector{source};
        });
        return task == plan.tasks.end() ? nullptr : &*task;
    };
    Check bytes{outcomes, "check.buffer_bytes", "bytes of the boundary buffers on one rank"};
    Check owners{outcomes, "check.buffer_owners", "producers and consumers of the boundary buffers"};
    ExactCount held;
    std::int64_t owned = 0;
    std::int64_t expectedOwners = 0;
    for (const PlanBuffer& buffer : plan.buffers) {
        const auto culprit = [&buffer] { return buffer.name; };
        bytes.equal(forms.boundaryBytes(), buffer.bytes.value(), culprit);
        bytes.equal(std::int64_t{16}, buffer.alignment.value(), culprit);
        held += buffer.bytes.value();

        owned += (buffer.producer ? 1 : 0) + static_cast<std::int64_t>(buffer.consumers.size());
        const auto value = std::find_if(tasks.values.begin(), tasks.values.end(), [&](const DistributedValue& from) {
            return buffer.lineage.sources == std::vector{from.id};
        });
        owners.holds(value != tasks.values.end() && value->role == buffer.role, "made of the value of its role",
                     "made of another value", culprit);
        if (value == tasks.values.end())
            continue;
        expectedOwners += (value->producer ? 1 : 0) + static_cast<std::int64_t>(value->consumers.size());
        const PlanTask* producer = value->producer ? plannedAs(*value->producer) : nullptr;
        owners.holds(buffer.producer == (producer ? std::optional{producer->id} : std::nullopt),
                     "the producer of the value", "another producer", culprit);
        for (const TaskId consumer : value->consumers) {
            const PlanTask* task = plannedAs(consumer);
            owners.holds(task
                             && std::find(buffer.consumers.begin(), buffer.consumers.end(), task->id)
                                 != buffer.consumers.end(),
                         "the consumers of the value", "other consumers", culprit);
        }
    }
    owners.equal(2, static_cast<std::int64_t>(plan.buffers.size()), [] { return std::string{"buffers"}; });
    bytes.total(2 * forms.boundaryBytes(), held);
    owners.total(expectedOwners, owned);
}

} // namespace planscope
