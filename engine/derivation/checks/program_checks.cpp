#include "derivation/checks/plan_checks.h"

#include <algorithm>
#include <array>

namespace planscope {

namespace {

auto field(std::string_view name)
{
    return [name] { return std::string{name}; };
}

void checkDegrees(const PlanProgram& program, const TransformerTraining& training, std::vector<CheckOutcome>& outcomes)
{
    const TransformerTrainingMappingSpec& mapping = training.mapping();
    Check check{outcomes, "check.degrees", "ranks of the whole mapping"};
    check.equal(mapping.tensor.degree, program.tensorDegree, field("tensor_degree"));
    check.equal(mapping.pipeline.degree, program.pipelineDegree, field("pipeline_degree"));
    check.equal(mapping.data.degree, program.dataDegree, field("data_degree"));
    check.total(ExactCount{program.tensorDegree} * program.pipelineDegree * program.dataDegree,
                program.shape.worldSize);
}

void checkSizes(const PlanProgram& program, const TransformerTraining& training, std::vector<CheckOutcome>& outcomes)
{
    const TransformerTrainingWorkloadSpec& workload = training.workload();
    Check check{outcomes, "check.program_sizes", "elements of the hidden states of an iteration"};
    check.equal(training.model().hiddenSize, program.hiddenSize, field("hidden_size"));
    check.equal(training.model().sequenceLength, program.sequenceLength, field("sequence_length"));
    check.equal(workload.microbatchSize, program.microbatchSize, field("microbatch_size"));
    check.equal(workload.globalBatchSize, program.globalBatchSize, field("global_batch_size"));
    check.total(ExactCount{workload.globalBatchSize} * training.model().sequenceLength * training.model().hiddenSize,
                ExactCount{program.globalBatchSize} * program.sequenceLength * program.hiddenSize);
}

/// The counts of a shape multiply back to what they divide.
void checkShape(const PlanProgram& program, const TransformerTraining& training, std::vector<CheckOutcome>& outcomes)
{
    const TrainingShape& shape = program.shape;
    Check check{outcomes, "check.program_shape", "sequences of all microbatches of all replicas"};
    check.equal(training.model().blockCount, ExactCount{shape.blocksPerStage} * training.mapping().pipeline.degree,
                field("shape.blocks_per_stage"));
    check.equal(shape.blocksPerStage,
                ExactCount{shape.blocksPerVirtualChunk} * virtualStagesOf(training.mapping().pipeline.schedule),
                field("shape.blocks_per_virtual_chunk"));
    check.total(training.workload().globalBatchSize,
                ExactCount{shape.microbatchCount} * training.workload().microbatchSize
                    * training.mapping().data.degree);
}

void checkChoices(const PlanProgram& program, const TransformerTraining& training, std::vector<CheckOutcome>& outcomes)
{
    const TransformerTrainingMappingSpec& mapping = training.mapping();
    Check check{outcomes, "check.program_choices", "choices of the mapping"};
    const auto same = [&check](std::string_view expected, std::string_view actual, std::string_view name) {
        check.holds(expected == actual, expected, actual, field(name));
    };
    same(nameOf(mapping.tensor.communication), nameOf(program.communication), "communication");
    same(nameOf(mapping.recompute), nameOf(program.recompute), "recompute");
    same(nameOf(kindOf(mapping.pipeline.schedule)), nameOf(kindOf(program.schedule)), "schedule");
    check.equal(virtualStagesOf(mapping.pipeline.schedule), virtualStagesOf(program.schedule),
                field("schedule.virtual_stages"));
    same(mapping.data.optimizerSharding ? "true" : "false", program.optimizerSharding ? "true" : "false",
         "optimizer_sharding");
    same(nameOf(training.workload().datatype), nameOf(program.datatype), "datatype");
    check.total("as the specs");
}

void checkObjectives(const PortablePlanIR& plan, std::vector<CheckOutcome>& outcomes)
{
    Check check{outcomes, "check.objectives", "what a target should minimise"};
    std::array<int, countOf<Metric>()> stated{};
    for (const Objective& objective : plan.objectives) {
        ++stated[static_cast<std::size_t>(objective.metric)];
        check.holds(objective.sense == Sense::Minimise, "minimise", nameOf(objective.sense),
                    [&objective] { return std::string{nameOf(objective.metric)}; });
    }
    for (std::size_t k = 0; k < stated.size(); ++k)
        check.equal(1, stated[k], [k] { return std::string{EnumNames<Metric>::names[k]}; });
    check.total("latency, peak_memory");
}

void checkStrategy(const PortablePlanIR& plan, const TransformerTraining& training, std::vector<CheckOutcome>& outcomes)
{
    const Digest expected = Digest::of(encodeCanonical(bindStrategy(training)));
    Check check{outcomes, "check.strategy_fingerprint", "digest of the strategy binding"};
    if (plan.strategyFingerprint != expected)
        check.holds(false, expected.toString(), plan.strategyFingerprint.toString(), field("strategy_fingerprint"));
    check.total(expected.brief());
}

} // namespace

void checkProgram(const PortablePlanIR& plan, const TransformerTraining& training, std::vector<CheckOutcome>& outcomes)
{
    checkDegrees(plan.program, training, outcomes);
    checkSizes(plan.program, training, outcomes);
    checkShape(plan.program, training, outcomes);
    checkChoices(plan.program, training, outcomes);
    checkObjectives(plan, outcomes);
    checkStrategy(plan, training, outcomes);
}

} // namespace planscope
