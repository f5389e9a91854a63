#pragma once

#include "evaluation/system/system_profile.h"
#include "base/field_writer.h"

#include <string>

namespace planscope {

/// A profile as an indented planscope.system/1. Reading it gives an equal profile when the profile came from a file.
std::string writeSystem(const SystemProfile& profile);

/// The member `system`: by name when it is the bundled profile of that name, else in place.
void writeSystemField(FieldWriter& to, const SystemProfile& system);
/// The member `network_tiers`.
void writeNetworkTiers(FieldWriter& to, const NetworkTierBinding& tiers);

} // namespace planscope
