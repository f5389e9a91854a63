#pragma once

#include "base/canonical_encoding.h"
#include "base/enum_names.h"
#include "spec/transformer_training_mapping_spec.h"

#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

namespace planscope::whole {

/// How the ranks of a context-parallel group see each other's keys and values.
enum class ContextExchange {
    AllToAll, ///< heads for sequence, as DeepSpeed Ulysses (arXiv 2309.14509)
    Ring,     ///< key and value blocks go round (arXiv 2310.01889)
};

enum class RecomputeKind {
    None,
    CoreAttention, ///< the core attention forward again (arXiv 2205.05198, selective)
    Full,          ///< every forward row of the block again
};

enum class AttentionKernel {
    Fused,   ///< scores never leave the kernel; log-sum-exp is kept (arXiv 2205.14135)
    Unfused, ///< scores, softmax and probabilities are tensors
};

enum class LossKernel {
    Fused,   ///< Transformer Engine's cross entropy, in place in the logits
    Float32, ///< Megatron's vocabulary-parallel cross entropy over an fp32 copy
};

enum class GradientDatatype { Float32, BFloat16 };

struct TensorParallel {
    std::int64_t degree = 0;        ///< t, ranks
    bool sequenceParallel = false;  ///< activations outside the sharded layers are cut over the sequence
    friend bool operator==(const TensorParallel&, const TensorParallel&) = default;
};
struct ContextParallel {
    std::int64_t degree = 0; ///< c, ranks
    ContextExchange exchange = ContextExchange::AllToAll;
    friend bool operator==(const ContextParallel&, const ContextParallel&) = default;
};
/// As planscope::InterleavedOneForwardOneBackward, with the group of microbatches that a chunk takes in turn.
struct Interleaved {
    static constexpr std::string_view alternativeName = "interleaved_one_forward_one_backward";
    std::int64_t virtualStages = 0;    ///< v, model chunks a stage; lawful from 2
    std::optional<std::int64_t> group; ///< g, microbatches; as stated: absent counts as p
    friend bool operator==(const Interleaved&, const Interleaved&) = default;
};
/// Closed. Its index is ScheduleKind.
using Schedule = std::variant<SingleStage, OneForwardOneBackward, Interleaved, ForwardOnly>;
inline ScheduleKind kindOf(const Schedule& schedule)
{
    return static_cast<ScheduleKind>(schedule.index());
}

struct PipelineParallel {
    std::int64_t degree = 0; ///< p, stages
    Schedule schedule;
    std::optional<std::vector<std::int64_t>> layout; ///< blocks of each chunk in model order, p·v entries; absent: even
    friend bool operator==(const PipelineParallel&, const PipelineParallel&) = default;
};
struct DataParallel {
    std::int64_t degree = 0;        ///< D, replicas
    bool optimizerSharding = false; ///< the distributed optimizer, over D·c ranks
    friend bool operator==(const DataParallel&, const DataParallel&) = default;
};
/// How the vocabulary is padded: once, to a multiple of multiple·t; multiple 0 pads nothing.
struct VocabularyPadding {
    std::int64_t extraTokens = 0; ///< rows the tokenizer adds to the published vocabulary
    std::int64_t multiple = 0;    ///< rows
    friend bool operator==(const VocabularyPadding&, const VocabularyPadding&) = default;
};

/// How a whole model's training is laid over t·c·p·D ranks, and what is kept and computed again.
struct MappingSpec {
    TensorParallel tensor;
    ContextParallel context;
    PipelineParallel pipeline;
    DataParallel data;
    RecomputeKind recompute = RecomputeKind::None;
    AttentionKernel attention = AttentionKernel::Fused;
    LossKernel loss = LossKernel::Fused;
    GradientDatatype gradientDatatype = GradientDatatype::Float32;
    VocabularyPadding vocabulary;

    friend bool operator==(const MappingSpec&, const MappingSpec&) = default;
};

/// v: 1 unless the schedule is interleaved.
std::int64_t virtualStagesOf(const Schedule& schedule);
/// g of an interleaved schedule; p where it is not stated. Requires: the schedule is interleaved.
std::int64_t groupOf(const PipelineParallel& pipeline);

template <class Io, Described<TensorParallel> Self>
void describe(Io& io, Self& tensor)
{
    io.field("degree", tensor.degree);
    io.field("sequence_parallel", tensor.sequenceParallel);
}
template <class Io, Described<ContextParallel> Self>
void describe(Io& io, Self& context)
{
    io.field("degree", context.degree);
    io.field("exchange", context.exchange);
}
template <class Io, Described<Interleaved> Self>
void describe(Io& io, Self& schedule)
{
    io.field("group", schedule.group);
    io.field("virtual_stages", schedule.virtualStages);
}
template <class Io, Described<PipelineParallel> Self>
void describe(Io& io, Self& pipeline)
{
    io.field("degree", pipeline.degree);
    io.field("layout", pipeline.layout);
    io.field("schedule", pipeline.schedule);
}
template <class Io, Described<DataParallel> Self>
void describe(Io& io, Self& data)
{
    io.field("degree", data.degree);
    io.field("optimizer_sharding", data.optimizerSharding);
}
template <class Io, Described<VocabularyPadding> Self>
void describe(Io& io, Self& vocabulary)
{
    io.field("extra_tokens", vocabulary.extraTokens);
    io.field("multiple", vocabulary.multiple);
}
template <class Io, Described<MappingSpec> Self>
void describe(Io& io, Self& mapping)
{
    io.field("attention", mapping.attention);
    io.field("context", mapping.context);
    io.field("data", mapping.data);
    io.field("gradient_datatype", mapping.gradientDatatype);
    io.field("loss", mapping.loss);
    io.field("pipeline", mapping.pipeline);
    io.field("recompute", mapping.recompute);
    io.field("tensor", mapping.tensor);
    io.field("vocabulary", mapping.vocabulary);
}

} // namespace planscope::whole

namespace planscope {

template <>
struct EnumNames<whole::ContextExchange> {
    static constexpr std::array<std::string_view, 2> names{"all_to_all", "ring"};
};
template <>
struct EnumNames<whole::RecomputeKind> {
    static constexpr std::array<std::string_view, 3> names{"none", "core_attention", "full"};
};
template <>
struct EnumNames<whole::AttentionKernel> {
    static constexpr std::array<std::string_view, 2> names{"fused", "unfused"};
};
template <>
struct EnumNames<whole::LossKernel> {
    static constexpr std::array<std::string_view, 2> names{"fused", "float32"};
};
template <>
struct EnumNames<whole::GradientDatatype> {
    static constexpr std::array<std::string_view, 2> names{"float32", "bfloat16"};
};

} // namespace planscope
