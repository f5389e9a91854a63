#pragma once

#include "base/explanation.h"
#include "derivation/whole/portable_plan/portable_plan_ir.h"

#include <cstddef>
#include <vector>

namespace planscope::whole {

/// Where the sums of study/whole_rank_work.h come from, for each rank of a stage in a step:
///   "stages.3.work.forward.operations"   by phase; "stages.3.work.total.read_bytes", all phases and the optimizer
///   "stages.3.messages.tensor"           whole buffers, by group
/// Requires: a plan that passed verify(), stage < p, sums that fit 127 bits.
std::vector<Explanation> explainRankWork(const PortablePlanIR& plan, std::size_t stage);

} // namespace planscope::whole
