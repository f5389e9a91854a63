#pragma once

#include "study/any_result.h"
#include "ui/panels/figure_row.h"

namespace planscope::ui {

/// Iteration time, memory of the capacity, MFU, HFU, tokens and samples a second, system evidence with peak-only
/// beside it; those that need a time are left out when there is none.
std::vector<Figure> headlineFiguresOf(const CandidateResult& result);
/// Of a whole model: time of a step, MFU with the causal half of attention and with all of it, tokens a second, memory of
/// the fullest stage.
std::vector<Figure> headlineFiguresOf(const whole::CandidateResult& result);
/// Of a result of either accounting; none when there is none.
std::vector<Figure> headlineFiguresOf(const AnyResult& result);

} // namespace planscope::ui
