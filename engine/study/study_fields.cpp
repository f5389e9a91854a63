#include "study/study_document.h"

#include "spec/transformer_training_mapping_spec.h"
#include "spec/transformer_training_workload_spec.h"

namespace planscope {
namespace {

constexpr std::array<FieldInfo, modelFieldCount> modelFields{{
    {"name", "Name", "", FieldKind::Text, "What the model is called in results and reports."},
    {"hidden_size", "Hidden size", "elements", FieldKind::Integer, "h, the elements of a token's hidden state."},
    {"feedforward_size", "Feedforward size", "elements", FieldKind::Integer,
     "f, the elements of the MLP's inner state."},
    {"sequence_length", "Sequence length", "tokens", FieldKind::Integer, "s, the tokens of one sequence."},
    {"attention_heads", "Attention heads", "heads", FieldKind::Integer, "a, the attention heads of a block."},
    {"attention_head_size", "Attention head size", "elements", FieldKind::Integer,
     "d, the elements of one head; a·d need not be h."},
    {"block_count", "Blocks", "blocks", FieldKind::Integer, "L, the equal Transformer blocks of the model."},
}};

constexpr std::array<FieldInfo, workloadFieldCount> workloadFields{{
    {"global_batch_size", "Global batch size", "sequences", FieldKind::Integer,
     "The sequences of one training iteration, over all ranks."},
    {"datatype", "Datatype", "", FieldKind::Choice, "The type of weights and activations; both take 2 bytes an element."},
}};

constexpr std::array<FieldInfo, candidateFieldCount> candidateFields{{
    {"microbatch_size", "Microbatch size", "sequences", FieldKind::Integer,
     "b, the sequences that one replica processes at a time."},
    {"mapping.tensor.degree", "Tensor parallel", "ranks", FieldKind::Integer,
     "t, the ranks over which each block's matrices are split."},
    {"mapping.tensor.communication", "Tensor communication", "", FieldKind::Choice,
     "How a tensor-parallel group exchanges activations; reduce-scatter with all-gather is sequence parallelism."},
    {"mapping.pipeline.degree", "Pipeline parallel", "stages", FieldKind::Integer,
     "p, the stages over which the blocks are laid."},
    {"mapping.pipeline.schedule.kind", "Pipeline schedule", "", FieldKind::Choice,
     "The order in which a stage runs the forward and backward passes of its microbatches."},
    {"mapping.pipeline.schedule.virtual_stages", "Virtual stages", "chunks", FieldKind::Integer,
     "v, the model chunks of one stage in the interleaved schedule."},
    {"mapping.data.degree", "Data parallel", "replicas", FieldKind::Integer,
     "D, the replicas that share the global batch."},
    {"mapping.data.optimizer_sharding", "Optimizer sharding", "", FieldKind::Boolean,
     "Whether the optimizer state is split over the replicas; needs more than one."},
    {"mapping.recompute", "Recompute", "", FieldKind::Choice,
     "What the backward pass computes again instead of keeping it."},
    {"mapping.fused_activation", "Fused activation", "", FieldKind::Boolean,
     "Whether GeLU is fused with the layer before it and keeps nothing of its own."},
    {"mapping.sequence_parallel_all_gather_redo", "All-gather redo", "", FieldKind::Boolean,
     "Whether the inputs of the sharded layers are gathered again in the backward pass instead of kept."},
    {"network_tiers.tensor", "Tensor tier", "", FieldKind::Integer,
     "The network tier of the system that tensor-parallel groups use."},
    {"network_tiers.pipeline", "Pipeline tier", "", FieldKind::Integer,
     "The network tier of the system that neighbouring stages use."},
    {"network_tiers.data", "Data tier", "", FieldKind::Integer,
     "The network tier of the system that the replicas use."},
}};

} // namespace

const FieldInfo& infoOf(ModelField field)
{
    return modelFields[static_cast<std::size_t>(field)];
}

const FieldInfo& infoOf(WorkloadField field)
{
    return workloadFields[static_cast<std::size_t>(field)];
}

const FieldInfo& infoOf(CandidateField field)
{
    return candidateFields[static_cast<std::size_t>(field)];
}

std::vector<std::string> choicesOf(WorkloadField field)
{
    switch (field) {
    case WorkloadField::GlobalBatchSize: return {};
    case WorkloadField::Datatype: return allNames<Datatype>();
    }
    return {};
}

std::vector<std::string> choicesOf(CandidateField field)
{
    switch (field) {
    case CandidateField::TensorCommunication: return allNames<TensorCommunication>();
    case CandidateField::ScheduleKind: return allNames<ScheduleKind>();
    case CandidateField::Recompute: return allNames<RecomputePolicy>();
    case CandidateField::MicrobatchSize:
    case CandidateField::TensorDegree:
    case CandidateField::PipelineDegree:
    case CandidateField::VirtualStages:
    case CandidateField::DataDegree:
    case CandidateField::OptimizerSharding:
    case CandidateField::FusedActivation:
    case CandidateField::AllGatherRedo:
    case CandidateField::TensorTier:
    case CandidateField::PipelineTier:
    case CandidateField::DataTier: return {};
    }
    return {};
}

} // namespace planscope
