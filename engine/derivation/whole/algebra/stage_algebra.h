#pragma once

#include "derivation/whole/algebra/memory_algebra.h"

#include <array>

namespace planscope::whole {

/// A rank's optimizer step, once for all its parameters.
template <class S>
struct OptimizerOf {
    S parameters; ///< n, that this rank updates
    S operations;
    S read;       ///< bytes
    S write;      ///< bytes
};

/// Sums over stages and chunks, and what a stage does once a step: static memory as Megatron-LM's distributed optimizer
/// lays it out (docs/source/api-guide/dist_optimizer.md), its messages, and the published model's totals.
template <BlockArithmetic A>
class StageAlgebra {
public:
    using S = typename A::Scalar;

    explicit StageAlgebra(const AlgebraSymbols<A>& symbols)
        : x(symbols), m_memory(symbols)
        , m_parameters{parametersOf(Unit::Embedding), parametersOf(Unit::Block), parametersOf(Unit::Head)}
        , m_saved{savedBytesOf(Unit::Embedding), savedBytesOf(Unit::Block), savedBytesOf(Unit::Head)}
        , m_parameterSymbols{named("Ne", "parameters of the embedding", m_parameters[0]),
                             named("Nb", "parameters of a block", m_parameters[1]),
                             named("Nh", "parameters of final norm and head", m_parameters[2])}
        , m_savedSymbols{named("Se", "bytes that the embedding keeps of a microbatch", m_saved[0]),
                         named("Sb", "bytes that a block keeps of a microbatch", m_saved[1]),
                         named("Sh", "bytes that final norm, head and loss keep of a microbatch", m_saved[2])}
    {
    }

    /// Of one unit, on one rank.
    const S& parameters(Unit unit) const { return m_parameters[static_cast<std::size_t>(unit)]; }
    S parameters(const StageExtent& extent) const { return sum(extent, m_parameterSymbols); }
    /// Bytes that one microbatch keeps in a chunk.
    S saved(const StageExtent& chunk) const { return sum(chunk, m_savedSymbols); }
    /// Parameters whose gradients the tensor ranks add under sequence parallelism: none of the embedding.
    S replicated(const StageExtent& extent) const
    {
        const S block = n(extent.blocks) * sumOfParameters(Unit::Block, isReducedOverSequence);
        return extent.last ? block + sumOfParameters(Unit::Head, isReducedOverSequence) : block;
    }

    // Of N parameters on a rank:
    S weightBytes(const S& N) const { return x.w * N; }
    S gradientBytes(const S& N) const { return x.gamma * N; }
    S optimizerBytes(const S& N) const { return n(12) * optimized(N); } ///< fp32 master copy and two moments
    OptimizerOf<S> optimizer(const S& N) const
    {
        const S count = optimized(N);
        return {count, n(11) * count, (n(12) + x.gamma) * count, n(14) * count};
    }
    S ropeTableBytes() const { return n(4) * exactQuotient(x.s, x.c) * x.d; }
    S tiedGradientBytes() const { return x.gamma * x.Vt * x.h; }
    S boundaryBytes() const { return x.w * x.P; }

    S blockMatrices() const
    {
        return x.L * (x.h * (x.a + n(2) * x.k) * x.d + x.a * x.d * x.h + x.F1 * x.h + x.f * x.h);
    }
    S vocabularyMatrix() const { return x.V * x.h; }
    S attentionWidth() const { return x.L * x.a * x.d; }
    // Operations of a training step, a token, by five conventions.
    S matmulFull() const { return n(6) * (blockMatrices() + vocabularyMatrix()) + n(12) * attentionWidth() * x.s; }
    S causalHalf() const { return n(6) * (blockMatrices() + vocabularyMatrix()) + n(6) * attentionWidth() * x.s; }
    S causalExact() const
    {
        return n(6) * (blockMatrices() + vocabularyMatrix()) + n(6) * attentionWidth() * (x.s + n(1));
    }
    S withEmbedding() const { return causalHalf() + n(6) * vocabularyMatrix(); }
    S sixN() const { return n(6) * modelParameters(); }
    S modelParameters() const
    {
        return x.L * m_parameterSymbols[1] + m_parameterSymbols[0] + m_parameterSymbols[2];
    }

private:
    S n(std::int64_t value) const { return x.number(value); }
    S optimized(const S& N) const { return x.choices.optimizerSharding ? ceilingQuotient(N, x.D * x.c) : N; }

    using OfUnits = std::array<S, countOf<Unit>()>;

    S named(const char* symbol, const char* meaning, const S& value) const
    {
        return x.arithmetic.define(symbol, meaning, value);
    }
    S sum(const StageExtent& extent, const OfUnits& units) const
    {
        S total = n(extent.blocks) * units[static_cast<std::size_t>(Unit::Block)];
        if (extent.first)
            total = total + units[static_cast<std::size_t>(Unit::Embedding)];
        if (extent.last)
            total = total + units[static_cast<std::size_t>(Unit::Head)];
        return total;
    }
    template <class Counts>
    S sumOfParameters(Unit which, Counts&& counts) const
    {
        S total = x.zero();
        bool none = true;
        m_memory.forEachParameter(which, [&](const ParameterOf<S>& row) {
            if (!counts(row.tensor))
                return;
            total = none ? row.elements : total + row.elements;
            none = false;
        });
        return total;
    }
    S parametersOf(Unit which) const { return sumOfParameters(which, isCounted); }
    S savedBytesOf(Unit which) const
    {
        if (which == Unit::Block && x.choices.recompute == RecomputeKind::Full)
            return x.w * m_memory.blockInput();
        S total = x.zero();
        bool none = true;
        m_memory.forEachKept(which, [&](SavedTensor tensor, const S& elements) {
            const S bytes = n(bytesOf(elementTypeOf(tensor))) * elements;
            total = none ? bytes : total + bytes;
            none = false;
        });
        return total;
    }

    const AlgebraSymbols<A>& x;
    MemoryAlgebra<A> m_memory;
    OfUnits m_parameters, m_saved;               ///< by Unit
    OfUnits m_parameterSymbols, m_savedSymbols;  ///< the same under names of their own
};

} // namespace planscope::whole
