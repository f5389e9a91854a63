#pragma once

#include "frontend/presets.h"

#include <string>
#include <vector>

namespace planscope {

/// The names by which files refer to what is bundled, in alphabetical order.
inline std::vector<std::string> bundledNames(PresetKind kind)
{
    std::vector<std::string> names;
    for (const Preset& preset : presets(kind))
        names.emplace_back(preset.name);
    return names;
}

} // namespace planscope
