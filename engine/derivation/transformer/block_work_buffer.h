#pragma once

#include "derivation/transformer/block_work.h"

#include <array>
#include <span>

namespace planscope {

/// The work of one block without allocation, for loops over many mappings. Reuse one buffer.
struct BlockWorkBuffer {
    /// Forward 21, recompute 17, recommunication 4, backward 32, optimizer 8 at the most.
    static constexpr std::size_t maximumInvocations = 82;

    std::array<Invocation, maximumInvocations> invocationStore;
    std::size_t invocationCount = 0;
    std::array<MemoryFacts, countOf<Layer>()> memory;
    BlockTotals totals;
    BlockMemory blockMemory;

    std::span<const Invocation> invocations() const { return {invocationStore.data(), invocationCount}; }
};

/// Fills the buffer. False when a fact leaves 64 bits; the buffer then means nothing, and
/// deriveBlockWork() tells which fact it is. Allocates only where a step, not a fact, left 64 bits.
/// Requires: parameters of a lawful training.
bool computeBlockWork(const BlockParameters& parameters, BlockWorkBuffer& buffer);

} // namespace planscope
