#include "derivation/whole/dialect/saved_tensor.h"

namespace planscope::whole {

std::string_view textOf(SaveReason reason)
{
    switch (reason) {
    case SaveReason::NormInput: return "the norm's backward reads its input; the residual path shares the storage";
    case SaveReason::NormStatistics: return "the norm's backward reads each token's fp32 statistics";
    case SaveReason::LinearInput: return "the weight gradient is this input times the output gradient";
    case SaveReason::AttentionOperand: return "the gradient of the scores reads query, key and value";
    case SaveReason::AttentionOutput:
        return "the projection's weight gradient reads the attention output: one storage for both";
    case SaveReason::ExchangedOutput: return "the kernel's backward reads its output as it was before the exchange";
    case SaveReason::SoftmaxOutput: return "the gradient of a softmax is a function of its output";
    case SaveReason::SoftmaxScale: return "the fused backward computes the probabilities again from it";
    case SaveReason::DropoutMask: return "the backward drops the same elements";
    case SaveReason::ActivationInput: return "the gradient of the activation is a function of its input";
    case SaveReason::Checkpoint: return "the block's forward runs again from its input";
    case SaveReason::Index: return "the table's gradient goes to the rows that were read";
    case SaveReason::LossGradient: return "the loss's backward overwrites it in place with the gradient";
    case SaveReason::LossTarget: return "the gradient differs at the target of each token";
    }
    return {};
}

SavedTensorNames namesOf(SavedTensor tensor)
{
    const std::string_view name = nameOf(tensor);
    const std::size_t dot = name.find('.');
    return {name.substr(0, dot), name.substr(dot + 1)};
}

Row ownerOf(SavedTensor tensor, bool fusedAttention)
{
    switch (tensor) {
    case SavedTensor::AttnNormInput:
    case SavedTensor::AttnNormStatistics:
    case SavedTensor::BlockInput: return Row::AttnNorm;
    case SavedTensor::QkvInput: return Row::Qkv;
    case SavedTensor::QkNormInput:
    case SavedTensor::QkNormStatistics: return Row::QkNorm;
    case SavedTensor::CoreAttentionQuery:
    case SavedTensor::CoreAttentionKey: return fusedAttention ? Row::CoreAttention : Row::QueryKey;
    case SavedTensor::CoreAttentionValue: return fusedAttention ? Row::CoreAttention : Row::ProbabilityValue;
    case SavedTensor::SoftmaxOutput: return Row::Softmax;
    case SavedTensor::ProbabilityDropoutMask: return Row::ProbabilityDropout;
    case SavedTensor::ProbabilityValueInput: return Row::ProbabilityValue;
    case SavedTensor::CoreAttentionLogSumExp:
    case SavedTensor::CoreAttentionOutputBeforeExchange: return Row::CoreAttention;
    case SavedTensor::ProjInput: return Row::Proj;
    case SavedTensor::AttnDropoutMask: return Row::AttnDropout;
    case SavedTensor::MlpNormInput:
    case SavedTensor::MlpNormStatistics: return Row::MlpNorm;
    case SavedTensor::Fc1Input: return Row::Fc1;
    case SavedTensor::ActivationInput: return Row::Activation;
    case SavedTensor::Fc2Input: return Row::Fc2;
    case SavedTensor::MlpDropoutMask: return Row::MlpDropout;
    case SavedTensor::TokenIds:
    case SavedTensor::RangeMask: return Row::EmbeddingWord;
    case SavedTensor::PositionIds: return Row::EmbeddingPosition;
    case SavedTensor::EmbeddingDropoutMask: return Row::EmbeddingDropout;
    case SavedTensor::FinalNormInput:
    case SavedTensor::FinalNormStatistics: return Row::FinalNorm;
    case SavedTensor::HeadInput: return Row::Head;
    case SavedTensor::LossLogits:
    case SavedTensor::LossSoftmax:
    case SavedTensor::LossTargetMask:
    case SavedTensor::LossMaskedTarget: return Row::Loss;
    }
    return Row::Loss;
}

SaveReason reasonOf(SavedTensor tensor)
{
    switch (tensor) {
    case SavedTensor::AttnNormInput:
    case SavedTensor::QkNormInput:
    case SavedTensor::MlpNormInput:
    case SavedTensor::FinalNormInput: return SaveReason::NormInput;
    case SavedTensor::AttnNormStatistics:
    case SavedTensor::QkNormStatistics:
    case SavedTensor::MlpNormStatistics:
    case SavedTensor::FinalNormStatistics: return SaveReason::NormStatistics;
    case SavedTensor::QkvInput:
    case SavedTensor::ProbabilityValueInput:
    case SavedTensor::Fc1Input:
    case SavedTensor::Fc2Input:
    case SavedTensor::HeadInput: return SaveReason::LinearInput;
    case SavedTensor::CoreAttentionQuery:
    case SavedTensor::CoreAttentionKey:
    case SavedTensor::CoreAttentionValue: return SaveReason::AttentionOperand;
    case SavedTensor::SoftmaxOutput:
    case SavedTensor::LossSoftmax: return SaveReason::SoftmaxOutput;
    case SavedTensor::CoreAttentionLogSumExp: return SaveReason::SoftmaxScale;
    case SavedTensor::CoreAttentionOutputBeforeExchange: return SaveReason::ExchangedOutput;
    case SavedTensor::ProjInput: return SaveReason::AttentionOutput;
    case SavedTensor::ProbabilityDropoutMask:
    case SavedTensor::AttnDropoutMask:
    case SavedTensor::MlpDropoutMask:
    case SavedTensor::EmbeddingDropoutMask: return SaveReason::DropoutMask;
    case SavedTensor::ActivationInput: return SaveReason::ActivationInput;
    case SavedTensor::BlockInput: return SaveReason::Checkpoint;
    case SavedTensor::TokenIds:
    case SavedTensor::PositionIds:
    case SavedTensor::RangeMask: return SaveReason::Index;
    case SavedTensor::LossLogits: return SaveReason::LossGradient;
    case SavedTensor::LossTargetMask:
    case SavedTensor::LossMaskedTarget: return SaveReason::LossTarget;
    }
    return SaveReason::LinearInput;
}

ElementType elementTypeOf(SavedTensor tensor)
{
    switch (reasonOf(tensor)) {
    case SaveReason::NormStatistics:
    case SaveReason::SoftmaxScale: return ElementType::Float32;
    case SaveReason::DropoutMask: return ElementType::Byte;
    case SaveReason::SoftmaxOutput:
        return tensor == SavedTensor::LossSoftmax ? ElementType::Float32 : ElementType::BFloat16;
    case SaveReason::Index: return tensor == SavedTensor::RangeMask ? ElementType::Byte : ElementType::Integer64;
    case SaveReason::LossTarget:
        return tensor == SavedTensor::LossTargetMask ? ElementType::Byte : ElementType::Integer64;
    case SaveReason::NormInput:
    case SaveReason::LinearInput:
    case SaveReason::AttentionOperand:
    case SaveReason::AttentionOutput:
    case SaveReason::ExchangedOutput:
    case SaveReason::ActivationInput:
    case SaveReason::Checkpoint:
    case SaveReason::LossGradient: return ElementType::BFloat16;
    }
    return ElementType::BFloat16;
}

} // namespace planscope::whole
