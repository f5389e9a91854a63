#pragma once

#include "evaluation/estimate/network_tier_laws.h"
#include "study/candidate_result.h"
#include "sweep/point_evaluator.h"

#include <cstring>

#include <gtest/gtest.h>

namespace planscope::sweep {

/// Equal to the last bit.
inline bool sameBits(double a, double b)
{
    return std::memcmp(&a, &b, sizeof a) == 0;
}

/// What the results of deriving and evaluating a candidate say in the words of a sweep; the messages apart. A sweep
/// holds tiers to their laws before it looks at work that may be too large.
inline Evaluation evaluationOf(const CandidateResult& result, const MappingSpace& space, const Point& point)
{
    Evaluation evaluation;
    const TransformerTrainingMappingSpec& mapping = point.mapping;
    const Diagnostics tierFaults =
        networkTierFaults({mapping.tensor.degree, mapping.pipeline.degree, mapping.data.degree},
                          SystemModel{*space.system, space.datatype}, point.tiers);
    if (!tierFaults.empty()) {
        EXPECT_TRUE(result.status == ResultStatus::Refused || !result.estimate->modes);
        evaluation.filter = enumFromName<Filter>(tierFaults.front().code);
        return evaluation;
    }
    if (result.status == ResultStatus::Refused || !result.estimate) {
        evaluation.filter = Filter::IntegerOverflow;
        return evaluation;
    }
    const Estimate& estimate = *result.estimate;
    if (!estimate.modes) {
        evaluation.filter = enumFromName<Filter>(estimate.diagnostics.front().code);
        return evaluation;
    }
    const ModeEstimate& peak = (*estimate.modes)[0];
    const ModeEstimate& measured = (*estimate.modes)[1];
    evaluation.figures.seconds = measured.iteration.total;
    evaluation.figures.peakOnlySeconds = peak.iteration.total;
    evaluation.figures.tokensPerSecond = measured.utilisation.tokensPerSecond;
    evaluation.figures.mfu = measured.utilisation.mfu;
    evaluation.figures.memoryBytes = estimate.memory.total.value();
    evaluation.figures.accelerators = result.derivation->training.shape().worldSize;
    evaluation.figures.overCapacity = estimate.overCapacity;
    if (estimate.overCapacity && space.constraints.withinCapacity)
        evaluation.filter = Filter::OverCapacity;
    return evaluation;
}

inline bool sameButForMessages(const Evaluation& a, const Evaluation& b)
{
    return a.filter == b.filter && sameBits(a.figures.seconds, b.figures.seconds)
        && sameBits(a.figures.peakOnlySeconds, b.figures.peakOnlySeconds)
        && sameBits(a.figures.tokensPerSecond, b.figures.tokensPerSecond) && sameBits(a.figures.mfu, b.figures.mfu)
        && a.figures.memoryBytes == b.figures.memoryBytes && a.figures.accelerators == b.figures.accelerators
        && a.figures.overCapacity == b.figures.overCapacity;
}

} // namespace planscope::sweep
