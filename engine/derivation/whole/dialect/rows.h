#pragma once

#include "base/enum_names.h"
#include "derivation/dialect/dialect.h"

#include <cstdint>
#include <optional>
#include <string>

/// The words in which the work of a whole model is told, shared by the algebra, the IRs, the verifiers and the
/// independent checks. No formula stands here.
namespace planscope::whole {

/// What a chunk is made of: the first chunk begins with the embedding, every chunk repeats the block, the last one ends
/// with the head.
enum class Unit { Embedding, Block, Head };

/// One operation of a unit, in program order over the three units. Which rows a case has follows from its model, its
/// dropouts and its attention kernel.
enum class Row {
    EmbeddingWord, EmbeddingPosition, EmbeddingDropout,
    AttnNorm, Qkv, QkNorm, Rope,
    CoreAttention,                                        // fused: one kernel
    QueryKey, Softmax, ProbabilityDropout, ProbabilityValue, // unfused: four
    Proj, AttnDropout, AttnResidual, MlpNorm, Fc1, Activation, Fc2, MlpDropout, MlpResidual,
    FinalNorm, Head, Loss,
};

/// In the order in which a rank runs them for one microbatch and chunk.
enum class Phase { Forward, Recompute, ActivationGradient, WeightGradient };

/// The ranks that take part in a message.
enum class GroupAxis {
    Tensor,
    Context,
    Data,      ///< the D·c replicas of the parameters
    Pipeline,
    Embedding, ///< the first and the last stage, which share tied embeddings
};

/// Which of a row's messages a collective is; with row and phase it names one task.
enum class MessageSite {
    Enter,     ///< the row's input is gathered, its input gradient reduced
    Regather,  ///< the row's input is gathered again for its weight gradient
    Leave,     ///< the row's output is reduced, its output gradient gathered
    Output,    ///< rows of the output are gathered because t > k
    Maximum,   ///< of the logits of a token
    Predicted, ///< the logit of the target
    SumExp,    ///< the sum of the exponentials of a token
    Triple,    ///< maximum, sum and target at once
};

/// Fused core attention is two invocations of one row.
enum class KernelPart { Matrix, Vector };

constexpr Unit unitOf(Row row)
{
    return row <= Row::EmbeddingDropout ? Unit::Embedding : row < Row::FinalNorm ? Unit::Block : Unit::Head;
}

/// Which invocation of a unit: what a task class is, whatever its work.
struct Invocation {
    Row row = Row::EmbeddingWord;
    Phase phase = Phase::Forward;
    Engine engine = Engine::Vector;
    std::optional<KernelPart> part;             ///< exactly for fused core attention
    std::optional<CollectiveKind> collective;   ///< exactly for Engine::Collective; then site and group too
    std::optional<MessageSite> site;
    std::optional<GroupAxis> group;

    friend bool operator==(const Invocation&, const Invocation&) = default;
};

/// "row.phase", for a collective "row.phase.kind", as answers show it: "fc1.forward.all_gather". Not unique: a row may
/// exchange twice.
std::string invocationName(const Invocation& invocation);
/// The same with the kernel part or the message site behind it where there is one: "fc1.forward.all_gather.enter".
/// Unique in a case.
std::string taskName(const Invocation& invocation);

template <class Io, Described<Invocation> Self>
void describe(Io& io, Self& invocation)
{
    io.field("collective", invocation.collective);
    io.field("engine", invocation.engine);
    io.field("group", invocation.group);
    io.field("part", invocation.part);
    io.field("phase", invocation.phase);
    io.field("row", invocation.row);
    io.field("site", invocation.site);
}

} // namespace planscope::whole

namespace planscope {

template <>
struct EnumNames<whole::Unit> {
    static constexpr std::array<std::string_view, 3> names{"embedding", "block", "head"};
};
template <>
struct EnumNames<whole::Row> {
    static constexpr std::array<std::string_view, 24> names{
        "embedding.word", "embedding.position", "embedding_dropout", "attn_norm", "qkv", "qk_norm", "rope",
        "core_attention", "query_key", "softmax", "probability_dropout", "probability_value", "proj", "attn_dropout",
        "attn_residual", "mlp_norm", "fc1", "activation", "fc2", "mlp_dropout", "mlp_residual", "final_norm", "head",
        "loss"};
};
template <>
struct EnumNames<whole::Phase> {
    static constexpr std::array<std::string_view, 4> names{"forward", "recompute", "activation_gradient",
                                                           "weight_gradient"};
};
template <>
struct EnumNames<whole::GroupAxis> {
    static constexpr std::array<std::string_view, 5> names{"tp", "cp", "dp", "pp", "embedding"};
};
template <>
struct EnumNames<whole::MessageSite> {
    static constexpr std::array<std::string_view, 8> names{"enter",   "regather",  "leave",   "output",
                                                           "maximum", "predicted", "sum_exp", "triple"};
};
template <>
struct EnumNames<whole::KernelPart> {
    static constexpr std::array<std::string_view, 2> names{"matrix", "vector"};
};

} // namespace planscope
