#pragma once

#include "report/result_json.h"
#include "study/whole_result.h"

#include <string>

namespace planscope::whole {

/// One result as the JSON object of `planscope-cli evaluate`, no final line break. Figures the candidate did not
/// come to (refused, rejected, a tier too small, context parallelism) are absent, never null.
std::string resultJson(const CandidateResult& result, const ResultJsonOptions& options = {});

} // namespace planscope::whole
