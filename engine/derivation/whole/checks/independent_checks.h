#pragma once

#include "derivation/pass/pass_manager.h"
#include "spec/whole/training.h"

#include <memory>

namespace planscope::whole {

/// The checks of every checkpoint of a whole model's derivation. They recompute from the specs, or compare an IR with
/// itself; they never call the algebra. Threads: the observer is const and may be shared.
std::shared_ptr<const CheckpointObserver> independentChecks(const Training& training);

} // namespace planscope::whole
