#pragma once

#include "derivation/whole/portable_plan/portable_plan_ir.h"

#include <cstddef>

/// The formulas of a whole model's step that are not a schedule's, each written once over its scalar: doubles make the
/// estimate, symbolic expressions explain it, and both take the same steps in the same order.
namespace planscope::whole {

/// One pass through a chunk; embedding and head are nothing where it has none.
template <class S>
S chunkSeconds(const S& blocks, const S& block, const S& embedding, const S& head)
{
    return blocks * block + embedding + head;
}

/// What a stage does of something in all microbatches of a step: `ofUnit(Unit)` is what one run of a unit takes of it,
/// `number(double)` a number as a scalar.
template <class Number, class OfUnit>
auto workOfStage(const PortablePlanIR& plan, std::size_t stage, Number&& number, OfUnit&& ofUnit)
{
    const auto& blocks = plan.program.shape.chunks;
    const auto stages = static_cast<std::size_t>(plan.program.rule.stages);
    const auto m = number(static_cast<double>(plan.program.rule.microbatches));
    std::int64_t blocksOfStage = 0;
    for (std::size_t chunk = stage; chunk < blocks.size(); chunk += stages)
        blocksOfStage += blocks[chunk];
    auto sum = m * number(static_cast<double>(blocksOfStage)) * ofUnit(Unit::Block);
    if (stage == 0)
        sum = sum + m * ofUnit(Unit::Embedding);
    if (stage + 1 == stages)
        sum = sum + m * ofUnit(Unit::Head);
    return sum;
}

/// What a stage waited in its program.
template <class S>
S stageBubble(const S& programEnd, const S& busy, const S& hops)
{
    return programEnd - busy - hops;
}

template <class S>
S stageEnd(const S& programEnd, const S& gradients, const S& weights, const S& tiedEmbedding,
           const S& replicatedGradients, const S& optimizer)
{
    return programEnd + (gradients + weights + tiedEmbedding + replicatedGradients + optimizer);
}

template <class S>
struct UtilisationOf {
    S mfuFull;
    S mfuCausal;
    S tokensPerSecond;
};

/// Model operations of a step over what all ranks could do in its seconds. Operations are a token's.
template <class S>
UtilisationOf<S> utilisationOf(const S& matmulFull, const S& causalHalf, const S& globalBatch, const S& sequence,
                               const S& seconds, const S& ranks, const S& peakOperationsPerSecond)
{
    const S tokens = globalBatch * sequence;
    const S possible = seconds * ranks * peakOperationsPerSecond;
    return {matmulFull * tokens / possible, causalHalf * tokens / possible, tokens / seconds};
}

} // namespace planscope::whole
