#pragma once

#include "study/any_result.h"
#include "ui/charts/stacked_bar_data.h"
#include "ui/panels/rank_charts.h"

namespace planscope::ui {

/// Iteration time by component, system evidence above peak only; without bars when the result has no times.
StackedBarData timeBarsOf(const CandidateResult& result);
/// Memory of a rank of the first stage by component, against the capacity.
StackedBarData memoryBarsOf(const CandidateResult& result);

// Of whole models.

/// Time of a step by component, as the stage spends it that ends last.
StackedBarData timeBarsOf(const whole::CandidateResult& result);
/// Memory of a rank of the fullest stage at its peak by part, against the capacity.
StackedBarData memoryBarsOf(const whole::CandidateResult& result);

// Of a result of either accounting; without bars when there is none.

StackedBarData timeBarsOf(const AnyResult& result);
StackedBarData memoryBarsOf(const AnyResult& result);

} // namespace planscope::ui
