#pragma once

#include "study/candidate_result.h"
#include "study/whole_rank_work.h"
#include "ui/charts/stacked_bar_data.h"

namespace planscope::ui {

/// What is shown of the ranks' work.
enum class RankFact { Operations, Read, Write, Message, PredictedTime };

/// One bar for each group of ranks of equal work, by phase, for one block and microbatch.
StackedBarData rankBarsOf(const CandidateResult& result, RankFact fact);
/// One bar for the ranks of each run of equal stages of a whole model in a step, by what they work for; messages by the
/// ranks they are exchanged with. A bar stands for the ranks of its first stage (ranksKey).
StackedBarData rankBarsOf(const whole::RankWork& work, RankFact fact);

} // namespace planscope::ui
