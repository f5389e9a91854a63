#pragma once

#include "frontend/presets.h"

#include <span>

/// The files of resources/, each folder in byte order of its names. The build defines them
/// (embed_resources.cmake); everyone else asks presets().
namespace planscope::bundled {

extern const std::span<const Preset> models;
extern const std::span<const Preset> wholeModels;
extern const std::span<const Preset> systems;
extern const std::span<const Preset> frameworks;
extern const std::span<const Preset> cases;
extern const std::span<const Preset> studies;
extern const std::span<const Preset> spaces;

} // namespace planscope::bundled
