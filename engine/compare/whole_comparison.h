#pragma once

#include "compare/comparison.h"
#include "study/whole_result.h"

namespace planscope::whole {

/// As planscope::compare(), of two results for whole models: the same Comparison, by the same rules.
///
/// Semantic keys: model operations, values, parameters and saved tensors by name, tasks by PlanTask::name, stages by
/// number, the messages between them by direction. What a stage holds or exchanges once a step is told under the
/// stage's key, its kind as the part ("weights", "step.gradients").
///
/// Figures beyond those of `evaluate`'s JSON: memory.<part>, the parts of the fullest stage's peak (PeakPart), with
/// memory.peak_stage; time.<mode>.<part>, on what the stage that ends last spends a step (iterationFigures), with
/// time.<mode>.last_stage; stages[r].operations and stages[r].messages.<group>, the operations and the bytes of all
/// messages of a rank in a step. A stage that one side alone has is absent on the other.
Comparison compare(const CandidateResult& a, const CandidateResult& b);

} // namespace planscope::whole
