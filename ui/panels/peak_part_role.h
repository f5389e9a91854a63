#pragma once

#include "evaluation/whole/estimate.h"
#include "ui/theme/theme.h"

namespace planscope::ui {

/// The colour of a part of a stage's peak, the same in every chart. What the software holds beside the model shares one:
/// Role::MemoryActivationCheckpoints.
Role roleOf(whole::PeakPart part);

} // namespace planscope::ui
