#include "compare/tier_operands.h"

#include <array>

namespace planscope {
namespace {

/// The groups on the lowest tier that cannot hold its groups, and their bindings.
FieldSet operandsOfFit(const GroupDegrees& degrees, const SystemModel& system, const NetworkTierBinding& tiers)
{
    struct Group {
        std::int64_t GroupDegrees::*degree;
        std::int64_t tier;
        FieldSet fields;
    };
    using F = CauseField;
    const std::array<Group, 3> groups{
        {{&GroupDegrees::tensor, tiers.tensor, {F::TensorDegree, F::TensorTier}},
         {&GroupDegrees::pipeline, tiers.pipeline, {F::PipelineDegree, F::PipelineTier}},
         {&GroupDegrees::data, tiers.data, {F::ContextDegree, F::DataDegree, F::DataTier}}}};
    for (std::int64_t tier = 0; tier < static_cast<std::int64_t>(system.tiers().size()); ++tier) {
        GroupDegrees alone = degrees; // groups of one rank load no tier
        FieldSet operands{F::System};
        for (const Group& group : groups) {
            if (group.tier != tier)
                alone.*group.degree = 1;
            else if (degrees.*group.degree > 1)
                operands = operands | group.fields;
        }
        if (!tiersHold(alone, system, tiers))
            return operands;
    }
    return FieldSet::all();
}

} // namespace

FieldSet tierOperands(const Diagnostic& fault, const GroupDegrees& degrees, const SystemModel& system,
                      const NetworkTierBinding& tiers)
{
    using F = CauseField;
    if (fault.code == "network_tiers.unknown")
        return {F::System,
                fault.path == "network_tiers.tensor"         ? F::TensorTier
                    : fault.path == "network_tiers.pipeline" ? F::PipelineTier
                                                             : F::DataTier};
    if (fault.path == "network_tiers")
        return operandsOfFit(degrees, system, tiers);
    return FieldSet::all(); // a figure that is not finite
}

} // namespace planscope
