#pragma once

#include "base/canonical_encoding.h"
#include "derivation/whole/dialect/rows.h"

#include <compare>
#include <cstdint>

namespace planscope::whole {

/// The parameter tensors of a model, in program order. A case has some of them.
enum class ParameterTensor {
    EmbeddingWord, EmbeddingPosition,
    AttnNormWeight, AttnNormBias, QkvWeight, QkvBias, QkNormWeight, QkNormBias, ProjWeight, ProjBias,
    MlpNormWeight, MlpNormBias, Fc1Weight, Fc1Bias, Fc2Weight, Fc2Bias,
    FinalNormWeight, FinalNormBias,
    HeadWeight,   ///< untied
    HeadTied,     ///< the word embedding itself, on its own rank: counted there
    HeadTiedCopy, ///< a copy of the word embedding on the last stage of several; not in the logical total
};

/// A linear weight on one rank.
struct LinearShape {
    std::int64_t outputs = 0; ///< rows
    std::int64_t inputs = 0;  ///< columns
    friend auto operator<=>(const LinearShape&, const LinearShape&) = default;
};

constexpr Row ownerOf(ParameterTensor tensor)
{
    switch (tensor) {
    case ParameterTensor::EmbeddingWord: return Row::EmbeddingWord;
    case ParameterTensor::EmbeddingPosition: return Row::EmbeddingPosition;
    case ParameterTensor::AttnNormWeight:
    case ParameterTensor::AttnNormBias: return Row::AttnNorm;
    case ParameterTensor::QkvWeight:
    case ParameterTensor::QkvBias: return Row::Qkv;
    case ParameterTensor::QkNormWeight:
    case ParameterTensor::QkNormBias: return Row::QkNorm;
    case ParameterTensor::ProjWeight:
    case ParameterTensor::ProjBias: return Row::Proj;
    case ParameterTensor::MlpNormWeight:
    case ParameterTensor::MlpNormBias: return Row::MlpNorm;
    case ParameterTensor::Fc1Weight:
    case ParameterTensor::Fc1Bias: return Row::Fc1;
    case ParameterTensor::Fc2Weight:
    case ParameterTensor::Fc2Bias: return Row::Fc2;
    case ParameterTensor::FinalNormWeight:
    case ParameterTensor::FinalNormBias: return Row::FinalNorm;
    case ParameterTensor::HeadWeight:
    case ParameterTensor::HeadTied:
    case ParameterTensor::HeadTiedCopy: return Row::Head;
    }
    return Row::Head;
}

/// Whether each tensor rank holds the whole of it.
constexpr bool isReplicated(ParameterTensor tensor)
{
    switch (tensor) {
    case ParameterTensor::EmbeddingPosition:
    case ParameterTensor::AttnNormWeight:
    case ParameterTensor::AttnNormBias:
    case ParameterTensor::QkNormWeight:
    case ParameterTensor::QkNormBias:
    case ParameterTensor::ProjBias:
    case ParameterTensor::MlpNormWeight:
    case ParameterTensor::MlpNormBias:
    case ParameterTensor::Fc2Bias:
    case ParameterTensor::FinalNormWeight:
    case ParameterTensor::FinalNormBias: return true;
    case ParameterTensor::EmbeddingWord:
    case ParameterTensor::QkvWeight:
    case ParameterTensor::QkvBias:
    case ParameterTensor::ProjWeight:
    case ParameterTensor::Fc1Weight:
    case ParameterTensor::Fc1Bias:
    case ParameterTensor::Fc2Weight:
    case ParameterTensor::HeadWeight:
    case ParameterTensor::HeadTied:
    case ParameterTensor::HeadTiedCopy: return false;
    }
    return false;
}
/// Whether the tensor ranks add their gradients of it under sequence parallelism. Learned positions are left out.
constexpr bool isReducedOverSequence(ParameterTensor tensor)
{
    return isReplicated(tensor) && tensor != ParameterTensor::EmbeddingPosition;
}
/// Whether its elements are its own: those of HeadTied are the word embedding's.
constexpr bool isCounted(ParameterTensor tensor)
{
    return tensor != ParameterTensor::HeadTied;
}

template <class Io, Described<LinearShape> Self>
void describe(Io& io, Self& shape)
{
    io.field("inputs", shape.inputs);
    io.field("outputs", shape.outputs);
}

} // namespace planscope::whole

namespace planscope {

template <>
struct EnumNames<whole::ParameterTensor> {
    static constexpr std::array<std::string_view, 21> names{
        "embedding.word", "embedding.position", "attn_norm.weight", "attn_norm.bias", "qkv.weight", "qkv.bias",
        "qk_norm.weight", "qk_norm.bias", "proj.weight", "proj.bias", "mlp_norm.weight", "mlp_norm.bias",
        "fc1.weight", "fc1.bias", "fc2.weight", "fc2.bias", "final_norm.weight", "final_norm.bias", "head.weight",
        "head.tied", "head.tied_copy"};
};

} // namespace planscope
