#pragma once

#include "evaluation/estimate/system_model.h"
#include "evaluation/whole/estimate.h"
#include "evaluation/whole/program_execution.h"

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

/// Why each stage's program ends when it does, in one mode. Requires: as stepTimes().
std::vector<CriticalPath> criticalPaths(const PortablePlanIR& plan, const SystemModel& system,
                                        const NetworkTierBinding& tiers, EstimateMode mode);

/// The component of an iteration to which an invocation's seconds belong.
double IterationTime::* componentOf(const Invocation& invocation);
/// The figure of a stage that holds a step message's seconds.
double StageTime::* figureOf(StepMessageKind what);
/// The tier on which a group of the step section exchanges.
std::int64_t tierOf(GroupAxis group, const NetworkTierBinding& tiers);

} // namespace planscope::whole
