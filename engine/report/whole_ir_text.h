#pragma once

#include "derivation/whole/distributed/distributed_task_ir.h"
#include "derivation/whole/model/model_ir.h"
#include "derivation/whole/portable_plan/portable_plan_ir.h"
#include "report/ir_text.h"

#include <string>

namespace planscope::whole {

/// What stands below the header of irText().
std::string describeIr(const ModelIR& ir, IrTextDetail detail);
std::string describeIr(const DistributedTaskIR& ir, IrTextDetail detail);
std::string describeIr(const PortablePlanIR& ir, IrTextDetail detail);

} // namespace planscope::whole
