#pragma once

#include "base/diagnostic.h"
#include "derivation/distributed/distributed_task_ir.h"

namespace planscope {
// Rules are listed here by the implementer.
Diagnostics verify(const DistributedTaskIR& ir);
}
