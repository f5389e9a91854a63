#pragma once

#include "base/explanation.h"
#include "evaluation/whole/estimate.h"

#include <cstdint>
#include <string>
#include <vector>

namespace planscope::whole {

/// Explains the times and the utilisation of one plan on one system. Times that come of executing a program are told
/// as passes and hops, and what rounding adds to them (ρ), so that the texts give them to the last bit.
/// Refers to plan, profile and estimate. Requires: estimate() of the same has times.
class StepExplanation {
public:
    StepExplanation(const PortablePlanIR& plan, const SystemProfile& profile, const NetworkTierBinding& tiers,
                    const Estimate& estimate);

    /// A run of a task: "fc1.forward.time.peak_only".
    Explanation task(const PlanTask& task, EstimateMode mode) const;
    /// Sums over a unit's tasks, by component and by pass: "unit_time.peak_only.block.forward",
    /// "unit_time.peak_only.block.backward_pass".
    std::vector<Explanation> units(EstimateMode mode) const;
    /// The step by component, a hop and each chunk's passes: "time.peak_only.total", "time.peak_only.hop",
    /// "time.peak_only.chunks.3.forward".
    std::vector<Explanation> step(EstimateMode mode) const;
    /// Of every stage: "time.peak_only.stages.3.busy".
    std::vector<Explanation> stages(EstimateMode mode) const;
    /// "utilisation.peak_only.mfu_causal".
    std::vector<Explanation> utilisation(EstimateMode mode) const;

private:
    struct UnitSums;
    std::vector<UnitSums> unitSums(EstimateMode mode) const;
    const StepTime& timeOf(EstimateMode mode) const;

    const PortablePlanIR& m_plan;
    const SystemProfile& m_profile;
    NetworkTierBinding m_tiers;
    const Estimate& m_estimate;
};

} // namespace planscope::whole
