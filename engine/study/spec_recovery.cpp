#include "study/spec_recovery.h"

#include <cassert>

namespace planscope {

Result<TransformerTraining> recoverTraining(const ModelIR& model, const DistributedTaskIR& tasks,
                                            const PortablePlanIR& plan)
{
    assert(!model.operations.empty());
    const PlanProgram& program = plan.program;
    const TransformerTrainingWorkloadSpec workload{program.globalBatchSize, program.microbatchSize, program.datatype};
    const TransformerTrainingMappingSpec mapping{{program.tensorDegree, program.communication},
                                                 {program.pipelineDegree, program.schedule},
                                                 {program.dataDegree, program.optimizerSharding},
                                                 program.recompute,
                                                 tasks.distribution.fusedActivation,
                                                 tasks.distribution.sequenceParallelAllGatherRedo};
    return TransformerTraining::create(model.operations.front().model, workload, mapping);
}

Result<whole::Training> recoverTraining(const whole::ModelIR& model, const whole::DistributedTaskIR& tasks)
{
    return whole::Training::create(model.spec, tasks.workload, tasks.mapping);
}

} // namespace planscope
