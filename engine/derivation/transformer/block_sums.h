#pragma once

#include "derivation/transformer/block_algebra.h"

#include <array>

namespace planscope {

/// Work summed up, over the scalar of an algebra.
template <class S>
struct WorkOf {
    S operations, read, write, message;

    WorkOf& operator+=(const WorkOf& other)
    {
        operations = operations + other.operations;
        read = read + other.read;
        write = write + other.write;
        message = message + other.message;
        return *this;
    }
};

/// See BlockMemory.
template <class S>
struct BlockMemoryOf {
    S weights, activationWorking, activationStorage, activationCheckpoint, weightGradients, weightGradientsUnsharded,
        activationGradients, optimizer;
};

/// Sums an algebra's invocations by phase.
template <class A>
class PhaseSum {
public:
    using S = typename A::Scalar;

    explicit PhaseSum(const BlockAlgebra<A>& algebra)
    {
        m_sums.fill({algebra.zero(), algebra.zero(), algebra.zero(), algebra.zero()});
    }
    void add(const InvocationOf<S>& invocation)
    {
        m_sums[static_cast<std::size_t>(invocation.phase)] +=
            {invocation.operations, invocation.read, invocation.write, invocation.message};
    }
    const std::array<WorkOf<S>, countOf<Phase>()>& sums() const { return m_sums; } ///< indexed by Phase

private:
    std::array<WorkOf<S>, countOf<Phase>()> m_sums;
};

/// Sums an algebra's memory rows to what the block holds.
template <class A>
class MemorySum {
public:
    using S = typename A::Scalar;

    explicit MemorySum(const BlockAlgebra<A>& algebra) : m_algebra(algebra)
    {
        const S zero = algebra.zero();
        m_sum = {zero, zero, zero, algebra.activationCheckpoint(), zero, zero, zero, zero};
    }
    void add(const MemoryOf<S>& row)
    {
        if (!row.workingIsAlias)
            m_sum.activationWorking = m_sum.activationWorking + row.working;
        m_sum.activationStorage = m_sum.activationStorage + row.kept;
        m_sum.activationGradients = m_sum.activationGradients + row.gradient;
        m_sum.weights = m_sum.weights + m_algebra.weightBytes(row.parameters);
        m_sum.weightGradients = m_sum.weightGradients + m_algebra.weightGradientBytes(row.parameters);
        m_sum.weightGradientsUnsharded
            = m_sum.weightGradientsUnsharded + m_algebra.weightGradientUnshardedBytes(row.parameters);
        m_sum.optimizer = m_sum.optimizer + m_algebra.optimizerBytes(row.parameters);
    }
    const BlockMemoryOf<S>& sum() const { return m_sum; }

private:
    const BlockAlgebra<A>& m_algebra;
    BlockMemoryOf<S> m_sum;
};

} // namespace planscope
