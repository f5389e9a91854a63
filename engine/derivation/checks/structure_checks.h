#pragma once

#include "derivation/checks/block_closed_forms.h"
#include "derivation/checks/check.h"
#include "derivation/distributed/distributed_task_ir.h"
#include "spec/transformer_training.h"

#include <vector>

namespace planscope {

/// That the distributed tasks are the ones the specs ask for, each once, in order, on every rank of the group:
/// counts, names, stages, the serial chain, mesh, ranks, the stated distribution and the boundary. Says nothing
/// of the amount of work.
void checkStructure(const DistributedTaskIR& ir, const TransformerTraining& training, const BlockClosedForms& forms,
                    std::vector<CheckOutcome>& outcomes);

} // namespace planscope
