#include "derivation/checks/block_closed_forms.h"

namespace planscope {

BlockClosedForms::BlockClosedForms(const TransformerTraining& training)
{
    const TransformerModelSpec& model = training.model();
    const TransformerTrainingMappingSpec& mapping = training.mapping();
    const bool gathers = mapping.tensor.communication == TensorCommunication::ReduceScatterAllGather;
    const bool full = mapping.recompute == RecomputePolicy::Full;

    m_width = bytesPerElement(training.workload().datatype);
    m_degree = mapping.tensor.degree;
    m_shards = mapping.data.optimizerSharding ? mapping.data.degree : 1;
    m_sequenceSharded = gathers && m_degree > 1;
    m_fused = mapping.fusedActivation;
    m_recompute = mapping.recompute;
    const bool redo = mapping.sequenceParallelAllGatherRedo && m_degree > 1;
    m_attentionInputDropped = redo || mapping.recompute != RecomputePolicy::None;
    m_mlpInputDropped = redo || full;
    m_again.attentionInput = m_sequenceSharded && m_attentionInputDropped;
    m_again.mlpInput = m_sequenceSharded && m_mlpInputDropped;
    m_again.outputs = exchanges() && full;

    const ExactCount tokens = ExactCount{training.workload().microbatchSize} * model.sequenceLength;
    const ExactCount columns = ExactCount{model.attentionHeads} * model.attentionHeadSize;
    m_hidden = tokens * model.hiddenSize;
    m_outside = m_sequenceSharded ? m_hidden / m_degree : m_hidden;
    m_heads = tokens * columns / m_degree;
    m_scores = tokens * model.sequenceLength * model.attentionHeads / m_degree;
    m_inner = tokens * model.feedforwardSize / m_degree;
    m_norm = ExactCount{2} * model.hiddenSize;
    m_projection = columns * model.hiddenSize / m_degree;
    m_expansion = ExactCount{model.feedforwardSize} * model.hiddenSize / m_degree;
    m_boundary = gathers ? m_hidden / m_degree : m_hidden;
    m_linearOperations = {ExactCount{8} * m_hidden * columns / m_degree,
                          ExactCount{4} * m_hidden * model.feedforwardSize / m_degree};
    m_attentionOperations = ExactCount{4} * m_scores * model.attentionHeadSize;
}

WorkShare BlockClosedForms::local(Phase phase, BlockHalf half, Primitive primitive) const
{
    switch (phase) {
    case Phase::Forward: return forward(half, primitive);
    case Phase::ActivationGradient: return activationGradient(half, primitive);
    case Phase::WeightGradient: return weightGradient(half, primitive);
    case Phase::Optimizer: return primitive == Primitive::Adam ? optimizer(half) : WorkShare{};
    case Phase::Recompute:
    case Phase::Recommunication: break;
    }
    return {};
}

WorkShare BlockClosedForms::forward(BlockHalf half, Primitive primitive) const
{
    const bool attention = half == BlockHalf::Attention;
    const ExactCount w = m_width;
    switch (primitive) {
    case Primitive::LayerNorm: return {1, 9 * m_outside, w * (m_outside + m_norm), w * m_outside};
    case Primitive::Linear:
        if (attention)
            return {4, m_linearOperations[0], w * (3 * m_hidden + m_heads + 4 * m_projection),
                    w * (3 * m_heads + m_hidden)};
        return {2, m_linearOperations[1], w * (m_hidden + m_inner + 2 * m_expansion), w * (m_inner + m_hidden)};
    case Primitive::BatchMatmul:
        if (!attention)
            return {};
        return {2, m_attentionOperations, w * (3 * m_heads + m_scores), w * (m_scores + m_heads)};
    case Primitive::Softmax:
        if (!attention)
            return {};
        return {1, 5 * m_scores, w * m_scores, w * m_scores};
    case Primitive::Dropout: {
        const ExactCount elements = attention ? m_scores + m_outside : m_outside;
        return {attention ? 2 : 1, elements, w * elements, (w + 1) * elements};
    }
    case Primitive::ResidualAdd: return {1, m_outside, 2 * w * m_outside, w * m_outside};
    case Primitive::Gelu:
        if (attention)
            return {};
        return {1, 8 * m_inner, w * m_inner, w * m_inner};
    case Primitive::Fork:
    case Primitive::Collective:
    case Primitive::Adam: break;
    }
    return {};
}

WorkShare BlockClosedForms::activationGradient(BlockHalf half, Primitive primitive) const
{
    const bool attention = half == BlockHalf::Attention;
    const ExactCount w = m_width;
    switch (primitive) {
    case Primitive::Fork:
        // A fork adds the gradients of its branches: two around each half, three before the projections.
        if (attention)
            return {2, 2 * m_outside + 3 * m_hidden, w * (2 * m_outside + 3 * m_hidden), w * (m_outside + m_hidden)};
        return {1, 2 * m_outside, 2 * w * m_outside, w * m_outside};
    case Primitive::LayerNorm: return {1, 14 * m_outside, w * (m_outside + m_norm), w * m_outside};
    case Primitive::Linear:
        if (attention)
            return {4, m_linearOperations[0], w * (3 * m_heads + m_hidden + 4 * m_projection),
                    w * (3 * m_hidden + m_heads)};
        return {2, m_linearOperations[1], w * (m_inner + m_hidden + 2 * m_expansion), w * (m_hidden + m_inner)};
    case Primitive::BatchMatmul: {
        // Each product has two operands to differentiate; it reads what it wrote and writes what it read.
        const WorkShare ahead = forward(half, primitive);
        return {ahead.tasks, 2 * ahead.operations, ahead.write, ahead.read};
    }
    case Primitive::Softmax:
        if (!attention)
            return {};
        return {1, 8 * m_scores, w * m_scores, w * m_scores};
    case Primitive::Dropout: {
        const WorkShare ahead = forward(half, primitive);
        return {ahead.tasks, ahead.operations, ahead.write, ahead.read};
    }
    case Primitive::ResidualAdd: return {1, 2 * m_outside, w * m_outside, 2 * w * m_outside};
    case Primitive::Gelu:
        if (attention)
            return {};
        return {1, 13 * m_inner, w * m_inner, w * m_inner};
    case Primitive::Collective:
    case Primitive::Adam: break;
    }
    return {};
}

WorkShare BlockClosedForms::weightGradient(BlockHalf half, Primitive primitive) const
{
    const ExactCount w = m_width;
    if (primitive == Primitive::LayerNorm)
        return {1, 7 * m_outside, 2 * w * m_outside, w * m_norm};
    if (primitive != Primitive::Linear)
        return {};
    const ExactCount weights = weightsOf(half);
    if (half == BlockHalf::Attention)
        return {4, m_linearOperations[0], 4 * w * (m_hidden + m_heads), 4 * w * weights};
    return {2, m_linearOperations[1], 2 * w * (m_hidden + m_inner), 2 * w * weights};
}

WorkShare BlockClosedForms::optimizer(BlockHalf half) const
{
    const std::int64_t tasks = half == BlockHalf::Attention ? 5 : 3;
    return {tasks, overShards(optimizerOperations, half), overShards(optimizerBytes, half), 0};
}

bool BlockClosedForms::isRecomputed(Layer layer) const
{
    switch (m_recompute) {
    case RecomputePolicy::None: return false;
    case RecomputePolicy::Attention:
        return layer == Layer::AttentionQueryKey || layer == Layer::AttentionSoftmax
            || layer == Layer::AttentionProbabilityDropout;
    case RecomputePolicy::Full: {
        const Primitive primitive = primitiveOf(layer);
        return primitive != Primitive::Fork && primitive != Primitive::Collective;
    }
    }
    return false;
}

WorkShare BlockClosedForms::recomputed() const
{
    const ExactCount w = m_width;
    switch (m_recompute) {
    case RecomputePolicy::None: return {};
    case RecomputePolicy::Attention:
        // arXiv 2205.05198: the products over the scores grow with s², so they are what is worth repeating.
        return {3, m_attentionOperations / 2 + 6 * m_scores, 2 * w * (m_heads + m_scores), (3 * w + 1) * m_scores};
    case RecomputePolicy::Full: {
        WorkShare all;
        for (std::size_t half = 0; half < countOf<BlockHalf>(); ++half) {
            for (std::size_t primitive = 0; primitive < countOf<Primitive>(); ++primitive) {
                const WorkShare share = forward(static_cast<BlockHalf>(half), static_cast<Primitive>(primitive));
                all.tasks += share.tasks;
                all.operations += share.operations;
                all.read += share.read;
                all.write += share.write;
            }
        }
        return all;
    }
    }
    return {};
}

ExactCount BlockClosedForms::overShards(ExactCount eachParameter, BlockHalf half) const
{
    const int linearLayers = half == BlockHalf::Attention ? 4 : 2;
    return dividedUp(eachParameter * m_norm, m_shards)
        + linearLayers * dividedUp(eachParameter * weightsOf(half), m_shards);
}

ExactCount BlockClosedForms::overShards(ExactCount eachParameter) const
{
    return overShards(eachParameter, BlockHalf::Attention) + overShards(eachParameter, BlockHalf::Mlp);
}

ExactCount BlockClosedForms::parameters() const
{
    return 2 * m_norm + 4 * m_projection + 2 * m_expansion;
}

} // namespace planscope
