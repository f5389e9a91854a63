#pragma once

#include "base/enum_names.h"
#include "derivation/whole/dialect/rows.h"

namespace planscope::whole {

/// When a stage's memory is judged. A forward's end is the one moment of a forward; the others are moments of a
/// backward, which walks its chunk from the head to the embedding, through the last block alone.
enum class Moment {
    ForwardEnd,
    LossForward, LossBackward, HeadBackward, FinalNormBackward,
    Fc2Backward, ActivationBackward, Fc1Backward, MlpNormBackward, ProjBackward, CoreAttentionBackward, QkvBackward,
    EmbeddingBackward,
};
/// Requires: not Moment::ForwardEnd.
constexpr Unit unitOf(Moment moment)
{
    return moment <= Moment::FinalNormBackward ? Unit::Head
        : moment < Moment::EmbeddingBackward   ? Unit::Block
                                               : Unit::Embedding;
}

/// What exists only while a moment lasts.
enum class TransientTerm {
    ResidualGradient,  ///< the gradient that goes round the layer
    OutputGradient,    ///< of the row's output
    GatheredGradient,  ///< the output gradient of all tensor ranks
    GatheredInput,     ///< the input of all tensor ranks, for the weight gradient
    InputGradient,     ///< of the row's input
    ScatteredGradient, ///< the input gradient after its reduction
    QueryGradient, KeyGradient, ValueGradient,
    ProbabilityGradient, ScoreGradient,
    RebuiltSoftmax, RebuiltMask, RebuiltProbabilities, ///< of a recomputed core attention
    Logits,            ///< the loss's input or its gradient, beside the fp32 copy
    WeightGradient,    ///< dense, before it is added
};

} // namespace planscope::whole

namespace planscope {

template <>
struct EnumNames<whole::Moment> {
    static constexpr std::array<std::string_view, 13> names{
        "forward.end",  "loss.forward",       "loss.backward", "head.backward",     "final_norm.backward",
        "fc2.backward", "activation.backward", "fc1.backward",  "mlp_norm.backward", "proj.backward",
        "core_attention.backward", "qkv.backward", "embedding.backward"};
};
template <>
struct EnumNames<whole::TransientTerm> {
    static constexpr std::array<std::string_view, 16> names{
        "residual_gradient", "output_gradient", "gathered_gradient", "gathered_input", "input_gradient",
        "scattered_gradient", "query_gradient", "key_gradient", "value_gradient", "probability_gradient",
        "score_gradient", "rebuilt_softmax", "rebuilt_mask", "rebuilt_probabilities", "logits", "weight_gradient"};
};

} // namespace planscope
