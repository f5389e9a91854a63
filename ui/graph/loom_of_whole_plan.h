#pragma once

#include "study/whole_result.h"
#include "ui/graph/loom_input.h"

#include <cstdint>

namespace planscope::ui {

/// The loom of a whole model's plan: bands for embedding, block and head, the messages between stages at the borders of
/// the block, and the step of one stage, which begins where that stage's program ends. What is kept for backward goes
/// from birth to death. Rows follow from the model, its dropouts and its kernels: degrees, recompute and layout move
/// nothing. Each task is of one microbatch, in the block of one block; columns sum a microbatch through all blocks.
/// No task when there is no plan. Requires: 0 <= stage < stages of the plan, where there is one.
LoomInput loomOf(const whole::CandidateResult& result, std::int64_t stage);

/// The stage whose step the loom shows unless another is asked for: the one that ends last, else the first.
std::int64_t lastStageOf(const whole::CandidateResult& result);

} // namespace planscope::ui
