#pragma once

#include "cli/exit_code.h"

#include <string>

namespace planscope {

/// `import calculon`: a case from Calculon's three files; what became of each of their fields on standard error.
struct ImportCommand {
    std::string modelFile;
    std::string executionFile;
    std::string systemFile;
    std::string caseName;
    std::string output;

    ExitCode run() const;
};

} // namespace planscope
