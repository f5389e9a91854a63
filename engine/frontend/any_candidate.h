#pragma once

#include "frontend/candidate_source.h"

#include <variant>

namespace planscope {

/// A candidate of either accounting. Its index is Accounting.
using AnyCandidate = std::variant<Candidate, whole::Candidate>;
/// What a candidate of either accounting states left of the red boundary: equal ones have equal derivations. Its index is
/// Accounting.
using AnyTraining = std::variant<TransformerTraining, whole::Training>;

/// The candidate of that place, by its own accounting, or everything that is wrong with it.
/// Requires: index < source.count().
Result<AnyCandidate> readAny(const CandidateSource& source, std::size_t index);

AnyTraining trainingOf(const AnyCandidate& candidate);

} // namespace planscope
