#pragma once

#include "derivation/dialect/findings.h"
#include "derivation/whole/distributed/distributed_task_ir.h"

namespace planscope::whole {

/// The rules content, element_type, value_shape, sharding, shard, linear and name of each value of verify().
void checkValues(Findings& found, const DistributedTaskIR& ir);

/// The rules stages, stage_parameters, stage_saved and stage_step.
void checkStages(Findings& found, const DistributedTaskIR& ir);

} // namespace planscope::whole
