#pragma once

#include "study/candidate_result.h"
#include "ui/charts/stacked_bar_data.h"

namespace planscope::ui {

/// What is shown of the ranks' work.
enum class RankFact { Operations, Read, Write, Message, PredictedTime };

/// Iteration time by component, system evidence above peak only; without bars when the result has no times.
StackedBarData timeBarsOf(const CandidateResult& result);
/// Memory of a rank of the first stage by component, against the capacity.
StackedBarData memoryBarsOf(const CandidateResult& result);
/// One bar for each group of ranks of equal work, by phase.
StackedBarData rankBarsOf(const CandidateResult& result, RankFact fact);

} // namespace planscope::ui
