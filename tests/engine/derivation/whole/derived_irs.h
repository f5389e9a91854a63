#pragma once

#include "derivation/pass/snapshot.h"
#include "derivation/whole/model/build_model_ir.h"
#include "derivation/whole/passes/distribute_pass.h"
#include "derivation/whole/passes/plan_pass.h"
#include "engine/derivation/whole/small_trainings.h"

namespace planscope::whole {

inline DistributedTaskIR tasksOf(const Training& training)
{
    const ModelIR model = buildModelIr(training.model());
    const Bindings bindings = bindingsOf(training);
    return distributedTasksFor(deriveWholeWork(inputsOf(training)).value(), model, Digest::of(encodeCanonical(model)),
                               bindings.workload, bindings.strategy);
}
inline PortablePlanIR planOf(const Training& training)
{
    const DistributedTaskIR tasks = tasksOf(training);
    return portablePlanFor(tasks, Digest::of(encodeCanonical(tasks)), bindingsOf(training).strategy);
}

} // namespace planscope::whole
