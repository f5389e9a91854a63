#pragma once

#include "base/lineage.h"
#include "derivation/dialect/entity_kinds.h"
#include "derivation/dialect/ir_schema.h"
#include "derivation/dialect/mesh.h"
#include "derivation/whole/dialect/model_facts.h"
#include "derivation/whole/dialect/parameter_tensor.h"
#include "derivation/whole/dialect/saved_tensor.h"
#include "derivation/whole/dialect/stage_facts.h"
#include "spec/whole/training.h"

#include <array>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace planscope::whole {

/// The axes of the mesh, in the order of rank numbers, fastest first.
inline constexpr std::array<std::string_view, 4> meshAxisNames{"tp", "cp", "dp", "pp"};

/// A task class: what every rank of a stage does each time a microbatch passes its unit (and, in the block, each
/// block).
struct DistributedTask {
    TaskId id;        ///< of the source digest and the name
    std::string name; ///< taskName(invocation); the stable semantic key
    Invocation invocation;
    std::optional<Reduction> reduction; ///< exactly for all_reduce and reduce_scatter
    WorkloadFacts facts;                ///< of one rank, each time
    std::vector<TaskId> dependencies;   ///< the task before it in its unit and direction; none for the first
    std::optional<TaskId> repeats;      ///< the forward task whose work a recompute repeats
    Lineage<OperationId> lineage;
    friend bool operator==(const DistributedTask&, const DistributedTask&) = default;
};

struct ParameterContent {
    static constexpr std::string_view alternativeName = "parameter";
    ParameterTensor tensor = ParameterTensor::EmbeddingWord;
    std::optional<LinearShape> linear;
    friend bool operator==(const ParameterContent&, const ParameterContent&) = default;
};
struct SavedContent {
    static constexpr std::string_view alternativeName = "saved";
    SavedTensor tensor = SavedTensor::AttnNormInput;
    bool rebuilt = false; ///< not kept: there again while a fully recomputed block runs backward
    friend bool operator==(const SavedContent&, const SavedContent&) = default;
};
/// What a value is. Closed.
using ValueContent = std::variant<ParameterContent, SavedContent>;

/// A parameter, or a tensor that one microbatch keeps, and how it lies on the mesh.
struct DistributedValue {
    DistributedValueId id; ///< of the source digest and the name
    std::string name;      ///< nameOf the tensor
    ValueContent content;
    std::vector<Elements> shape;        ///< whole, over all ranks that cut it
    std::vector<AxisSharding> sharding; ///< axes not named hold the whole of it
    ElementType elementType = ElementType::BFloat16;
    Elements elements; ///< on one rank: the shape over the sizes of the axes that cut it
    Lineage<ModelValueId> lineage;
    friend bool operator==(const DistributedValue&, const DistributedValue&) = default;
};

enum class ChunkKind { First, Middle, Last, FirstAndLast };
/// The chunks of one kind: which units one is made of. How many blocks each repeats is the layout's.
struct ChunkClass {
    ChunkKind kind = ChunkKind::FirstAndLast;
    std::vector<Unit> units;
    std::int64_t chunks = 0; ///< of this kind
    friend bool operator==(const ChunkClass&, const ChunkClass&) = default;
};

/// A whole model's training step laid over a mesh: task classes of three units, what a rank of each stage holds and
/// does, the order of its program by rule, and the messages between. Its size grows with stages and chunks alone.
/// A plain value; published only as shared_ptr<const …> inside a snapshot, after verify().
struct DistributedTaskIR {
    static constexpr IrKind kind = IrKind::Distributed;
    static IrSchema currentSchema() { return {"planscope.distributed_task_ir", 2, 0}; }

    IrSchema schema;
    Digest sourceDigest; ///< of the ModelIR; parent of all ids here
    LogicalMesh mesh;    ///< tp, cp, dp, pp
    WorkloadSpec workload;
    MappingSpec mapping;
    Shape shape;         ///< with the layout: blocks of each chunk
    ProgramRule rule;
    std::vector<ChunkClass> chunkClasses; ///< in the order of ChunkKind, those that there are
    /// Unit by unit; in a unit forward in program order, recompute, backward in reverse.
    std::vector<DistributedTask> tasks;
    std::vector<DistributedValue> values; ///< parameters, then saved tensors, each in program order
    std::vector<MomentTerm> transients;   ///< in the order of the backward walk
    std::vector<PipelineEdge> edges;      ///< forward and backward, or none
    std::vector<StageFacts> stages;       ///< p of them
    MicrobatchSizes sizes;
    ModelParameters parameters;           ///< of the published model
    FlopsInputs flops;                    ///< likewise
    friend bool operator==(const DistributedTaskIR&, const DistributedTaskIR&) = default;
};

/// The rule of a training's stage programs.
ProgramRule programRuleOf(const MappingSpec& mapping, const Shape& shape);
/// The units that a chunk is made of, in program order. Requires: 0 <= chunk < shape.chunks.size().
ChunkKind chunkKindOf(const Shape& shape, std::int64_t chunk);
std::vector<Unit> unitsOf(ChunkKind kind);
std::vector<ChunkClass> chunkClassesOf(const Shape& shape);
/// What a collective of that kind and site does with the ranks' parts.
std::optional<Reduction> reductionOf(const Invocation& invocation);

template <class Io, Described<DistributedTask> Self>
void describe(Io& io, Self& task)
{
    io.field("dependencies", task.dependencies);
    io.field("facts", task.facts);
    io.field("id", task.id);
    io.field("invocation", task.invocation);
    io.field("lineage", task.lineage);
    io.field("name", task.name);
    io.field("reduction", task.reduction);
    io.field("repeats", task.repeats);
}
template <class Io, Described<ParameterContent> Self>
void describe(Io& io, Self& content)
{
    io.field("linear", content.linear);
    io.field("tensor", content.tensor);
}
template <class Io, Described<SavedContent> Self>
void describe(Io& io, Self& content)
{
    io.field("rebuilt", content.rebuilt);
    io.field("tensor", content.tensor);
}
template <class Io, Described<DistributedValue> Self>
void describe(Io& io, Self& value)
{
    io.field("content", value.content);
    io.field("element_type", value.elementType);
    io.field("elements", value.elements);
    io.field("id", value.id);
    io.field("lineage", value.lineage);
    io.field("name", value.name);
    io.field("shape", value.shape);
    io.field("sharding", value.sharding);
}
template <class Io, Described<ChunkClass> Self>
void describe(Io& io, Self& chunks)
{
    io.field("chunks", chunks.chunks);
    io.field("kind", chunks.kind);
    io.field("units", chunks.units);
}
template <class Io, Described<DistributedTaskIR> Self>
void describe(Io& io, Self& ir)
{
    io.field("chunk_classes", ir.chunkClasses);
    io.field("edges", ir.edges);
    io.field("mapping", ir.mapping);
    io.field("mesh", ir.mesh);
    io.field("parameters", ir.parameters);
    io.field("rule", ir.rule);
    io.field("schema", ir.schema);
    io.field("shape", ir.shape);
    io.field("sizes", ir.sizes);
    io.field("source_digest", ir.sourceDigest);
    io.field("stages", ir.stages);
    io.field("tasks", ir.tasks);
    io.field("token_operations", ir.flops);
    io.field("transients", ir.transients);
    io.field("values", ir.values);
    io.field("workload", ir.workload);
}

} // namespace planscope::whole

namespace planscope {

template <>
struct EnumNames<whole::ChunkKind> {
    static constexpr std::array<std::string_view, 4> names{"first", "middle", "last", "first_and_last"};
};

} // namespace planscope
