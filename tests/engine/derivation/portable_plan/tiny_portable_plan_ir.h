#pragma once

#include "derivation/portable_plan/portable_plan_ir.h"

#include <algorithm>
#include <map>

namespace planscope {

/// What a hand-built plan task says; the rest follows.
struct PlanTaskSketch {
    Layer layer;
    Phase phase;
    std::optional<CollectiveKind> collective;
    Capability requires_;
    ResourceClass provider;
    WorkloadFacts facts;
    ResourceDemand demand;
};

/// Derives all ids anew after a change of header or names, and lets every reference follow.
inline void rederive(PortablePlanIR& ir)
{
    std::map<PlanTaskId, PlanTaskId> tasks;
    for (PlanTask& task : ir.tasks) {
        const auto id = PlanTaskId::derive(ir.sourceDigest, task.name);
        tasks[task.id] = id;
        task.id = id;
    }
    std::map<BufferId, BufferId> buffers;
    for (PlanBuffer& buffer : ir.buffers) {
        const auto id = BufferId::derive(ir.sourceDigest, buffer.name);
        buffers[buffer.id] = id;
        buffer.id = id;
    }
    const auto followTask = [&](PlanTaskId& id) {
        if (const auto entry = tasks.find(id); entry != tasks.end())
            id = entry->second;
    };
    const auto followBuffer = [&](BufferId& id) {
        if (const auto entry = buffers.find(id); entry != buffers.end())
            id = entry->second;
    };
    for (PlanTask& task : ir.tasks) {
        std::for_each(task.dependencies.begin(), task.dependencies.end(), followTask);
        std::for_each(task.reads.begin(), task.reads.end(), followBuffer);
        std::for_each(task.writes.begin(), task.writes.end(), followBuffer);
    }
    for (PlanBuffer& buffer : ir.buffers) {
        std::for_each(buffer.consumers.begin(), buffer.consumers.end(), followTask);
        if (buffer.producer)
            followTask(*buffer.producer);
    }
}

inline PlanTask planTaskOf(const PlanTaskSketch& sketch, const Digest& source, std::int64_t ranks)
{
    PlanTask task;
    task.name = invocationName(sketch.layer, sketch.phase, sketch.collective);
    task.id = PlanTaskId::derive(source, task.name);
    task.layer = sketch.layer;
    task.phase = sketch.phase;
    task.primitive = sketch.phase == Phase::Optimizer ? Primitive::Adam : primitiveOf(sketch.layer);
    task.collective = sketch.collective;
    task.ranks = {0, Ranks{ranks}};
    task.facts = sketch.facts;
    task.demand = sketch.demand;
    task.requires_ = sketch.requires_;
    task.alternatives = {sketch.provider};
    task.group = sketch.collective ? ConcurrencyGroup::Network : ConcurrencyGroup::Compute;
    task.lineage = {LineageKind::Translation, "by_hand", {TaskId::derive(source, task.name)}};
    return task;
}

/// t = 2 (sequence-parallel) × p = 2 × D = 2 with optimizer state sharded: a plan of seven tasks over every phase and
/// every kind of collective. All numbers are written out by hand.
inline PortablePlanIR tinyPortablePlanIr()
{
    const auto operations = [](std::int64_t n) { return Operations{n}; };
    const auto bytes = [](std::int64_t n) { return Bytes{n}; };
    const auto facts = [&](std::int64_t work, std::int64_t read, std::int64_t write, std::int64_t message) {
        return WorkloadFacts{operations(work), bytes(read), bytes(write), bytes(message)};
    };
    PortablePlanIR ir;
    ir.schema = PortablePlanIR::currentSchema();
    ir.sourceDigest = Digest::of("tasks");
    ir.strategyFingerprint = Digest::of("strategy");
    ir.objectives = {{Metric::Latency, Sense::Minimise}, {Metric::PeakMemory, Sense::Minimise}};

    PlanProgram& program = ir.program;
    program.tensorDegree = 2;
    program.pipelineDegree = 2;
    program.dataDegree = 2;
    program.communication = TensorCommunication::ReduceScatterAllGather;
    program.recompute = RecomputePolicy::Full;
    program.schedule = InterleavedOneForwardOneBackward{3};
    program.optimizerSharding = true;
    program.globalBatchSize = 20;
    program.microbatchSize = 2;
    program.sequenceLength = 8;
    program.hiddenSize = 16;
    program.shape = {8, 5, 6, 2};

    ir.layerMemory = {
        {Layer::AttentionLayerNorm, Elements{33}, Bytes{256}, true, Bytes{0}, Bytes{256}},
        {Layer::AttentionQuery, Elements{129}, Bytes{512}, false, Bytes{10}, Bytes{256}},
        {Layer::AttentionSoftmax, Elements{0}, Bytes{100}, false, Bytes{20}, Bytes{100}},
    };
    ir.blockMemory.weights = Bytes{66 + 258};
    ir.blockMemory.activationWorking = Bytes{512 + 100};
    ir.blockMemory.activationStorage = Bytes{10 + 20};
    ir.blockMemory.activationCheckpoint = Bytes{2 * 2 * 8 * 16};
    ir.blockMemory.weightGradients = Bytes{33 + 129};
    ir.blockMemory.weightGradientsUnsharded = Bytes{132 + 516};
    ir.blockMemory.activationGradients = Bytes{256 + 256 + 100};
    ir.blockMemory.optimizer = Bytes{198 + 774};

    using C = Capability;
    using R = ResourceClass;
    const std::vector<PlanTaskSketch> sketches{
        {Layer::AttentionInputCollective,
         Phase::Forward,
         CollectiveKind::AllGather,
         C::AllGather,
         R::Network,
         facts(0, 64, 64, 64),
         {std::nullopt, bytes(128), bytes(64)}},
        {Layer::AttentionQuery,
         Phase::Forward,
         std::nullopt,
         C::MatrixMultiply,
         R::Matrix,
         facts(90, 40, 20, 0),
         {operations(90), bytes(60), std::nullopt}},
        {Layer::AttentionOutputCollective,
         Phase::Forward,
         CollectiveKind::ReduceScatter,
         C::ReduceScatter,
         R::Network,
         facts(8, 64, 64, 64),
         {operations(8), bytes(128), bytes(64)}},
        {Layer::MlpInputCollective,
         Phase::Recommunication,
         CollectiveKind::AllReduce,
         C::AllReduce,
         R::Network,
         facts(0, 0, 0, 64),
         {std::nullopt, std::nullopt, bytes(64)}},
        {Layer::MlpOutputCollective,
         Phase::ActivationGradient,
         CollectiveKind::AllToAll,
         C::AllToAll,
         R::Network,
         facts(0, 1, 1, 64),
         {std::nullopt, bytes(2), bytes(64)}},
        {Layer::MlpInputCollective,
         Phase::ActivationGradient,
         CollectiveKind::Broadcast,
         C::Broadcast,
         R::Network,
         facts(0, 1, 1, 64),
         {std::nullopt, bytes(2), bytes(64)}},
        {Layer::AttentionQuery,
         Phase::Optimizer,
         std::nullopt,
         C::VectorElementwise,
         R::Vector,
         facts(710, 774, 0, 0),
         {operations(710), bytes(774), std::nullopt}},
    };
    for (const PlanTaskSketch& sketch : sketches) {
        PlanTask task = planTaskOf(sketch, ir.sourceDigest, 2);
        if (!ir.tasks.empty())
            task.dependencies = {ir.tasks.back().id};
        ir.tasks.push_back(std::move(task));
    }

    PlanBuffer in;
    in.name = "in";
    in.id = BufferId::derive(ir.sourceDigest, in.name);
    in.bytes = Bytes{2 * 2 * 8 * 16 / 2};
    in.alignment = Bytes{16};
    in.lineage = {LineageKind::Translation, "by_hand", {DistributedValueId::derive(ir.sourceDigest, in.name)}};
    PlanBuffer out = in;
    out.name = "out";
    out.id = BufferId::derive(ir.sourceDigest, out.name);
    out.role = BoundaryRole::Output;
    out.lineage.sources = {DistributedValueId::derive(ir.sourceDigest, out.name)};
    in.consumers = {ir.tasks[0].id};
    ir.tasks[0].reads = {in.id};
    out.producer = ir.tasks[2].id;
    ir.tasks[2].writes = {out.id};
    ir.buffers = {in, out};
    return ir;
}

} // namespace planscope
