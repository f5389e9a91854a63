#pragma once

#include "cli/exit_code.h"

#include <string>
#include <vector>

namespace planscope {

/// `report CASE|STUDY --csv DIR`: the tables of every candidate as CSV files.
struct ReportCommand {
    std::string file;
    std::vector<std::string> compared; ///< none, or two candidates of the file
    std::string csvFolder;
    bool force = false; ///< replace files that are there

    ExitCode run() const;
};

} // namespace planscope
