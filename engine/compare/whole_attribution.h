#pragma once

#include "compare/attribution.h"
#include "study/whole_result.h"

namespace planscope::whole {

/// As planscope::attribute(), of two results for whole models: the same Attribution, by the same rules.
///
/// Measures: time.<mode>.<part> and time.<mode>.total (iterationFigures); memory.<part> and memory.peak of the fullest
/// stage; operations.<phase>, operations.optimizer and operations.total of a rank that has most of them in a step.
/// System, tiers and times have no part in the work; the framework has.
///
/// An intermediate executes the programs of all stages, some 40 ns for each pass of a microbatch through a chunk,
/// beside some 80 µs for the plan. Where the 2^k intermediates of all changed fields would take longer than about a
/// second, fields that speak of one thing are joined ahead, in the order of causeGroups(), until they do not; a Joining
/// without an intermediate (fromB is empty) says so, with the code attribution.grouped. Counts decide it, no clock: the
/// same pair has the same causes everywhere. Nothing is sampled.
Attribution attribute(const CandidateResult& a, const CandidateResult& b);

/// As planscope::attributeTasks().
std::vector<TaskShares> attributeTasks(const CandidateResult& a, const CandidateResult& b,
                                       const std::vector<Cause>& causes, EstimateMode mode);

/// The sets of fields that are joined ahead, in this order, each as far as its fields differ: tiers; attention, loss,
/// gradient datatype and vocabulary; context; tensor; pipeline; data and microbatch; system and framework; model and
/// workload; then all of the mapping; then everything.
const std::vector<FieldSet>& causeGroups();

} // namespace planscope::whole
