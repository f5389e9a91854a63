#pragma once

#include "evaluation/estimate/estimate.h"

#include <optional>

namespace planscope {

/// iterationMemory() without the diagnostic: nothing when a term leaves 2^63 − 1. Does not allocate unless the
/// steps on the way to a term leave 64 bits.
std::optional<IterationMemory> iterationMemoryIfItFits(const PlanProgram& program, const BlockMemory& block);

} // namespace planscope
