#include "derivation/dialect/dialect.h"

namespace planscope {

Engine engineOf(Primitive primitive)
{
    switch (primitive) {
    case Primitive::Linear:
    case Primitive::BatchMatmul: return Engine::Matrix;
    case Primitive::Collective: return Engine::Collective;
    case Primitive::Fork:
    case Primitive::LayerNorm:
    case Primitive::Softmax:
    case Primitive::Dropout:
    case Primitive::ResidualAdd:
    case Primitive::Gelu:
    case Primitive::Adam: return Engine::Vector;
    }
    return Engine::Vector;
}

Primitive primitiveOf(Layer layer)
{
    switch (layer) {
    case Layer::AttentionFork:
    case Layer::AttentionQkvFork:
    case Layer::MlpFork: return Primitive::Fork;
    case Layer::AttentionLayerNorm:
    case Layer::MlpLayerNorm: return Primitive::LayerNorm;
    case Layer::AttentionInputCollective:
    case Layer::AttentionOutputCollective:
    case Layer::MlpInputCollective:
    case Layer::MlpOutputCollective: return Primitive::Collective;
    case Layer::AttentionQuery:
    case Layer::AttentionKey:
    case Layer::AttentionValue:
    case Layer::AttentionOutputProjection:
    case Layer::MlpExpand:
    case Layer::MlpContract: return Primitive::Linear;
    case Layer::AttentionQueryKey:
    case Layer::AttentionProbabilityValue: return Primitive::BatchMatmul;
    case Layer::AttentionSoftmax: return Primitive::Softmax;
    case Layer::AttentionProbabilityDropout:
    case Layer::AttentionOutputDropout:
    case Layer::MlpOutputDropout: return Primitive::Dropout;
    case Layer::AttentionResidual:
    case Layer::MlpResidual: return Primitive::ResidualAdd;
    case Layer::MlpGelu: return Primitive::Gelu;
    }
    return Primitive::Fork;
}

std::string invocationName(Layer layer, Phase phase, std::optional<CollectiveKind> collective)
{
    std::string name;
    name.reserve(64);
    name.append(nameOf(layer)).append(1, '.').append(nameOf(phase));
    if (collective)
        name.append(1, '.').append(nameOf(*collective));
    return name;
}

} // namespace planscope
