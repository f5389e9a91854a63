#include "derivation/whole/passes/value_layout.h"

#include <algorithm>

namespace planscope::whole {
namespace {

const std::string tp{meshAxisNames[0]};
const std::string cp{meshAxisNames[1]};

/// Activations of one microbatch: [b, s, width] and the like. Their sequence is cut by context parallelism.
class ActivationLayouts {
public:
    explicit ActivationLayouts(const AlgebraInputs& inputs)
        : m_inputs(inputs)
        , m_choices(inputs, Subject::RankOfTraining)
        , m_b(inputs.workload.microbatchSize)
        , m_s(inputs.workload.sequenceLength)
    {
    }

    ValueLayout tokens() const { return {{m_b, m_s}, {{1, cp}}}; }
    /// Outside the layers that tensor ranks cut: whole on each of them, or cut over the sequence.
    ValueLayout hidden(std::int64_t width) const
    {
        ValueLayout layout{{m_b, m_s, Elements{width}}, {{1, cp}}};
        if (m_choices.sequenceParallel)
            layout.sharding.push_back({1, tp});
        return layout;
    }
    /// Inside them: cut over the width.
    ValueLayout inner(std::int64_t width) const { return {{m_b, m_s, Elements{width}}, {{1, cp}, {2, tp}}}; }
    /// In attention: the ranks that exchange heads for sequence cut heads, not the sequence.
    ValueLayout heads(std::int64_t count, std::int64_t size) const
    {
        return {{m_b, m_s, Elements{count}, Elements{size}}, {{m_choices.exchangesOutput ? 2 : 1, cp}, {2, tp}}};
    }
    /// Scores of each query head; the queries are cut by context parallelism, the keys of a rank are all.
    ValueLayout scores() const
    {
        return {{m_b, Elements{m_inputs.model.attentionHeads}, m_s, m_s}, {{2, cp}, {1, tp}}};
    }
    ValueLayout logSumExp() const
    {
        return {{m_b, Elements{m_inputs.model.attentionHeads}, m_s},
                {{m_choices.exchangesOutput ? 1 : 2, cp}, {1, tp}}};
    }
    /// The key-value heads as the ranks hold them: one on each rank where there are fewer heads than ranks, and one for
    /// each query head where the kernel wants them so.
    std::int64_t keyHeads() const
    {
        if (m_choices.expandsHeads)
            return m_inputs.model.attentionHeads;
        return std::max(m_inputs.model.keyValueHeads, m_inputs.mapping.tensor.degree);
    }
    /// Query and key heads as the tensor ranks hold them.
    std::int64_t normedHeads() const
    {
        return m_inputs.model.attentionHeads + std::max(m_inputs.model.keyValueHeads, m_inputs.mapping.tensor.degree);
    }
    /// Vectors of statistics a norm keeps.
    std::int64_t statistics() const { return m_choices.layerNorm ? 2 : 1; }

private:
    const AlgebraInputs& m_inputs;
    Choices m_choices;
    Elements m_b, m_s;
};

} // namespace

ValueLayout layoutOf(ParameterTensor tensor, const AlgebraInputs& inputs)
{
    const ModelSpec& model = inputs.model;
    const bool gated = model.feedforward == Feedforward::Gated;
    const std::int64_t fc1 = gated ? 2 * model.feedforwardSize : model.feedforwardSize;
    const std::int64_t qkv = (model.attentionHeads + 2 * model.keyValueHeads) * model.attentionHeadSize;
    const Elements h{model.hiddenSize};
    switch (tensor) {
    case ParameterTensor::EmbeddingWord:
    case ParameterTensor::HeadWeight:
    case ParameterTensor::HeadTied:
    case ParameterTensor::HeadTiedCopy: return {{Elements{inputs.shape.paddedVocabulary}, h}, {{0, tp}}};
    case ParameterTensor::EmbeddingPosition: return {{Elements{model.maximumPositions}, h}, {}};
    case ParameterTensor::AttnNormWeight:
    case ParameterTensor::AttnNormBias:
    case ParameterTensor::MlpNormWeight:
    case ParameterTensor::MlpNormBias:
    case ParameterTensor::FinalNormWeight:
    case ParameterTensor::FinalNormBias:
    case ParameterTensor::ProjBias:
    case ParameterTensor::Fc2Bias: return {{h}, {}};
    case ParameterTensor::QkNormWeight:
    case ParameterTensor::QkNormBias: return {{Elements{2}, Elements{model.attentionHeadSize}}, {}};
    case ParameterTensor::QkvWeight: return {{Elements{qkv}, h}, {{0, tp}}};
    case ParameterTensor::QkvBias: return {{Elements{qkv}}, {{0, tp}}};
    case ParameterTensor::ProjWeight: return {{h, Elements{model.attentionHeads * model.attentionHeadSize}}, {{1, tp}}};
    case ParameterTensor::Fc1Weight: return {{Elements{fc1}, h}, {{0, tp}}};
    case ParameterTensor::Fc1Bias: return {{Elements{fc1}}, {{0, tp}}};
    case ParameterTensor::Fc2Weight: return {{h, Elements{model.feedforwardSize}}, {{1, tp}}};
    }
    return {};
}

ValueLayout layoutOf(SavedTensor tensor, const AlgebraInputs& inputs)
{
    const ActivationLayouts layouts{inputs};
    const ModelSpec& model = inputs.model;
    const std::int64_t d = model.attentionHeadSize;
    switch (tensor) {
    case SavedTensor::TokenIds:
    case SavedTensor::PositionIds:
    case SavedTensor::RangeMask:
    case SavedTensor::LossTargetMask:
    case SavedTensor::LossMaskedTarget: return layouts.tokens();
    case SavedTensor::AttnNormInput:
    case SavedTensor::QkvInput:
    case SavedTensor::AttnDropoutMask:
    case SavedTensor::MlpNormInput:
    case SavedTensor::Fc1Input:
    case SavedTensor::MlpDropoutMask:
    case SavedTensor::BlockInput:
    case SavedTensor::EmbeddingDropoutMask:
    case SavedTensor::FinalNormInput:
    case SavedTensor::HeadInput: return layouts.hidden(model.hiddenSize);
    case SavedTensor::AttnNormStatistics:
    case SavedTensor::MlpNormStatistics:
    case SavedTensor::FinalNormStatistics: return layouts.hidden(layouts.statistics());
    case SavedTensor::QkNormInput: return layouts.inner(layouts.normedHeads() * d);
    case SavedTensor::QkNormStatistics: return layouts.inner(layouts.normedHeads() * layouts.statistics());
    case SavedTensor::CoreAttentionQuery:
    case SavedTensor::CoreAttentionOutputBeforeExchange: return layouts.heads(model.attentionHeads, d);
    case SavedTensor::CoreAttentionKey:
    case SavedTensor::CoreAttentionValue: return layouts.heads(layouts.keyHeads(), d);
    case SavedTensor::SoftmaxOutput:
    case SavedTensor::ProbabilityDropoutMask:
    case SavedTensor::ProbabilityValueInput: return layouts.scores();
    case SavedTensor::CoreAttentionLogSumExp: return layouts.logSumExp();
    case SavedTensor::ProjInput: return layouts.inner(model.attentionHeads * d);
    case SavedTensor::ActivationInput:
        return layouts.inner(model.feedforward == Feedforward::Gated ? 2 * model.feedforwardSize
                                                                     : model.feedforwardSize);
    case SavedTensor::Fc2Input: return layouts.inner(model.feedforwardSize);
    case SavedTensor::LossLogits:
    case SavedTensor::LossSoftmax: return layouts.inner(inputs.shape.paddedVocabulary);
    }
    return {};
}

std::vector<std::string> modelValuesOf(ParameterTensor tensor)
{
    switch (tensor) {
    case ParameterTensor::HeadTied:
    case ParameterTensor::HeadTiedCopy: return {std::string{nameOf(ParameterTensor::EmbeddingWord)}};
    default: return {std::string{nameOf(tensor)}};
    }
}

std::vector<std::string> modelValuesOf(SavedTensor tensor, const ModelSpec& model)
{
    const bool rotated = model.position == PositionEncoding::Rotary;
    const std::string heads = rotated ? "rope" : model.queryKeyNorm ? "qk_norm" : "qkv";
    switch (tensor) {
    case SavedTensor::AttnNormInput:
    case SavedTensor::BlockInput: return {"block.input"};
    case SavedTensor::QkvInput: return {"attn_norm.output"};
    case SavedTensor::QkNormInput: return {"qkv.query", "qkv.key"};
    case SavedTensor::CoreAttentionQuery: return {heads + ".query"};
    case SavedTensor::CoreAttentionKey: return {heads + ".key"};
    case SavedTensor::CoreAttentionValue: return {"qkv.value"};
    case SavedTensor::SoftmaxOutput:
    case SavedTensor::ProbabilityValueInput:
    case SavedTensor::CoreAttentionLogSumExp: return {"core_attention.probabilities"};
    case SavedTensor::ProbabilityDropoutMask: return {"core_attention.mask"};
    case SavedTensor::CoreAttentionOutputBeforeExchange:
    case SavedTensor::ProjInput: return {"core_attention.output"};
    case SavedTensor::MlpNormInput: return {"attn_residual.output"};
    case SavedTensor::Fc1Input: return {"mlp_norm.output"};
    case SavedTensor::ActivationInput: return {"fc1.output"};
    case SavedTensor::Fc2Input: return {"activation.output"};
    case SavedTensor::TokenIds:
    case SavedTensor::RangeMask: return {"token_ids"};
    case SavedTensor::PositionIds: return {"position_ids"};
    case SavedTensor::FinalNormInput: return {"head.input"};
    case SavedTensor::HeadInput: return {"final_norm.output"};
    case SavedTensor::LossLogits: return {"head.output"};
    case SavedTensor::LossSoftmax: return {"loss.probabilities"};
    case SavedTensor::LossTargetMask:
    case SavedTensor::LossMaskedTarget: return {"targets"};
    case SavedTensor::AttnNormStatistics:
    case SavedTensor::QkNormStatistics:
    case SavedTensor::AttnDropoutMask:
    case SavedTensor::MlpNormStatistics:
    case SavedTensor::MlpDropoutMask:
    case SavedTensor::EmbeddingDropoutMask:
    case SavedTensor::FinalNormStatistics: return {std::string{nameOf(tensor)}};
    }
    return {};
}

} // namespace planscope::whole
