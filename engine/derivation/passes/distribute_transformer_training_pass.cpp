#include "derivation/passes/distribute_transformer_training_pass.h"

#include "derivation/passes/lineage_relation.h"

#include <algorithm>
#include <array>

namespace planscope {
namespace {

constexpr std::string_view passName = "distribute_transformer_training";
constexpr std::string_view tensorAxisName = "tp";

BlockDistribution distributionOf(const StrategyBinding& strategy)
{
    const auto& mapping = strategy.mapping;
    BlockDistribution distribution;
    distribution.microbatchSize = strategy.microbatchSize;
    distribution.datatype = strategy.datatype;
    distribution.communication = mapping.tensor.communication;
    distribution.recompute = mapping.recompute;
    distribution.fusedActivation = mapping.fusedActivation;
    distribution.sequenceParallelAllGatherRedo = mapping.sequenceParallelAllGatherRedo;
    distribution.optimizerShards = mapping.data.optimizerSharding ? mapping.data.degree : 1;
    return distribution;
}

TaskBody bodyOf(const Invocation& invocation, RankRange ranks)
{
    if (!invocation.collective)
        return LocalCompute{};
    const bool reduces = *invocation.collective == CollectiveKind::AllReduce
        || *invocation.collective == CollectiveKind::ReduceScatter;
    return Collective{*invocation.collective, ranks, reduces ? std::optional{Reduction::Sum} : std::nullopt};
}

DistributedValue boundaryValue(const ModelValue& source, const Digest& modelDigest, const TransformerModelSpec& model,
                               const StrategyBinding& strategy)
{
    DistributedValue value;
    value.name = source.name;
    value.id = DistributedValueId::derive(modelDigest, value.name);
    value.role = source.role;
    value.shape = {Elements{strategy.microbatchSize}, Elements{model.sequenceLength}, Elements{model.hiddenSize}};
    value.shardingRank = static_cast<std::int64_t>(value.shape.size());
    constexpr std::int64_t sequenceAxis = 1;
    if (strategy.mapping.tensor.communication == TensorCommunication::ReduceScatterAllGather)
        value.sharding = {{sequenceAxis, std::string{tensorAxisName}}};
    value.lineage = {LineageKind::Translation, std::string{passName}, {source.id}};
    return value;
}

/// The run of tasks of each stage; a stage without tasks has no entry.
std::vector<TaskStage> stagesOf(const std::vector<DistributedTask>& tasks)
{
    std::vector<TaskStage> stages;
    for (std::size_t k = 0; k < tasks.size(); ++k) {
        const StageKind kind = stageOf(tasks[k].phase);
        if (stages.empty() || stages.back().kind != kind)
            stages.push_back({kind, static_cast<std::int64_t>(k), 0});
        ++stages.back().taskCount;
    }
    return stages;
}

} // namespace

DistributedTaskIR distributedTasksFor(const BlockWork& work, const ModelIR& model, const Digest& modelDigest,
                                      const StrategyBinding& strategy)
{
    const ModelOperation& training = model.operations.front();
    const RankRange ranks{0, Ranks{strategy.mapping.tensor.degree}};

    DistributedTaskIR ir;
    ir.schema = DistributedTaskIR::currentSchema();
    ir.sourceDigest = modelDigest;
    ir.mesh.axes = {{std::string{tensorAxisName}, ranks.count}};
    ir.distribution = distributionOf(strategy);

    std::array<std::optional<TaskId>, countOf<Layer>()> forwardTasks;
    std::optional<TaskId> lastForward;
    ir.tasks.reserve(work.invocations.size());
    for (const Invocation& invocation : work.invocations) {
        DistributedTask task;
        task.name = invocationName(invocation.layer, invocation.phase, invocation.collective);
        task.id = TaskId::derive(modelDigest, task.name);
        task.layer = invocation.layer;
        task.phase = invocation.phase;
        task.primitive = invocation.primitive;
        task.body = bodyOf(invocation, ranks);
        task.facts = invocation.facts;
        task.ranks = ranks;
        if (!ir.tasks.empty())
            task.dependencies = {ir.tasks.back().id};
        task.lineage = {LineageKind::Expansion, std::string{passName}, {training.id}};

        auto& forwardTask = forwardTasks[static_cast<std::size_t>(invocation.layer)];
        if (invocation.phase == Phase::Forward) {
            forwardTask = task.id;
            lastForward = task.id;
        } else if (invocation.phase == Phase::Recompute) {
            task.repeats = forwardTask;
            task.lineage.kind = LineageKind::Clone;
        }
        ir.tasks.push_back(std::move(task));
    }
    ir.stages = stagesOf(ir.tasks);
    ir.layerMemory = work.memory;

    for (const ModelValue& source : model.values)
        ir.values.push_back(boundaryValue(source, modelDigest, training.model, strategy));
    for (DistributedValue& value : ir.values) {
        if (value.role == BoundaryRole::Output)
            value.producer = lastForward;
        else if (!ir.tasks.empty())
            value.consumers = {ir.tasks.front().id};
    }
    return ir;
}

const PassContract& DistributeTransformerTrainingPass::contract() const
{
    static const PassContract contract{
        .name = passName,
        .revision = 1,
        .input = IrKind::Model,
        .oldestInput = ModelIR::currentSchema(),
        .newestInput = ModelIR::currentSchema(),
        .output = IrKind::Distributed,
        .outputSchema = DistributedTaskIR::currentSchema(),
        .bindings = {BindingKind::Strategy},
        .required = {},
        .preserved = {},
        .produced = {AnalysisKind::WorkTotals, AnalysisKind::MemoryTotals},
        .deterministic = true,
        .origin = Origin::Distribution,
    };
    return contract;
}

Result<AnyIr> DistributeTransformerTrainingPass::run(const IrSnapshot& input, PassContext& context) const
{
    const ModelIR& model = input.as<ModelIR>();
    const StrategyBinding& strategy = *context.strategy;
    const auto work = deriveBlockWork(blockParametersOf(model.operations.front().model, strategy.mapping,
                                                        strategy.microbatchSize, strategy.datatype));
    if (!work)
        return tl::unexpected(work.error());
    context.produce(work->totals);
    context.produce(work->blockMemory);
    return AnyIr{distributedTasksFor(*work, model, input.digest(), strategy)};
}

Diagnostics DistributeTransformerTrainingPass::checkRelation(const IrSnapshot& input, const IrSnapshot& output,
                                                             const SynthesisSession& session) const
{
    const ModelIR& model = input.as<ModelIR>();
    const DistributedTaskIR& tasks = output.as<DistributedTaskIR>();
    LineageRelation relation{passName, Origin::Distribution};

    std::vector<OperationId> operations;
    for (const ModelOperation& operation : model.operations)
        operations.push_back(operation.id);
    std::vector<ModelValueId> values;
    for (const ModelValue& value : model.values)
        values.push_back(value.id);

    const RankRange group{0, Ranks{session.strategy().mapping.tensor.degree}};
    for (std::size_t k = 0; k < tasks.tasks.size(); ++k) {
        const DistributedTask& task = tasks.tasks[k];
        const Place place{"tasks", k};
        relation.requireSources(place, task, operations);
        relation.require((task.lineage.kind == LineageKind::Clone) == (task.phase == Phase::Recompute), place,
                         "being a clone exactly when recomputed");
        relation.require(task.ranks == group, place, "a place on every rank of the group and no other");
    }
    for (std::size_t k = 0; k < tasks.values.size(); ++k) {
        const DistributedValue& value = tasks.values[k];
        relation.requireSources({"values", k}, value, values);
        for (const ModelValue& source : model.values)
            if (value.lineage.sources == std::vector{source.id})
                relation.require(value.role == source.role && value.name == source.name, {"values", k},
                                 "the same boundary role");
    }
    relation.requireCoverage("operations", operations, tasks.tasks);
    relation.requireCoverage("values", values, tasks.values);
    relation.require(tasks.distribution == distributionOf(session.strategy()), {"distribution"},
                     "equality with the strategy binding's choices");
    return relation.take();
}

} // namespace planscope
