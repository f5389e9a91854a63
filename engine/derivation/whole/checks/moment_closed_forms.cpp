#include "derivation/whole/checks/model_closed_forms.h"

#include <algorithm>

namespace planscope::whole {

ExactCount ModelClosedForms::hiddenShardBytes() const
{
    return sequenceParallel() ? hiddenBytes() / t : hiddenBytes();
}

ExactCount ModelClosedForms::logitsBytes() const
{
    return tokens() / c * (ExactCount{m_training.shape().paddedVocabulary} / t) * 2;
}

ExactCount ModelClosedForms::ropeTableBytes() const
{
    return m.position == PositionEncoding::Rotary ? s / c * d * 4 : ExactCount{0};
}

ExactCount ModelClosedForms::transientBytes(Moment moment) const
{
    const ExactCount shard = hiddenShardBytes();
    const ExactCount gathered = sequenceParallel() ? hiddenBytes() : ExactCount{0};
    const ExactCount reduced = hiddenBytes() + (sequenceParallel() ? shard : ExactCount{0}); // whole, and its shard
    const ExactCount T = tokens() / c;
    const ExactCount inner = T * (f / t) * 2;
    const ExactCount wide = m.feedforward == Feedforward::Gated ? inner * 2 : inner;
    const ExactCount query = T * (a / t) * d * 2;
    const ExactCount key = T * std::max<std::int64_t>(m.keyValueHeads / p.tensor.degree, 1) * d * 2;
    const bool float32 = p.loss == LossKernel::Float32;
    switch (moment) {
    case Moment::ForwardEnd: return 0;
    case Moment::LossForward:
    case Moment::LossBackward: return float32 ? logitsBytes() : ExactCount{0};
    case Moment::HeadBackward: return reduced + (float32 ? logitsBytes() : ExactCount{0});
    case Moment::FinalNormBackward: return shard * 2;
    case Moment::Fc2Backward: return shard + gathered + inner;
    case Moment::ActivationBackward: return shard + inner + wide;
    case Moment::Fc1Backward: return shard + wide + gathered + reduced;
    case Moment::MlpNormBackward: return shard * 3;
    case Moment::ProjBackward: return shard + gathered + query;
    case Moment::CoreAttentionBackward: {
        if (p.attention == AttentionKernel::Fused)
            return shard + query * 2 + key * 2;
        const ExactCount square = b * (a / t) * s * (s / c);
        const ExactCount rebuilt = p.recompute != RecomputeKind::CoreAttention ? ExactCount{0}
            : w.attentionDropout                                               ? square * 5
                                                                               : square * 2;
        return shard + query + square * 4 + rebuilt;
    }
    case Moment::QkvBackward: return shard + T * ((a + k * 2) * d / t) * 2 + gathered + reduced;
    case Moment::EmbeddingBackward:
        return shard + gathered + h * (ExactCount{m_training.shape().paddedVocabulary} / t) * 2;
    }
    return 0;
}

} // namespace planscope::whole
