#pragma once

#include "compare/attribution.h"
#include "compare/comparison.h"

#include <string>

namespace planscope {

/// A comparison as one CSV table (see csv_table.h) with a row a fact:
///
///     section, entity, part, change, fact, unit, a, b, delta, percent
///
/// Sections in order: subject and mapping (the fields, change same or changed), model, distributed, portable_plan (the
/// IR itself, then its entities), edge (of the plan), task (the plan's, with predicted times), check, figure, then the
/// attribution: cause (fact: the measure; delta: the share), component and layer (likewise; of whole models the layers
/// are operations), interaction. The unit of words is empty, and so is what a side does not have. delta is B − A,
/// percent 100·(B − A)/A.
std::string differenceCsv(const Comparison& comparison, const Attribution& attribution);

} // namespace planscope
