#pragma once

#include "study/candidate_result.h"
#include "ui/panels/figure_row.h"

namespace planscope::ui {

/// Iteration time, memory of the capacity, MFU, HFU, tokens and samples a second, system evidence with peak-only
/// beside it; those that need a time are left out when there is none.
std::vector<Figure> headlineFiguresOf(const CandidateResult& result);

} // namespace planscope::ui
