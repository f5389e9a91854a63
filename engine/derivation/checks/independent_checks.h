#pragma once

#include "derivation/pass/pass_manager.h"
#include "spec/transformer_training.h"

#include <memory>

namespace planscope {

/// Observes both checkpoints and recomputes what they must hold from the specs, by another route than
/// the block algebra: closed forms over the unsharded block, conservation sums and counts.
std::shared_ptr<const CheckpointObserver> independentChecks(const TransformerTraining& training);

} // namespace planscope
