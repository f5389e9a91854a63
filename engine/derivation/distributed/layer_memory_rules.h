#pragma once

#include "derivation/dialect/dialect.h"
#include "derivation/dialect/findings.h"

#include <vector>

namespace planscope {

/// Rules that the memory rows of the distributed IR and of the portable plan share.
/// Rule layer_order: rows come in program order, one a layer.
/// Rule layer_facts: no number of a row is negative. True when none is.
bool checkLayerMemory(Findings& found, const std::vector<MemoryFacts>& rows);

} // namespace planscope
