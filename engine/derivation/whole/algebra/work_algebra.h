#pragma once

#include "derivation/whole/algebra/algebra_symbols.h"

#include <optional>

namespace planscope::whole {

/// One invocation's work as the algebra makes it.
template <class S>
struct WorkOf {
    S operations;
    S read;  ///< bytes
    S write; ///< bytes
    S message; ///< bytes of the full logical message
};

/// The operations, bytes and messages of one microbatch through one unit on one rank.
///
/// Linear and attention products are exact counts; counts of vector rows are conventions (LayerNorm, GELU, softmax:
/// Calculon, Isaev et al., SC '23; the others by counting the textbook formula). Collectives: Megatron-LM's tensor
/// partition (arXiv 1909.08053) and sequence parallelism (arXiv 2205.05198).
template <BlockArithmetic A>
class WorkAlgebra {
public:
    using S = typename A::Scalar;
    using Work = WorkOf<S>;

    explicit WorkAlgebra(const AlgebraSymbols<A>& symbols) : x(symbols) {}

    /// Calls sink(Invocation, WorkOf<S>) for each invocation of a unit: forward in program order; recompute; backward
    /// in reverse, of each row its activation gradient, the gather of its input again, its weight gradient.
    template <class Sink>
    void forEachInvocation(Unit unit, Sink&& sink) const
    {
        const auto [first, last] = rowsOf(unit);
        for (int row = first; row <= last; ++row)
            if (x.choices.has(static_cast<Row>(row)))
                emitForward(static_cast<Row>(row), Phase::Forward, sink);
        for (int row = first; row <= last; ++row)
            if (x.choices.has(static_cast<Row>(row)) && x.choices.isRecomputed(static_cast<Row>(row)))
                emitForward(static_cast<Row>(row), Phase::Recompute, sink);
        for (int row = last; row >= first; --row)
            if (x.choices.has(static_cast<Row>(row)))
                emitBackward(static_cast<Row>(row), sink);
    }

private:
    struct RowRange {
        int first, last;
    };
    static RowRange rowsOf(Unit unit)
    {
        switch (unit) {
        case Unit::Embedding: return {static_cast<int>(Row::EmbeddingWord), static_cast<int>(Row::EmbeddingDropout)};
        case Unit::Block: return {static_cast<int>(Row::AttnNorm), static_cast<int>(Row::MlpResidual)};
        case Unit::Head: return {static_cast<int>(Row::FinalNorm), static_cast<int>(Row::Loss)};
        }
        return {0, -1};
    }

    S n(std::int64_t value) const { return x.number(value); }
    Work local(const S& operations, const S& read, const S& write) const { return {operations, read, write, x.zero()}; }

    static Engine engineOf(Row row)
    {
        switch (row) {
        case Row::Qkv:
        case Row::Proj:
        case Row::Fc1:
        case Row::Fc2:
        case Row::Head:
        case Row::QueryKey:
        case Row::ProbabilityValue: return Engine::Matrix;
        default: return Engine::Vector;
        }
    }
    static bool gathersInput(Row row) { return row == Row::Qkv || row == Row::Fc1 || row == Row::Head; }
    static bool reducesOutput(Row row) { return row == Row::Proj || row == Row::Fc2 || row == Row::EmbeddingWord; }

    template <class Sink>
    void emitForward(Row row, Phase phase, Sink& sink) const
    {
        const Choices& has = x.choices;
        if (gathersInput(row) && has.sequenceParallel)
            exchange(row, phase, CollectiveKind::AllGather, MessageSite::Enter, x.H, x.w, sink);
        if (row == Row::CoreAttention) {
            sink(Invocation{row, phase, Engine::Matrix, KernelPart::Matrix, {}, {}, {}}, coreForward());
            sink(Invocation{row, phase, Engine::Vector, KernelPart::Vector, {}, {}, {}},
                 local(n(5) * x.scores, x.zero(), x.zero()));
        } else {
            sink(Invocation{row, phase, engineOf(row), {}, {}, {}, {}}, forward(row));
        }
        if (row == Row::Qkv && has.gathersOutput)
            exchange(row, phase, CollectiveKind::AllGather, MessageSite::Output, wholeQkv(), x.w, sink);
        if (reducesOutput(row) && has.tensorParallel)
            exchange(row, phase, has.sequenceParallel ? CollectiveKind::ReduceScatter : CollectiveKind::AllReduce,
                     MessageSite::Leave, x.H, x.w, sink);
        if (row == Row::Loss && has.tensorParallel) {
            if (has.fusedLoss) {
                exchange(row, phase, CollectiveKind::AllGather, MessageSite::Triple, x.T * x.t, n(12), sink);
            } else {
                for (const MessageSite site : {MessageSite::Maximum, MessageSite::Predicted, MessageSite::SumExp})
                    exchange(row, phase, CollectiveKind::AllReduce, site, x.T, n(4), sink);
            }
        }
    }

    template <class Sink>
    void emitBackward(Row row, Sink& sink) const
    {
        const Choices& has = x.choices;
        const Phase agrad = Phase::ActivationGradient;
        if (reducesOutput(row) && has.sequenceParallel)
            exchange(row, agrad, CollectiveKind::AllGather, MessageSite::Leave, x.H, x.w, sink);
        if (row == Row::Qkv && has.gathersOutput)
            exchange(row, agrad, CollectiveKind::ReduceScatter, MessageSite::Output, wholeQkv(), x.w, sink);
        if (row == Row::CoreAttention)
            sink(Invocation{row, agrad, Engine::Matrix, KernelPart::Matrix, {}, {}, {}}, coreActivationGradient());
        else if (const auto work = activationGradient(row))
            sink(Invocation{row, agrad, engineOf(row), {}, {}, {}, {}}, *work);
        if (gathersInput(row) && has.tensorParallel)
            exchange(row, agrad, has.sequenceParallel ? CollectiveKind::ReduceScatter : CollectiveKind::AllReduce,
                     MessageSite::Enter, x.H, x.w, sink);
        if (gathersInput(row) && has.sequenceParallel)
            exchange(row, Phase::WeightGradient, CollectiveKind::AllGather, MessageSite::Regather, x.H, x.w, sink);
        if (const auto work = weightGradient(row))
            sink(Invocation{row, Phase::WeightGradient, engineOf(row), {}, {}, {}, {}}, *work);
    }

    /// A reduction of E elements costs a rank ⌈E(t − 1)/t⌉ operations.
    template <class Sink>
    void exchange(Row row, Phase phase, CollectiveKind kind, MessageSite site, const S& elements, const S& elementBytes,
                  Sink& sink) const
    {
        const bool reduces = kind != CollectiveKind::AllGather;
        sink(Invocation{row, phase, Engine::Collective, {}, kind, site, GroupAxis::Tensor},
             Work{reduces ? ceilingQuotient(elements * (x.t - n(1)), x.t) : x.zero(), x.zero(), x.zero(),
                  elementBytes * elements});
    }
    S wholeQkv() const { return x.T * (x.a + n(2) * x.k) * x.d; }

    // Linear Y[T, K] = X[T, N]·W[N, K]; the weight gradient is added to the main gradient as it is made.
    Work linearForward(const S& N, const S& K) const
    {
        return local(n(2) * x.T * N * K, x.w * (x.T * N + N * K), x.w * x.T * K);
    }
    Work linearActivationGradient(const S& N, const S& K) const
    {
        return local(n(2) * x.T * N * K, x.w * (x.T * K + N * K), x.w * x.T * N);
    }
    Work linearWeightGradient(const S& N, const S& K) const
    {
        return local(n(2) * x.T * N * K, x.w * (x.T * N + x.T * K) + x.gamma * N * K, x.gamma * N * K);
    }

    // A norm of `size` elements with `vectors` parameters and `statistics` bytes of fp32 statistics.
    Work normForward(const S& size, const S& vectors, const S& statistics) const
    {
        return local(n(x.choices.layerNorm ? 9 : 4) * size, x.w * (size + vectors), x.w * size + statistics);
    }
    Work normActivationGradient(const S& size, const S& vectors, const S& statistics) const
    {
        return local(n(x.choices.layerNorm ? 14 : 7) * size, x.w * (n(2) * size + vectors) + statistics, x.w * size);
    }
    Work normWeightGradient(const S& size, const S& vectors) const
    {
        return local(n(x.choices.layerNorm ? 7 : 2) * size, n(2) * x.w * size, x.w * vectors);
    }
    S hiddenStatistics() const { return n(4) * x.sigma * x.Tp; }
    S headStatistics() const { return n(4) * x.sigma * x.T * (x.aRank + x.kRank); }

    Work dropoutForward(const S& size) const { return local(size, x.w * size, x.w * size + size); }
    Work dropoutActivationGradient(const S& size) const { return local(size, x.w * size + size, x.w * size); }

    Work coreForward() const
    {
        return local(n(4) * x.scores * x.d, x.w * (x.T * x.q + n(2) * x.T * x.kappa),
                     x.w * x.T * x.q + n(4) * x.logSumExp);
    }
    // One more product of query and key than there are gradients: the probabilities are computed again.
    Work coreActivationGradient() const
    {
        return local(n(10) * x.scores * x.d,
                     x.w * (n(3) * x.T * x.q + n(2) * x.T * x.kappa) + n(4) * x.logSumExp,
                     x.w * (x.T * x.q + n(2) * x.T * x.kappa));
    }

    Work forward(Row row) const
    {
        switch (row) {
        case Row::EmbeddingWord: return local(x.zero(), n(8) * x.T + x.w * x.H, x.w * x.H);
        case Row::EmbeddingPosition: return local(x.P, n(2) * x.w * x.P, x.w * x.P);
        case Row::EmbeddingDropout:
        case Row::AttnDropout:
        case Row::MlpDropout: return dropoutForward(x.P);
        case Row::AttnNorm:
        case Row::MlpNorm:
        case Row::FinalNorm: return normForward(x.P, x.nu * x.h, hiddenStatistics());
        case Row::QkNorm: return normForward(x.e, n(2) * x.nu * x.d, headStatistics());
        case Row::Qkv: return linearForward(x.h, x.qkv);
        case Row::Proj: return linearForward(x.q, x.h);
        case Row::Fc1: return linearForward(x.h, x.f1);
        case Row::Fc2: return linearForward(x.fRank, x.h);
        case Row::Head: return linearForward(x.h, x.Vt);
        case Row::Rope: return local(n(3) * x.e, x.w * x.e, x.w * x.e);
        case Row::CoreAttention: return coreForward();
        case Row::QueryKey: return local(n(2) * x.scores * x.d, n(2) * x.w * x.T * x.q, x.w * x.scores);
        case Row::Softmax: return local(n(5) * x.scores, x.w * x.scores, x.w * x.scores);
        case Row::ProbabilityDropout: return dropoutForward(x.scores);
        case Row::ProbabilityValue:
            return local(n(2) * x.scores * x.d, x.w * (x.scores + x.T * x.q), x.w * x.T * x.q);
        case Row::AttnResidual:
        case Row::MlpResidual: return local(x.P, n(2) * x.w * x.P, x.w * x.P);
        case Row::Activation: return local(n(x.choices.gated ? 5 : 8) * x.E, x.w * x.T * x.f1, x.w * x.E);
        case Row::Loss:
            return x.choices.fusedLoss
                ? local(n(7) * x.X + n(2) * x.T, n(2) * x.w * x.X, x.w * x.X)
                : local(n(5) * x.X + n(2) * x.T, x.w * x.X + n(20) * x.X, n(16) * x.X);
        }
        return local(x.zero(), x.zero(), x.zero());
    }

    std::optional<Work> activationGradient(Row row) const
    {
        switch (row) {
        case Row::EmbeddingWord:
        case Row::EmbeddingPosition: return std::nullopt;
        case Row::EmbeddingDropout:
        case Row::AttnDropout:
        case Row::MlpDropout: return dropoutActivationGradient(x.P);
        case Row::AttnNorm:
        case Row::MlpNorm:
        case Row::FinalNorm: return normActivationGradient(x.P, x.nu * x.h, hiddenStatistics());
        case Row::QkNorm: return normActivationGradient(x.e, n(2) * x.nu * x.d, headStatistics());
        case Row::Qkv: return linearActivationGradient(x.h, x.qkv);
        case Row::Proj: return linearActivationGradient(x.q, x.h);
        case Row::Fc1: return linearActivationGradient(x.h, x.f1);
        case Row::Fc2: return linearActivationGradient(x.fRank, x.h);
        case Row::Head: return linearActivationGradient(x.h, x.Vt);
        case Row::Rope: return local(n(3) * x.e, x.w * x.e, x.w * x.e);
        case Row::CoreAttention: return coreActivationGradient();
        case Row::QueryKey:
            return local(n(4) * x.scores * x.d, x.w * (x.scores + n(2) * x.T * x.q), n(2) * x.w * x.T * x.q);
        case Row::Softmax: return local(n(8) * x.scores, n(2) * x.w * x.scores, x.w * x.scores);
        case Row::ProbabilityDropout: return dropoutActivationGradient(x.scores);
        case Row::ProbabilityValue:
            return local(n(4) * x.scores * x.d, x.w * (x.scores + n(2) * x.T * x.q),
                         x.w * (x.scores + x.T * x.q));
        case Row::AttnResidual:
        case Row::MlpResidual: return local(x.P, n(2) * x.w * x.P, x.w * x.P); // the sum of the two paths
        case Row::Activation:
            return local(n(x.choices.gated ? 11 : 13) * x.E, x.w * (x.E + x.T * x.f1), x.w * x.T * x.f1);
        case Row::Loss:
            return x.choices.fusedLoss ? local(x.X, x.w * x.X, x.w * x.X)
                                       : local(x.X + x.T, n(8) * x.X, n(4) * x.X + x.w * x.X);
        }
        return std::nullopt;
    }

    std::optional<Work> weightGradient(Row row) const
    {
        switch (row) {
        case Row::EmbeddingWord: { // a dense gradient is made, then added to the main one
            const S table = x.Vt * x.h;
            return local(x.H + table, n(8) * x.T + x.w * x.H + (x.w + x.gamma) * table, (x.w + x.gamma) * table);
        }
        case Row::EmbeddingPosition: return local(x.P, x.w * x.P, x.w * x.positions * x.h);
        case Row::AttnNorm:
        case Row::MlpNorm:
        case Row::FinalNorm: return normWeightGradient(x.P, x.nu * x.h);
        case Row::QkNorm: return normWeightGradient(x.e, n(2) * x.nu * x.d);
        case Row::Qkv: return linearWeightGradient(x.h, x.qkv);
        case Row::Proj: return linearWeightGradient(x.q, x.h);
        case Row::Fc1: return linearWeightGradient(x.h, x.f1);
        case Row::Fc2: return linearWeightGradient(x.fRank, x.h);
        case Row::Head: return linearWeightGradient(x.h, x.Vt);
        case Row::EmbeddingDropout:
        case Row::Rope:
        case Row::CoreAttention:
        case Row::QueryKey:
        case Row::Softmax:
        case Row::ProbabilityDropout:
        case Row::ProbabilityValue:
        case Row::AttnDropout:
        case Row::AttnResidual:
        case Row::Activation:
        case Row::MlpDropout:
        case Row::MlpResidual:
        case Row::Loss: return std::nullopt;
        }
        return std::nullopt;
    }

    const AlgebraSymbols<A>& x;
};

} // namespace planscope::whole
