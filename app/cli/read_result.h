#pragma once

#include "frontend/candidate_source.h"
#include "study/candidate_result.h"
#include "study/whole_result.h"

#include <string_view>

namespace planscope {

/// What reading a candidate gave, evaluated; of one that breaks laws, the refused result.
CandidateResultPtr resultOf(const ReadCandidate& read, const DeriveOptions& options = {});
whole::CandidateResultPtr resultOf(const whole::ReadCandidate& read, const DeriveOptions& options = {});

/// The same for a command that knows equal blocks alone. Requires: index < count().
/// Fails with call.whole_model, and evaluates nothing, when the candidate is for a whole model.
Result<CandidateResultPtr> blockResultOf(const CandidateSource& source, std::size_t index, std::string_view command);

} // namespace planscope
