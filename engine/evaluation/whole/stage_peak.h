#pragma once

#include "evaluation/whole/estimate.h"

namespace planscope::whole {

/// What the framework holds on each rank of a stage.
struct FrameworkBytes {
    WideInteger gemmWorkspace = 0;
    WideInteger blasWorkspace = 0;
    WideInteger dummyWeightGradients = 0;
    WideInteger gatherBuffer = 0;
    WideInteger lossMask = 0;
};
/// The linear weights of a stage for each of whose shapes a framework keeps a gradient for ever: of equal shapes the
/// first.
std::vector<PlanParameter> dummyWeightGradients(const PortablePlanIR& plan, std::int64_t stage);
FrameworkBytes frameworkBytes(const PortablePlanIR& plan, std::int64_t stage, const FrameworkProfile& framework);

/// One moment of a backward with what its microbatch still keeps then and the transients of the moment.
struct JudgedMoment {
    Moment moment = Moment::LossForward;
    WideInteger bytes = 0;
};
/// The walk of one microbatch's backward through a chunk (in model order).
std::vector<JudgedMoment> backwardWalk(const PortablePlanIR& plan, std::int64_t chunk);

/// What the allocator takes for a tensor; see allocated().
WideInteger allocatedBytes(WideInteger bytes);

/// The peak of a stage, by executing its program. Of equal ones the moment that comes first in a walk, a forward's end
/// before all; of one moment the first in the program.
/// Fails: integer.overflow.
Result<StagePeak> stagePeak(const PortablePlanIR& plan, std::int64_t stage, const FrameworkProfile& framework);

/// The stage with the largest peak, the first of equal ones. Requires: there is one.
std::size_t fullestStage(const std::vector<StagePeak>& peaks);

} // namespace planscope::whole
