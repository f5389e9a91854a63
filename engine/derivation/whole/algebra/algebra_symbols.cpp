#include "derivation/whole/algebra/algebra_symbols.h"

#include <algorithm>

namespace planscope::whole {
namespace {

bool biased(const ModelSpec& model, BiasedLayer layer)
{
    return std::find(model.bias.begin(), model.bias.end(), layer) != model.bias.end();
}

} // namespace

Choices::Choices(const AlgebraInputs& in, Subject subject)
    : tensorParallel(subject == Subject::RankOfTraining && in.mapping.tensor.degree > 1)
    , sequenceParallel(in.mapping.tensor.sequenceParallel && tensorParallel)
    , gathersOutput(tensorParallel && in.mapping.tensor.degree > in.model.keyValueHeads)
    , exchangesOutput(in.mapping.context.degree > 1 && in.mapping.context.exchange == ContextExchange::AllToAll)
    , gated(in.model.feedforward == Feedforward::Gated)
    , layerNorm(in.model.normalization == Normalization::LayerNorm)
    , fusedAttention(in.mapping.attention == AttentionKernel::Fused)
    , fusedLoss(in.mapping.loss == LossKernel::Fused)
    , expandsHeads(!fusedAttention
                   && (gathersOutput ? in.model.attentionHeads > in.mapping.tensor.degree
                                     : in.model.attentionHeads > in.model.keyValueHeads))
    , hiddenDropout(in.workload.hiddenDropout)
    , attentionDropout(in.workload.attentionDropout && !fusedAttention)
    , queryKeyNorm(in.model.queryKeyNorm)
    , rotary(in.model.position == PositionEncoding::Rotary)
    , learnedPositions(in.model.position == PositionEncoding::Learned)
    , tied(in.model.tiedEmbeddings)
    , pipelined(subject == Subject::RankOfTraining && in.mapping.pipeline.degree > 1)
    , optimizerSharding(in.mapping.data.optimizerSharding)
    , replicated(in.mapping.data.degree > 1 || in.mapping.context.degree > 1)
    , biasQkv(biased(in.model, BiasedLayer::Qkv))
    , biasProj(biased(in.model, BiasedLayer::Proj))
    , biasFc1(biased(in.model, BiasedLayer::Fc1))
    , biasFc2(biased(in.model, BiasedLayer::Fc2))
    , recompute(in.mapping.recompute)
{
}

bool Choices::has(Row row) const
{
    switch (row) {
    case Row::EmbeddingPosition: return learnedPositions;
    case Row::EmbeddingDropout:
    case Row::AttnDropout:
    case Row::MlpDropout: return hiddenDropout;
    case Row::QkNorm: return queryKeyNorm;
    case Row::Rope: return rotary;
    case Row::CoreAttention: return fusedAttention;
    case Row::QueryKey:
    case Row::Softmax:
    case Row::ProbabilityValue: return !fusedAttention;
    case Row::ProbabilityDropout: return attentionDropout;
    case Row::EmbeddingWord:
    case Row::AttnNorm:
    case Row::Qkv:
    case Row::Proj:
    case Row::AttnResidual:
    case Row::MlpNorm:
    case Row::Fc1:
    case Row::Activation:
    case Row::Fc2:
    case Row::MlpResidual:
    case Row::FinalNorm:
    case Row::Head:
    case Row::Loss: return true;
    }
    return false;
}

bool Choices::isCoreAttention(Row row) const
{
    return row >= Row::CoreAttention && row <= Row::ProbabilityValue;
}

bool Choices::isRecomputed(Row row) const
{
    switch (recompute) {
    case RecomputeKind::None: return false;
    case RecomputeKind::CoreAttention: return isCoreAttention(row);
    case RecomputeKind::Full: return unitOf(row) == Unit::Block;
    }
    return false;
}

} // namespace planscope::whole
