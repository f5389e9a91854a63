#pragma once

#include "derivation/transformer/block_work.h"

namespace planscope {

/// What one layer's row adds to the sums of its block's memory, by the algebra's own formulas. The sums of all rows are
/// the block's, but for the activation checkpoint, which belongs to no layer and is 0 here.
/// Requires: a row of the block of these parameters, whose sums fit 64 bits.
BlockMemory blockMemoryOf(const BlockParameters& parameters, const MemoryFacts& row);

} // namespace planscope
