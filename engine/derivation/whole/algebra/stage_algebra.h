#pragma once

#include "derivation/whole/algebra/memory_algebra.h"

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
        , m_block(unitParameters(Unit::Block)), m_embedding(unitParameters(Unit::Embedding))
        , m_head(unitParameters(Unit::Head)), m_replicatedBlock(reducedParameters(Unit::Block))
        , m_replicatedHead(reducedParameters(Unit::Head))
        , m_savedBlock(savedBytes(Unit::Block)), m_savedEmbedding(savedBytes(Unit::Embedding))
        , m_savedHead(savedBytes(Unit::Head))
    {
    }

    const S& unit(Unit which) const
    {
        return which == Unit::Block ? m_block : which == Unit::Embedding ? m_embedding : m_head;
    }
    const S& saved(Unit which) const
    {
        return which == Unit::Block ? m_savedBlock : which == Unit::Embedding ? m_savedEmbedding : m_savedHead;
    }
    S parameters(const StageExtent& extent) const { return sum(extent, m_block, m_embedding, m_head); }
    /// Bytes that one microbatch keeps in a chunk.
    S saved(const StageExtent& chunk) const { return sum(chunk, m_savedBlock, m_savedEmbedding, m_savedHead); }
    /// Parameters whose gradients the tensor ranks add under sequence parallelism.
    S replicated(const StageExtent& extent) const { return sum(extent, m_replicatedBlock, x.zero(), m_replicatedHead); }

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
    S modelParameters() const { return x.L * m_block + m_embedding + m_head; }

private:
    S n(std::int64_t value) const { return x.number(value); }
    S optimized(const S& N) const { return x.choices.optimizerSharding ? ceilingQuotient(N, x.D * x.c) : N; }

    S sum(const StageExtent& extent, const S& block, const S& embedding, const S& head) const
    {
        S total = n(extent.blocks) * block;
        if (extent.first)
            total = total + embedding;
        if (extent.last)
            total = total + head;
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
    S unitParameters(Unit which) const { return sumOfParameters(which, isCounted); }
    S reducedParameters(Unit which) const { return sumOfParameters(which, isReducedOverSequence); }
    S savedBytes(Unit which) const
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
    S m_block, m_embedding, m_head, m_replicatedBlock, m_replicatedHead, m_savedBlock, m_savedEmbedding, m_savedHead;
};

} // namespace planscope::whole
