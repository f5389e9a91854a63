#pragma once

#include <span>
#include <string_view>

namespace planscope {

enum class PresetKind {
    Models,      ///< of the one-block accounting
    WholeModels, ///< of the whole one
    Systems,
    Frameworks,
    Cases,
    Studies,
    Spaces, ///< of mappings to sweep
};

/// A file of resources/ bundled into the program.
struct Preset {
    std::string_view name; ///< as files refer to it: "gpt3-175B"
    std::string_view json; ///< the file's text
};

/// In alphabetical (byte) order of names.
std::span<const Preset> presets(PresetKind kind);
/// Null when nothing of that name is bundled.
const Preset* findPreset(PresetKind kind, std::string_view name);

} // namespace planscope
