#pragma once

#include "cli/exit_code.h"
#include "cli/output_format.h"

#include <optional>
#include <string>

namespace planscope {

/// `show CASE`: snapshots as readable text.
struct ShowCommand {
    std::string file;
    std::optional<std::string> wantedCase;
    StageChoice stage = StageChoice::All;
    bool detailed = false;
    std::string output;

    ExitCode run() const;
};

} // namespace planscope
