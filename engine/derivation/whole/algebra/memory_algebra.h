#pragma once

#include "derivation/whole/algebra/algebra_symbols.h"
#include "derivation/whole/dialect/backward_moments.h"
#include "derivation/whole/dialect/parameter_tensor.h"
#include "derivation/whole/dialect/saved_tensor.h"

#include <optional>

namespace planscope::whole {

/// One parameter tensor as the algebra makes it.
template <class S>
struct ParameterOf {
    ParameterTensor tensor;
    S elements;               ///< on one rank
    std::optional<S> outputs; ///< rows on one rank, of a linear weight; elements = outputs · inputs
    std::optional<S> inputs;
};

/// What a rank holds: parameters, tensors kept for backward, tensors of one moment.
///
/// Source: Megatron-LM core_r0.14.0 and Transformer Engine 2.11, read tensor by tensor; without the small terms that
/// the paper leaves out, the sums are those of Korthikanti et al. (arXiv 2205.05198), Table 2.
template <BlockArithmetic A>
class MemoryAlgebra {
public:
    using S = typename A::Scalar;

    explicit MemoryAlgebra(const AlgebraSymbols<A>& symbols) : x(symbols) {}

    /// Calls sink(ParameterOf<S>) for each parameter tensor of a unit, in program order.
    template <class Sink>
    void forEachParameter(Unit unit, Sink&& sink) const
    {
        switch (unit) {
        case Unit::Embedding:
            sink(Parameter{ParameterTensor::EmbeddingWord, x.Vt * x.h, {}, {}});
            if (x.choices.learnedPositions)
                sink(Parameter{ParameterTensor::EmbeddingPosition, x.positions * x.h, {}, {}});
            return;
        case Unit::Block:
            norm(ParameterTensor::AttnNormWeight, ParameterTensor::AttnNormBias, x.h, sink);
            linear(ParameterTensor::QkvWeight, x.qkv, x.h, sink);
            bias(x.choices.biasQkv, ParameterTensor::QkvBias, x.qkv, sink);
            if (x.choices.queryKeyNorm)
                norm(ParameterTensor::QkNormWeight, ParameterTensor::QkNormBias, n(2) * x.d, sink);
            linear(ParameterTensor::ProjWeight, x.h, x.q, sink);
            bias(x.choices.biasProj, ParameterTensor::ProjBias, x.h, sink);
            norm(ParameterTensor::MlpNormWeight, ParameterTensor::MlpNormBias, x.h, sink);
            linear(ParameterTensor::Fc1Weight, x.f1, x.h, sink);
            bias(x.choices.biasFc1, ParameterTensor::Fc1Bias, x.f1, sink);
            linear(ParameterTensor::Fc2Weight, x.h, x.fRank, sink);
            bias(x.choices.biasFc2, ParameterTensor::Fc2Bias, x.h, sink);
            return;
        case Unit::Head:
            norm(ParameterTensor::FinalNormWeight, ParameterTensor::FinalNormBias, x.h, sink);
            linear(!x.choices.tied         ? ParameterTensor::HeadWeight
                       : x.choices.pipelined ? ParameterTensor::HeadTiedCopy
                                             : ParameterTensor::HeadTied,
                   x.Vt, x.h, sink);
            return;
        }
    }

    /// Calls sink(SavedTensor, elements) for each tensor that a unit keeps, as if nothing were recomputed in full.
    template <class Sink>
    void forEachKept(Unit unit, Sink&& sink) const
    {
        switch (unit) {
        case Unit::Embedding: return embeddingKeeps(sink);
        case Unit::Block: return blockKeeps(sink);
        case Unit::Head: return headKeeps(sink);
        }
    }
    /// Elements of a block's input, kept alone with full recompute.
    const S& blockInput() const { return x.P; }

    /// Calls sink(Moment, TransientTerm, bytes) for each tensor that exists while a moment lasts, in the order of the
    /// backward walk: head, block, embedding.
    template <class Sink>
    void forEachTransient(Sink&& sink) const
    {
        headTransients(sink);
        mlpTransients(sink);
        attentionTransients(sink);
        const Moment moment = Moment::EmbeddingBackward;
        sink(moment, TransientTerm::ResidualGradient, x.w * x.P);
        gathered(moment, TransientTerm::GatheredGradient, sink);
        sink(moment, TransientTerm::WeightGradient, x.w * x.Vt * x.h);
    }

private:
    using Parameter = ParameterOf<S>;

    S n(std::int64_t value) const { return x.number(value); }

    template <class Sink>
    void norm(ParameterTensor weight, ParameterTensor shift, const S& size, Sink& sink) const
    {
        sink(Parameter{weight, size, {}, {}});
        bias(x.choices.layerNorm, shift, size, sink);
    }
    template <class Sink>
    void linear(ParameterTensor tensor, const S& outputs, const S& inputs, Sink& sink) const
    {
        sink(Parameter{tensor, outputs * inputs, outputs, inputs});
    }
    template <class Sink>
    void bias(bool has, ParameterTensor tensor, const S& size, Sink& sink) const
    {
        if (has)
            sink(Parameter{tensor, size, {}, {}});
    }

    template <class Sink>
    void embeddingKeeps(Sink& sink) const
    {
        sink(SavedTensor::TokenIds, x.T);
        if (x.choices.learnedPositions)
            sink(SavedTensor::PositionIds, x.T);
        if (x.choices.tensorParallel)
            sink(SavedTensor::RangeMask, x.T);
        if (x.choices.hiddenDropout)
            sink(SavedTensor::EmbeddingDropoutMask, x.P);
    }

    template <class Sink>
    void blockKeeps(Sink& sink) const
    {
        const bool keepsScores = x.choices.recompute != RecomputeKind::CoreAttention;
        sink(SavedTensor::AttnNormInput, x.P);
        sink(SavedTensor::AttnNormStatistics, x.sigma * x.Tp);
        sink(SavedTensor::QkvInput, x.P);
        if (x.choices.queryKeyNorm) {
            sink(SavedTensor::QkNormInput, x.e);
            sink(SavedTensor::QkNormStatistics, x.sigma * x.T * (x.aRank + x.kRank));
        }
        sink(SavedTensor::CoreAttentionQuery, x.T * x.q);
        const S keys = x.choices.expandsHeads ? x.T * x.q : x.T * x.kappa;
        sink(SavedTensor::CoreAttentionKey, keys);
        sink(SavedTensor::CoreAttentionValue, keys);
        if (!x.choices.fusedAttention && keepsScores) {
            sink(SavedTensor::SoftmaxOutput, x.scores);
            if (x.choices.attentionDropout) {
                sink(SavedTensor::ProbabilityDropoutMask, x.scores);
                sink(SavedTensor::ProbabilityValueInput, x.scores);
            }
        }
        if (x.choices.fusedAttention && keepsScores)
            sink(SavedTensor::CoreAttentionLogSumExp, x.logSumExp);
        if (x.choices.exchangesOutput)
            sink(SavedTensor::CoreAttentionOutputBeforeExchange, x.T * x.q);
        sink(SavedTensor::ProjInput, x.T * x.q);
        if (x.choices.hiddenDropout)
            sink(SavedTensor::AttnDropoutMask, x.P);
        sink(SavedTensor::MlpNormInput, x.P);
        sink(SavedTensor::MlpNormStatistics, x.sigma * x.Tp);
        sink(SavedTensor::Fc1Input, x.P);
        sink(SavedTensor::ActivationInput, x.T * x.f1);
        sink(SavedTensor::Fc2Input, x.E);
        if (x.choices.hiddenDropout)
            sink(SavedTensor::MlpDropoutMask, x.P);
    }

    template <class Sink>
    void headKeeps(Sink& sink) const
    {
        sink(SavedTensor::FinalNormInput, x.P);
        sink(SavedTensor::FinalNormStatistics, x.sigma * x.Tp);
        sink(SavedTensor::HeadInput, x.P);
        if (x.choices.fusedLoss) {
            sink(SavedTensor::LossLogits, x.X);
        } else {
            sink(SavedTensor::LossSoftmax, x.X);
            sink(SavedTensor::LossTargetMask, x.T);
            sink(SavedTensor::LossMaskedTarget, x.T);
        }
    }

    // What the tensor ranks exchange exists whole, and as this rank's shard, with sequence parallelism alone.
    template <class Sink>
    void gathered(Moment moment, TransientTerm term, Sink& sink) const
    {
        if (x.choices.sequenceParallel)
            sink(moment, term, x.w * x.H);
    }
    template <class Sink>
    void inputGradient(Moment moment, Sink& sink) const
    {
        sink(moment, TransientTerm::InputGradient, x.w * x.H);
        if (x.choices.sequenceParallel)
            sink(moment, TransientTerm::ScatteredGradient, x.w * x.P);
    }

    template <class Sink>
    void headTransients(Sink& sink) const
    {
        if (!x.choices.fusedLoss) {
            sink(Moment::LossForward, TransientTerm::Logits, x.w * x.X);
            sink(Moment::LossBackward, TransientTerm::Logits, x.w * x.X);
            sink(Moment::HeadBackward, TransientTerm::Logits, x.w * x.X);
        }
        inputGradient(Moment::HeadBackward, sink);
        sink(Moment::FinalNormBackward, TransientTerm::OutputGradient, x.w * x.P);
        sink(Moment::FinalNormBackward, TransientTerm::InputGradient, x.w * x.P);
    }

    template <class Sink>
    void mlpTransients(Sink& sink) const
    {
        Moment moment = Moment::Fc2Backward;
        sink(moment, TransientTerm::ResidualGradient, x.w * x.P);
        gathered(moment, TransientTerm::GatheredGradient, sink);
        sink(moment, TransientTerm::InputGradient, x.w * x.E);

        moment = Moment::ActivationBackward;
        sink(moment, TransientTerm::ResidualGradient, x.w * x.P);
        sink(moment, TransientTerm::OutputGradient, x.w * x.E);
        sink(moment, TransientTerm::InputGradient, x.w * x.T * x.f1);

        moment = Moment::Fc1Backward;
        sink(moment, TransientTerm::ResidualGradient, x.w * x.P);
        sink(moment, TransientTerm::OutputGradient, x.w * x.T * x.f1);
        gathered(moment, TransientTerm::GatheredInput, sink);
        inputGradient(moment, sink);

        moment = Moment::MlpNormBackward;
        sink(moment, TransientTerm::ResidualGradient, x.w * x.P);
        sink(moment, TransientTerm::OutputGradient, x.w * x.P);
        sink(moment, TransientTerm::InputGradient, x.w * x.P);
    }

    template <class Sink>
    void attentionTransients(Sink& sink) const
    {
        Moment moment = Moment::ProjBackward;
        sink(moment, TransientTerm::ResidualGradient, x.w * x.P);
        gathered(moment, TransientTerm::GatheredGradient, sink);
        sink(moment, TransientTerm::InputGradient, x.w * x.T * x.q);

        moment = Moment::CoreAttentionBackward;
        sink(moment, TransientTerm::ResidualGradient, x.w * x.P);
        sink(moment, TransientTerm::OutputGradient, x.w * x.T * x.q);
        if (x.choices.fusedAttention) {
            sink(moment, TransientTerm::QueryGradient, x.w * x.T * x.q);
            sink(moment, TransientTerm::KeyGradient, x.w * x.T * x.kappa);
            sink(moment, TransientTerm::ValueGradient, x.w * x.T * x.kappa);
        } else {
            sink(moment, TransientTerm::ProbabilityGradient, x.w * x.scores);
            sink(moment, TransientTerm::ScoreGradient, x.w * x.scores);
            if (x.choices.recompute == RecomputeKind::CoreAttention) {
                sink(moment, TransientTerm::RebuiltSoftmax, x.w * x.scores);
                if (x.choices.attentionDropout) {
                    sink(moment, TransientTerm::RebuiltMask, x.scores);
                    sink(moment, TransientTerm::RebuiltProbabilities, x.w * x.scores);
                }
            }
        }

        moment = Moment::QkvBackward;
        sink(moment, TransientTerm::ResidualGradient, x.w * x.P);
        sink(moment, TransientTerm::OutputGradient, x.w * x.T * x.qkv);
        gathered(moment, TransientTerm::GatheredInput, sink);
        inputGradient(moment, sink);
    }

    const AlgebraSymbols<A>& x;
};

} // namespace planscope::whole
