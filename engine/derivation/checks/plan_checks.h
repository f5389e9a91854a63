#pragma once

#include "derivation/checks/block_closed_forms.h"
#include "derivation/checks/check.h"
#include "derivation/distributed/distributed_task_ir.h"
#include "derivation/portable_plan/portable_plan_ir.h"
#include "spec/transformer_training.h"

#include <string_view>
#include <vector>

namespace planscope {

/// That the plan has a task for each distributed task, in the same order, with the same work to the unit, and that
/// demands, capabilities and concurrency groups follow from that work.
void checkConservation(const DistributedTaskIR& tasks, const PortablePlanIR& plan, std::vector<CheckOutcome>& outcomes);

/// That the boundary buffers have the bytes of a rank's shard, and the owners that the distributed values have.
void checkBuffers(const DistributedTaskIR& tasks, const PortablePlanIR& plan, const BlockClosedForms& forms,
                  std::vector<CheckOutcome>& outcomes);

/// That degrees, sizes, shape, schedule, objectives and the strategy fingerprint are the specs'.
void checkProgram(const PortablePlanIR& plan, const TransformerTraining& training, std::vector<CheckOutcome>& outcomes);

/// That no key in the plan's canonical bytes speaks of a target: a closed list of words that belong right of the
/// red boundary.
void checkTargetFields(std::string_view canonicalBytes, std::vector<CheckOutcome>& outcomes);

} // namespace planscope
