#include "compare/whole_ir_statements.h"

#include "compare/statement_parts.h"
#include "compare/task_comparison.h"

namespace planscope::whole {
namespace {

using Kind = SemanticKey::Kind;
using Group = StatementGroup;

Number bytesNumber(Bytes bytes)
{
    return countOfThem(bytes.value());
}

template <class Enum>
std::string word(Enum value)
{
    return std::string{nameOf(value)};
}

template <class Enum>
std::string wordOf(const std::optional<Enum>& value)
{
    return value ? word(*value) : std::string{};
}

template <class Enum>
std::string words(const std::vector<Enum>& values)
{
    return joined(values, word<Enum>);
}

void count(StatedEntity& entity, std::string_view name, std::int64_t value)
{
    entity.fact(name, FactUnit::Count, countOfThem(value));
}

void held(StatedEntity& entity, std::string_view name, Bytes bytes)
{
    entity.fact(name, FactUnit::InBytes, bytesNumber(bytes));
}

// ---- what several IRs state

void stateShape(StatedEntity& entity, const Shape& shape)
{
    count(entity, "shape.world_size", shape.worldSize);
    count(entity, "shape.microbatch_count", shape.microbatchCount);
    count(entity, "shape.padded_vocabulary", shape.paddedVocabulary);
    entity.attribute("shape.chunks", joined(shape.chunks, [](std::int64_t blocks) { return std::to_string(blocks); }));
}

void stateRule(StatedEntity& entity, const ProgramRule& rule)
{
    entity.attribute("rule.kind", word(rule.kind));
    count(entity, "rule.stages", rule.stages);
    count(entity, "rule.virtual_stages", rule.virtualStages);
    count(entity, "rule.group", rule.group);
    count(entity, "rule.microbatches", rule.microbatches);
}

void stateSizes(StatedEntity& entity, const MicrobatchSizes& sizes)
{
    count(entity, "sizes.tokens", sizes.tokens);
    held(entity, "sizes.hidden", sizes.hidden);
    held(entity, "sizes.hidden_shard", sizes.hiddenShard);
    held(entity, "sizes.logits", sizes.logits);
    held(entity, "sizes.rope_table", sizes.ropeTable);
}

void statePublishedModel(StatedEntity& entity, const ModelParameters& parameters, const FlopsInputs& flops)
{
    count(entity, "parameters.total", parameters.total.value());
    count(entity, "parameters.block", parameters.block.value());
    count(entity, "parameters.embedding", parameters.embedding.value());
    count(entity, "parameters.final", parameters.final.value());
    count(entity, "token_operations.block_matrices", flops.blockMatrices.value());
    count(entity, "token_operations.vocabulary", flops.vocabulary.value());
    count(entity, "token_operations.attention_width", flops.attentionWidth.value());
    count(entity, "token_operations.sequence_length", flops.sequenceLength);
}

StatedEntity taskEntity(const Invocation& invocation, std::string name, const WorkloadFacts& facts)
{
    StatedEntity entity;
    entity.key = {Kind::Task, std::move(name)};
    entity.order = placeOf(invocation);
    entity.order.insert(entity.order.begin(), static_cast<std::int64_t>(Group::Tasks));
    stateWork(entity, facts);
    entity.attribute("engine", word(invocation.engine));
    entity.attribute("group", wordOf(invocation.group));
    return entity;
}

StatedEntity parameterEntity(ParameterTensor tensor, Elements elements, const std::optional<LinearShape>& linear)
{
    StatedEntity entity = entityOf(Kind::Value, word(tensor), Group::Values, static_cast<std::int64_t>(tensor));
    count(entity, "elements", elements.value());
    if (linear) {
        count(entity, "rows", linear->outputs);
        count(entity, "columns", linear->inputs);
    }
    return entity;
}

StatedEntity savedEntity(SavedTensor tensor, Elements elements)
{
    StatedEntity entity =
        entityOf(Kind::Value, word(tensor), Group::Values,
                 static_cast<std::int64_t>(countOf<ParameterTensor>()) + static_cast<std::int64_t>(tensor));
    count(entity, "elements", elements.value());
    return entity;
}

StatedEntity transientEntity(Moment moment, TransientTerm term, Bytes bytes)
{
    StatedEntity entity =
        entityOf(Kind::Value, word(moment) + "." + word(term), Group::Moments, static_cast<std::int64_t>(moment));
    held(entity, "bytes", bytes);
    return entity;
}

void stateEdge(IrStatements& out, const PipelineEdge& edge)
{
    StatedEntity entity =
        entityOf(Kind::Edge, word(edge.direction), Group::Edges, static_cast<std::int64_t>(edge.direction));
    count(entity, "boundaries", edge.boundaries);
    count(entity, "messages", edge.count);
    held(entity, "bytes", edge.bytes);
    out.entities.push_back(std::move(entity));
}

/// What a stage has under its own key, or under a part of it.
StatedEntity stageEntity(std::size_t stage, std::string part, std::int64_t placeOfPart)
{
    StatedEntity entity = entityOf(Kind::Stage, std::to_string(stage), Group::Stages, static_cast<std::int64_t>(stage));
    entity.part = std::move(part);
    entity.order.push_back(placeOfPart);
    return entity;
}

/// Lists that differ in length between sides stand last, so that the facts' order does not depend on which side is A.
StatedEntity stageItself(std::size_t stage, Elements parameters, std::optional<std::int64_t> inFlight,
                         Elements optimized, const WorkloadFacts& optimizer,
                         const std::vector<Bytes>& savedPerMicrobatch)
{
    StatedEntity entity = stageEntity(stage, {}, -1);
    count(entity, "parameters", parameters.value());
    if (inFlight)
        count(entity, "in_flight", *inFlight);
    count(entity, "optimized_parameters", optimized.value());
    entity.fact("optimizer.operations", FactUnit::InOperations, countOfThem(optimizer.operations.value()));
    held(entity, "optimizer.read_bytes", optimizer.read);
    held(entity, "optimizer.write_bytes", optimizer.write);
    for (std::size_t chunk = 0; chunk < savedPerMicrobatch.size(); ++chunk)
        held(entity, "saved_per_microbatch[" + std::to_string(chunk) + "]", savedPerMicrobatch[chunk]);
    return entity;
}

StatedEntity persistentEntity(std::size_t stage, PersistentKind kind, Bytes bytes)
{
    StatedEntity entity = stageEntity(stage, word(kind), static_cast<std::int64_t>(kind));
    held(entity, "bytes", bytes);
    return entity;
}

void stateStep(IrStatements& out, std::size_t stage, const std::vector<StepMessage>& step)
{
    for (const StepMessage& message : step) {
        const std::size_t place = countOf<PersistentKind>() + static_cast<std::size_t>(message.what);
        StatedEntity entity = stageEntity(stage, "step." + word(message.what), static_cast<std::int64_t>(place));
        held(entity, "bytes", message.bytes);
        count(entity, "members", message.members);
        entity.attribute("kind", word(message.kind));
        entity.attribute("group", word(message.group));
        out.entities.push_back(std::move(entity));
    }
}

// ---- one IR each

std::string operandsText(const std::vector<ModelOperand>& operands, const Names<ModelValueId>& names)
{
    return joined(operands,
                  [&names](const ModelOperand& operand) { return word(operand.role) + " " + names(operand.value); });
}

/// The mapping's words and switches; its degrees are the mesh.
void stateMapping(StatedEntity& whole, const MappingSpec& mapping)
{
    whole.attribute("sequence_parallel", truth(mapping.tensor.sequenceParallel));
    whole.attribute("context_exchange", word(mapping.context.exchange));
    whole.attribute("optimizer_sharding", truth(mapping.data.optimizerSharding));
    whole.attribute("recompute", word(mapping.recompute));
    whole.attribute("attention", word(mapping.attention));
    whole.attribute("loss", word(mapping.loss));
    whole.attribute("gradient_datatype", word(mapping.gradientDatatype));
    count(whole, "vocabulary.extra_tokens", mapping.vocabulary.extraTokens);
    count(whole, "vocabulary.multiple", mapping.vocabulary.multiple);
}

void stateWorkload(StatedEntity& whole, const WorkloadSpec& workload)
{
    count(whole, "sequence_length", workload.sequenceLength);
    count(whole, "global_batch_size", workload.globalBatchSize);
    count(whole, "microbatch_size", workload.microbatchSize);
    whole.attribute("datatype", word(workload.datatype));
    whole.attribute("hidden_dropout", truth(workload.hiddenDropout));
    whole.attribute("attention_dropout", truth(workload.attentionDropout));
}

void stateValue(IrStatements& out, const DistributedValue& value)
{
    StatedEntity entity;
    if (const auto* const parameter = std::get_if<ParameterContent>(&value.content)) {
        entity = parameterEntity(parameter->tensor, value.elements, parameter->linear);
    } else {
        const auto& saved = std::get<SavedContent>(value.content);
        entity = savedEntity(saved.tensor, value.elements);
        entity.attribute("rebuilt", truth(saved.rebuilt));
    }
    for (std::size_t axis = 0; axis < value.shape.size(); ++axis)
        count(entity, "shape[" + std::to_string(axis) + "]", value.shape[axis].value());
    entity.attribute("sharding", joined(value.sharding, shardingText));
    entity.attribute("element_type", word(value.elementType));
    out.entities.push_back(std::move(entity));
}

void stateTasks(IrStatements& out, const DistributedTaskIR& ir)
{
    Names<TaskId> names;
    for (const DistributedTask& task : ir.tasks)
        names.add(task.id, task.name);
    for (const DistributedTask& task : ir.tasks) {
        StatedEntity entity = taskEntity(task.invocation, task.name, task.facts);
        entity.attribute("reduction", wordOf(task.reduction));
        entity.attribute("repeats", names.of(task.repeats));
        out.entities.push_back(std::move(entity));
    }
    stateEdges(out, ir.tasks, names);
}

template <class Unit>
std::optional<Number> demanded(const std::optional<Quantity<Unit>>& demand)
{
    return demand ? std::optional{countOfThem(demand->value())} : std::nullopt;
}

void stateTasks(IrStatements& out, const PortablePlanIR& ir, const Names<PlanTaskId>& names)
{
    for (const PlanTask& task : ir.tasks) {
        StatedEntity entity = taskEntity(task.invocation, task.name, task.facts);
        entity.factIfAny("demand.compute_operations", FactUnit::InOperations, demanded(task.demand.compute));
        entity.factIfAny("demand.memory_traffic_bytes", FactUnit::InBytes, demanded(task.demand.memoryTraffic));
        entity.factIfAny("demand.network_bytes", FactUnit::InBytes, demanded(task.demand.network));
        entity.attribute("requires", word(task.requires_));
        entity.attribute("alternatives", words(task.alternatives));
        entity.attribute("concurrency_group", word(task.concurrency));
        out.entities.push_back(std::move(entity));
    }
    stateEdges(out, ir.tasks, names);
}

void stateProgram(StatedEntity& whole, const PlanProgram& program)
{
    count(whole, "program.tensor_degree", program.tensorDegree);
    count(whole, "program.context_degree", program.contextDegree);
    count(whole, "program.data_degree", program.dataDegree);
    count(whole, "program.global_batch_size", program.globalBatchSize);
    count(whole, "program.sequence_length", program.sequenceLength);
    whole.attribute("program.sequence_parallel", truth(program.sequenceParallel));
    whole.attribute("program.optimizer_sharding", truth(program.optimizerSharding));
    whole.attribute("program.recompute", word(program.recompute));
    whole.attribute("program.attention", word(program.attention));
    whole.attribute("program.loss", word(program.loss));
    whole.attribute("program.datatype", word(program.datatype));
    stateShape(whole, program.shape);
    stateRule(whole, program.rule);
}

void stateSaved(IrStatements& out, const PortablePlanIR& ir, const Names<PlanTaskId>& names)
{
    for (const SavedBuffer& buffer : ir.saved) {
        StatedEntity entity = savedEntity(buffer.tensor, buffer.elements);
        held(entity, "bytes", buffer.bytes);
        entity.attribute("owner", word(buffer.owner));
        entity.attribute("element_type", word(buffer.elementType));
        entity.attribute("reason", word(buffer.reason));
        entity.attribute("aliases", joined(buffer.aliases, [](const std::string& alias) { return alias; }));
        entity.attribute("rebuilt", truth(buffer.rebuilt));
        entity.attribute("birth", names(buffer.birth));
        entity.attribute("death", names(buffer.death));
        out.entities.push_back(std::move(entity));
    }
}

void stateMoments(IrStatements& out, const PortablePlanIR& ir)
{
    for (const TransientBuffer& buffer : ir.transients)
        out.entities.push_back(transientEntity(buffer.moment, buffer.term, buffer.bytes));
    for (const PlanMoment& moment : ir.moments) {
        StatedEntity entity = entityOf(Kind::Component, "moment." + word(moment.moment), Group::Moments,
                                       static_cast<std::int64_t>(moment.moment));
        held(entity, "transient_bytes", moment.transient);
        entity.attribute("releases", words(moment.releases));
        out.entities.push_back(std::move(entity));
    }
}

} // namespace

IrStatements state(const ModelIR& ir)
{
    IrStatements out;
    Names<ModelValueId> names;
    for (const ModelValue& value : ir.values)
        names.add(value.id, value.name);
    out.whole.attribute("model", ir.spec.name);
    for (const ModelBody& body : ir.bodies) {
        count(out.whole, word(body.unit) + ".repetitions", body.repetitions);
        count(out.whole, word(body.unit) + ".operations", body.operationCount);
    }
    for (const ModelOperation& operation : ir.operations) {
        const auto row = enumFromName<Row>(operation.name);
        StatedEntity entity = entityOf(Kind::Operation, operation.name, Group::ModelOperations,
                                       row ? static_cast<std::int64_t>(*row) : -1);
        entity.attribute("kind", word(operation.kind));
        entity.attribute("operands", operandsText(operation.operands, names));
        entity.attribute("results", operandsText(operation.results, names));
        out.entities.push_back(std::move(entity));
    }
    for (const ModelValue& value : ir.values) {
        StatedEntity entity = entityOf(Kind::Value, value.name, Group::Values, 0);
        entity.attribute("role", word(value.role));
        entity.attribute("shape", joined(value.shape, extentText));
        entity.attribute("element_type", value.elementType);
        out.entities.push_back(std::move(entity));
    }
    return out;
}

IrStatements state(const DistributedTaskIR& ir)
{
    IrStatements out;
    for (const MeshAxis& axis : ir.mesh.axes)
        count(out.whole, "mesh." + axis.name, axis.size.value());
    stateWorkload(out.whole, ir.workload);
    stateMapping(out.whole, ir.mapping);
    stateShape(out.whole, ir.shape);
    stateRule(out.whole, ir.rule);
    for (const ChunkClass& chunks : ir.chunkClasses)
        count(out.whole, "chunks." + word(chunks.kind), chunks.chunks);
    stateSizes(out.whole, ir.sizes);
    statePublishedModel(out.whole, ir.parameters, ir.flops);
    for (const DistributedValue& value : ir.values)
        stateValue(out, value);
    stateTasks(out, ir);
    for (const MomentTerm& term : ir.transients)
        out.entities.push_back(transientEntity(term.moment, term.term, term.bytes));
    for (std::size_t r = 0; r < ir.stages.size(); ++r) {
        const StageFacts& stage = ir.stages[r];
        out.entities.push_back(stageItself(r, stage.parameters, std::nullopt, stage.optimized, stage.optimizerWork,
                                           stage.savedPerMicrobatch));
        out.entities.push_back(persistentEntity(r, PersistentKind::Weights, stage.weights));
        out.entities.push_back(persistentEntity(r, PersistentKind::Gradients, stage.gradients));
        out.entities.push_back(persistentEntity(r, PersistentKind::Optimizer, stage.optimizer));
        stateStep(out, r, stage.step);
    }
    for (const PipelineEdge& edge : ir.edges)
        stateEdge(out, edge);
    return out;
}

IrStatements state(const PortablePlanIR& ir)
{
    IrStatements out;
    Names<PlanTaskId> names;
    for (const PlanTask& task : ir.tasks)
        names.add(task.id, task.name);
    stateProgram(out.whole, ir.program);
    stateSizes(out.whole, ir.sizes);
    statePublishedModel(out.whole, ir.parameters, ir.flops);
    out.whole.attribute("objectives", joined(ir.objectives, [](const Objective& objective) {
                            return word(objective.sense) + " " + word(objective.metric);
                        }));
    for (const PlanParameter& parameter : ir.parameterTensors)
        out.entities.push_back(parameterEntity(parameter.tensor, parameter.elements, parameter.linear));
    stateSaved(out, ir, names);
    stateTasks(out, ir, names);
    stateMoments(out, ir);
    for (std::size_t r = 0; r < ir.stages.size(); ++r) {
        const PlanStage& stage = ir.stages[r];
        out.entities.push_back(stageItself(r, stage.parameters, stage.inFlight, stage.optimized, stage.optimizer,
                                           stage.savedPerMicrobatch));
        for (const PersistentBuffer& buffer : stage.persistent)
            out.entities.push_back(persistentEntity(r, buffer.kind, buffer.bytes));
        stateStep(out, r, stage.step);
    }
    for (const PipelineEdge& edge : ir.edges)
        stateEdge(out, edge);
    return out;
}

} // namespace planscope::whole
