#pragma once

#include "derivation/dialect/dialect.h"
#include "derivation/dialect/mesh.h"
#include "derivation/model/model_ir.h"
#include "spec/transformer_training_mapping_spec.h"
#include "spec/transformer_training_workload_spec.h"

#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace planscope {

/// Consecutive logical ranks first … first + count − 1; never expanded, however many.
struct RankRange {
    std::int64_t first = 0;
    Ranks count;
    friend bool operator==(const RankRange&, const RankRange&) = default;
};

/// Work of each rank on its own data.
struct LocalCompute {
    static constexpr std::string_view alternativeName = "local_compute";
    friend bool operator==(const LocalCompute&, const LocalCompute&) = default;
};
/// All participants take part in one exchange of the task's message.
struct Collective {
    static constexpr std::string_view alternativeName = "collective";
    CollectiveKind kind = CollectiveKind::AllReduce;
    RankRange participants;
    std::optional<Reduction> reduction; ///< exactly for all_reduce and reduce_scatter
    friend bool operator==(const Collective&, const Collective&) = default;
};
/// One rank sends the task's message to another.
struct PointToPoint {
    static constexpr std::string_view alternativeName = "point_to_point";
    std::int64_t source = 0;
    std::int64_t destination = 0;
    friend bool operator==(const PointToPoint&, const PointToPoint&) = default;
};
/// A value changes its sharding without changing its content.
struct Reshard {
    static constexpr std::string_view alternativeName = "reshard";
    DistributedValueId from;
    DistributedValueId to;
    friend bool operator==(const Reshard&, const Reshard&) = default;
};
/// Orders other tasks; no work.
struct Control {
    static constexpr std::string_view alternativeName = "control";
    friend bool operator==(const Control&, const Control&) = default;
};
using TaskBody = std::variant<LocalCompute, Collective, PointToPoint, Reshard, Control>;

/// One task of one block and one microbatch on every rank of its range.
struct DistributedTask {
    TaskId id;        ///< of the source digest and the name
    std::string name; ///< the invocation's name; the stable semantic key
    Layer layer = Layer::AttentionFork;
    Phase phase = Phase::Forward;
    Primitive primitive = Primitive::Fork;
    TaskBody body;
    WorkloadFacts facts; ///< of one rank
    RankRange ranks;
    std::vector<TaskId> dependencies; ///< earlier tasks; the chain has one, the first task none
    std::optional<TaskId> repeats;    ///< the forward task whose work a recompute repeats
    Lineage<OperationId> lineage;
    friend bool operator==(const DistributedTask&, const DistributedTask&) = default;
};

/// A tensor at the boundary of the block: global shape [b, s, h], and how it is sharded.
struct DistributedValue {
    DistributedValueId id; ///< of the source digest and the name
    std::string name;
    BoundaryRole role = BoundaryRole::Input;
    std::vector<Elements> shape;
    std::vector<AxisSharding> sharding;   ///< axes not named are replicated
    std::int64_t shardingRank = 0;        ///< rank of the tensor the sharding speaks of
    std::optional<TaskId> producer;       ///< the last forward task, for the output
    std::vector<TaskId> consumers;        ///< the first forward task, for the input
    Lineage<ModelValueId> lineage;
    friend bool operator==(const DistributedValue&, const DistributedValue&) = default;
};

/// The stages of a block, in order.
enum class StageKind { Forward, Recompute, Backward, Optimizer };
template <>
struct EnumNames<StageKind> {
    static constexpr std::array<std::string_view, 4> names{"forward", "recompute", "backward", "optimizer"};
};
StageKind stageOf(Phase phase);

/// A run of consecutive tasks.
struct TaskStage {
    StageKind kind = StageKind::Forward;
    std::int64_t firstTask = 0;
    std::int64_t taskCount = 0;
    friend bool operator==(const TaskStage&, const TaskStage&) = default;
};

/// The choices of the mapping and workload that shape the work of a block. Nothing here speaks of
/// pipeline stages, replicas or the global batch.
struct BlockDistribution {
    std::int64_t microbatchSize = 0;
    Datatype datatype = Datatype::Float16;
    TensorCommunication communication = TensorCommunication::AllReduce;
    RecomputePolicy recompute = RecomputePolicy::None;
    bool fusedActivation = false;
    bool sequenceParallelAllGatherRedo = false;
    std::int64_t optimizerShards = 1; ///< g: D with optimizer sharding, else 1
    friend bool operator==(const BlockDistribution&, const BlockDistribution&) = default;
};

/// The tasks of one block and one microbatch on a tensor-parallel group, in a conservative serial
/// order: forward, recompute, backward, optimizer.
/// A plain value; published only as shared_ptr<const …> inside a snapshot, after verify().
struct DistributedTaskIR {
    static constexpr IrKind kind = IrKind::Distributed;
    static IrSchema currentSchema() { return {"planscope.distributed_task_ir", 1, 0}; }

    IrSchema schema;
    Digest sourceDigest; ///< of the ModelIR; parent of all ids here
    LogicalMesh mesh;
    BlockDistribution distribution;
    std::vector<DistributedValue> values;
    std::vector<DistributedTask> tasks;
    std::vector<TaskStage> stages;
    std::vector<MemoryFacts> layerMemory; ///< what each layer holds on a rank, in program order
    friend bool operator==(const DistributedTaskIR&, const DistributedTaskIR&) = default;
};

template <class Io, Described<RankRange> Self>
void describe(Io& io, Self& ranks)
{
    io.field("count", ranks.count);
    io.field("first", ranks.first);
}
template <class Io, Described<LocalCompute> Self>
void describe(Io&, Self&)
{
}
template <class Io, Described<Collective> Self>
void describe(Io& io, Self& collective)
{
    io.field("kind", collective.kind);
    io.field("participants", collective.participants);
    io.field("reduction", collective.reduction);
}
template <class Io, Described<PointToPoint> Self>
void describe(Io& io, Self& transfer)
{
    io.field("destination", transfer.destination);
    io.field("source", transfer.source);
}
template <class Io, Described<Reshard> Self>
void describe(Io& io, Self& reshard)
{
    io.field("from", reshard.from);
    io.field("to", reshard.to);
}
template <class Io, Described<Control> Self>
void describe(Io&, Self&)
{
}
template <class Io, Described<DistributedTask> Self>
void describe(Io& io, Self& task)
{
    io.field("body", task.body);
    io.field("dependencies", task.dependencies);
    io.field("facts", task.facts);
    io.field("id", task.id);
    io.field("layer", task.layer);
    io.field("lineage", task.lineage);
    io.field("name", task.name);
    io.field("phase", task.phase);
    io.field("primitive", task.primitive);
    io.field("ranks", task.ranks);
    io.field("repeats", task.repeats);
}
template <class Io, Described<DistributedValue> Self>
void describe(Io& io, Self& value)
{
    io.field("consumers", value.consumers);
    io.field("id", value.id);
    io.field("lineage", value.lineage);
    io.field("name", value.name);
    io.field("producer", value.producer);
    io.field("role", value.role);
    io.field("shape", value.shape);
    io.field("sharding", value.sharding);
    io.field("sharding_rank", value.shardingRank);
}
template <class Io, Described<TaskStage> Self>
void describe(Io& io, Self& stage)
{
    io.field("first_task", stage.firstTask);
    io.field("kind", stage.kind);
    io.field("task_count", stage.taskCount);
}
template <class Io, Described<BlockDistribution> Self>
void describe(Io& io, Self& distribution)
{
    io.field("communication", distribution.communication);
    io.field("datatype", distribution.datatype);
    io.field("fused_activation", distribution.fusedActivation);
    io.field("microbatch_size", distribution.microbatchSize);
    io.field("optimizer_shards", distribution.optimizerShards);
    io.field("recompute", distribution.recompute);
    io.field("sequence_parallel_all_gather_redo", distribution.sequenceParallelAllGatherRedo);
}
template <class Io, Described<DistributedTaskIR> Self>
void describe(Io& io, Self& ir)
{
    io.field("distribution", ir.distribution);
    io.field("layer_memory", ir.layerMemory);
    io.field("mesh", ir.mesh);
    io.field("schema", ir.schema);
    io.field("source_digest", ir.sourceDigest);
    io.field("stages", ir.stages);
    io.field("tasks", ir.tasks);
    io.field("values", ir.values);
}

} // namespace planscope
