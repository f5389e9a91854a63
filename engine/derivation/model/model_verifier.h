#pragma once

#include "base/diagnostic.h"
#include "derivation/model/model_ir.h"

namespace planscope {
// Rules are listed here by the implementer.
Diagnostics verify(const ModelIR& ir);
}
