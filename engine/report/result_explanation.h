#pragma once

#include "base/explanation.h"
#include "study/candidate_result.h"

#include <string_view>
#include <vector>

namespace planscope {

/// Where the figures of a result come from, as far as the candidate came. Subjects:
///   the dotted paths of results' JSON   "shape", "block.forward", "block_memory.weights", "memory.total",
///                                       "time.system_evidence.forward", "utilisation.peak_only.mfu"
///   invocations and layers' memory      "mlp.expand.forward", "mlp.expand.memory"
///   and what stands between them        "mlp.expand.forward.intensity", "mlp.expand.forward.time.peak_only",
///                                       "block_time.peak_only.forward", "block.forward.time.peak_only",
///                                       "primitive.linear", "primitive.linear.time.peak_only", "memory.weights.share"
/// `wanted` names one, or all below it ("mlp.expand", "time"); "" stands for all. Without a match the list is empty.
/// The whole list takes some milliseconds, one name a part of that.
std::vector<Explanation> explainResult(const CandidateResult& result, std::string_view wanted = {});

} // namespace planscope
