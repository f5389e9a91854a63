#pragma once

#include "base/diagnostic.h"
#include "derivation/portable_plan/portable_plan_ir.h"
#include "evaluation/estimate/system_model.h"
#include "evaluation/system/system_profile.h"

namespace planscope {

/// Ranks of a group of each kind.
struct GroupDegrees {
    std::int64_t tensor = 1;
    std::int64_t pipeline = 1;
    std::int64_t data = 1;
};
inline GroupDegrees groupDegreesOf(const PlanProgram& program)
{
    return {program.tensorDegree, program.pipelineDegree, program.dataDegree};
}

/// In the order in which broken ones are told; see networkTierFaults().
enum class TierLaw { Unknown, Capacity, Filling };
template <>
struct EnumNames<TierLaw> {
    static constexpr std::array<std::string_view, 3> names{"network_tiers.unknown", "network_tiers.capacity",
                                                           "network_tiers.filling"};
};

/// The law of the first of networkTierFaults(), if any. Does not allocate.
std::optional<TierLaw> brokenTierLaw(const GroupDegrees& degrees, const SystemModel& system,
                                     const NetworkTierBinding& tiers);

/// Whether every group has a tier that exists and can hold it. Does not allocate.
bool tiersHold(const GroupDegrees& degrees, const SystemModel& system, const NetworkTierBinding& tiers);

/// The broken laws of a tier binding, each an error, in this order; empty exactly when tiersHold():
///   network_tiers.unknown   the index of a group (tensor, pipeline, data, in that order) names no tier, whatever
///                           the group's degree
///   network_tiers.capacity  the product of all degrees > 1 bound to a tier is above its size; else
///   network_tiers.filling   a tier that must be filled is not filled by a whole number of groups; tiers ascending
Diagnostics networkTierFaults(const GroupDegrees& degrees, const SystemModel& system, const NetworkTierBinding& tiers);

} // namespace planscope
