#pragma once

#include "base/canonical_encoding.h"
#include "derivation/whole/dialect/rows.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace planscope::whole {

/// The tensors that a forward keeps for its backward, in the order of answers. A case has some of them.
enum class SavedTensor {
    AttnNormInput, AttnNormStatistics, QkvInput, QkNormInput, QkNormStatistics,
    CoreAttentionQuery, CoreAttentionKey, CoreAttentionValue, SoftmaxOutput, ProbabilityDropoutMask,
    ProbabilityValueInput, CoreAttentionLogSumExp, CoreAttentionOutputBeforeExchange, ProjInput, AttnDropoutMask,
    MlpNormInput, MlpNormStatistics, Fc1Input, ActivationInput, Fc2Input, MlpDropoutMask,
    BlockInput, // with full recompute, in place of all of these
    TokenIds, PositionIds, RangeMask, EmbeddingDropoutMask,
    FinalNormInput, FinalNormStatistics, HeadInput, LossLogits, LossSoftmax, LossTargetMask, LossMaskedTarget,
};

enum class ElementType { BFloat16, Float32, Integer64, Byte };
constexpr std::int64_t bytesOf(ElementType type)
{
    switch (type) {
    case ElementType::BFloat16: return 2;
    case ElementType::Float32: return 4;
    case ElementType::Integer64: return 8;
    case ElementType::Byte: return 1;
    }
    return 0;
}

/// Why a tensor must be kept: which operand of which backward it is.
enum class SaveReason {
    NormInput,        ///< the norm's backward reads its input; the residual path shares the storage
    NormStatistics,   ///< fp32 mean and reciprocal deviation of a token, not computed again
    LinearInput,      ///< a weight gradient is the input times the output gradient
    AttentionOperand, ///< the gradient of the scores reads query, key and value
    AttentionOutput,  ///< the kernel's backward and the projection's weight gradient read it: one storage
    ExchangedOutput,  ///< the output before the context exchange, which the kernel's backward reads
    SoftmaxOutput,    ///< the gradient of a softmax is a function of its output
    SoftmaxScale,     ///< log-sum-exp, from which the fused kernel computes the probabilities again
    DropoutMask,      ///< which elements were dropped
    ActivationInput,  ///< the gradient of a nonlinearity is a function of its input
    Checkpoint,       ///< the block's forward runs again from it
    Index,            ///< which rows of a table were read
    LossGradient,     ///< logits, overwritten in place by their own gradient
    LossTarget,       ///< which logit each token was to predict, and whether this rank has it
};
std::string_view textOf(SaveReason reason);

struct SavedTensorNames {
    std::string_view primitive; ///< "attn_norm"
    std::string_view tensor;    ///< "input"
};
constexpr Unit unitOf(SavedTensor tensor)
{
    return tensor <= SavedTensor::BlockInput ? Unit::Block
        : tensor <= SavedTensor::EmbeddingDropoutMask ? Unit::Embedding
                                                      : Unit::Head;
}
/// As answers name it: {"attn_norm", "input"}.
SavedTensorNames namesOf(SavedTensor tensor);
/// The row whose backward needs it; of core attention's operands it depends on the kernel.
Row ownerOf(SavedTensor tensor, bool fusedAttention);
SaveReason reasonOf(SavedTensor tensor);
ElementType elementTypeOf(SavedTensor tensor);

} // namespace planscope::whole

namespace planscope {

template <>
struct EnumNames<whole::SavedTensor> {
    static constexpr std::array<std::string_view, 33> names{
        "attn_norm.input", "attn_norm.statistics", "qkv.input", "qk_norm.input", "qk_norm.statistics",
        "core_attention.query", "core_attention.key", "core_attention.value", "softmax.output",
        "probability_dropout.mask", "probability_value.input", "core_attention.log_sum_exp",
        "core_attention.output_before_a2a", "proj.input", "attn_dropout.mask", "mlp_norm.input",
        "mlp_norm.statistics", "fc1.input", "activation.input", "fc2.input", "mlp_dropout.mask", "block.input",
        "embedding.token_ids", "embedding.position_ids", "embedding.range_mask", "embedding_dropout.mask",
        "final_norm.input", "final_norm.statistics", "head.input", "loss.logits", "loss.softmax",
        "loss.target_mask", "loss.masked_target"};
};
template <>
struct EnumNames<whole::ElementType> {
    static constexpr std::array<std::string_view, 4> names{"bfloat16", "float32", "int64", "byte"};
};
template <>
struct EnumNames<whole::SaveReason> {
    static constexpr std::array<std::string_view, 14> names{
        "norm_input",   "norm_statistics", "linear_input",     "attention_operand", "attention_output",
        "exchanged_output", "softmax_output", "softmax_scale", "dropout_mask",      "activation_input",
        "checkpoint",   "index",           "loss_gradient",    "loss_target"};
};

} // namespace planscope
