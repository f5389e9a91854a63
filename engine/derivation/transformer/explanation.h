#pragma once

#include "base/explanation.h"
#include "derivation/transformer/block_work.h"

#include <vector>

namespace planscope {

// Where the integers left of the red boundary come from. The algebras that make them make these too, over symbolic
// expressions. Each requires parameters or a training for which deriveBlockWork() succeeds.

/// Every fact of every invocation, and of the memory of every layer ("mlp.expand.memory"), in program order.
std::vector<Explanation> explainBlock(const BlockParameters& parameters);

/// The sums over the block: work of each phase that has any ("block.forward") and of all ("block.total"), bytes held
/// ("block_memory.weights").
std::vector<Explanation> explainBlockSums(const BlockParameters& parameters);

/// The counts of ranks, microbatches and blocks, in one explanation: "shape".
Explanation explainShape(const TransformerTraining& training);

} // namespace planscope
