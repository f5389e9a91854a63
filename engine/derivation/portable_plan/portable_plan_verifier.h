#pragma once

#include "base/diagnostic.h"
#include "derivation/portable_plan/portable_plan_ir.h"

namespace planscope {
// Rules are listed here by the implementer.
Diagnostics verify(const PortablePlanIR& ir);
}
