#pragma once

#include "compare/compared_fact.h"
#include "study/whole_result.h"

#include <array>
#include <cstddef>

/// What a rank does in a step of a whole model's training, exactly.
namespace planscope::whole {

/// How often a rank of a stage runs a task of the unit: once a microbatch and, of the block, once for each of its
/// blocks.
Number runsOf(const PortablePlanIR& plan, Unit unit, std::size_t stage);

/// Operations of a rank of one stage, by phase and in all.
struct StepOperations {
    std::array<Number, countOf<Phase>()> phases;
    Number optimizer;
    Number total;
};
StepOperations stepOperations(const PortablePlanIR& plan, std::size_t stage);

/// The stage whose ranks have most operations, the first of equal ones.
std::size_t busiestStage(const PortablePlanIR& plan);

} // namespace planscope::whole
