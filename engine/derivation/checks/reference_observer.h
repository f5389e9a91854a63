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

/// Compares the facts of a checkpoint's tasks with a list of expected ones; code check.reference. A difference
/// names layer, phase, fact and both values; so does a task that does not exist.
std::shared_ptr<const CheckpointObserver> referenceObserver(std::vector<ExpectedFact> facts);

} // namespace planscope
