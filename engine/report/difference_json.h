#pragma once

#include "compare/attribution.h"
#include "compare/comparison.h"

#include <string>

namespace planscope {

/// A comparison as the JSON object of `planscope-cli compare`, indented, no final line break:
///
///     equal, same_subject, a and b (name, status, diagnostics, session, evidence),
///     subject, mapping   [{path, a, b}] of the fields that differ
///     irs                {model | distributed | portable_plan: {digest, same … removed, edges, facts, attributes,
///                        changes}}
///     tasks, checks      {same, changed, added, removed, changes}
///     figures            {group: {path: {unit, a, b, delta, relative}}}
///     attribution        {time | work: {causes, joined, intermediates, measures}, by_component, by_layer}
///
/// The same for both accountings. Of joined fields, illegal_as_in_b is empty where they were joined ahead.
/// Entities that are the same are counted, the others listed with all their facts; what a side does not have is null.
/// Integers have every digit; doubles are the shortest text that reads back to the same value.
std::string differenceJson(const Comparison& comparison, const Attribution& attribution);

} // namespace planscope
