#pragma once

#include "base/explanation.h"
#include "study/whole_result.h"

#include <string_view>
#include <vector>

namespace planscope::whole {

/// Where the figures of a whole model's result come from, as far as the candidate came. Subjects: those of
/// explainWhole(), and right of the red boundary
///   the dotted paths of results' JSON   "memory.peak", "memory.capacity", "stages.3.peak.bytes",
///                                       "stages.3.peak.parts.weights", "time.peak_only.total",
///                                       "time.peak_only.chunks.3.forward", "time.peak_only.stages.3.busy",
///                                       "utilisation.peak_only.mfu_causal"
///   the step by component               "time.peak_only.pipeline_bubble"
///   and what stands between them        "fc1.forward.time.peak_only", "unit_time.peak_only.block.forward_pass",
///                                       "memory.peak.share", "stages.3.peak.share"
/// and the sums over a step of a stage's ranks: explainRankWork().
/// `wanted` names one, or all below it ("weights", "stages.0"); "" stands for all. Without a match the list is empty.
std::vector<Explanation> explainResult(const CandidateResult& result, std::string_view wanted = {});

} // namespace planscope::whole
