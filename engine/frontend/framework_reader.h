#pragma once

#include "evaluation/system/framework_profile.h"
#include "frontend/field_reader.h"

#include <memory>
#include <string_view>

namespace planscope {

inline constexpr std::string_view frameworkSchema = "planscope.framework/1";
/// The name that stands for a framework that holds nothing of its own.
inline constexpr std::string_view noFramework = "none";

/// Reads a field that states a framework: `none`, a bundled profile by its name, or one in place. Null when something
/// is wrong with it; that is told: file.*, spec.unknown_value, system.capacity for bytes below 0.
std::shared_ptr<const FrameworkProfile> readFramework(FieldReader& parent, std::string_view field);

/// The profile of that name, `none` with them, or null. Profiles of one name are one object. Any thread.
std::shared_ptr<const FrameworkProfile> bundledFramework(std::string_view name);

} // namespace planscope
