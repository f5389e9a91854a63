#pragma once

#include "base/explanation.h"
#include "derivation/whole/algebra/algebra_symbols.h"

#include <vector>

namespace planscope::whole {

/// Every fact of a case that is left of the red boundary, over symbolic expressions; the algebra that makes the plan
/// makes these too. Subjects, in this order:
///   shape                                          ranks, microbatches, padded vocabulary
///   parameters.total, .block, .embedding, .final   the published model's
///   flops_per_token.matmul_full, …                 by five conventions
///   fc1.forward, fc1.forward.all_gather.enter, …   each task class: operations, bytes read, written and sent
///   program.block.forward.operations, …            their sums, by unit and phase (after the unit's tasks)
///   weights.fc1.weight, …                          each parameter tensor, on one rank
///   saved.fc1.input, …                             each tensor kept of a microbatch, with the reason
///   transient.fc1.backward.output_gradient, …      each tensor of one moment
///   microbatch                                     its sizes on one rank
///   stages.0.weights, …                            what a rank of the stage holds, keeps, exchanges and updates
///   edges.forward, edges.backward                  messages between chunks
/// Requires: inputs for which deriveWholeWork() succeeds.
std::vector<Explanation> explainWhole(const AlgebraInputs& inputs);

} // namespace planscope::whole
