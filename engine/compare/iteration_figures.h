#pragma once

#include "compare/compared_fact.h"
#include "compare/waterfall.h"
#include "derivation/dialect/dialect.h"
#include "spec/transformer_training.h"

#include <array>

namespace planscope {

/// How often a rank runs a block's work of that phase in an iteration: once for each of its blocks, and, but for the
/// optimizer, for each microbatch.
Number runsOf(Phase phase, const TrainingShape& shape);

/// Operations of a rank in an iteration, by phase and in all.
struct IterationOperations {
    std::array<Number, countOf<Phase>()> phases;
    Number total;
};
IterationOperations iterationOperations(const BlockTotals& block, const TrainingShape& shape);

/// Whether the measure is a predicted time, and then in which mode.
std::optional<EstimateMode> modeOf(Measure measure);
/// The measure's unit.
FactUnit unitOf(Measure measure);
/// The quantity a result has; absent where it did not come to it.
std::optional<Number> quantityOf(const CandidateResult& result, Measure measure);

} // namespace planscope
