#pragma once

#include "derivation/checks/block_closed_forms.h"
#include "derivation/checks/check.h"
#include "derivation/distributed/distributed_task_ir.h"

#include <vector>

namespace planscope {

/// That the local work, summed over each half of the block and each primitive in each phase, is what closed forms
/// over the unsharded block say, for operations and bytes.
void checkWorkSums(const DistributedTaskIR& ir, const BlockClosedForms& forms, std::vector<CheckOutcome>& outcomes);

/// What must hold between tasks whatever their sizes are, so that errors inside a sum cannot cancel: the three
/// products of a linear layer touch the same three matrices; a layer reads what the one before it wrote; a backward
/// product reads what its forward one wrote; a clone repeats its forward task; the optimizer updates what the weight
/// gradient wrote.
void checkWorkRelations(const DistributedTaskIR& ir, const BlockClosedForms& forms,
                        std::vector<CheckOutcome>& outcomes);

/// That the exchanges are of the right kinds and sizes, and cost the right local work.
void checkCollectives(const DistributedTaskIR& ir, const BlockClosedForms& forms, std::vector<CheckOutcome>& outcomes);

} // namespace planscope
