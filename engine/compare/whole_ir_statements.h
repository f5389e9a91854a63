#pragma once

#include "compare/ir_statements.h"

namespace planscope::whole {

/// As planscope::statementsOf(), of the IRs of whole models.
IrStatements state(const ModelIR& ir);
IrStatements state(const DistributedTaskIR& ir);
IrStatements state(const PortablePlanIR& ir);

} // namespace planscope::whole
