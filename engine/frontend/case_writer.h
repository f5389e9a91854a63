#pragma once

#include "frontend/candidate.h"

#include <string>

namespace planscope {

/// A candidate as an indented planscope.case/1, ending in a line break. Reading it gives an equal candidate. The system
/// is written by name when it is the bundled one of that name, else in place.
std::string writeCase(const Candidate& candidate);

namespace whole {

/// The same as an indented planscope.case/2; the framework likewise by name or in place.
std::string writeCase(const Candidate& candidate);

} // namespace whole

} // namespace planscope
