#pragma once

#include "derivation/dialect/demand.h"
#include "derivation/distributed/distributed_task_ir.h"
#include "spec/transformer_training.h"

#include <optional>
#include <string>
#include <vector>

namespace planscope {

/// A distributed task with what it demands of any target.
struct PlanTask {
    PlanTaskId id;    ///< of the source digest and the name
    std::string name; ///< the distributed task's name
    Layer layer = Layer::AttentionFork;
    Phase phase = Phase::Forward;
    Primitive primitive = Primitive::Fork;
    std::optional<CollectiveKind> collective;
    RankRange ranks;
    WorkloadFacts facts; ///< the distributed task's, to the unit
    ResourceDemand demand;
    Capability requires_ = Capability::VectorElementwise;
    std::vector<ResourceClass> alternatives;
    ConcurrencyGroup group = ConcurrencyGroup::Compute;
    std::vector<PlanTaskId> dependencies;
    std::vector<BufferId> reads;
    std::vector<BufferId> writes;
    Lineage<TaskId> lineage;
    friend bool operator==(const PlanTask&, const PlanTask&) = default;
};

/// A boundary buffer of the block on one rank.
struct PlanBuffer {
    BufferId id; ///< of the source digest and the name
    std::string name;
    BoundaryRole role = BoundaryRole::Input;
    Bytes bytes; ///< the shard's
    Bytes alignment;
    MemorySpace space = MemorySpace::Local;
    std::optional<PlanTaskId> producer;
    std::vector<PlanTaskId> consumers;
    Lineage<DistributedValueId> lineage;
    friend bool operator==(const PlanBuffer&, const PlanBuffer&) = default;
};

/// Everything that evaluation reads beside the tasks.
struct PlanProgram {
    std::int64_t tensorDegree = 0;   ///< t
    std::int64_t pipelineDegree = 0; ///< p
    std::int64_t dataDegree = 0;     ///< D
    TensorCommunication communication = TensorCommunication::AllReduce;
    RecomputePolicy recompute = RecomputePolicy::None;
    PipelineSchedule schedule;
    bool optimizerSharding = false;
    Datatype datatype = Datatype::Float16;
    std::int64_t globalBatchSize = 0; ///< sequences
    std::int64_t microbatchSize = 0;  ///< sequences
    std::int64_t sequenceLength = 0;  ///< tokens
    std::int64_t hiddenSize = 0;      ///< elements
    TrainingShape shape;
    friend bool operator==(const PlanProgram&, const PlanProgram&) = default;
};

/// What any target would have to do, and hold, for one block and one microbatch on each rank, and how
/// often. No time, device, kernel, queue, route or network tier.
/// A plain value; published only as shared_ptr<const …> inside a snapshot, after verify().
struct PortablePlanIR {
    static constexpr IrKind kind = IrKind::PortablePlan;
    static IrSchema currentSchema() { return {"planscope.portable_plan_ir", 1, 0}; }
    static constexpr Bytes bufferAlignment{16};

    IrSchema schema;
    Digest sourceDigest;        ///< of the DistributedTaskIR; parent of all ids here
    Digest strategyFingerprint; ///< of the canonical bytes of the StrategyBinding
    PlanProgram program;
    std::vector<MemoryFacts> layerMemory; ///< the distributed tasks' rows, to the byte
    BlockMemory blockMemory;              ///< the sums of the rows
    std::vector<PlanTask> tasks;
    std::vector<PlanBuffer> buffers;
    std::vector<Objective> objectives;
    friend bool operator==(const PortablePlanIR&, const PortablePlanIR&) = default;
};

template <class Io, Described<PlanTask> Self>
void describe(Io& io, Self& task)
{
    io.field("alternatives", task.alternatives);
    io.field("collective", task.collective);
    io.field("concurrency_group", task.group);
    io.field("demand", task.demand);
    io.field("dependencies", task.dependencies);
    io.field("facts", task.facts);
    io.field("id", task.id);
    io.field("layer", task.layer);
    io.field("lineage", task.lineage);
    io.field("name", task.name);
    io.field("phase", task.phase);
    io.field("primitive", task.primitive);
    io.field("ranks", task.ranks);
    io.field("reads", task.reads);
    io.field("requires", task.requires_);
    io.field("writes", task.writes);
}
template <class Io, Described<PlanBuffer> Self>
void describe(Io& io, Self& buffer)
{
    io.field("alignment", buffer.alignment);
    io.field("bytes", buffer.bytes);
    io.field("consumers", buffer.consumers);
    io.field("id", buffer.id);
    io.field("lineage", buffer.lineage);
    io.field("name", buffer.name);
    io.field("producer", buffer.producer);
    io.field("role", buffer.role);
    io.field("space", buffer.space);
}
template <class Io, Described<PlanProgram> Self>
void describe(Io& io, Self& program)
{
    io.field("communication", program.communication);
    io.field("data_degree", program.dataDegree);
    io.field("datatype", program.datatype);
    io.field("global_batch_size", program.globalBatchSize);
    io.field("hidden_size", program.hiddenSize);
    io.field("microbatch_size", program.microbatchSize);
    io.field("optimizer_sharding", program.optimizerSharding);
    io.field("pipeline_degree", program.pipelineDegree);
    io.field("recompute", program.recompute);
    io.field("schedule", program.schedule);
    io.field("sequence_length", program.sequenceLength);
    io.field("shape", program.shape);
    io.field("tensor_degree", program.tensorDegree);
}
template <class Io, Described<PortablePlanIR> Self>
void describe(Io& io, Self& ir)
{
    io.field("block_memory", ir.blockMemory);
    io.field("buffers", ir.buffers);
    io.field("layer_memory", ir.layerMemory);
    io.field("objectives", ir.objectives);
    io.field("program", ir.program);
    io.field("schema", ir.schema);
    io.field("source_digest", ir.sourceDigest);
    io.field("strategy_fingerprint", ir.strategyFingerprint);
    io.field("tasks", ir.tasks);
}

} // namespace planscope
