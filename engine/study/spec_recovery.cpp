#include "study/spec_recovery.h"

#include "base/checked_integer.h"

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

Result<TransformerTraining> recoverBlockTraining(const ModelIR& model, const DistributedTaskIR& tasks)
{
    assert(!model.operations.empty());
    const BlockDistribution& stated = tasks.distribution;
    const CheckedInteger batch = CheckedInteger{stated.microbatchSize} * CheckedInteger{stated.optimizerShards};
    if (batch.overflowed())
        return refuse(Diagnostic{Severity::Error,
                                 Origin::Import,
                                 "integer.overflow",
                                 "distributed.distribution",
                                 "microbatch_size times optimizer_shards leaves 2^63 − 1 = 9223372036854775807",
                                 std::to_string(stated.microbatchSize) + " · " + std::to_string(stated.optimizerShards),
                                 {}});
    const std::int64_t tensorDegree = tasks.mesh.axes.empty() ? 0 : tasks.mesh.axes.front().size.value();
    const TransformerTrainingMappingSpec mapping{{tensorDegree, stated.communication},
                                                 {1, SingleStage{}},
                                                 {stated.optimizerShards, stated.optimizerShards > 1},
                                                 stated.recompute,
                                                 stated.fusedActivation,
                                                 stated.sequenceParallelAllGatherRedo};
    return TransformerTraining::create(model.operations.front().model,
                                       {batch.value(), stated.microbatchSize, stated.datatype}, mapping);
}

Result<whole::Training> recoverTraining(const whole::ModelIR& model, const whole::DistributedTaskIR& tasks)
{
    return whole::Training::create(model.spec, tasks.workload, tasks.mapping);
}

} // namespace planscope
