#include "derivation/model/build_transformer_model_ir.h"
#include "derivation/passes/distribute_transformer_training_pass.h"
#include "derivation/passes/plan_transformer_training_pass.h"
#include "property/random_training.h"

#include <set>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace planscope {
namespace {

BlockWork workOf(const BlockParameters& parameters)
{
    auto work = deriveBlockWork(parameters);
    if (!work)
        RC_DISCARD("beyond 64 bits");
    return *std::move(work);
}

std::vector<Invocation> invocationsOf(const BlockWork& work, Phase phase)
{
    std::vector<Invocation> found;
    for (const Invocation& invocation : work.invocations)
        if (invocation.phase == phase)
            found.push_back(invocation);
    return found;
}

WideInteger matrixOperations(const BlockWork& work, Phase phase)
{
    WideInteger sum = 0;
    for (const Invocation& invocation : invocationsOf(work, phase))
        if (engineOf(invocation.primitive) == Engine::Matrix)
            sum += invocation.facts.operations.value();
    return sum;
}

RC_GTEST_PROP(Conservation, RanksTogetherDoTheMatrixOperationsOfTheUnshardedBlock, ())
{
    const BlockParameters sharded = blockParametersOf(*anyTraining());
    BlockParameters whole = sharded;
    whole.tensorDegree = 1;
    const BlockWork shardedWork = workOf(sharded);
    const BlockWork wholeWork = workOf(whole);
    for (std::size_t phase = 0; phase < countOf<Phase>(); ++phase) {
        const WideInteger ofOneRank = matrixOperations(shardedWork, static_cast<Phase>(phase));
        RC_ASSERT(ofOneRank * sharded.tensorDegree == matrixOperations(wholeWork, static_cast<Phase>(phase)));
    }
}

RC_GTEST_PROP(Conservation, RecomputeAddsExactlyTheClonedWork, ())
{
    const BlockParameters parameters = blockParametersOf(*anyTraining());
    BlockParameters without = parameters;
    without.recompute = RecomputePolicy::None;
    const BlockWork work = workOf(parameters);
    const BlockWork plain = workOf(without);
    for (const Phase phase : {Phase::Forward, Phase::ActivationGradient, Phase::WeightGradient, Phase::Optimizer})
        RC_ASSERT(invocationsOf(work, phase) == invocationsOf(plain, phase));
    RC_ASSERT(invocationsOf(plain, Phase::Recompute).empty());

    std::vector<Invocation> clones;
    for (Invocation invocation : invocationsOf(plain, Phase::Forward)) {
        const bool isAttention = invocation.layer == Layer::AttentionQueryKey
            || invocation.layer == Layer::AttentionSoftmax || invocation.layer == Layer::AttentionProbabilityDropout;
        const bool isCloned = parameters.recompute == RecomputePolicy::Full
            || (parameters.recompute == RecomputePolicy::Attention && isAttention);
        if (!isCloned || invocation.collective)
            continue;
        invocation.phase = Phase::Recompute;
        clones.push_back(invocation);
    }
    RC_ASSERT(invocationsOf(work, Phase::Recompute) == clones);
}

RC_GTEST_PROP(Conservation, RecommunicationRepeatsTheForwardExchangeAndDoesNoWork, ())
{
    const BlockWork work = workOf(blockParametersOf(*anyTraining()));
    for (const Invocation& again : invocationsOf(work, Phase::Recommunication)) {
        RC_ASSERT(again.facts.operations.value() == 0);
        RC_ASSERT(again.facts.read.value() == 0);
        RC_ASSERT(again.facts.write.value() == 0);
        bool repeats = false;
        for (const Invocation& forward : invocationsOf(work, Phase::Forward))
            repeats |= forward.layer == again.layer && forward.collective == again.collective
                && forward.facts.message == again.facts.message;
        RC_ASSERT(repeats);
    }
}

RC_GTEST_PROP(Conservation, OneRankMakesBothCommunicationsEqual, ())
{
    BlockParameters parameters = blockParametersOf(*anyTraining());
    parameters.tensorDegree = 1;
    parameters.communication = TensorCommunication::AllReduce;
    parameters.sequenceParallelAllGatherRedo = false;
    const BlockWork reduced = workOf(parameters);
    parameters.communication = TensorCommunication::ReduceScatterAllGather;
    parameters.sequenceParallelAllGatherRedo = parameters.recompute != RecomputePolicy::Full
        && *rc::gen::arbitrary<bool>();
    const BlockWork scattered = workOf(parameters);
    RC_ASSERT(reduced.invocations == scattered.invocations);
    RC_ASSERT(reduced.memory == scattered.memory);
    RC_ASSERT(reduced.totals == scattered.totals);
    RC_ASSERT(reduced.blockMemory == scattered.blockMemory);
}

RC_GTEST_PROP(Conservation, BothStagesKeepTheFactsToTheUnit, ())
{
    const TransformerTraining training = *anyTraining();
    const BlockWork work = workOf(blockParametersOf(training));
    const SynthesisSession session = synthesisSessionFor(training);
    const ModelIR model = buildTransformerModelIr(training.model());
    const DistributedTaskIR tasks =
        distributedTasksFor(work, model, Digest::of(encodeCanonical(model)), session.strategy());
    const PortablePlanIR plan = portablePlanFor(tasks, Digest::of(encodeCanonical(tasks)), work.blockMemory,
                                                session.workload(), session.strategy());
    RC_ASSERT(tasks.tasks.size() == work.invocations.size());
    RC_ASSERT(plan.tasks.size() == work.invocations.size());
    for (std::size_t k = 0; k < work.invocations.size(); ++k) {
        RC_ASSERT(tasks.tasks[k].facts == work.invocations[k].facts);
        RC_ASSERT(plan.tasks[k].facts == work.invocations[k].facts);
        RC_ASSERT(plan.tasks[k].name == tasks.tasks[k].name);
        RC_ASSERT(plan.tasks[k].lineage.sources == std::vector{tasks.tasks[k].id});
    }
    RC_ASSERT(plan.blockMemory == work.blockMemory);
}

RC_GTEST_PROP(Conservation, PhasesCoverTheWorkAndTheOutputComesFromTheLastForwardTask, ())
{
    const TransformerTraining training = *anyTraining();
    const BlockWork work = workOf(blockParametersOf(training));
    const ModelIR model = buildTransformerModelIr(training.model());
    const DistributedTaskIR ir =
        distributedTasksFor(work, model, Digest::of(encodeCanonical(model)), synthesisSessionFor(training).strategy());
    std::set<Phase> phases;
    std::optional<TaskId> lastForward;
    for (const DistributedTask& task : ir.tasks) {
        phases.insert(task.phase);
        if (task.phase == Phase::Forward)
            lastForward = task.id;
    }
    const auto& mapping = training.mapping();
    std::set<Phase> expected{Phase::Forward, Phase::ActivationGradient, Phase::WeightGradient, Phase::Optimizer};
    if (mapping.recompute != RecomputePolicy::None)
        expected.insert(Phase::Recompute);
    // With all_reduce the inputs were not gathered: only full recompute exchanges anything again.
    const bool gathers = mapping.tensor.communication == TensorCommunication::ReduceScatterAllGather
        && (mapping.recompute == RecomputePolicy::Attention || mapping.sequenceParallelAllGatherRedo);
    if (mapping.tensor.degree > 1 && (mapping.recompute == RecomputePolicy::Full || gathers))
        expected.insert(Phase::Recommunication);
    RC_ASSERT(phases == expected);

    std::int64_t staged = 0;
    for (const TaskStage& stage : ir.stages)
        staged += stage.taskCount;
    RC_ASSERT(staged == static_cast<std::int64_t>(ir.tasks.size()));
    RC_ASSERT(ir.values.back().role == BoundaryRole::Output);
    RC_ASSERT(ir.values.back().producer == lastForward);
}

} // namespace
} // namespace planscope
