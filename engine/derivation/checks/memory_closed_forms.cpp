#include "derivation/checks/block_closed_forms.h"

namespace planscope {

namespace {

/// With full recompute only the block's checkpoint outlives the forward pass.
MemoryShare withNothingKept(MemoryShare share)
{
    share.kept = 0;
    return share;
}

} // namespace

MemoryShare BlockClosedForms::memory(BlockHalf half, Primitive primitive) const
{
    const MemoryShare share = half == BlockHalf::Attention ? attentionMemory(primitive) : mlpMemory(primitive);
    return m_recompute == RecomputePolicy::Full ? withNothingKept(share) : share;
}

/// The exchange before and the exchange after a half's sharded layers.
MemoryShare BlockClosedForms::collectiveMemory() const
{
    if (!exchanges())
        return {};
    const ExactCount whole = message();
    const ExactCount shard = m_width * m_outside;
    if (m_sequenceSharded)
        return {0, 2 * shard, 0, shard, 2 * shard};
    return {0, whole, 0, 0, whole};
}

MemoryShare BlockClosedForms::attentionMemory(Primitive primitive) const
{
    const ExactCount w = m_width;
    const bool scoresKept = m_recompute == RecomputePolicy::None;
    const ExactCount keptScores = scoresKept ? m_scores : ExactCount{0};
    switch (primitive) {
    case Primitive::Fork:
        return {0, w * (m_outside + m_hidden), 0,
                w * (m_outside + (m_attentionInputDropped ? ExactCount{0} : m_hidden)), 0};
    case Primitive::LayerNorm: return {m_norm, 0, w * m_outside, 0, w * m_outside};
    case Primitive::Linear:
        return {4 * m_projection, w * m_heads, 3 * w * m_hidden, w * m_heads, w * (3 * m_heads + m_hidden)};
    case Primitive::BatchMatmul:
        return {0, w * (3 * m_heads + m_scores), 0, w * (3 * m_heads + keptScores), w * (m_scores + m_heads)};
    case Primitive::Softmax: return {0, w * m_scores, 0, w * keptScores, w * m_scores};
    case Primitive::Dropout:
        return {0, m_scores + m_outside, 0, keptScores + m_outside, m_scores + m_outside};
    case Primitive::ResidualAdd: return {0, 0, 2 * w * m_outside, 0, w * m_outside};
    case Primitive::Collective: return collectiveMemory();
    case Primitive::Gelu:
    case Primitive::Adam: break;
    }
    return {};
}

MemoryShare BlockClosedForms::mlpMemory(Primitive primitive) const
{
    const ExactCount w = m_width;
    switch (primitive) {
    case Primitive::Fork: return {0, w * m_outside, 0, w * m_outside, 0};
    case Primitive::LayerNorm: return {m_norm, 0, w * m_outside, 0, w * m_outside};
    case Primitive::Linear:
        return {2 * m_expansion, w * (m_hidden + m_inner), 0,
                w * (m_inner + (m_mlpInputDropped ? ExactCount{0} : m_hidden)), w * (m_inner + m_hidden)};
    case Primitive::Gelu: {
        const ExactCount held = m_fused ? ExactCount{0} : w * m_inner;
        return {0, held, 0, held, held};
    }
    case Primitive::Dropout: return {0, m_outside, 0, m_outside, m_outside};
    case Primitive::ResidualAdd: return {0, 0, 2 * w * m_outside, 0, w * m_outside};
    case Primitive::Collective: return collectiveMemory();
    case Primitive::BatchMatmul:
    case Primitive::Softmax:
    case Primitive::Adam: break;
    }
    return {};
}

ExactCount BlockClosedForms::boundaryBytes() const
{
    return m_width * m_boundary;
}

ExactCount BlockClosedForms::checkpointBytes() const
{
    return m_recompute == RecomputePolicy::Full ? message() : ExactCount{0};
}

} // namespace planscope
