#pragma once

#include "frontend/candidate.h"

#include <vector>

namespace planscope::bench {

/// The bundled cases, read once: the eight of Table 5 of arXiv 2205.05198.
const std::vector<Candidate>& bundledCandidates();

/// GPT-3 175B on 64 ranks with sequence parallelism and selective recompute; one of them.
const Candidate& gpt3();

} // namespace planscope::bench
