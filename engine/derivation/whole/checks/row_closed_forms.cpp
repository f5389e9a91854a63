#include "derivation/whole/checks/row_closed_forms.h"

#include <algorithm>

namespace planscope::whole {
namespace {

constexpr std::int64_t w = 2; ///< bytes of bfloat16

} // namespace

RowClosedForms::RowClosedForms(const Training& training)
    : m_layerNorm(training.model().normalization == Normalization::LayerNorm)
    , m_gated(training.model().feedforward == Feedforward::Gated)
    , m_fusedLoss(training.mapping().loss == LossKernel::Fused)
    , m_gradientBytes(training.mapping().gradientDatatype == GradientDatatype::Float32 ? 4 : 2)
{
    const ModelSpec& model = training.model();
    const std::int64_t t = training.mapping().tensor.degree;
    const std::int64_t c = training.mapping().context.degree;
    const std::int64_t shards = training.mapping().tensor.sequenceParallel ? t : 1;
    const ExactCount sequences = training.workload().microbatchSize;
    const ExactCount s = training.workload().sequenceLength;
    const ExactCount d = model.attentionHeadSize;
    const ExactCount heads = ExactCount{model.attentionHeads} / t;
    const ExactCount keyHeads = std::max<std::int64_t>(model.keyValueHeads / t, 1);
    m_tokens = sequences * (s / c);
    m_hiddenSize = model.hiddenSize;
    m_whole = m_tokens * m_hiddenSize;
    m_hidden = m_whole / shards;
    m_statistics = m_tokens / shards * (m_layerNorm ? 2 : 1);
    m_headSize = d;
    m_query = m_tokens * heads * d;
    m_key = m_tokens * keyHeads * d;
    m_normedHeads = m_tokens * (heads + keyHeads);
    m_scores = sequences * heads * s * (s / c);
    m_logSumExp = sequences * heads * (s / c);
    const ExactCount f = ExactCount{model.feedforwardSize} / t;
    m_inner = m_tokens * f;
    const ExactCount rows = ExactCount{training.shape().paddedVocabulary} / t;
    m_logits = m_tokens * rows;
    m_wordTable = rows * m_hiddenSize;
    m_positionTable = ExactCount{model.maximumPositions} * m_hiddenSize;
    m_qkv = {m_hiddenSize, (ExactCount{model.attentionHeads} + ExactCount{model.keyValueHeads} * 2) * d / t};
    m_proj = {heads * d, m_hiddenSize};
    m_fc1 = {m_hiddenSize, f * (m_gated ? 2 : 1)};
    m_fc2 = {f, m_hiddenSize};
    m_head = {m_hiddenSize, rows};
}

RowClosedForms::Matrix RowClosedForms::matrixOf(Row row) const
{
    switch (row) {
    case Row::Qkv: return m_qkv;
    case Row::Proj: return m_proj;
    case Row::Fc1: return m_fc1;
    case Row::Fc2: return m_fc2;
    default: return m_head;
    }
}

RowClosedForms::Norm RowClosedForms::normOf(Row row) const
{
    const std::int64_t vectors = m_layerNorm ? 2 : 1;
    if (row == Row::QkNorm)
        return {m_query + m_key, m_headSize * (2 * vectors), m_normedHeads * vectors};
    return {m_hidden, m_hiddenSize * vectors, m_statistics};
}

RowWork RowClosedForms::of(const Invocation& invocation) const
{
    switch (invocation.phase) {
    case Phase::Forward:
    case Phase::Recompute: return forward(invocation);
    case Phase::ActivationGradient: return activationGradient(invocation.row);
    case Phase::WeightGradient: return weightGradient(invocation.row);
    }
    return {};
}

RowWork RowClosedForms::forward(const Invocation& invocation) const
{
    const Row row = invocation.row;
    switch (row) {
    case Row::EmbeddingWord: return {0, m_tokens * 8 + m_whole * w, m_whole * w};
    case Row::EmbeddingPosition:
    case Row::AttnResidual:
    case Row::MlpResidual: return {m_hidden, m_hidden * 2 * w, m_hidden * w};
    case Row::EmbeddingDropout:
    case Row::AttnDropout:
    case Row::MlpDropout: return {m_hidden, m_hidden * w, m_hidden * (w + 1)};
    case Row::AttnNorm:
    case Row::QkNorm:
    case Row::MlpNorm:
    case Row::FinalNorm: {
        const Norm norm = normOf(row);
        return {norm.elements * (m_layerNorm ? 9 : 4), (norm.elements + norm.parameters) * w,
                norm.elements * w + norm.statistics * 4};
    }
    case Row::Qkv:
    case Row::Proj:
    case Row::Fc1:
    case Row::Fc2:
    case Row::Head: {
        const Matrix matrix = matrixOf(row);
        return {m_tokens * matrix.inputs * matrix.outputs * 2, (m_tokens + matrix.outputs) * matrix.inputs * w,
                m_tokens * matrix.outputs * w};
    }
    case Row::Rope: return {(m_query + m_key) * 3, (m_query + m_key) * w, (m_query + m_key) * w};
    case Row::CoreAttention:
        if (invocation.part == KernelPart::Vector)
            return {m_scores * 5, 0, 0};
        return {m_scores * m_headSize * 4, (m_query + m_key * 2) * w, m_query * w + m_logSumExp * 4};
    case Row::QueryKey: return {m_scores * m_headSize * 2, m_query * 2 * w, m_scores * w};
    case Row::Softmax: return {m_scores * 5, m_scores * w, m_scores * w};
    case Row::ProbabilityDropout: return {m_scores, m_scores * w, m_scores * (w + 1)};
    case Row::ProbabilityValue: return {m_scores * m_headSize * 2, (m_scores + m_query) * w, m_query * w};
    case Row::Activation: return {m_inner * (m_gated ? 5 : 8), m_inner * (m_gated ? 2 : 1) * w, m_inner * w};
    case Row::Loss:
        if (m_fusedLoss)
            return {m_logits * 7 + m_tokens * 2, m_logits * 2 * w, m_logits * w};
        return {m_logits * 5 + m_tokens * 2, m_logits * (w + 20), m_logits * 16};
    }
    return {};
}

RowWork RowClosedForms::activationGradient(Row row) const
{
    switch (row) {
    case Row::EmbeddingWord:
    case Row::EmbeddingPosition: return {};
    case Row::AttnResidual:
    case Row::MlpResidual: return {m_hidden, m_hidden * 2 * w, m_hidden * w};
    case Row::EmbeddingDropout:
    case Row::AttnDropout:
    case Row::MlpDropout: return {m_hidden, m_hidden * (w + 1), m_hidden * w};
    case Row::AttnNorm:
    case Row::QkNorm:
    case Row::MlpNorm:
    case Row::FinalNorm: {
        const Norm norm = normOf(row);
        return {norm.elements * (m_layerNorm ? 14 : 7), (norm.elements * 2 + norm.parameters) * w + norm.statistics * 4,
                norm.elements * w};
    }
    case Row::Qkv:
    case Row::Proj:
    case Row::Fc1:
    case Row::Fc2:
    case Row::Head: {
        const Matrix matrix = matrixOf(row);
        return {m_tokens * matrix.inputs * matrix.outputs * 2, (m_tokens + matrix.inputs) * matrix.outputs * w,
                m_tokens * matrix.inputs * w};
    }
    case Row::Rope: return {(m_query + m_key) * 3, (m_query + m_key) * w, (m_query + m_key) * w};
    case Row::CoreAttention:
        return {m_scores * m_headSize * 10, (m_query * 3 + m_key * 2) * w + m_logSumExp * 4, (m_query + m_key * 2) * w};
    case Row::QueryKey: return {m_scores * m_headSize * 4, (m_scores + m_query * 2) * w, m_query * 2 * w};
    case Row::Softmax: return {m_scores * 8, m_scores * 2 * w, m_scores * w};
    case Row::ProbabilityDropout: return {m_scores, m_scores * (w + 1), m_scores * w};
    case Row::ProbabilityValue:
        return {m_scores * m_headSize * 4, (m_scores + m_query * 2) * w, (m_scores + m_query) * w};
    case Row::Activation: {
        const ExactCount input = m_inner * (m_gated ? 2 : 1);
        return {m_inner * (m_gated ? 11 : 13), (m_inner + input) * w, input * w};
    }
    case Row::Loss:
        if (m_fusedLoss)
            return {m_logits, m_logits * w, m_logits * w};
        return {m_logits + m_tokens, m_logits * 8, m_logits * (4 + w)};
    }
    return {};
}

/// A dense gradient of the table is made, read and added.
RowWork RowClosedForms::lookupGradient() const
{
    const ExactCount added = m_wordTable * (w + m_gradientBytes);
    return {m_whole + m_wordTable, m_tokens * 8 + m_whole * w + added, added};
}

RowWork RowClosedForms::weightGradient(Row row) const
{
    switch (row) {
    case Row::EmbeddingWord: return lookupGradient();
    case Row::EmbeddingPosition: return {m_hidden, m_hidden * w, m_positionTable * w};
    case Row::AttnNorm:
    case Row::QkNorm:
    case Row::MlpNorm:
    case Row::FinalNorm: {
        const Norm norm = normOf(row);
        return {norm.elements * (m_layerNorm ? 7 : 2), norm.elements * 2 * w, norm.parameters * w};
    }
    case Row::Qkv:
    case Row::Proj:
    case Row::Fc1:
    case Row::Fc2:
    case Row::Head: {
        const Matrix matrix = matrixOf(row);
        const ExactCount main = matrix.inputs * matrix.outputs * m_gradientBytes;
        return {m_tokens * matrix.inputs * matrix.outputs * 2, m_tokens * (matrix.inputs + matrix.outputs) * w + main,
                main};
    }
    default: return {};
    }
}

} // namespace planscope::whole
