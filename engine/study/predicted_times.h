#pragma once

#include "study/candidate_result.h"
#include "study/whole_result.h"

#include <array>
#include <optional>
#include <vector>

namespace planscope {

/// Predicted seconds of each task of a result's plan, local and network parts together, in the tasks' order; absent
/// when the result has no times. Indexed by EstimateMode.
std::optional<std::array<std::vector<double>, countOf<EstimateMode>()>> predictedTaskSeconds(
    const CandidateResult& result);
/// The same of a whole model's tasks, each run once.
std::optional<std::array<std::vector<double>, countOf<EstimateMode>()>> predictedTaskSeconds(
    const whole::CandidateResult& result);

} // namespace planscope
