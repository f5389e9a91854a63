#pragma once

#include "evaluation/estimate/estimate.h"

#include <algorithm>
#include <concepts>

namespace planscope {

/// What the algebra of time knows of an arithmetic A beside + − · / and larger() of A::Scalar:
///   Scalar literal(double)                                a number that stands in a formula
///   Scalar zero()                                         nothing
///   Scalar given(symbol, meaning, double)                 a number that the plan or the system states
///   Scalar define(symbol, meaning, Scalar)                a name for an expression
template <class A>
concept TimeArithmetic = requires(A& arithmetic, typename A::Scalar scalar) {
    { arithmetic.literal(2.0) } -> std::same_as<typename A::Scalar>;
    { arithmetic.zero() } -> std::same_as<typename A::Scalar>;
    { arithmetic.given("n", "microbatches", 2.0) } -> std::same_as<typename A::Scalar>;
    { arithmetic.define("hop", "seconds", scalar) } -> std::same_as<typename A::Scalar>;
};

/// The arithmetic that estimates: numbers without names.
struct PlainArithmetic {
    using Scalar = double;
    static constexpr double literal(double value) { return value; }
    static constexpr double zero() { return 0; }
    static constexpr double given(const char*, const char*, double value) { return value; }
    static constexpr double define(const char*, const char*, double value) { return value; }
};

inline double larger(double a, double b)
{
    return std::max(a, b);
}

// The formulas of time, each written once over its scalar: doubles make the estimate, symbolic expressions explain it,
// and both take the same steps in the same order.

template <class S>
S attainableRate(const S& peak, const S& efficiency)
{
    return peak * efficiency;
}

/// Seconds of arithmetic and of memory traffic as the processing mode combines them.
template <ProcessingMode mode, class S>
S localSeconds(const S& operations, const S& operationsPerSecond, const S& bytes, const S& bytesPerSecond)
{
    const S compute = operations / operationsPerSecond;
    const S memory = bytes / bytesPerSecond;
    if constexpr (mode == ProcessingMode::Roofline)
        return larger(compute, memory);
    else
        return compute + memory;
}

/// Bytes on the wire for a byte of message: x·(1 + o/k) with k participants.
template <class S>
S volumeOnWire(const S& one, const S& factor, const S& offset, const S& participants)
{
    return factor * (one + offset / participants);
}

template <class S>
S networkSeconds(const S& latency, const S& messageBytes, const S& volume, const S& bytesPerSecond)
{
    return latency + messageBytes * volume / bytesPerSecond;
}

/// How replicas sum their gradients up.
inline NetworkOperation gradientReductionOf(const PlanProgram& program)
{
    return program.optimizerSharding ? NetworkOperation::ReduceScatter : NetworkOperation::AllReduce;
}

/// The iteration of a program from the times of its block and of its messages: microbatches, blocks, stages, replicas.
/// 1F1B and interleaving as in arXiv 2104.04473.
template <TimeArithmetic A>
class IterationAlgebra {
public:
    using S = typename A::Scalar;

    IterationAlgebra(A& arithmetic, const PlanProgram& program)
        : m_arithmetic(arithmetic)
        , m_pipelined(program.pipelineDegree > 1)
        , m_replicated(program.dataDegree > 1)
        , m_sharded(program.optimizerSharding)
        , m_lastRoundIsWhole(program.shape.microbatchCount % program.pipelineDegree == 0)
        , B(number("B", "blocks of a stage", program.shape.blocksPerStage))
        , n(number("n", "microbatches of a replica", program.shape.microbatchCount))
        , v(number("v", "virtual stages of a rank", virtualStagesOf(program.schedule)))
        , c(number("c", "blocks of a virtual chunk", program.shape.blocksPerVirtualChunk))
        , p(number("p", "pipeline stages", program.pipelineDegree))
        , r(number("r", "microbatches of an incomplete last round: n mod p",
                   program.shape.microbatchCount % program.pipelineDegree))
        , G(number("G", "global batch size, sequences", program.globalBatchSize))
        , s(number("s", "sequence length, tokens", program.sequenceLength))
    {
    }

    /// Bytes that a stage hands to the next: the hidden state, or its shard where the sequence is sharded.
    S hopMessage(const PlanProgram& program) const
    {
        const S whole = number("w", "bytes of an element", bytesPerElement(program.datatype))
            * number("b", "microbatch size, sequences", program.microbatchSize) * s
            * number("h", "hidden size, elements", program.hiddenSize);
        return program.communication == TensorCommunication::ReduceScatterAllGather
            ? whole / number("t", "tensor-parallel degree, ranks", program.tensorDegree)
            : whole;
    }

    /// hop: seconds between two stages. exchange: seconds in which replicas exchange a block's gradients and weights.
    /// Either counts only where the program has stages or replicas.
    IterationTimeOf<S> time(const BlockTimeOf<S>& block, const S& hop, const S& exchange) const
    {
        const S runs = B * n;
        const S backward = block.activationGradient + block.weightGradient;
        IterationTimeOf<S> time;
        time.forward = runs * block.forward;
        time.backward = runs * backward;
        time.optimizer = B * block.optimizer;
        time.recompute = runs * block.recompute;
        time.tensorParallel = runs * (block.tensorParallelForward + block.tensorParallelBackward);
        time.recommunication = runs * block.recommunication;
        time.pipelineParallel = m_pipelined ? literal(2) * v * n * hop : m_arithmetic.zero();
        time.pipelineBubble = m_pipelined ? bubble(block, backward, hop) : m_arithmetic.zero();
        time.dataParallel = m_replicated ? B * exchange : m_arithmetic.zero();
        return time;
    }

    /// The sum of the components, in the order of the members.
    static S total(const IterationTimeOf<S>& time)
    {
        return time.forward + time.backward + time.optimizer + time.recompute + time.tensorParallel
            + time.pipelineParallel + time.dataParallel + time.recommunication + time.pipelineBubble;
    }

    /// 3·forward·n·B model operations on each rank, over what a rank could do in `total` seconds: all ranks do as much,
    /// so their number cancels. Operations are a rank's on the matrix engine, for a block and a microbatch.
    UtilisationOf<S> utilisation(const S& forwardOperations, const S& recomputedOperations, const S& peakPerSecond,
                                 const S& total) const
    {
        const S possible = total * peakPerSecond;
        const S runs = B * n;
        const S model = literal(3) * forwardOperations;
        return {model * runs / possible, (model + recomputedOperations) * runs / possible, G * s / total, G / total};
    }

    bool pipelined() const { return m_pipelined; }
    bool replicated() const { return m_replicated; }
    bool sharded() const { return m_sharded; }

private:
    S number(const char* symbol, const char* meaning, std::int64_t value) const
    {
        return m_arithmetic.given(symbol, meaning, static_cast<double>(value));
    }
    S literal(double value) const { return m_arithmetic.literal(value); }

    /// The first and the last microbatch alone in the pipeline; an incomplete last round of chunks idles once more.
    S bubble(const BlockTimeOf<S>& block, const S& backward, const S& hop) const
    {
        const S ofBlock = block.forward + block.tensorParallelForward + block.recompute + block.recommunication
            + backward + block.tensorParallelBackward;
        const S chunk = m_arithmetic.define("chunk", "a chunk forward and backward with its hops, seconds",
                                            c * ofBlock + literal(2) * hop);
        return (p - literal(1) + lastRound()) * chunk;
    }
    S lastRound() const
    {
        if (m_lastRoundIsWhole)
            return m_arithmetic.zero();
        return (v - literal(1)) * (p - r);
    }

    A& m_arithmetic;
    bool m_pipelined;
    bool m_replicated;
    bool m_sharded;
    bool m_lastRoundIsWhole;
    S B, n, v, c, p, r, G, s; // under the names they have in formulas
};

} // namespace planscope
