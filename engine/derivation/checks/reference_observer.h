#pragma once

#include "derivation/pass/pass_manager.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace planscope {

/// One fact a checkpoint must hold: ("mlp.expand.forward", "operations", 309237645312).
struct ExpectedFact {
    std::string invocation;
    std::string fact; ///< operations, read_bytes, write_bytes or message_bytes
    std::int64_t expected = 0;
};

/// Compares the facts of a checkpoint's tasks, distributed or planned, with a list of expected ones; one outcome
/// a fact, in order, code check.reference. A difference names layer, phase, fact and both values; an invocation
/// that does not exist fails too and is told with the nearest names.
/// Immutable; one may observe many managers at once.
std::shared_ptr<const CheckpointObserver> referenceObserver(std::vector<ExpectedFact> facts);

} // namespace planscope
