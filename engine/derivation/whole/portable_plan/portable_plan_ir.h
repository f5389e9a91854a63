#pragma once

#include "base/lineage.h"
#include "derivation/dialect/demand.h"
#include "derivation/dialect/entity_kinds.h"
#include "derivation/dialect/ir_schema.h"
#include "derivation/whole/dialect/backward_moments.h"
#include "derivation/whole/dialect/messages.h"
#include "derivation/whole/dialect/model_facts.h"
#include "derivation/whole/dialect/parameter_tensor.h"
#include "derivation/whole/dialect/program_rule.h"
#include "derivation/whole/dialect/rows.h"
#include "derivation/whole/dialect/saved_tensor.h"
#include "derivation/whole/dialect/stage_facts.h"
#include "spec/whole/training.h"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace planscope::whole {

/// A task class of one unit, with what each of its runs demands of any target. Runs: once a microbatch and, in the
/// block, once a block.
struct PlanTask {
    PlanTaskId id;    ///< of the source digest and the name
    std::string name; ///< taskName(invocation)
    Invocation invocation;
    WorkloadFacts facts; ///< of one rank
    ResourceDemand demand;
    Capability requires_ = Capability::VectorElementwise;
    std::vector<ResourceClass> alternatives;
    ConcurrencyGroup concurrency = ConcurrencyGroup::Compute;
    std::vector<PlanTaskId> dependencies; ///< the task before it in its unit and direction; none for the first
    Lineage<TaskId> lineage;
    friend bool operator==(const PlanTask&, const PlanTask&) = default;
};

/// What is in a rank's memory from the first step to the last.
enum class PersistentKind { Weights, Gradients, Optimizer, RopeTable };

/// A buffer of one stage that lives for ever.
struct PersistentBuffer {
    BufferId id; ///< of the source digest and "stage.<r>.<kind>"
    std::string name;
    PersistentKind kind = PersistentKind::Weights;
    Bytes bytes;
    Lineage<DistributedValueId> lineage; ///< from the parameters it holds, from the query operand for the table
    friend bool operator==(const PersistentBuffer&, const PersistentBuffer&) = default;
};

/// A tensor of one unit that each live microbatch keeps for its backward: once in the embedding and the head, in the
/// block once a block of the chunk.
struct SavedBuffer {
    BufferId id; ///< of the source digest and the name
    std::string name;
    SavedTensor tensor = SavedTensor::AttnNormInput;
    Row owner = Row::AttnNorm; ///< the row whose backward needs it
    ElementType elementType = ElementType::BFloat16;
    Elements elements;
    Bytes bytes;
    SaveReason reason = SaveReason::NormInput;
    std::vector<std::string> aliases; ///< operands that share the storage, counted here alone: "core_attention.output"
    bool rebuilt = false; ///< not kept, but there again while a fully recomputed block runs backward
    PlanTaskId birth;     ///< the forward task after which it must stay (rebuilt: the recompute task)
    PlanTaskId death;     ///< the backward task after which it is free
    Lineage<DistributedValueId> lineage;
    friend bool operator==(const SavedBuffer&, const SavedBuffer&) = default;
};

/// A tensor that exists only while one backward task runs.
struct TransientBuffer {
    BufferId id; ///< of the source digest and the name
    std::string name; ///< "fc2.backward.gathered_gradient"
    Moment moment = Moment::LossForward;
    TransientTerm term = TransientTerm::ResidualGradient;
    Bytes bytes;
    Lineage<TaskId> lineage; ///< from the task that runs at its moment
    friend bool operator==(const TransientBuffer&, const TransientBuffer&) = default;
};

/// One moment of a backward at which memory is judged, in the order of the walk: head, block, embedding.
struct PlanMoment {
    Moment moment = Moment::LossForward;
    Unit unit = Unit::Head;
    Bytes transient;                   ///< the sum of its transient buffers
    std::vector<SavedTensor> releases; ///< free once it has been judged
    friend bool operator==(const PlanMoment&, const PlanMoment&) = default;
};

/// A parameter tensor of one unit.
struct PlanParameter {
    ParameterTensor tensor = ParameterTensor::EmbeddingWord; ///< its name, owner and kind follow
    Elements elements;                 ///< on one rank; HeadTied's are counted with the word embedding
    std::optional<LinearShape> linear; ///< of the weights of qkv, proj, fc1, fc2 and head
    friend bool operator==(const PlanParameter&, const PlanParameter&) = default;
};

/// What one rank of a stage holds and does once a step.
struct PlanStage {
    Elements parameters;                      ///< N, of one rank
    std::vector<PersistentBuffer> persistent; ///< in the order of PersistentKind; the table where there is one
    std::vector<Bytes> savedPerMicrobatch;    ///< of each chunk of the stage, in order
    std::int64_t inFlight = 0;                ///< chunk-microbatches alive at once, at most
    std::vector<StepMessage> step;            ///< in the order of StepMessageKind
    Elements optimized;                       ///< n, parameters that this rank's optimizer updates
    WorkloadFacts optimizer;                  ///< once a step, vector engine

    /// 0 when the stage has none.
    Bytes bytesOf(PersistentKind kind) const;
    friend bool operator==(const PlanStage&, const PlanStage&) = default;
};

/// The choices and counts of the specs that evaluation and answers read.
struct PlanProgram {
    std::int64_t tensorDegree = 0;   ///< t
    std::int64_t contextDegree = 0;  ///< c
    std::int64_t dataDegree = 0;     ///< D
    bool sequenceParallel = false;   ///< effective: stated and t > 1
    bool optimizerSharding = false;
    RecomputeKind recompute = RecomputeKind::None;
    AttentionKernel attention = AttentionKernel::Fused;
    LossKernel loss = LossKernel::Fused;
    Datatype datatype = Datatype::BFloat16;
    std::int64_t globalBatchSize = 0; ///< sequences
    std::int64_t sequenceLength = 0;  ///< tokens
    Shape shape;
    ProgramRule rule; ///< p, v, g, m and the order of every stage
    friend bool operator==(const PlanProgram&, const PlanProgram&) = default;
};

/// What any target would have to do, hold and exchange in one training step of a whole model, on each rank of each
/// stage. Task classes, not tasks: its size grows with stages and chunks alone. No time, device, framework or tier.
/// A plain value; published only as shared_ptr<const …> inside a snapshot, after verify().
struct PortablePlanIR {
    static constexpr IrKind kind = IrKind::PortablePlan;
    static IrSchema currentSchema() { return {"planscope.portable_plan_ir", 2, 0}; }

    IrSchema schema;
    Digest sourceDigest;        ///< of the DistributedTaskIR; parent of all ids here
    Digest strategyFingerprint; ///< of the canonical bytes of the mapping
    PlanProgram program;
    ModelParameters parameters;
    FlopsInputs flops;
    MicrobatchSizes sizes;
    /// Unit by unit; in a unit forward in program order, recompute, backward in reverse.
    std::vector<PlanTask> tasks;
    std::vector<PlanParameter> parameterTensors; ///< in program order
    /// In the order of SavedTensor within embedding, block, head; with full recompute the block's kept input is
    /// followed by what is rebuilt.
    std::vector<SavedBuffer> saved;
    std::vector<TransientBuffer> transients; ///< in the order of the walk
    std::vector<PlanMoment> moments;         ///< likewise
    std::vector<PipelineEdge> edges;         ///< forward and backward, or none
    std::vector<PlanStage> stages;           ///< p of them
    std::vector<Objective> objectives;
    friend bool operator==(const PortablePlanIR&, const PortablePlanIR&) = default;
};

/// Where the tasks of a unit stand in the plan's list.
struct TaskRange {
    std::size_t first = 0;
    std::size_t count = 0;
};
TaskRange tasksOf(const PortablePlanIR& plan, Unit unit);
/// Sums over one unit's tasks, by Phase. Requires: a plan that passed verify(), so that the sums fit.
std::array<PhaseTotals, 4> totalsOf(const PortablePlanIR& plan, Unit unit);
/// The stage's messages of one step, in the order of answers: chunk by chunk, then the step section.
std::vector<StageMessage> messagesOf(const PortablePlanIR& plan, std::int64_t stage);

} // namespace planscope::whole

namespace planscope {

template <>
struct EnumNames<whole::PersistentKind> {
    static constexpr std::array<std::string_view, 4> names{"weights", "gradients", "optimizer", "rope_table"};
};

} // namespace planscope

#include "derivation/whole/portable_plan/portable_plan_encoding.h"
