#pragma once

#include "derivation/checks/check.h"
#include "derivation/whole/checks/model_closed_forms.h"
#include "derivation/whole/distributed/distributed_task_ir.h"
#include "derivation/whole/portable_plan/portable_plan_ir.h"

#include <vector>

/// Each check says what it compared in words and numbers; none calls the algebra.
namespace planscope::whole {

/// check.parameters, check.matrix_operations, check.recompute, check.rows, check.message_bytes, check.token_operations:
/// work of the distributed tasks against closed forms.
void checkWork(const DistributedTaskIR& tasks, const ModelClosedForms& forms, std::vector<CheckOutcome>& outcomes);

/// check.saved_bytes, check.published_formulas, check.optimizer_bytes, check.moments, check.sizes: what ranks hold,
/// against closed forms.
void checkMemory(const DistributedTaskIR& tasks, const ModelClosedForms& forms, std::vector<CheckOutcome>& outcomes);

/// check.layout, check.programs: the stages' blocks, and their programs executed together.
void checkPrograms(const DistributedTaskIR& tasks, const ModelClosedForms& forms, std::vector<CheckOutcome>& outcomes);

/// check.conservation, check.lifetimes, check.send_receive, check.demand: the plan against its tasks, and against
/// itself.
void checkPlan(const DistributedTaskIR& tasks, const PortablePlanIR& plan, std::vector<CheckOutcome>& outcomes);

} // namespace planscope::whole
