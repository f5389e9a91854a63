#pragma once

#include "derivation/distributed/distributed_task_ir.h"

#include <algorithm>
#include <map>
#include <utility>

namespace planscope {

/// What a hand-built task says; the rest follows.
struct TaskSketch {
    Layer layer;
    Phase phase;
    TaskBody body;
    WorkloadFacts facts;
};

inline std::optional<CollectiveKind> sketchedCollective(const TaskBody& body)
{
    const auto* collective = std::get_if<Collective>(&body);
    return collective ? std::optional{collective->kind} : std::nullopt;
}

inline WorkloadFacts facts(std::int64_t operations, std::int64_t read, std::int64_t write, std::int64_t message = 0)
{
    return {Operations{operations}, Bytes{read}, Bytes{write}, Bytes{message}};
}

/// Derives all ids anew after a change of header or names, and lets every reference follow.
inline void rederive(DistributedTaskIR& ir)
{
    std::map<TaskId, TaskId> moved;
    for (DistributedTask& task : ir.tasks) {
        const TaskId id = TaskId::derive(ir.sourceDigest, task.name);
        moved[task.id] = id;
        task.id = id;
    }
    const auto follow = [&](TaskId& id) {
        if (const auto entry = moved.find(id); entry != moved.end())
            id = entry->second;
    };
    for (DistributedTask& task : ir.tasks) {
        std::for_each(task.dependencies.begin(), task.dependencies.end(), follow);
        if (task.repeats)
            follow(*task.repeats);
    }
    std::map<DistributedValueId, DistributedValueId> movedValues;
    for (DistributedValue& value : ir.values) {
        const auto id = DistributedValueId::derive(ir.sourceDigest, value.name);
        movedValues[value.id] = id;
        value.id = id;
        std::for_each(value.consumers.begin(), value.consumers.end(), follow);
        if (value.producer)
            follow(*value.producer);
    }
    for (DistributedTask& task : ir.tasks)
        if (auto* reshard = std::get_if<Reshard>(&task.body)) {
            if (movedValues.contains(reshard->from))
                reshard->from = movedValues[reshard->from];
            if (movedValues.contains(reshard->to))
                reshard->to = movedValues[reshard->to];
        }
}

/// Names all tasks anew after a change of their words, with ids and references.
inline void rename(DistributedTaskIR& ir)
{
    for (DistributedTask& task : ir.tasks)
        task.name = invocationName(task.layer, task.phase, sketchedCollective(task.body));
    rederive(ir);
}

inline void layStages(DistributedTaskIR& ir)
{
    ir.stages.clear();
    for (std::size_t k = 0; k < ir.tasks.size(); ++k) {
        const StageKind kind = stageOf(ir.tasks[k].phase);
        if (ir.stages.empty() || ir.stages.back().kind != kind)
            ir.stages.push_back({kind, static_cast<std::int64_t>(k), 0});
        ++ir.stages.back().taskCount;
    }
}

inline DistributedTask taskOf(const TaskSketch& sketch, const Digest& source, std::int64_t ranks)
{
    DistributedTask task;
    task.name = invocationName(sketch.layer, sketch.phase, sketchedCollective(sketch.body));
    task.id = TaskId::derive(source, task.name);
    task.layer = sketch.layer;
    task.phase = sketch.phase;
    task.primitive = sketch.phase == Phase::Optimizer ? Primitive::Adam : primitiveOf(sketch.layer);
    task.body = sketch.body;
    task.facts = sketch.facts;
    task.ranks = {0, Ranks{ranks}};
    task.lineage = {sketch.phase == Phase::Recompute ? LineageKind::Clone : LineageKind::Expansion,
                    "by_hand",
                    {OperationId::derive(source, ModelIR::decoderTraining)}};
    return task;
}

/// A legal IR of the sketched tasks on `ranks` ranks: microbatch 2, sequence 8, hidden size 16. The input goes
/// into the first forward task, the output comes from the last.
inline DistributedTaskIR distributedIrOf(const std::vector<TaskSketch>& sketches, std::int64_t ranks)
{
    DistributedTaskIR ir;
    ir.schema = DistributedTaskIR::currentSchema();
    ir.sourceDigest = Digest::of("model");
    ir.mesh.axes = {{"tp", Ranks{ranks}}};
    ir.distribution.microbatchSize = 2;
    ir.distribution.communication = TensorCommunication::ReduceScatterAllGather;
    for (const TaskSketch& sketch : sketches) {
        DistributedTask task = taskOf(sketch, ir.sourceDigest, ranks);
        if (!ir.tasks.empty())
            task.dependencies = {ir.tasks.back().id};
        if (task.phase == Phase::Recompute)
            task.repeats = TaskId::derive(ir.sourceDigest, invocationName(task.layer, Phase::Forward, std::nullopt));
        ir.tasks.push_back(std::move(task));
    }
    layStages(ir);

    DistributedValue in;
    in.name = "in";
    in.id = DistributedValueId::derive(ir.sourceDigest, in.name);
    in.shape = {Elements{2}, Elements{8}, Elements{16}};
    in.shardingRank = 3;
    in.sharding = {{1, "tp"}};
    in.lineage = {LineageKind::Translation, "by_hand", {ModelValueId::derive(ir.sourceDigest, in.name)}};
    DistributedValue out = in;
    out.name = "out";
    out.id = DistributedValueId::derive(ir.sourceDigest, out.name);
    out.role = BoundaryRole::Output;
    out.lineage.sources = {ModelValueId::derive(ir.sourceDigest, out.name)};
    for (const DistributedTask& task : ir.tasks)
        if (task.phase == Phase::Forward) {
            if (in.consumers.empty())
                in.consumers = {task.id};
            out.producer = task.id;
        }
    ir.values = {in, out};
    ir.layerMemory = {{Layer::AttentionLayerNorm, Elements{32}, Bytes{256}, true, Bytes{0}, Bytes{256}},
                      {Layer::AttentionSoftmax, Elements{0}, Bytes{100}, false, Bytes{20}, Bytes{100}}};
    return ir;
}

/// Every phase and the collectives of sequence parallelism, on two ranks.
inline DistributedTaskIR tinyDistributedIr()
{
    const RankRange both{0, Ranks{2}};
    const TaskBody gather = Collective{CollectiveKind::AllGather, both, std::nullopt};
    const TaskBody scatter = Collective{CollectiveKind::ReduceScatter, both, Reduction::Sum};
    return distributedIrOf(
        {
            {Layer::AttentionLayerNorm, Phase::Forward, LocalCompute{}, facts(90, 40, 20)},          // 0
            {Layer::AttentionInputCollective, Phase::Forward, gather, facts(0, 64, 64, 64)},         // 1
            {Layer::AttentionSoftmax, Phase::Forward, LocalCompute{}, facts(50, 20, 20)},            // 2
            {Layer::AttentionOutputCollective, Phase::Forward, scatter, facts(8, 64, 64, 64)},       // 3
            {Layer::AttentionInputCollective, Phase::Recommunication, gather, facts(0, 0, 0, 64)},   // 4
            {Layer::AttentionSoftmax, Phase::Recompute, LocalCompute{}, facts(50, 20, 20)},          // 5
            {Layer::AttentionSoftmax, Phase::ActivationGradient, LocalCompute{}, facts(80, 20, 20)}, // 6
            {Layer::AttentionLayerNorm, Phase::WeightGradient, LocalCompute{}, facts(70, 40, 8)},    // 7
            {Layer::AttentionLayerNorm, Phase::Optimizer, LocalCompute{}, facts(44, 48, 0)},         // 8
        },
        2);
}

/// The bodies that no pass makes yet, on four ranks: control, point-to-point, all-to-all, broadcast, reshard.
inline DistributedTaskIR tinyExchangeIr()
{
    const RankRange all{0, Ranks{4}};
    DistributedTaskIR ir = distributedIrOf(
        {
            {Layer::AttentionFork, Phase::Forward, Control{}, facts(0, 0, 0)},                           // 0
            {Layer::AttentionInputCollective, Phase::Forward, PointToPoint{0, 3}, facts(0, 32, 32, 32)}, // 1
            {Layer::AttentionOutputCollective, Phase::Forward, Collective{CollectiveKind::AllToAll, all, std::nullopt},
             facts(0, 32, 32, 32)}, // 2
            {Layer::MlpInputCollective, Phase::Forward, Collective{CollectiveKind::Broadcast, all, std::nullopt},
             facts(0, 32, 32, 32)},                                                       // 3
            {Layer::MlpOutputCollective, Phase::Forward, Reshard{}, facts(0, 32, 8, 32)}, // 4
        },
        4);
    ir.values[0].sharding.clear();
    ir.values[0].consumers.push_back(ir.tasks[4].id);
    ir.tasks[4].body = Reshard{ir.values[0].id, ir.values[1].id};
    return ir;
}

} // namespace planscope
