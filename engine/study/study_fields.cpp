#include "study/study_fields.h"

#include "frontend/framework_reader.h"
#include "frontend/presets.h"
#include "spec/transformer_training_mapping_spec.h"
#include "spec/transformer_training_workload_spec.h"
#include "spec/whole/mapping_spec.h"
#include "spec/whole/model_spec.h"

#include <algorithm>
#include <array>
#include <cassert>

namespace planscope {
namespace {

template <class Field>
struct Row {
    Field field;
    FieldInfo info;
};

/// In the order of files and editors.
template <class Field, std::size_t count>
struct Table {
    std::array<Row<Field>, count> rows;

    constexpr std::array<Field, count> fields() const
    {
        std::array<Field, count> all{};
        for (std::size_t k = 0; k < count; ++k)
            all[k] = rows[k].field;
        return all;
    }
};

constexpr Table<ModelField, 7> blockModel{{{
    {ModelField::Name, {"name", "Name", "", FieldKind::Text, "What the model is called in results and reports."}},
    {ModelField::HiddenSize,
     {"hidden_size", "Hidden size", "elements", FieldKind::Integer,
      "h, the elements of a token's hidden state."}},
    {ModelField::FeedforwardSize,
     {"feedforward_size", "Feedforward size", "elements", FieldKind::Integer,
      "f, the elements of the MLP's inner state."}},
    {ModelField::SequenceLength,
     {"sequence_length", "Sequence length", "tokens", FieldKind::Integer,
      "s, the tokens of one sequence."}},
    {ModelField::AttentionHeads,
     {"attention_heads", "Attention heads", "heads", FieldKind::Integer,
      "a, the attention heads of a block."}},
    {ModelField::AttentionHeadSize,
     {"attention_head_size", "Attention head size", "elements", FieldKind::Integer,
      "d, the elements of one head; a·d need not be h."}},
    {ModelField::BlockCount,
     {"block_count", "Blocks", "blocks", FieldKind::Integer,
      "L, the equal Transformer blocks of the model."}},
}}};

constexpr Table<WorkloadField, 2> blockWorkload{{{
    {WorkloadField::GlobalBatchSize,
     {"global_batch_size", "Global batch size", "sequences", FieldKind::Integer,
      "The sequences of one training iteration, over all ranks."}},
    {WorkloadField::Datatype,
     {"datatype", "Datatype", "", FieldKind::Choice,
      "The type of weights and activations; both take 2 bytes an element."}},
}}};

constexpr Table<CandidateField, 14> blockCandidate{{{
    {CandidateField::MicrobatchSize,
     {"microbatch_size", "Microbatch size", "sequences", FieldKind::Integer,
      "b, the sequences that one replica processes at a time."}},
    {CandidateField::TensorDegree,
     {"mapping.tensor.degree", "Tensor parallel", "ranks", FieldKind::Integer,
      "t, the ranks over which each block's matrices are split."}},
    {CandidateField::TensorCommunication,
     {"mapping.tensor.communication", "Tensor communication", "", FieldKind::Choice,
      "How a tensor-parallel group exchanges activations; reduce-scatter with all-gather is sequence parallelism."}},
    {CandidateField::PipelineDegree,
     {"mapping.pipeline.degree", "Pipeline parallel", "stages", FieldKind::Integer,
      "p, the stages over which the blocks are laid."}},
    {CandidateField::ScheduleKind,
     {"mapping.pipeline.schedule.kind", "Pipeline schedule", "", FieldKind::Choice,
      "The order in which a stage runs the forward and backward passes of its microbatches."}},
    {CandidateField::VirtualStages,
     {"mapping.pipeline.schedule.virtual_stages", "Virtual stages", "chunks", FieldKind::Integer,
      "v, the model chunks of one stage in the interleaved schedule.", false, true}},
    {CandidateField::DataDegree,
     {"mapping.data.degree", "Data parallel", "replicas", FieldKind::Integer,
      "D, the replicas that share the global batch."}},
    {CandidateField::OptimizerSharding,
     {"mapping.data.optimizer_sharding", "Optimizer sharding", "", FieldKind::Boolean,
      "Whether the optimizer state is split over the replicas; needs more than one."}},
    {CandidateField::Recompute,
     {"mapping.recompute", "Recompute", "", FieldKind::Choice,
      "What the backward pass computes again instead of keeping it."}},
    {CandidateField::FusedActivation,
     {"mapping.fused_activation", "Fused activation", "", FieldKind::Boolean,
      "Whether GeLU is fused with the layer before it and keeps nothing of its own."}},
    {CandidateField::AllGatherRedo,
     {"mapping.sequence_parallel_all_gather_redo", "All-gather redo", "", FieldKind::Boolean,
      "Whether the inputs of the sharded layers are gathered again in the backward pass instead of kept."}},
    {CandidateField::TensorTier,
     {"network_tiers.tensor", "Tensor tier", "", FieldKind::Integer,
      "The network tier of the system that tensor-parallel groups use."}},
    {CandidateField::PipelineTier,
     {"network_tiers.pipeline", "Pipeline tier", "", FieldKind::Integer,
      "The network tier of the system that neighbouring stages use."}},
    {CandidateField::DataTier,
     {"network_tiers.data", "Data tier", "", FieldKind::Integer,
      "The network tier of the system that the replicas use."}},
}}};

constexpr Table<ModelField, 15> wholeModel{{{
    {ModelField::Name, {"name", "Name", "", FieldKind::Text, "What the model is called in results and reports."}},
    {ModelField::HiddenSize,
     {"hidden_size", "Hidden size", "elements", FieldKind::Integer,
      "h, the elements of a token's hidden state."}},
    {ModelField::FeedforwardSize,
     {"feedforward_size", "Feedforward size", "elements", FieldKind::Integer,
      "f, the elements of the MLP's inner state; of one half when it is gated."}},
    {ModelField::AttentionHeads,
     {"attention_heads", "Attention heads", "heads", FieldKind::Integer,
      "a, the query heads of a block."}},
    {ModelField::KeyValueHeads,
     {"key_value_heads", "Key-value heads", "heads", FieldKind::Integer,
      "k, the heads of keys and values; fewer than a is grouped-query attention, and k divides a."}},
    {ModelField::AttentionHeadSize,
     {"attention_head_size", "Attention head size", "elements", FieldKind::Integer,
      "d, the elements of one head; a·d need not be h."}},
    {ModelField::BlockCount,
     {"block_count", "Blocks", "blocks", FieldKind::Integer,
      "L, the equal Transformer blocks of the model."}},
    {ModelField::VocabularySize,
     {"vocabulary_size", "Vocabulary", "tokens", FieldKind::Integer,
      "V, the rows of the published word embedding."}},
    {ModelField::Feedforward,
     {"feedforward", "Feedforward", "", FieldKind::Choice,
      "Gated (SwiGLU) gates one half of the inner state with the other; plain is GeLU."}},
    {ModelField::Normalization,
     {"normalization", "Normalization", "", FieldKind::Choice,
      "RMSNorm has a weight alone, LayerNorm a weight and a bias."}},
    {ModelField::Position,
     {"position", "Position encoding", "", FieldKind::Choice,
      "Rotary in every block, a learned table beside the word embedding, or none."}},
    {ModelField::MaximumPositions,
     {"maximum_positions", "Learned positions", "rows", FieldKind::Integer,
      "The rows of the learned position table; they count only with one, else 0 will do."}},
    {ModelField::Bias, {"bias", "Bias", "", FieldKind::NameSet, "The linear layers that have a bias."}},
    {ModelField::TiedEmbeddings,
     {"tied_embeddings", "Tied embeddings", "", FieldKind::Boolean,
      "Whether the head's weight is the word embedding."}},
    {ModelField::QueryKeyNorm,
     {"query_key_norm", "Query-key norm", "", FieldKind::Boolean,
      "Whether each query and key head has a norm of its own."}},
}}};

constexpr Table<WorkloadField, 5> wholeWorkload{{{
    {WorkloadField::SequenceLength,
     {"workload.sequence_length", "Sequence length", "tokens", FieldKind::Integer,
      "s, the tokens of one sequence."}},
    {WorkloadField::GlobalBatchSize,
     {"workload.global_batch_size", "Global batch size", "sequences", FieldKind::Integer,
      "The sequences of one training iteration, over all ranks."}},
    {WorkloadField::Datatype,
     {"workload.datatype", "Datatype", "", FieldKind::Choice,
      "The type of weights and activations: bfloat16."}},
    {WorkloadField::HiddenDropout,
     {"workload.hidden_dropout", "Hidden dropout", "", FieldKind::Boolean,
      "Whether the probability of dropout on hidden states is above 0: its mask is kept."}},
    {WorkloadField::AttentionDropout,
     {"workload.attention_dropout", "Attention dropout", "", FieldKind::Boolean,
      "Whether the probability of dropout on attention is above 0: its mask or its seed is kept."}},
}}};

constexpr Table<CandidateField, 21> wholeCandidate{{{
    {CandidateField::MicrobatchSize,
     {"microbatch_size", "Microbatch size", "sequences", FieldKind::Integer,
      "b, the sequences that one replica processes at a time."}},
    {CandidateField::TensorDegree,
     {"mapping.tensor.degree", "Tensor parallel", "ranks", FieldKind::Integer,
      "t, the ranks over which matrices and vocabulary are split."}},
    {CandidateField::SequenceParallel,
     {"mapping.tensor.sequence_parallel", "Sequence parallel", "", FieldKind::Boolean,
      "Whether activations outside the sharded layers are cut over the sequence."}},
    {CandidateField::ContextDegree,
     {"mapping.context.degree", "Context parallel", "ranks", FieldKind::Integer,
      "c, the ranks over which each sequence is split; its messages are not costed in time."}},
    {CandidateField::ContextExchange,
     {"mapping.context.exchange", "Context exchange", "", FieldKind::Choice,
      "How the ranks of a sequence see each other's keys and values."}},
    {CandidateField::PipelineDegree,
     {"mapping.pipeline.degree", "Pipeline parallel", "stages", FieldKind::Integer,
      "p, the stages over which the blocks are laid."}},
    {CandidateField::ScheduleKind,
     {"mapping.pipeline.schedule.kind", "Pipeline schedule", "", FieldKind::Choice,
      "The order in which a stage runs the forward and backward passes of its microbatches."}},
    {CandidateField::VirtualStages,
     {"mapping.pipeline.schedule.virtual_stages", "Virtual stages", "chunks", FieldKind::Integer,
      "v, the model chunks of one stage in the interleaved schedule.", false, true}},
    {CandidateField::InterleavingGroup,
     {"mapping.pipeline.schedule.group", "Microbatch group", "microbatches", FieldKind::Integer,
      "The microbatches that a chunk takes in turn; nothing stated counts as p.", true, true}},
    {CandidateField::Layout,
     {"mapping.pipeline.layout", "Layout", "", FieldKind::IntegerList,
      "The blocks of each chunk in model order, p·v numbers that add up to L; nothing stated is an even split.", true}},
    {CandidateField::DataDegree,
     {"mapping.data.degree", "Data parallel", "replicas", FieldKind::Integer,
      "D, the replicas that share the global batch."}},
    {CandidateField::OptimizerSharding,
     {"mapping.data.optimizer_sharding", "Optimizer sharding", "", FieldKind::Boolean,
      "Whether the optimizer state is split over the D·c ranks that hold the same weights."}},
    {CandidateField::Recompute,
     {"mapping.recompute", "Recompute", "", FieldKind::Choice,
      "What the backward pass computes again instead of keeping it."}},
    {CandidateField::Attention,
     {"mapping.attention", "Attention", "", FieldKind::Choice,
      "Fused keeps a log-sum-exp; unfused keeps scores and probabilities."}},
    {CandidateField::Loss,
     {"mapping.loss", "Loss", "", FieldKind::Choice,
      "Fused works in place in the logits; float32 keeps a copy of them in four bytes an element."}},
    {CandidateField::GradientDatatype,
     {"mapping.gradient_datatype", "Gradient datatype", "", FieldKind::Choice,
      "The type in which gradients are kept and reduced."}},
    {CandidateField::ExtraTokens,
     {"mapping.vocabulary.extra_tokens", "Extra tokens", "tokens", FieldKind::Integer,
      "The rows that the tokenizer adds to the published vocabulary."}},
    {CandidateField::VocabularyMultiple,
     {"mapping.vocabulary.multiple", "Vocabulary multiple", "rows", FieldKind::Integer,
      "The vocabulary is padded once to a multiple of this times t; 0 pads nothing."}},
    {CandidateField::TensorTier,
     {"network_tiers.tensor", "Tensor tier", "", FieldKind::Integer,
      "The network tier of the system that tensor-parallel groups use."}},
    {CandidateField::PipelineTier,
     {"network_tiers.pipeline", "Pipeline tier", "", FieldKind::Integer,
      "The network tier of the system that neighbouring stages use."}},
    {CandidateField::DataTier,
     {"network_tiers.data", "Data tier", "", FieldKind::Integer,
      "The network tier of the system that the replicas use."}},
}}};

constexpr FieldInfo framework{"framework", "Framework", "", FieldKind::Choice,
                              "The profile of what the training framework holds of its own on each rank."};

template <class Field, std::size_t count>
const FieldInfo& infoIn(const Table<Field, count>& table, Field field)
{
    const auto row = std::find_if(table.rows.begin(), table.rows.end(),
                                  [field](const Row<Field>& one) { return one.field == field; });
    assert(row != table.rows.end() && "the accounting has the field");
    return row->info;
}

/// Of one table of each accounting.
template <class Field, std::size_t ofBlock, std::size_t ofWhole>
const FieldInfo& infoIn(const Table<Field, ofBlock>& block, const Table<Field, ofWhole>& whole, Accounting accounting,
                        Field field)
{
    return accounting == Accounting::Block ? infoIn(block, field) : infoIn(whole, field);
}

} // namespace

template <>
std::span<const ModelField> fieldsOf<ModelField>(Accounting accounting)
{
    static constexpr auto block = blockModel.fields();
    static constexpr auto whole = wholeModel.fields();
    return accounting == Accounting::Block ? std::span<const ModelField>{block} : whole;
}

template <>
std::span<const WorkloadField> fieldsOf<WorkloadField>(Accounting accounting)
{
    static constexpr auto block = blockWorkload.fields();
    static constexpr auto whole = wholeWorkload.fields();
    return accounting == Accounting::Block ? std::span<const WorkloadField>{block} : whole;
}

template <>
std::span<const CandidateField> fieldsOf<CandidateField>(Accounting accounting)
{
    static constexpr auto block = blockCandidate.fields();
    static constexpr auto whole = wholeCandidate.fields();
    return accounting == Accounting::Block ? std::span<const CandidateField>{block} : whole;
}

const FieldInfo& infoOf(Accounting accounting, ModelField field)
{
    return infoIn(blockModel, wholeModel, accounting, field);
}

const FieldInfo& infoOf(Accounting accounting, WorkloadField field)
{
    return infoIn(blockWorkload, wholeWorkload, accounting, field);
}

const FieldInfo& infoOf(Accounting accounting, CandidateField field)
{
    return infoIn(blockCandidate, wholeCandidate, accounting, field);
}

std::vector<std::string> choicesOf(Accounting, ModelField field)
{
    if (field == ModelField::Feedforward)
        return allNames<whole::Feedforward>();
    if (field == ModelField::Normalization)
        return allNames<whole::Normalization>();
    if (field == ModelField::Position)
        return allNames<whole::PositionEncoding>();
    if (field == ModelField::Bias)
        return allNames<whole::BiasedLayer>();
    return {};
}

std::vector<std::string> choicesOf(Accounting accounting, WorkloadField field)
{
    if (field != WorkloadField::Datatype)
        return {};
    return accounting == Accounting::Block ? allNames<Datatype>()
                                           : std::vector<std::string>{std::string{nameOf(Datatype::BFloat16)}};
}

std::vector<std::string> choicesOf(Accounting accounting, CandidateField field)
{
    switch (field) {
    case CandidateField::TensorCommunication: return allNames<TensorCommunication>();
    case CandidateField::ScheduleKind: return allNames<ScheduleKind>();
    case CandidateField::Recompute:
        return accounting == Accounting::Block ? allNames<RecomputePolicy>() : allNames<whole::RecomputeKind>();
    case CandidateField::ContextExchange: return allNames<whole::ContextExchange>();
    case CandidateField::Attention: return allNames<whole::AttentionKernel>();
    case CandidateField::Loss: return allNames<whole::LossKernel>();
    case CandidateField::GradientDatatype: return allNames<whole::GradientDatatype>();
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
    case CandidateField::DataTier:
    case CandidateField::SequenceParallel:
    case CandidateField::ContextDegree:
    case CandidateField::InterleavingGroup:
    case CandidateField::Layout:
    case CandidateField::ExtraTokens:
    case CandidateField::VocabularyMultiple: return {};
    }
    return {};
}

const FieldInfo& frameworkInfo()
{
    return framework;
}

std::vector<std::string> frameworkChoices()
{
    std::vector<std::string> names{std::string{noFramework}};
    for (const Preset& preset : presets(PresetKind::Frameworks))
        names.emplace_back(preset.name);
    return names;
}

std::vector<std::string> itemsOf(std::string_view list)
{
    const auto trimmed = [](std::string_view text) {
        const std::size_t begin = std::min(text.find_first_not_of(' '), text.size());
        return std::string{text.substr(begin, text.find_last_not_of(' ') + 1 - begin)};
    };
    std::vector<std::string> items;
    if (trimmed(list).empty())
        return items;
    for (std::size_t begin = 0; begin <= list.size();) {
        const std::size_t end = std::min(list.find(',', begin), list.size());
        items.push_back(trimmed(list.substr(begin, end - begin)));
        begin = end + 1;
    }
    return items;
}

std::string listOf(const std::vector<std::string>& items)
{
    std::string list;
    for (const std::string& item : items)
        list += (list.empty() ? "" : ", ") + item;
    return list;
}

} // namespace planscope
