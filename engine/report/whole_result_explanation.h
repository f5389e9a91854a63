#pragma once

#include "base/explanation.h"
#include "study/whole_result.h"

#include <string_view>
#include <vector>

namespace planscope::whole {

/// Where the integers of a whole model's result come from: those of explainWhole() that `wanted` names or stands above
/// ("weights", "stages.0"); "" stands for all. Without a match the list is empty.
std::vector<Explanation> explainResult(const CandidateResult& result, std::string_view wanted = {});

} // namespace planscope::whole
