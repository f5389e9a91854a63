#include "derivation/passes/plan_transformer_training_pass.h"

#include "base/match.h"
#include "derivation/passes/lineage_relation.h"
#include "derivation/passes/task_demand.h"

#include <unordered_map>

namespace planscope {
namespace {

constexpr std::string_view passName = "plan_transformer_training";

std::optional<CollectiveKind> collectiveOf(const TaskBody& body)
{
    using Kind = std::optional<CollectiveKind>;
    return std::visit(Match{
                          [](const LocalCompute&) -> Kind { return std::nullopt; },
                          [](const Collective& collective) -> Kind { return collective.kind; },
                          [](const PointToPoint&) -> Kind { return std::nullopt; },
                          [](const Reshard&) -> Kind { return std::nullopt; },
                          [](const Control&) -> Kind { return std::nullopt; },
                      },
                      body);
}

PlanTask planTask(const DistributedTask& source, const Digest& tasksDigest)
{
    PlanTask task;
    task.name = source.name;
    task.id = PlanTaskId::derive(tasksDigest, task.name);
    task.layer = source.layer;
    task.phase = source.phase;
    task.primitive = source.primitive;
    task.collective = collectiveOf(source.body);
    task.ranks = source.ranks;
    task.facts = source.facts;
    task.demand = demandOf(source.facts);
    task.lineage = {LineageKind::Translation, std::string{passName}, {source.id}};
    TaskRequirement requirement = requirementOf(engineOf(task.primitive), task.collective);
    task.requires_ = requirement.capability;
    task.alternatives = std::move(requirement.alternatives);
    task.group = requirement.group;
    return task;
}

/// Bytes of a value's shard on one rank.
Bytes shardBytes(const DistributedValue& value, const LogicalMesh& mesh, Datatype datatype)
{
    WideInteger bytes = bytesPerElement(datatype);
    for (std::size_t axis = 0; axis < value.shape.size(); ++axis) {
        WideInteger extent = value.shape[axis].value();
        for (const AxisSharding& sharding : value.sharding)
            for (const MeshAxis& meshAxis : mesh.axes)
                if (static_cast<std::size_t>(sharding.tensorAxis) == axis && sharding.meshAxis == meshAxis.name)
                    extent /= meshAxis.size.value();
        bytes *= extent;
    }
    return Bytes{static_cast<std::int64_t>(bytes)};
}

PlanProgram programOf(const DistributedTaskIR& tasks, const WorkloadBinding& workload, const StrategyBinding& strategy)
{
    const std::vector<Elements>& boundary = tasks.values.front().shape; // [b, s, h]
    return planProgramFor(boundary[2].value(), boundary[1].value(), workload, strategy);
}

} // namespace

PlanProgram planProgramFor(std::int64_t hiddenSize, std::int64_t sequenceLength, const WorkloadBinding& workload,
                           const StrategyBinding& strategy)
{
    const auto& mapping = strategy.mapping;
    PlanProgram program;
    program.tensorDegree = mapping.tensor.degree;
    program.pipelineDegree = mapping.pipeline.degree;
    program.dataDegree = mapping.data.degree;
    program.communication = mapping.tensor.communication;
    program.recompute = mapping.recompute;
    program.schedule = mapping.pipeline.schedule;
    program.optimizerSharding = mapping.data.optimizerSharding;
    program.datatype = workload.datatype;
    program.globalBatchSize = workload.globalBatchSize;
    program.microbatchSize = workload.microbatchSize;
    program.sequenceLength = sequenceLength;
    program.hiddenSize = hiddenSize;
    program.shape = {strategy.worldSize, workload.microbatchCount, strategy.blocksPerStage,
                     strategy.blocksPerVirtualChunk};
    return program;
}

PortablePlanIR portablePlanFor(const DistributedTaskIR& tasks, const Digest& tasksDigest,
                               const BlockMemory& blockMemory, const WorkloadBinding& workload,
                               const StrategyBinding& strategy)
{
    PortablePlanIR plan;
    plan.schema = PortablePlanIR::currentSchema();
    plan.sourceDigest = tasksDigest;
    plan.strategyFingerprint = Digest::of(encodeCanonical(strategy));
    plan.program = programOf(tasks, workload, strategy);
    plan.layerMemory = tasks.layerMemory;
    plan.blockMemory = blockMemory;
    plan.objectives = {{Metric::Latency, Sense::Minimise}, {Metric::PeakMemory, Sense::Minimise}};

    std::unordered_map<std::uint64_t, std::size_t> positions; // of the tasks, by distributed id; looked up only
    positions.reserve(tasks.tasks.size());
    plan.tasks.reserve(tasks.tasks.size());
    for (const DistributedTask& source : tasks.tasks) {
        PlanTask task = planTask(source, tasksDigest);
        for (const TaskId dependency : source.dependencies)
            task.dependencies.push_back(plan.tasks[positions.at(dependency.value())].id);
        positions.emplace(source.id.value(), plan.tasks.size());
        plan.tasks.push_back(std::move(task));
    }

    for (const DistributedValue& value : tasks.values) {
        PlanBuffer buffer;
        buffer.name = value.name;
        buffer.id = BufferId::derive(tasksDigest, buffer.name);
        buffer.role = value.role;
        buffer.bytes = shardBytes(value, tasks.mesh, tasks.distribution.datatype);
        buffer.alignment = PortablePlanIR::bufferAlignment;
        buffer.lineage = {LineageKind::Translation, std::string{passName}, {value.id}};
        if (value.producer) {
            PlanTask& producer = plan.tasks[positions.at(value.producer->value())];
            producer.writes.push_back(buffer.id);
            buffer.producer = producer.id;
        }
        for (const TaskId id : value.consumers) {
            PlanTask& consumer = plan.tasks[positions.at(id.value())];
            consumer.reads.push_back(buffer.id);
            buffer.consumers.push_back(consumer.id);
        }
        plan.buffers.push_back(std::move(buffer));
    }
    return plan;
}

const PassContract& PlanTransformerTrainingPass::contract() const
{
    static const PassContract contract{
        .name = passName,
        .revision = 1,
        .input = IrKind::Distributed,
        .oldestInput = DistributedTaskIR::currentSchema(),
        .newestInput = DistributedTaskIR::currentSchema(),
        .output = IrKind::PortablePlan,
        .outputSchema = PortablePlanIR::currentSchema(),
        .bindings = {BindingKind::Workload, BindingKind::Strategy},
        .required = {AnalysisKind::MemoryTotals},
        .preserved = {AnalysisKind::WorkTotals, AnalysisKind::MemoryTotals},
        .produced = {},
        .deterministic = true,
        .origin = Origin::Plan,
    };
    return contract;
}

Result<AnyIr> PlanTransformerTrainingPass::run(const IrSnapshot& input, PassContext& context) const
{
    const auto& blockMemory = std::get<BlockMemory>(*context.analysis(AnalysisKind::MemoryTotals));
    return AnyIr{portablePlanFor(input.as<DistributedTaskIR>(), input.digest(), blockMemory, *context.workload,
                                 *context.strategy)};
}

Diagnostics PlanTransformerTrainingPass::checkRelation(const IrSnapshot& input, const IrSnapshot& output,
                                                       const SynthesisSession& session) const
{
    const DistributedTaskIR& tasks = input.as<DistributedTaskIR>();
    const PortablePlanIR& plan = output.as<PortablePlanIR>();
    LineageRelation relation{passName, Origin::Plan};

    std::vector<TaskId> taskIds;
    for (const DistributedTask& task : tasks.tasks)
        taskIds.push_back(task.id);
    std::vector<DistributedValueId> valueIds;
    for (const DistributedValue& value : tasks.values)
        valueIds.push_back(value.id);

    relation.require(plan.tasks.size() == tasks.tasks.size(), {"tasks"}, "one plan task for each distributed task");
    for (std::size_t k = 0; k < plan.tasks.size(); ++k) {
        const PlanTask& task = plan.tasks[k];
        const Place place{"tasks", k};
        relation.requireSources(place, task, taskIds);
        const auto source = std::find_if(tasks.tasks.begin(), tasks.tasks.end(), [&](const DistributedTask& candidate) {
            return task.lineage.sources == std::vector{candidate.id};
        });
        if (source == tasks.tasks.end())
            continue;
        relation.require(task.facts == source->facts, place, "equality of work to the unit");
        relation.require(task.ranks == source->ranks, place, "equality of ranks");
        relation.require(task.name == source->name && task.layer == source->layer && task.phase == source->phase
                             && task.primitive == source->primitive && task.collective == collectiveOf(source->body),
                         place, "the same role");
    }
    for (std::size_t k = 0; k < plan.buffers.size(); ++k) {
        const PlanBuffer& buffer = plan.buffers[k];
        relation.requireSources({"buffers", k}, buffer, valueIds);
        for (const DistributedValue& value : tasks.values)
            if (buffer.lineage.sources == std::vector{value.id})
                relation.require(buffer.role == value.role
                                     && buffer.bytes == shardBytes(value, tasks.mesh, tasks.distribution.datatype),
                                 {"buffers", k}, "the role and the bytes of the value's shard");
    }
    relation.requireCoverage("tasks", taskIds, plan.tasks);
    relation.requireCoverage("values", valueIds, plan.buffers);
    relation.require(plan.layerMemory == tasks.layerMemory, {"layer_memory"}, "equality of memory to the byte");
    relation.require(plan.program == programOf(tasks, session.workload(), session.strategy()), {"program"},
                     "equality with the session's bindings");
    relation.require(plan.strategyFingerprint == session.strategyFingerprint, {"strategy_fingerprint"},
                     "equality with the session's fingerprint");
    return relation.take();
}

} // namespace planscope
