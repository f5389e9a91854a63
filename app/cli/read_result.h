#pragma once

#include "frontend/candidate_source.h"
#include "study/any_result.h"

#include <cstddef>

namespace planscope {

/// What reading a candidate gave, evaluated; of one that breaks laws, the refused result.
CandidateResultPtr resultOf(const ReadCandidate& read, const DeriveOptions& options = {});
whole::CandidateResultPtr resultOf(const whole::ReadCandidate& read, const DeriveOptions& options = {});

/// The same of a candidate of a file, by its own accounting; never none. Requires: index < count().
AnyResult resultOf(const CandidateSource& source, std::size_t index);

} // namespace planscope
