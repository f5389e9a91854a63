#pragma once

#include "evaluation/estimate/system_model.h"
#include "evaluation/whole/estimate.h"

namespace planscope::whole {

/// Executes all stage programs: a unit starts when its stage is free and its producer has ended, the forward of the
/// chunk before, the backward of the chunk behind, or, for the last chunk's backward, its own forward. From another
/// chunk the receiving stage first takes a hop. Nothing overlaps. Both modes at once, by EstimateMode.
/// Requires: tiers that exist.
std::array<StepTime, countOf<EstimateMode>()> stepTimes(const PortablePlanIR& plan, const SystemModel& system,
                                                        const NetworkTierBinding& tiers);

/// Of each run of each task, local and network parts together, in the tasks' order and by EstimateMode.
/// Requires: as stepTimes().
std::array<std::vector<double>, countOf<EstimateMode>()> taskSeconds(const PortablePlanIR& plan,
                                                                     const SystemModel& system,
                                                                     const NetworkTierBinding& tiers);

} // namespace planscope::whole
