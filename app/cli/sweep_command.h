#pragma once

#include "cli/exit_code.h"
#include "cli/output_format.h"
#include "sweep/sweep.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace planscope {

/// `sweep SPACE`: every lawful mapping of a space, the best and the Pareto front.
struct SweepCommand {
    std::string file; ///< a planscope.space/1, or a bundled one's name
    std::string output; ///< of the rows; none where empty
    OutputFormat format = OutputFormat::Text; ///< of the summary: text or JSON
    std::vector<sweep::Objective> objectives; ///< instead of the space's, unless empty
    std::optional<std::int64_t> top;          ///< likewise
    sweep::Shard shard;
    std::int64_t threads = 0; ///< 0: one for each processor
    bool restart = false;
    std::optional<std::string> whyNot; ///< a file with one case

    ExitCode run() const;
};

/// `sweep-merge SHARD…`: the finished shards of one space as one sweep.
struct SweepMergeCommand {
    std::vector<std::string> files; ///< of rows, each with its record beside it
    std::string output;             ///< of all rows
    OutputFormat format = OutputFormat::Text;

    ExitCode run() const;
};

} // namespace planscope
