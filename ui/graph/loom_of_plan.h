#pragma once

#include "study/candidate_result.h"
#include "ui/graph/loom_input.h"

namespace planscope::ui {

/// The loom of a candidate's portable plan, with each task's predicted time where the system evidence gives one.
/// Rows are the source layers in program order, always all of them. No task when there is no plan.
LoomInput loomOf(const CandidateResult& result);

} // namespace planscope::ui
