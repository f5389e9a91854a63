#pragma once

#include "study/any_result.h"
#include "ui/panels/strip_content.h"

namespace planscope::ui {

// The cards of the derivation strip that differ by accounting.

StripCardContent specsCard(const TransformerTraining& training);
StripCardContent specsCard(const whole::Training& training);

/// How many entities of each kind the snapshot has, and how it lies on the ranks.
std::vector<StripLine> countsOf(const IrSnapshot& snapshot);

/// Without a plan it says so.
StripCardContent estimateCard(const CandidateResult& result);
StripCardContent estimateCard(const whole::CandidateResult& result);

/// "12 blocks", "1 block".
QString countText(qint64 count, const char* one, const char* many);

} // namespace planscope::ui
