#pragma once

#include "cli/exit_code.h"
#include "frontend/presets.h"

#include <optional>
#include <string>

namespace planscope {

/// `presets [KIND [NAME]]`: what is bundled, or one file of it.
struct PresetsCommand {
    std::optional<PresetKind> kind;
    std::string name;
    std::string output;

    ExitCode run() const;
};

} // namespace planscope
