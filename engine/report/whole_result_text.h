#pragma once

#include "report/result_text.h"
#include "study/whole_result.h"

#include <string>

namespace planscope::whole {

/// One result for a person at a terminal, in the manner of report/result_text.h: the answer, then stages, the fullest
/// stage's memory, what is kept for backward, work, derivation.
std::string resultText(const CandidateResult& result, const ResultTextOptions& options = {});

} // namespace planscope::whole
