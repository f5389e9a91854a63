#pragma once

#include "compare/comparison.h"
#include "study/whole_result.h"

#include <vector>

namespace planscope::whole {

/// What a rank of the stage that ends last does once a step, behind its microbatches: its step messages by kind, then
/// the optimizer. Without times that is stage 0. Changed when bytes, operations or predicted times differ; a result
/// without a plan has none.
std::vector<ComparedStepPart> compareSteps(const CandidateResult& a, const CandidateResult& b);

} // namespace planscope::whole
