#pragma once

#include "base/explanation.h"
#include "evaluation/whole/estimate.h"

#include <vector>

namespace planscope::whole {

/// Explains the memory of one plan under a framework on a system. Refers to all of them. Requires: estimate() of the
/// same.
class PeakExplanation {
public:
    PeakExplanation(const PortablePlanIR& plan, const FrameworkProfile& framework, const SystemProfile& profile,
                    const Estimate& estimate);

    /// "memory.peak", the largest of the stages', "memory.peak.share", "memory.capacity".
    std::vector<Explanation> memory() const;
    /// "stages.3.peak.bytes", its parts, "stages.3.peak.parts.weights", those that are not nothing, and
    /// "stages.3.peak.share", of the capacity. Requires: 0 <= stage < p.
    std::vector<Explanation> stage(std::size_t stage) const;

private:
    Expression part(PeakPart part, std::size_t stage) const;
    Expression otherMicrobatches(std::size_t stage) const;
    Expression thisMicrobatch(std::size_t stage) const;
    std::string situationOf(std::size_t stage) const;

    const PortablePlanIR& m_plan;
    const FrameworkProfile& m_framework;
    const SystemProfile& m_profile;
    const Estimate& m_estimate;
};

} // namespace planscope::whole
