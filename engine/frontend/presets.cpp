#include "frontend/presets.h"

#include "frontend/bundled_resources.h"

#include <algorithm>

namespace planscope {

std::span<const Preset> presets(PresetKind kind)
{
    switch (kind) {
    case PresetKind::Models: return bundled::models;
    case PresetKind::WholeModels: return bundled::wholeModels;
    case PresetKind::Systems: return bundled::systems;
    case PresetKind::Frameworks: return bundled::frameworks;
    case PresetKind::Cases: return bundled::cases;
    case PresetKind::Studies: return bundled::studies;
    case PresetKind::Spaces: return bundled::spaces;
    }
    return {};
}

const Preset* findPreset(PresetKind kind, std::string_view name)
{
    const std::span<const Preset> all = presets(kind);
    const auto found =
        std::lower_bound(all.begin(), all.end(), name,
                         [](const Preset& preset, std::string_view wanted) { return preset.name < wanted; });
    return found != all.end() && found->name == name ? &*found : nullptr;
}

} // namespace planscope
