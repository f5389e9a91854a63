#pragma once

#include "base/explanation.h"
#include "evaluation/estimate/estimate.h"

#include <vector>

namespace planscope {

/// Explains the times of one plan on one system. Refers to the input and the profile.
/// Requires: estimate() of the same has times.
class TimeExplanation {
public:
    TimeExplanation(const EstimateInput& input, const SystemProfile& profile, const NetworkTierBinding& tiers,
                    const Estimate& estimate);

    /// An invocation's seconds, local and on the network: "mlp.expand.forward.time.peak_only".
    Explanation task(const Invocation& invocation, EstimateMode mode) const;
    /// The sums over a block's invocations: "block_time.peak_only.forward".
    std::vector<Explanation> block(EstimateMode mode) const;
    /// The same sums by phase, exchanges included, with that of all: "block.forward.time.peak_only" …
    /// "block.total.time.peak_only"; and by primitive: "primitive.linear.time.peak_only".
    std::vector<Explanation> phasesAndPrimitives(EstimateMode mode) const;
    /// The components of the iteration, seconds and share, and their sum: "time.peak_only.forward" …
    /// "time.peak_only.total".
    std::vector<Explanation> iteration(EstimateMode mode) const;
    /// "utilisation.peak_only.mfu" … "utilisation.peak_only.samples_per_second".
    std::vector<Explanation> utilisation(EstimateMode mode) const;

private:
    const NetworkTier& tier(std::int64_t index) const;
    /// A symbol for the seconds of each invocation, in their order.
    std::vector<RealExpression> taskSymbols(EstimateMode mode) const;

    const EstimateInput& m_input;
    const SystemProfile& m_profile;
    NetworkTierBinding m_tiers;
    const Estimate& m_estimate;
};

} // namespace planscope
