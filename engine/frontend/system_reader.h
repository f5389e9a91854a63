#pragma once

#include "evaluation/system/system_profile.h"
#include "frontend/field_reader.h"

#include <memory>
#include <string_view>

namespace planscope {

inline constexpr std::string_view systemSchema = "planscope.system/1";

/// Reads a field that states a system: a profile in place, or a bundled one by its name. Null when something is wrong
/// with it; that is told with the digits of the file: file.*, spec.unknown_value, system.*.
std::shared_ptr<const SystemProfile> readSystem(FieldReader& parent, std::string_view field);

/// A file that is a system profile (planscope.system/1). Lawful, or everything that is wrong with it.
Result<SystemProfile> readSystem(std::string_view bytes);

/// The bundled profile of that name, or null. Profiles of one name are one object. Any thread.
std::shared_ptr<const SystemProfile> bundledSystem(std::string_view name);

} // namespace planscope
