#pragma once

#include "evaluation/estimate/estimate.h"

#include <array>
#include <cstdint>
#include <vector>

namespace planscope {

/// Predicted time of each task of a plan, in the tasks' order, by the code that makes the estimate.
/// Fails: with the errors for which estimate() has no time: network_tiers.*, network.no_cost, time.not_finite;
///        integer.overflow of a memory term.
Result<std::vector<TaskTime>> taskTimes(const PortablePlanIR& plan, const SystemProfile& profile,
                                        const NetworkTierBinding& tiers, EstimateMode mode);

/// What all invocations of one primitive in one block and microbatch come to, on one rank.
struct PrimitiveCost {
    std::int64_t invocations = 0;
    Total<struct OperationsUnit> operations;
    Total<struct BytesUnit> bytes; ///< read and written in local memory
    double seconds = 0;            ///< local and network parts
    double share = 0;              ///< of the seconds of all primitives; 0 where these are 0
};

/// Indexed by Primitive. Fails as taskTimes().
Result<std::array<PrimitiveCost, countOf<Primitive>()>> primitiveCosts(const PortablePlanIR& plan,
                                                                       const SystemProfile& profile,
                                                                       const NetworkTierBinding& tiers,
                                                                       EstimateMode mode);

} // namespace planscope
