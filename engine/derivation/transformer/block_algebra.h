#pragma once

#include "derivation/transformer/block_work.h"

#include <concepts>
#include <cstdint>
#include <optional>
#include <type_traits>
#include <utility>

namespace planscope {

/// What the algebra knows of an arithmetic A beside + − · of A::Scalar (and exactQuotient and
/// ceilingQuotient, found by argument-dependent lookup):
///   Scalar literal(std::int64_t)                  a number that stands in a formula
///   Scalar given(symbol, meaning, std::int64_t)   a number that the specs state
///   Scalar define(symbol, meaning, Scalar)        a name for an expression
///   Scalar zero()                                 nothing: no formula
/// Every coefficient of the algebra passes through literal(), so an arithmetic can also disturb one.
template <class A>
concept BlockArithmetic = requires(A& arithmetic, typename A::Scalar scalar) {
    { arithmetic.literal(std::int64_t{2}) } -> std::same_as<typename A::Scalar>;
    { arithmetic.given("h", "hidden size", std::int64_t{2}) } -> std::same_as<typename A::Scalar>;
    { arithmetic.define("T", "tokens", scalar) } -> std::same_as<typename A::Scalar>;
    { arithmetic.zero() } -> std::same_as<typename A::Scalar>;
};

/// Work of one layer in one phase.
template <class S>
struct LocalWork {
    S operations;
    S read;  ///< bytes
    S write; ///< bytes
};

/// One invocation as the algebra makes it.
template <class S>
struct InvocationOf {
    Layer layer;
    Phase phase;
    Primitive primitive;
    std::optional<CollectiveKind> collective;
    S operations;
    S read;
    S write;
    S message;
};

/// One memory row as the algebra makes it; see MemoryFacts.
template <class S>
struct MemoryOf {
    Layer layer;
    S parameters;
    S working;
    bool workingIsAlias;
    S kept;
    S gradient;
};

/// The block algebra: the exact work and memory of one tensor-parallel Transformer block, one
/// microbatch, one rank. Written once over its scalar: checked integers make the plan, symbolic
/// expressions explain it.
///
/// Sources: the partition of the block over tensor ranks, Megatron-LM (arXiv 1909.08053); sequence parallelism and
/// selective recompute, Korthikanti et al. (arXiv 2205.05198); operation and byte counts of the local layers, Calculon
/// (Isaev et al., SC '23, doi 10.1145/3581784.3607102).
template <BlockArithmetic A>
class BlockAlgebra {
public:
    using S = typename A::Scalar;

    BlockAlgebra(A& arithmetic, const BlockParameters& parameters)
        : m_arithmetic(arithmetic)
        , m_recompute(parameters.recompute)
        , m_fusedActivation(parameters.fusedActivation)
        , m_tensorParallel(parameters.tensorDegree > 1)
        , m_sequenceParallel(m_tensorParallel
                             && parameters.communication == TensorCommunication::ReduceScatterAllGather)
        , m_redo(m_tensorParallel && parameters.sequenceParallelAllGatherRedo)
        , h(arithmetic.given("h", "hidden size, elements", parameters.hiddenSize))
        , f(arithmetic.given("f", "feed-forward size, elements", parameters.feedforwardSize))
        , s(arithmetic.given("s", "sequence length, tokens", parameters.sequenceLength))
        , a(arithmetic.given("a", "attention heads", parameters.attentionHeads))
        , d(arithmetic.given("d", "attention head size, elements", parameters.attentionHeadSize))
        , b(arithmetic.given("b", "microbatch size, sequences", parameters.microbatchSize))
        , w(arithmetic.given("w", "bytes of an element", parameters.elementBytes))
        , t(arithmetic.given("t", "tensor-parallel degree, ranks", parameters.tensorDegree))
        , g(arithmetic.given("g", "optimizer shards, ranks", parameters.optimizerShards))
        , T(arithmetic.define("T", "tokens of a microbatch", b * s))
        , H(arithmetic.define("H", "elements of the full hidden state", T * h))
        , P(m_sequenceParallel
                ? arithmetic.define("P", "elements of this rank's sequence shard of the hidden state", exactQuotient(H, t))
                : arithmetic.define("P", "elements of the hidden state on this rank", H))
        , aRank(arithmetic.define("a′", "attention heads of this rank", exactQuotient(a, t)))
        , q(arithmetic.define("q", "elements of this rank's heads, a token", aRank * d))
        , Q(arithmetic.define("Q", "elements of this rank's heads, a microbatch", T * q))
        , Sc(arithmetic.define("S", "elements of this rank's attention scores", b * aRank * s * s))
        , fRank(arithmetic.define("f′", "feed-forward elements of this rank, a token", exactQuotient(f, t)))
        , F(arithmetic.define("F", "feed-forward elements of this rank, a microbatch", T * fRank))
        , m(arithmetic.define("m", "bytes of the full hidden state: the message of a collective", w * H))
    {
    }

    /// Calls sink(InvocationOf<S>) for each invocation in program order: forward; recompute and
    /// recommunication; backward in reverse; optimizer.
    template <class Sink>
    void forEachInvocation(Sink&& sink) const
    {
        forEachLayer([&](auto layer) { emitForward(layer(), Phase::Forward, sink); });
        forEachLayer([&](auto layer) {
            if (const auto kind = recommunication(layer()))
                sink(exchange(layer(), Phase::Recommunication, *kind, {zero(), zero(), zero()}));
            else if (isRecomputed(layer()))
                emitForward(layer(), Phase::Recompute, sink);
        });
        forEachLayerInReverse([&](auto layer) { emitBackward(layer(), sink); });
        forEachLayer([&](auto layer) {
            if (const auto count = parameters(layer()))
                sink(local(layer(), Phase::Optimizer, Primitive::Adam,
                           {ceilingQuotient(number(11) * *count, g), ceilingQuotient(number(12) * *count, g), zero()}));
        });
    }

    /// Calls sink(MemoryOf<S>) for each layer in program order.
    template <class Sink>
    void forEachMemoryRow(Sink&& sink) const
    {
        forEachLayer([&](auto layer) { sink(memory(layer())); });
    }

    /// Bytes kept as the block's input with full recompute, else 0. Not divided by t.
    S activationCheckpoint() const { return m_recompute == RecomputePolicy::Full ? w * H : zero(); }
    /// The sums over layers that hold parameters, of N parameters each.
    S weightBytes(const S& count) const { return w * count; }
    S weightGradientBytes(const S& count) const { return ceilingQuotient(w * count, g); }
    S weightGradientUnshardedBytes(const S& count) const { return number(4) * count; }
    S optimizerBytes(const S& count) const { return ceilingQuotient(number(12) * count, g); }
    S zero() const { return m_arithmetic.zero(); }

private:
    // The layer is a constant in each step, so the formulas of a layer are picked when compiling, not when running.
    template <class Step>
    static void forEachLayer(Step&& step)
    {
        [&]<std::size_t... K>(std::index_sequence<K...>) {
            (step(std::integral_constant<Layer, static_cast<Layer>(K)>{}), ...);
        }(std::make_index_sequence<countOf<Layer>()>{});
    }
    template <class Step>
    static void forEachLayerInReverse(Step&& step)
    {
        [&]<std::size_t... K>(std::index_sequence<K...>) {
            (step(std::integral_constant<Layer, static_cast<Layer>(sizeof...(K) - 1 - K)>{}), ...);
        }(std::make_index_sequence<countOf<Layer>()>{});
    }

    S number(std::int64_t value) const { return m_arithmetic.literal(value); }

    InvocationOf<S> local(Layer layer, Phase phase, Primitive primitive, const LocalWork<S>& work) const
    {
        return {layer, phase, primitive, std::nullopt, work.operations, work.read, work.write, zero()};
    }
    InvocationOf<S> exchange(Layer layer, Phase phase, CollectiveKind kind, const LocalWork<S>& work) const
    {
        return {layer, phase, Primitive::Collective, kind, work.operations, work.read, work.write, m};
    }

    template <class Sink>
    void emitForward(Layer layer, Phase phase, Sink& sink) const
    {
        if (const auto kind = forwardCollective(layer))
            sink(exchange(layer, phase, *kind, collectiveWork(*kind)));
        else if (const auto work = forward(layer))
            sink(local(layer, phase, primitiveOf(layer), *work));
    }

    template <class Sink>
    void emitBackward(Layer layer, Sink& sink) const
    {
        if (const auto kind = backwardCollective(layer))
            sink(exchange(layer, Phase::ActivationGradient, *kind, collectiveWork(*kind)));
        else if (const auto work = activationGradient(layer))
            sink(local(layer, Phase::ActivationGradient, primitiveOf(layer), *work));
        if (const auto work = weightGradient(layer))
            sink(local(layer, Phase::WeightGradient, primitiveOf(layer), *work));
    }

    // Linear layer Y[T,K] = X[T,N]·W[N,K]: three matrix multiplications of 2TNK operations, one a phase.
    LocalWork<S> linearForward(const S& N, const S& K) const
    {
        return {number(2) * T * N * K, w * (T * N + N * K), w * T * K};
    }
    LocalWork<S> linearActivationGradient(const S& N, const S& K) const
    {
        return {number(2) * T * N * K, w * (T * K + N * K), w * T * N};
    }
    LocalWork<S> linearWeightGradient(const S& N, const S& K) const
    {
        return {number(2) * T * N * K, w * (T * N + T * K), w * N * K};
    }

    // A drop-out of n elements writes its output and a mask of one byte an element.
    LocalWork<S> dropoutForward(const S& n) const { return {n, w * n, w * n + n}; }
    LocalWork<S> dropoutActivationGradient(const S& n) const { return {n, w * n + n, w * n}; }

    // A reduction over t ranks adds t − 1 times the shard of H / t elements.
    LocalWork<S> collectiveWork(CollectiveKind kind) const
    {
        const bool reduces = kind == CollectiveKind::AllReduce || kind == CollectiveKind::ReduceScatter;
        return {reduces ? exactQuotient(H, t) * (t - number(1)) : zero(), m, m};
    }

    std::optional<LocalWork<S>> forward(Layer layer) const
    {
        switch (layer) {
        case Layer::AttentionFork:
        case Layer::AttentionQkvFork:
        case Layer::MlpFork: return std::nullopt;
        case Layer::AttentionLayerNorm:
        case Layer::MlpLayerNorm: return LocalWork<S>{number(9) * P, w * (P + number(2) * h), w * P};
        case Layer::AttentionInputCollective:
        case Layer::AttentionOutputCollective:
        case Layer::MlpInputCollective:
        case Layer::MlpOutputCollective: return std::nullopt;
        case Layer::AttentionQuery:
        case Layer::AttentionKey:
        case Layer::AttentionValue: return linearForward(h, q);
        case Layer::AttentionQueryKey: return LocalWork<S>{number(2) * Sc * d, number(2) * w * Q, w * Sc};
        case Layer::AttentionSoftmax: return LocalWork<S>{number(5) * Sc, w * Sc, w * Sc};
        case Layer::AttentionProbabilityDropout: return dropoutForward(Sc);
        case Layer::AttentionProbabilityValue: return LocalWork<S>{number(2) * Sc * d, w * (Sc + Q), w * Q};
        case Layer::AttentionOutputProjection: return linearForward(q, h);
        case Layer::AttentionOutputDropout:
        case Layer::MlpOutputDropout: return dropoutForward(P);
        case Layer::AttentionResidual:
        case Layer::MlpResidual: return LocalWork<S>{P, number(2) * w * P, w * P};
        case Layer::MlpExpand: return linearForward(h, fRank);
        case Layer::MlpGelu: return LocalWork<S>{number(8) * F, w * F, w * F};
        case Layer::MlpContract: return linearForward(fRank, h);
        }
        return std::nullopt;
    }

    std::optional<LocalWork<S>> activationGradient(Layer layer) const
    {
        switch (layer) {
        case Layer::AttentionFork:
        case Layer::MlpFork: return LocalWork<S>{number(2) * P, number(2) * w * P, w * P};
        case Layer::AttentionQkvFork: return LocalWork<S>{number(3) * H, number(3) * w * H, w * H};
        case Layer::AttentionLayerNorm:
        case Layer::MlpLayerNorm: return LocalWork<S>{number(14) * P, w * (P + number(2) * h), w * P};
        case Layer::AttentionInputCollective:
        case Layer::AttentionOutputCollective:
        case Layer::MlpInputCollective:
        case Layer::MlpOutputCollective: return std::nullopt;
        case Layer::AttentionQuery:
        case Layer::AttentionKey:
        case Layer::AttentionValue: return linearActivationGradient(h, q);
        case Layer::AttentionQueryKey: return LocalWork<S>{number(4) * Sc * d, w * Sc, number(2) * w * Q};
        case Layer::AttentionSoftmax: return LocalWork<S>{number(8) * Sc, w * Sc, w * Sc};
        case Layer::AttentionProbabilityDropout: return dropoutActivationGradient(Sc);
        case Layer::AttentionProbabilityValue: return LocalWork<S>{number(4) * Sc * d, w * Q, w * (Sc + Q)};
        case Layer::AttentionOutputProjection: return linearActivationGradient(q, h);
        case Layer::AttentionOutputDropout:
        case Layer::MlpOutputDropout: return dropoutActivationGradient(P);
        case Layer::AttentionResidual:
        case Layer::MlpResidual: return LocalWork<S>{number(2) * P, w * P, number(2) * w * P};
        case Layer::MlpExpand: return linearActivationGradient(h, fRank);
        case Layer::MlpGelu: return LocalWork<S>{number(13) * F, w * F, w * F};
        case Layer::MlpContract: return linearActivationGradient(fRank, h);
        }
        return std::nullopt;
    }

    std::optional<LocalWork<S>> weightGradient(Layer layer) const
    {
        switch (layer) {
        case Layer::AttentionLayerNorm:
        case Layer::MlpLayerNorm: return LocalWork<S>{number(7) * P, number(2) * w * P, number(2) * w * h};
        case Layer::AttentionQuery:
        case Layer::AttentionKey:
        case Layer::AttentionValue: return linearWeightGradient(h, q);
        case Layer::AttentionOutputProjection: return linearWeightGradient(q, h);
        case Layer::MlpExpand: return linearWeightGradient(h, fRank);
        case Layer::MlpContract: return linearWeightGradient(fRank, h);
        case Layer::AttentionFork:
        case Layer::AttentionInputCollective:
        case Layer::AttentionQkvFork:
        case Layer::AttentionQueryKey:
        case Layer::AttentionSoftmax:
        case Layer::AttentionProbabilityDropout:
        case Layer::AttentionProbabilityValue:
        case Layer::AttentionOutputCollective:
        case Layer::AttentionOutputDropout:
        case Layer::AttentionResidual:
        case Layer::MlpFork:
        case Layer::MlpInputCollective:
        case Layer::MlpGelu:
        case Layer::MlpOutputCollective:
        case Layer::MlpOutputDropout:
        case Layer::MlpResidual: return std::nullopt;
        }
        return std::nullopt;
    }

    std::optional<S> parameters(Layer layer) const
    {
        switch (layer) {
        case Layer::AttentionLayerNorm:
        case Layer::MlpLayerNorm: return number(2) * h;
        case Layer::AttentionQuery:
        case Layer::AttentionKey:
        case Layer::AttentionValue: return h * q;
        case Layer::AttentionOutputProjection: return q * h;
        case Layer::MlpExpand: return h * fRank;
        case Layer::MlpContract: return fRank * h;
        case Layer::AttentionFork:
        case Layer::AttentionInputCollective:
        case Layer::AttentionQkvFork:
        case Layer::AttentionQueryKey:
        case Layer::AttentionSoftmax:
        case Layer::AttentionProbabilityDropout:
        case Layer::AttentionProbabilityValue:
        case Layer::AttentionOutputCollective:
        case Layer::AttentionOutputDropout:
        case Layer::AttentionResidual:
        case Layer::MlpFork:
        case Layer::MlpInputCollective:
        case Layer::MlpGelu:
        case Layer::MlpOutputCollective:
        case Layer::MlpOutputDropout:
        case Layer::MlpResidual: return std::nullopt;
        }
        return std::nullopt;
    }

    static bool isInputCollective(Layer layer)
    {
        return layer == Layer::AttentionInputCollective || layer == Layer::MlpInputCollective;
    }
    static bool isOutputCollective(Layer layer)
    {
        return layer == Layer::AttentionOutputCollective || layer == Layer::MlpOutputCollective;
    }

    // At t = 1 nothing is exchanged.
    std::optional<CollectiveKind> forwardCollective(Layer layer) const
    {
        if (m_tensorParallel && isInputCollective(layer) && m_sequenceParallel)
            return CollectiveKind::AllGather;
        if (m_tensorParallel && isOutputCollective(layer))
            return m_sequenceParallel ? CollectiveKind::ReduceScatter : CollectiveKind::AllReduce;
        return std::nullopt;
    }
    std::optional<CollectiveKind> backwardCollective(Layer layer) const
    {
        if (m_tensorParallel && isInputCollective(layer))
            return m_sequenceParallel ? CollectiveKind::ReduceScatter : CollectiveKind::AllReduce;
        if (m_tensorParallel && isOutputCollective(layer) && m_sequenceParallel)
            return CollectiveKind::AllGather;
        return std::nullopt;
    }
    // What the forward pass exchanged is exchanged again where its result was not kept.
    std::optional<CollectiveKind> recommunication(Layer layer) const
    {
        const bool happens = (layer == Layer::AttentionInputCollective && attentionInputIsRecommunicated())
            || (layer == Layer::MlpInputCollective && mlpInputIsRecommunicated())
            || (isOutputCollective(layer) && m_recompute == RecomputePolicy::Full);
        return happens ? forwardCollective(layer) : std::nullopt;
    }

    bool attentionInputIsRecommunicated() const { return m_recompute != RecomputePolicy::None || m_redo; }
    bool mlpInputIsRecommunicated() const { return m_recompute == RecomputePolicy::Full || m_redo; }

    bool isRecomputed(Layer layer) const
    {
        switch (m_recompute) {
        case RecomputePolicy::None: return false;
        case RecomputePolicy::Attention:
            return layer == Layer::AttentionQueryKey || layer == Layer::AttentionSoftmax
                || layer == Layer::AttentionProbabilityDropout;
        case RecomputePolicy::Full: return primitiveOf(layer) != Primitive::Collective;
        }
        return false;
    }

    // Bytes of a row without its parameters; `kept` as without full recompute.
    struct Held {
        S working;
        S kept;
        S gradient;
        bool workingIsAlias = false;
    };

    MemoryOf<S> memory(Layer layer) const
    {
        const Held row = held(layer);
        const auto count = parameters(layer);
        return {layer, count ? *count : zero(), row.working, row.workingIsAlias,
                m_recompute == RecomputePolicy::Full ? zero() : row.kept, row.gradient};
    }

    Held held(Layer layer) const
    {
        const bool keepsScores = m_recompute == RecomputePolicy::None;
        switch (layer) {
        case Layer::AttentionFork:
        case Layer::MlpFork: return {w * P, w * P, zero()};
        case Layer::AttentionLayerNorm:
        case Layer::MlpLayerNorm: return {w * P, zero(), w * P, true};
        case Layer::AttentionInputCollective:
        case Layer::MlpInputCollective: {
            if (!m_tensorParallel)
                return {zero(), zero(), zero()};
            if (!m_sequenceParallel)
                return {zero(), zero(), m};
            const S shard = exactQuotient(m, t);
            return {shard, shard, shard};
        }
        case Layer::AttentionQkvFork: return {w * H, attentionInputIsRecommunicated() ? zero() : w * H, zero()};
        case Layer::AttentionQuery:
        case Layer::AttentionKey:
        case Layer::AttentionValue: return {w * T * h, zero(), w * T * q, true};
        case Layer::AttentionQueryKey: return {number(2) * w * Q, number(2) * w * Q, w * Sc};
        case Layer::AttentionSoftmax: return {w * Sc, keepsScores ? w * Sc : zero(), w * Sc};
        case Layer::AttentionProbabilityDropout: return {Sc, keepsScores ? Sc : zero(), Sc};
        case Layer::AttentionProbabilityValue: return {w * (Sc + Q), keepsScores ? w * Q + w * Sc : w * Q, w * Q};
        case Layer::AttentionOutputProjection: return {w * T * q, w * T * q, w * T * h};
        case Layer::AttentionOutputCollective:
        case Layer::MlpOutputCollective: {
            if (!m_tensorParallel)
                return {zero(), zero(), zero()};
            if (!m_sequenceParallel)
                return {m, zero(), zero()};
            const S shard = exactQuotient(m, t);
            return {shard, zero(), shard};
        }
        case Layer::AttentionOutputDropout:
        case Layer::MlpOutputDropout: return {P, P, P};
        case Layer::AttentionResidual:
        case Layer::MlpResidual: return {number(2) * w * P, zero(), w * P, true};
        case Layer::MlpExpand: return {w * T * h, mlpInputIsRecommunicated() ? zero() : w * T * h, w * F};
        case Layer::MlpGelu: {
            const S buffer = m_fusedActivation ? zero() : w * F;
            return {buffer, buffer, buffer};
        }
        case Layer::MlpContract: return {w * F, w * F, w * T * h};
        }
        return {zero(), zero(), zero()};
    }

    A& m_arithmetic;
    RecomputePolicy m_recompute;
    bool m_fusedActivation;
    bool m_tensorParallel;
    bool m_sequenceParallel;
    bool m_redo;
    // The symbols of the formulas, under their own names; aRank, fRank and Sc print as a′, f′ and S.
    S h, f, s, a, d, b, w, t, g, T, H, P, aRank, q, Q, Sc, fRank, F, m;
};

} // namespace planscope
