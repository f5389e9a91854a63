#pragma once

#include "cli/exit_code.h"
#include "cli/output_format.h"

#include <string>
#include <vector>

namespace planscope {

/// `verify FILE…`: snapshots and bundles that derive wrote, checked again from their bytes.
struct VerifyCommand {
    std::vector<std::string> files;
    OutputFormat format = OutputFormat::Text;
    std::string output;

    ExitCode run() const;
};

} // namespace planscope
