#pragma once

#include "cli/exit_code.h"
#include "study/any_result.h"

#include <string>

namespace planscope {

/// Two evaluated candidates of one accounting, and what messages call them.
struct ComparedSides {
    AnyResult a;
    AnyResult b;
    std::string labelA;
    std::string labelB;

    /// Both are derived whole; a time may still be missing.
    bool usable() const { return a.head()->status == ResultStatus::Ok && b.head()->status == ResultStatus::Ok; }
};

/// The sides of `compare`. A side is a file with one candidate, or FILE#NAME: the candidate of that name or number from
/// 1; a file's own name may hold "#". With an empty side B, side A is a study, and the sides are its pinned candidates,
/// or, where it pins none, its only two. Diagnostics of both go to standard error.
/// Fails with Unusable when a file or a name cannot be used, and when one side counts equal blocks and the other a
/// whole model. A refused candidate is no failure here.
tl::expected<ComparedSides, ExitCode> compareSides(const std::string& sideA, const std::string& sideB);

} // namespace planscope
