#pragma once

namespace planscope {

/// What the process returns; the highest of a run wins.
enum class ExitCode {
    Done = 0,
    Refused = 1,  ///< a case or a study's pin was refused or rejected, or a check failed
    Different = 1, ///< two sides are not the same
    Unusable = 2, ///< the call or a file could not be used
};

constexpr ExitCode worse(ExitCode a, ExitCode b)
{
    return a < b ? b : a;
}

} // namespace planscope
