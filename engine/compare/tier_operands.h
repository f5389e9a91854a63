#pragma once

#include "compare/cause_field.h"
#include "evaluation/estimate/network_tier_laws.h"

namespace planscope {

/// The fields that a broken tier law speaks of: the index of a group, or, of a tier that cannot hold its groups or is
/// not filled by them, those groups' degrees and indices. Of anything else every field.
/// Requires: the fault is one of networkTierFaults() with these arguments, or time.not_finite.
FieldSet tierOperands(const Diagnostic& fault, const GroupDegrees& degrees, const SystemModel& system,
                      const NetworkTierBinding& tiers);

} // namespace planscope
