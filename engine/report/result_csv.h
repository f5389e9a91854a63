#pragma once

#include "study/candidate_result.h"

#include <string>

namespace planscope {

/// Results as CSV (RFC 4180, lines end in CR LF): a header of dotted JSON paths with their units, then one row a case.
/// The columns are the same for every result; what a result does not have is an empty field. Doubles are the
/// shortest text that reads back to the same value, with a point in every locale.
std::string csvHeader();
std::string csvRow(const CandidateResult& result);

} // namespace planscope
