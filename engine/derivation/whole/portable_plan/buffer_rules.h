#pragma once

#include "derivation/dialect/entity_index.h"
#include "derivation/dialect/findings.h"
#include "derivation/whole/portable_plan/portable_plan_ir.h"

namespace planscope::whole {

/// The rules of saved buffers and moments.
void checkBuffers(Findings& found, const PortablePlanIR& ir, const EntityIndex<PlanTaskKind>& tasks);

/// The rules of stages and messages.
void checkStages(Findings& found, const PortablePlanIR& ir);

} // namespace planscope::whole
