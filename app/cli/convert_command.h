#pragma once

#include "cli/exit_code.h"
#include "frontend/case_conversion.h"

#include <string>

namespace planscope {

/// `convert CASE`: a case or study of one block's accounting as one of whole models, where that is exact.
struct ConvertCommand {
    std::string file;
    whole::ConversionSettings settings;
    std::string output;

    ExitCode run() const;
};

} // namespace planscope
