#pragma once

#include "base/diagnostic.h"
#include "derivation/dialect/dialect.h"
#include "spec/transformer_training.h"

#include <cstdint>
#include <vector>

namespace planscope {

/// All that the work of one block on one rank depends on.
struct BlockParameters {
    std::int64_t hiddenSize = 0;        ///< h
    std::int64_t feedforwardSize = 0;   ///< f
    std::int64_t sequenceLength = 0;    ///< s
    std::int64_t attentionHeads = 0;    ///< a
    std::int64_t attentionHeadSize = 0; ///< d
    std::int64_t microbatchSize = 0;    ///< b
    std::int64_t elementBytes = 2;      ///< w
    std::int64_t tensorDegree = 1;      ///< t
    std::int64_t optimizerShards = 1;   ///< g
    TensorCommunication communication = TensorCommunication::AllReduce;
    RecomputePolicy recompute = RecomputePolicy::None;
    bool fusedActivation = false;
    bool sequenceParallelAllGatherRedo = false;
};
BlockParameters blockParametersOf(const TransformerModelSpec& model, const TransformerTrainingMappingSpec& mapping,
                                  std::int64_t microbatchSize, Datatype datatype);
BlockParameters blockParametersOf(const TransformerTraining& training);

/// The exact work and memory of one block and one microbatch on one rank.
struct BlockWork {
    std::vector<Invocation> invocations; ///< in program order
    std::vector<MemoryFacts> memory;     ///< one row a layer, in program order
    BlockTotals totals;                  ///< indexed by Phase
    BlockMemory blockMemory;
};

/// Requires: parameters of a lawful training.
/// Fails:    with one integer.overflow that names the first fact beyond 2^63 − 1
///           ("block.forward.operations", "block_memory.weights").
Result<BlockWork> deriveBlockWork(const BlockParameters& parameters);

} // namespace planscope
