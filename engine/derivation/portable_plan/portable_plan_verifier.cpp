#include "derivation/portable_plan/portable_plan_verifier.h"

#include "derivation/distributed/task_rules.h"
#include "derivation/portable_plan/plan_program_rules.h"

#include <algorithm>
#include <array>
#include <tuple>

namespace planscope {
namespace {

Capability capabilityOf(const PlanTask& task)
{
    if (!task.collective)
        return engineOf(task.primitive) == Engine::Matrix ? Capability::MatrixMultiply : Capability::VectorElementwise;
    switch (*task.collective) {
    case CollectiveKind::AllReduce: return Capability::AllReduce;
    case CollectiveKind::ReduceScatter: return Capability::ReduceScatter;
    case CollectiveKind::AllGather: return Capability::AllGather;
    case CollectiveKind::AllToAll: return Capability::AllToAll;
    case CollectiveKind::Broadcast: return Capability::Broadcast;
    }
    return Capability::Broadcast;
}

ResourceClass providerOf(Capability capability)
{
    switch (capability) {
    case Capability::MatrixMultiply: return ResourceClass::Matrix;
    case Capability::VectorElementwise: return ResourceClass::Vector;
    case Capability::AllReduce:
    case Capability::ReduceScatter:
    case Capability::AllGather:
    case Capability::AllToAll:
    case Capability::Broadcast: return ResourceClass::Network;
    }
    return ResourceClass::Network;
}

/// Rules message and work. Requires: no fact is negative.
void checkWork(Findings& found, const PlanTask& task, const EntityPlace& place)
{
    const WorkloadFacts& facts = task.facts;
    const bool communicates = task.primitive == Primitive::Collective;
    if (communicates != (facts.message.value() > 0))
        found.add("message", place,
                  "a task of primitive " + std::string{nameOf(task.primitive)} + " has a message of "
                      + std::to_string(facts.message.value()) + " bytes",
                  std::to_string(facts.message.value()));
    if (!communicates && facts.operations.value() == 0 && facts.read.value() == 0 && facts.write.value() == 0)
        found.add("work", place, "the task has 0 operations and 0 bytes of traffic: empty work has no task");
}

/// Rule demand. Requires: no fact is negative.
void checkDemand(Findings& found, const PlanTask& task, const EntityPlace& place)
{
    const auto check = [&](std::string_view resource, std::optional<std::int64_t> stated, WideInteger work) {
        if (stated ? *stated == work && work != 0 : work == 0)
            return;
        found.add("demand", place,
                  std::string{resource} + " is " + (stated ? std::to_string(*stated) : "not stated")
                      + ", but the work is " + decimalDigits(work),
                  stated ? std::to_string(*stated) : "",
                  work == 0 ? std::vector<std::string>{} : std::vector<std::string>{decimalDigits(work)});
    };
    const auto number = [](const auto& quantity) { return quantity ? std::optional{quantity->value()} : std::nullopt; };
    const WorkloadFacts& facts = task.facts;
    check("compute_operations", number(task.demand.compute), facts.operations.value());
    check("memory_traffic_bytes", number(task.demand.memoryTraffic),
          WideInteger{facts.read.value()} + facts.write.value());
    check("network_bytes", number(task.demand.network), facts.message.value());
}

/// Rules capability, alternatives and group.
void checkCapability(Findings& found, const PlanTask& task, const EntityPlace& place)
{
    const Capability capability = capabilityOf(task);
    if (task.requires_ != capability)
        found.add("capability", place,
                  "the task requires " + std::string{nameOf(task.requires_)} + " instead of "
                      + std::string{nameOf(capability)},
                  std::string{nameOf(task.requires_)}, {std::string{nameOf(capability)}});

    const ResourceClass provider = providerOf(task.requires_);
    const std::vector<std::string> legal{std::string{nameOf(provider)}};
    if (task.alternatives.empty())
        found.add("alternatives", place, "no resource is named that could run the task", {}, legal);
    std::array<bool, countOf<ResourceClass>()> seen{};
    for (const ResourceClass alternative : task.alternatives) {
        if (alternative != provider)
            found.add("alternatives", place,
                      std::string{nameOf(alternative)} + " cannot provide " + std::string{nameOf(task.requires_)},
                      std::string{nameOf(alternative)}, legal);
        else if (seen[static_cast<std::size_t>(alternative)])
            found.add("alternatives", place, std::string{nameOf(alternative)} + " stands twice",
                      std::string{nameOf(alternative)}, legal);
        seen[static_cast<std::size_t>(alternative)] = true;
    }

    const ConcurrencyGroup group = task.primitive == Primitive::Collective ? ConcurrencyGroup::Network
                                                                           : ConcurrencyGroup::Compute;
    if (task.group != group)
        found.add("group", place,
                  "the task is in group " + std::string{nameOf(task.group)} + " instead of "
                      + std::string{nameOf(group)},
                  std::string{nameOf(task.group)}, {std::string{nameOf(group)}});
}

void checkTasks(Findings& found, const PortablePlanIR& ir, const EntityIndex<PlanTaskKind>& tasks,
                const EntityIndex<BufferKind>& buffers, std::optional<std::int64_t> groupSize)
{
    checkIds(found, "tasks", ir.tasks, tasks, ir.sourceDigest,
             [](const PlanTask& task) -> std::string_view { return task.name; });
    for (std::size_t k = 0; k < ir.tasks.size(); ++k) {
        const PlanTask& task = ir.tasks[k];
        const EntityPlace place{"tasks", k, task.name};
        checkWords(found, {task.name, task.layer, task.phase, task.primitive, task.collective}, place);
        if (task.collective.has_value() != (task.primitive == Primitive::Collective))
            found.add("collective", place,
                      "a task of primitive " + std::string{nameOf(task.primitive)}
                          + (task.collective ? " states a collective kind" : " states no collective kind"),
                      task.collective ? std::string{nameOf(*task.collective)} : "null");
        checkRanks(found, task.ranks, groupSize, place);
        if (checkFacts(found, task.facts, place)) {
            checkWork(found, task, place);
            checkDemand(found, task, place);
        }
        checkCapability(found, task, place);
        checkReferences(found, task.reads, buffers, "read buffer", place);
        checkRepetition(found, task.reads, "read buffer", place);
        checkReferences(found, task.writes, buffers, "written buffer", place);
        checkRepetition(found, task.writes, "written buffer", place);
        checkLineage(found, task.lineage, LineageKind::Translation, place);
    }
    checkDependencies(found, ir.tasks, tasks);
}

/// One side's word on who uses a buffer how.
struct BufferUse {
    std::size_t buffer;
    std::size_t task;
    bool writes;
    friend auto operator<=>(const BufferUse&, const BufferUse&) = default;
};

void sortOnce(std::vector<BufferUse>& uses)
{
    std::sort(uses.begin(), uses.end());
    uses.erase(std::unique(uses.begin(), uses.end()), uses.end());
}

/// Rule buffer_use.
void checkUses(Findings& found, const PortablePlanIR& ir, const EntityIndex<PlanTaskKind>& tasks,
               const EntityIndex<BufferKind>& buffers)
{
    std::vector<BufferUse> byTasks;
    for (std::size_t k = 0; k < ir.tasks.size(); ++k) {
        for (const BufferId id : ir.tasks[k].reads)
            if (const auto buffer = buffers.find(id))
                byTasks.push_back({*buffer, k, false});
        for (const BufferId id : ir.tasks[k].writes)
            if (const auto buffer = buffers.find(id))
                byTasks.push_back({*buffer, k, true});
    }
    std::vector<BufferUse> byBuffers;
    for (std::size_t k = 0; k < ir.buffers.size(); ++k) {
        for (const PlanTaskId id : ir.buffers[k].consumers)
            if (const auto task = tasks.find(id))
                byBuffers.push_back({k, *task, false});
        if (ir.buffers[k].producer)
            if (const auto task = tasks.find(*ir.buffers[k].producer))
                byBuffers.push_back({k, *task, true});
    }
    sortOnce(byTasks);
    sortOnce(byBuffers);
    const auto report = [&](const BufferUse& use, bool saidByTask) {
        const std::string verb = use.writes ? "write" : "read";
        found.add("buffer_use", EntityPlace{"buffers", use.buffer, ir.buffers[use.buffer].name},
                  "task " + std::to_string(use.task) + (saidByTask ? " says it " : " does not say it ") + verb
                      + (saidByTask ? "s" : "") + " the buffer, which " + (saidByTask ? "does not name" : "names")
                      + " it a " + (use.writes ? "producer" : "consumer"));
    };
    auto task = byTasks.begin();
    auto buffer = byBuffers.begin();
    while (task != byTasks.end() || buffer != byBuffers.end()) {
        if (buffer == byBuffers.end() || (task != byTasks.end() && *task < *buffer)) {
            report(*task++, true);
        } else if (task == byTasks.end() || *buffer < *task) {
            report(*buffer++, false);
        } else {
            ++task;
            ++buffer;
        }
    }
}

/// Bytes of one rank's shard of a boundary tensor, when the program allows to tell.
std::optional<WideInteger> shardBytes(const PlanProgram& program, bool lawfulProgram)
{
    if (!lawfulProgram)
        return std::nullopt;
    const bool sharded = program.communication == TensorCommunication::ReduceScatterAllGather;
    if (sharded && program.sequenceLength % program.tensorDegree != 0)
        return std::nullopt;
    return wideProduct({bytesPerElement(program.datatype), program.microbatchSize,
                        sharded ? program.sequenceLength / program.tensorDegree : program.sequenceLength,
                        program.hiddenSize});
}

void checkBuffers(Findings& found, const PortablePlanIR& ir, const EntityIndex<PlanTaskKind>& tasks,
                  const EntityIndex<BufferKind>& buffers, std::optional<WideInteger> bytes)
{
    checkIds(found, "buffers", ir.buffers, buffers, ir.sourceDigest,
             [](const PlanBuffer& buffer) -> std::string_view { return buffer.name; });
    checkBoundaryPresence(found, ir.buffers, "buffers");
    const ForwardRun forward = forwardRunOf(ir.tasks);
    for (std::size_t k = 0; k < ir.buffers.size(); ++k) {
        const PlanBuffer& buffer = ir.buffers[k];
        const EntityPlace place{"buffers", k, buffer.name};
        if (buffer.name.empty())
            found.add("named", place, "the buffer has no name");
        if (bytes ? buffer.bytes.value() != *bytes : buffer.bytes.value() < 1)
            found.add("buffer_bytes", place,
                      "the buffer has " + std::to_string(buffer.bytes.value()) + " bytes"
                          + (bytes ? ", but the shard has " + decimalDigits(*bytes) : std::string{}),
                      std::to_string(buffer.bytes.value()),
                      bytes ? std::vector{decimalDigits(*bytes)} : std::vector<std::string>{});
        const std::string alignment = std::to_string(PortablePlanIR::bufferAlignment.value());
        if (buffer.alignment != PortablePlanIR::bufferAlignment)
            found.add("alignment", place,
                      "the alignment is " + std::to_string(buffer.alignment.value()) + " bytes instead of " + alignment,
                      std::to_string(buffer.alignment.value()), {alignment});
        checkBoundary(found, buffer, tasks, forward, place);
        checkLineage(found, buffer.lineage, LineageKind::Translation, place);
    }
    checkUses(found, ir, tasks, buffers);
}

void checkHeader(Findings& found, const PortablePlanIR& ir)
{
    checkSchema(found, ir.schema, PortablePlanIR::currentSchema());
    if (ir.sourceDigest == Digest{})
        found.add("source_digest", "source_digest", "the digest of the distributed tasks is missing");
    if (ir.strategyFingerprint == Digest{})
        found.add("strategy_fingerprint", "strategy_fingerprint", "the fingerprint of the strategy is missing");
    const std::vector<Objective> expected{{Metric::Latency, Sense::Minimise}, {Metric::PeakMemory, Sense::Minimise}};
    if (ir.objectives != expected)
        found.add("objectives", "objectives",
                  "the " + std::to_string(ir.objectives.size())
                      + " objectives are not the 2 expected: minimise latency, minimise peak_memory",
                  std::to_string(ir.objectives.size()), {"latency", "peak_memory"});
}

} // namespace

Diagnostics verify(const PortablePlanIR& ir)
{
    Findings found{"portable_plan", Origin::Plan};
    checkHeader(found, ir);
    const bool lawfulProgram = checkProgram(found, ir.program);
    checkMemory(found, ir, lawfulProgram);
    const EntityIndex<PlanTaskKind> tasks{ir.tasks};
    const EntityIndex<BufferKind> buffers{ir.buffers};
    const auto groupSize = ir.program.tensorDegree >= 1 ? std::optional{ir.program.tensorDegree} : std::nullopt;
    checkTasks(found, ir, tasks, buffers, groupSize);
    checkBuffers(found, ir, tasks, buffers, shardBytes(ir.program, lawfulProgram));
    return std::move(found).take();
}

} // namespace planscope
