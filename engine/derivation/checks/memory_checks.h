#pragma once

#include "derivation/checks/block_closed_forms.h"
#include "derivation/checks/check.h"
#include "derivation/distributed/distributed_task_ir.h"
#include "derivation/portable_plan/portable_plan_ir.h"

#include <vector>

namespace planscope {

/// That the memory rows, summed over each half and primitive, are what closed forms say; that a matrix layer or a
/// softmax holds the operands that its tasks read; and that what is kept was held.
void checkMemoryRows(const DistributedTaskIR& ir, const BlockClosedForms& forms, std::vector<CheckOutcome>& outcomes);

/// That the plan has the rows of its input, and block sums that closed forms give without them.
void checkPlanMemory(const DistributedTaskIR& tasks, const PortablePlanIR& plan, const BlockClosedForms& forms,
                     std::vector<CheckOutcome>& outcomes);

} // namespace planscope
