#pragma once

#include "derivation/dialect/ir_schema.h"
#include "derivation/pass/pass.h"

namespace planscope {

/// The contract of the pass that makes IRs of that schema, of either accounting; null for models, which no pass makes,
/// and for schemas that this program does not make. What it points to lives as long as the program.
const PassContract* contractFor(const IrSchema& output);

} // namespace planscope
