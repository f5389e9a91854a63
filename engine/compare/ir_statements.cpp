#include "compare/ir_statements.h"

#include "base/match.h"
#include "compare/statement_parts.h"
#include "compare/task_comparison.h"
#include "compare/whole_ir_statements.h"

namespace planscope {
namespace {

using Kind = SemanticKey::Kind;
using Group = StatementGroup;

std::string ranksText(const RankRange& ranks)
{
    const std::string first = std::to_string(ranks.first);
    return ranks.count.value() == 1 ? first : first + "-" + std::to_string(ranks.first + (ranks.count.value() - 1));
}

StatedEntity taskEntity(const TaskKey& key, std::string name, const WorkloadFacts& facts, const RankRange& ranks)
{
    StatedEntity entity;
    entity.key = {Kind::Task, std::move(name)};
    entity.order = placeOf(key);
    entity.order.insert(entity.order.begin(), static_cast<std::int64_t>(Group::Tasks));
    stateWork(entity, facts);
    entity.fact("ranks", FactUnit::Count, countOfThem(ranks.count.value()));
    entity.attribute("rank_range", ranksText(ranks));
    return entity;
}

void stateLayers(IrStatements& out, const std::vector<MemoryFacts>& rows)
{
    for (const MemoryFacts& row : rows) {
        StatedEntity entity =
            entityOf(Kind::Layer, std::string{nameOf(row.layer)}, Group::Layers, static_cast<std::int64_t>(row.layer));
        entity.fact("parameters", FactUnit::Count, countOfThem(row.parameters.value()));
        entity.fact("working_bytes", FactUnit::InBytes, countOfThem(row.working.value()));
        entity.fact("kept_bytes", FactUnit::InBytes, countOfThem(row.kept.value()));
        entity.fact("activation_gradient_bytes", FactUnit::InBytes, countOfThem(row.gradient.value()));
        entity.attribute("working_is_alias", truth(row.workingIsAlias));
        out.entities.push_back(std::move(entity));
    }
}

StatedEntity boundaryEntity(std::string name, BoundaryRole role)
{
    StatedEntity entity = entityOf(Kind::Value, std::move(name), Group::Values, 0);
    entity.attribute("role", std::string{nameOf(role)});
    return entity;
}

std::string scheduleWord(const PipelineSchedule& schedule)
{
    return std::string{nameOf(kindOf(schedule))};
}

IrStatements state(const ModelIR& ir)
{
    IrStatements out;
    Names<ModelValueId> names;
    for (const ModelValue& value : ir.values)
        names.add(value.id, value.name);
    for (const ModelOperation& operation : ir.operations) {
        const TransformerModelSpec& model = operation.model;
        StatedEntity entity = entityOf(Kind::Operation, operation.kind, Group::ModelOperations, 0);
        entity.fact("hidden_size", FactUnit::Count, countOfThem(model.hiddenSize));
        entity.fact("feedforward_size", FactUnit::Count, countOfThem(model.feedforwardSize));
        entity.fact("sequence_length", FactUnit::Count, countOfThem(model.sequenceLength));
        entity.fact("attention_heads", FactUnit::Count, countOfThem(model.attentionHeads));
        entity.fact("attention_head_size", FactUnit::Count, countOfThem(model.attentionHeadSize));
        entity.fact("block_count", FactUnit::Count, countOfThem(model.blockCount));
        entity.attribute("model", model.name);
        entity.attribute("operands", names.of(operation.operands));
        entity.attribute("results", names.of(operation.results));
        out.entities.push_back(std::move(entity));
    }
    for (const ModelValue& value : ir.values) {
        StatedEntity entity = boundaryEntity(value.name, value.role);
        entity.attribute("element_type", value.elementType);
        entity.attribute("shape", joined(value.shape, extentText));
        out.entities.push_back(std::move(entity));
    }
    return out;
}

std::string bodyText(const TaskBody& body, const Names<DistributedValueId>& values)
{
    return std::visit(
        Match{
            [](const LocalCompute& local) { return std::string{local.alternativeName}; },
            [](const Collective& collective) {
                return std::string{nameOf(collective.kind)} + " among " + ranksText(collective.participants)
                    + (collective.reduction ? ", " + std::string{nameOf(*collective.reduction)} : "");
            },
            [](const PointToPoint& transfer) {
                return std::string{transfer.alternativeName} + " " + std::to_string(transfer.source) + " to "
                    + std::to_string(transfer.destination);
            },
            [&values](const Reshard& reshard) {
                return std::string{reshard.alternativeName} + " " + values(reshard.from) + " to " + values(reshard.to);
            },
            [](const Control& control) { return std::string{control.alternativeName}; },
        },
        body);
}

void stateDistribution(StatedEntity& whole, const DistributedTaskIR& ir)
{
    const BlockDistribution& choice = ir.distribution;
    for (const MeshAxis& axis : ir.mesh.axes)
        whole.fact("mesh." + axis.name, FactUnit::Count, countOfThem(axis.size.value()));
    whole.fact("microbatch_size", FactUnit::Count, countOfThem(choice.microbatchSize));
    whole.fact("optimizer_shards", FactUnit::Count, countOfThem(choice.optimizerShards));
    std::array<std::int64_t, countOf<StageKind>()> stageTasks{};
    for (const TaskStage& stage : ir.stages)
        stageTasks[static_cast<std::size_t>(stage.kind)] += stage.taskCount;
    for (std::size_t k = 0; k < stageTasks.size(); ++k)
        whole.fact("stages." + std::string{nameOf(static_cast<StageKind>(k))} + ".tasks", FactUnit::Count,
                   countOfThem(stageTasks[k]));
    whole.attribute("datatype", std::string{nameOf(choice.datatype)});
    whole.attribute("communication", std::string{nameOf(choice.communication)});
    whole.attribute("recompute", std::string{nameOf(choice.recompute)});
    whole.attribute("fused_activation", truth(choice.fusedActivation));
    whole.attribute("sequence_parallel_all_gather_redo", truth(choice.sequenceParallelAllGatherRedo));
}

IrStatements state(const DistributedTaskIR& ir)
{
    IrStatements out;
    stateDistribution(out.whole, ir);
    const std::vector<TaskKey> keys = taskKeysOf(ir);
    Names<TaskId> names;
    for (std::size_t k = 0; k < keys.size(); ++k)
        names.add(ir.tasks[k].id, keys[k].name());
    Names<DistributedValueId> values;
    for (const DistributedValue& value : ir.values)
        values.add(value.id, value.name);

    for (const DistributedValue& value : ir.values) {
        StatedEntity entity = boundaryEntity(value.name, value.role);
        for (std::size_t axis = 0; axis < value.shape.size(); ++axis)
            entity.fact("shape[" + std::to_string(axis) + "]", FactUnit::Count, countOfThem(value.shape[axis].value()));
        entity.attribute("sharding", joined(value.sharding, shardingText));
        entity.attribute("producer", names.of(value.producer));
        entity.attribute("consumers", names.of(value.consumers));
        out.entities.push_back(std::move(entity));
    }
    for (std::size_t k = 0; k < keys.size(); ++k) {
        const DistributedTask& task = ir.tasks[k];
        StatedEntity entity = taskEntity(keys[k], keys[k].name(), task.facts, task.ranks);
        entity.attribute("body", bodyText(task.body, values));
        entity.attribute("repeats", names.of(task.repeats));
        out.entities.push_back(std::move(entity));
    }
    stateLayers(out, ir.layerMemory);
    stateEdges(out, ir.tasks, names);
    return out;
}

void stateProgram(StatedEntity& whole, const PortablePlanIR& ir)
{
    const PlanProgram& program = ir.program;
    const auto count = [&whole](std::string_view name, std::int64_t value) {
        whole.fact(name, FactUnit::Count, countOfThem(value));
    };
    const auto held = [&whole](std::string_view name, Bytes bytes) {
        whole.fact(name, FactUnit::InBytes, countOfThem(bytes.value()));
    };
    count("program.tensor_degree", program.tensorDegree);
    count("program.pipeline_degree", program.pipelineDegree);
    count("program.data_degree", program.dataDegree);
    count("program.virtual_stages", virtualStagesOf(program.schedule));
    count("program.global_batch_size", program.globalBatchSize);
    count("program.microbatch_size", program.microbatchSize);
    count("program.sequence_length", program.sequenceLength);
    count("program.hidden_size", program.hiddenSize);
    count("program.shape.world_size", program.shape.worldSize);
    count("program.shape.microbatch_count", program.shape.microbatchCount);
    count("program.shape.blocks_per_stage", program.shape.blocksPerStage);
    count("program.shape.blocks_per_virtual_chunk", program.shape.blocksPerVirtualChunk);
    const BlockMemory& memory = ir.blockMemory;
    held("block_memory.weights", memory.weights);
    held("block_memory.activation_working", memory.activationWorking);
    held("block_memory.activation_storage", memory.activationStorage);
    held("block_memory.activation_checkpoint", memory.activationCheckpoint);
    held("block_memory.weight_gradients", memory.weightGradients);
    held("block_memory.weight_gradients_unsharded", memory.weightGradientsUnsharded);
    held("block_memory.activation_gradients", memory.activationGradients);
    held("block_memory.optimizer", memory.optimizer);
    whole.attribute("program.communication", std::string{nameOf(program.communication)});
    whole.attribute("program.recompute", std::string{nameOf(program.recompute)});
    whole.attribute("program.schedule", scheduleWord(program.schedule));
    whole.attribute("program.optimizer_sharding", truth(program.optimizerSharding));
    whole.attribute("program.datatype", std::string{nameOf(program.datatype)});
    whole.attribute("objectives", joined(ir.objectives, [](const Objective& objective) {
                        return std::string{nameOf(objective.sense)} + " " + std::string{nameOf(objective.metric)};
                    }));
}

template <class Unit>
std::optional<Number> demanded(const std::optional<Quantity<Unit>>& demand)
{
    return demand ? std::optional{countOfThem(demand->value())} : std::nullopt;
}

IrStatements state(const PortablePlanIR& ir)
{
    IrStatements out;
    stateProgram(out.whole, ir);
    const std::vector<TaskKey> keys = taskKeysOf(ir);
    Names<PlanTaskId> names;
    for (std::size_t k = 0; k < keys.size(); ++k)
        names.add(ir.tasks[k].id, keys[k].name());
    Names<BufferId> buffers;
    for (const PlanBuffer& buffer : ir.buffers)
        buffers.add(buffer.id, buffer.name);

    for (const PlanBuffer& buffer : ir.buffers) {
        StatedEntity entity = boundaryEntity(buffer.name, buffer.role);
        entity.fact("bytes", FactUnit::InBytes, countOfThem(buffer.bytes.value()));
        entity.fact("alignment_bytes", FactUnit::InBytes, countOfThem(buffer.alignment.value()));
        entity.attribute("space", std::string{nameOf(buffer.space)});
        entity.attribute("producer", names.of(buffer.producer));
        entity.attribute("consumers", names.of(buffer.consumers));
        out.entities.push_back(std::move(entity));
    }
    for (std::size_t k = 0; k < keys.size(); ++k) {
        const PlanTask& task = ir.tasks[k];
        StatedEntity entity = taskEntity(keys[k], keys[k].name(), task.facts, task.ranks);
        entity.factIfAny("demand.compute_operations", FactUnit::InOperations, demanded(task.demand.compute));
        entity.factIfAny("demand.memory_traffic_bytes", FactUnit::InBytes, demanded(task.demand.memoryTraffic));
        entity.factIfAny("demand.network_bytes", FactUnit::InBytes, demanded(task.demand.network));
        entity.attribute("requires", std::string{nameOf(task.requires_)});
        entity.attribute("alternatives",
                         joined(task.alternatives, [](ResourceClass each) { return std::string{nameOf(each)}; }));
        entity.attribute("concurrency_group", std::string{nameOf(task.group)});
        entity.attribute("reads", buffers.of(task.reads));
        entity.attribute("writes", buffers.of(task.writes));
        out.entities.push_back(std::move(entity));
    }
    stateLayers(out, ir.layerMemory);
    stateEdges(out, ir.tasks, names);
    return out;
}

} // namespace

IrStatements statementsOf(const AnyIr& ir)
{
    return std::visit(Match{
                          [](const ModelIR& model) { return state(model); },
                          [](const DistributedTaskIR& tasks) { return state(tasks); },
                          [](const PortablePlanIR& plan) { return state(plan); },
                          [](const auto& whole) { return whole::state(whole); },
                      },
                      ir);
}

} // namespace planscope
