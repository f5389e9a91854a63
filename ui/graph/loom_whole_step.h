#pragma once

#include "study/whole_result.h"
#include "ui/graph/loom_input.h"

#include <cstdint>

namespace planscope::ui {

/// Whose step is added to a loom, and behind what.
struct WholeStep {
    const whole::CandidateResult& result;
    std::int64_t stage = 0;
    std::uint32_t group = 0; ///< of the loom: the band it fills
    std::uint32_t after = 0; ///< the last task of the stage's program
};

/// Adds what a stage does once a step, in the order in which it does: messages, then the optimizer. A message is always
/// given its row, whether the stage has it or not. Requires: a complete derivation.
void addWholeStep(LoomInput& loom, const WholeStep& step);

} // namespace planscope::ui
