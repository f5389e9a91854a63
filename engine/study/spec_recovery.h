#pragma once

#include "derivation/distributed/distributed_task_ir.h"
#include "derivation/model/model_ir.h"
#include "derivation/portable_plan/portable_plan_ir.h"
#include "derivation/whole/distributed/distributed_task_ir.h"
#include "derivation/whole/model/model_ir.h"
#include "spec/transformer_training.h"
#include "spec/whole/training.h"

namespace planscope {

/// The training that a derivation's three IRs say they come from: the model stands in the ModelIR, workload and
/// mapping in the plan's program, and what only shapes the block's work in the distribution.
/// Requires: a ModelIR that passed verify().
/// Fails: the laws' diagnostics, when what the IRs state is no lawful training.
Result<TransformerTraining> recoverTraining(const ModelIR& model, const DistributedTaskIR& tasks,
                                            const PortablePlanIR& plan);

/// A training whose block is the one that the tasks distribute: on a single stage, with one microbatch on each of as
/// few replicas as share the optimizer. Tasks say nothing of stages, other replicas and the batch, and no figure of
/// theirs depends on them.
/// Requires and fails as above; integer.overflow when the microbatches of the replicas are no 64-bit batch.
Result<TransformerTraining> recoverBlockTraining(const ModelIR& model, const DistributedTaskIR& tasks);

/// The same for a whole model: the model stands in the ModelIR, workload and mapping in the distributed tasks.
Result<whole::Training> recoverTraining(const whole::ModelIR& model, const whole::DistributedTaskIR& tasks);

} // namespace planscope
