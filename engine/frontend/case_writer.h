#pragma once

#include "frontend/candidate.h"

#include <string>

namespace planscope {

/// A candidate as an indented planscope.case/1, ending in a line break. Reading it gives an equal candidate. The system
/// is written by name when it is the bundled one of that name, else in place.
std::string writeCase(const Candidate& candidate);

/// A profile as an indented planscope.system/1. Reading it gives an equal profile when the profile came from a file.
std::string writeSystem(const SystemProfile& profile);

} // namespace planscope
