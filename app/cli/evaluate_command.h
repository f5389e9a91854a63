#pragma once

#include "cli/exit_code.h"
#include "cli/output_format.h"

#include <optional>
#include <string>
#include <vector>

namespace planscope {

/// `evaluate FILE…`: every candidate of every file, derived, checked and estimated; results in the order of the input,
/// the same bytes for any number of threads.
struct EvaluateCommand {
    std::vector<std::string> files;
    std::optional<std::string> wantedCase;
    std::optional<std::string> referenceFile;
    OutputFormat format = OutputFormat::Text;
    bool invocations = false;
    bool hostTime = false;
    int threads = 0; ///< 0: as many as the machine has
    std::string output;

    ExitCode run() const;
};

} // namespace planscope
