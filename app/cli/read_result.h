#pragma once

#include "frontend/candidate.h"
#include "study/candidate_result.h"

namespace planscope {

/// What reading a candidate gave, evaluated; of one that breaks laws, the refused result.
CandidateResultPtr resultOf(const ReadCandidate& read, const DeriveOptions& options = {});

} // namespace planscope
