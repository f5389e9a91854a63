#include "derivation/whole/checks/model_checks.h"

#include "derivation/whole/checks/row_closed_forms.h"

#include <array>
#include <string>

namespace planscope::whole {
namespace {

constexpr std::array<Unit, 3> units{Unit::Embedding, Unit::Block, Unit::Head};

struct Sums {
    ExactCount matrix, message;
};
/// Sums of one phase over a unit's tasks, on one rank.
Sums sumsOf(const DistributedTaskIR& tasks, Unit unit, Phase phase)
{
    Sums sums;
    for (const DistributedTask& task : tasks.tasks) {
        const Invocation& invocation = task.invocation;
        if (unitOf(invocation.row) != unit || invocation.phase != phase)
            continue;
        if (invocation.engine == Engine::Matrix)
            sums.matrix += task.facts.operations.value();
        sums.message += task.facts.message.value();
    }
    return sums;
}

std::string named(Unit unit, Phase phase)
{
    return std::string{nameOf(unit)} + "." + std::string{nameOf(phase)};
}

void checkParameters(const DistributedTaskIR& tasks, const ModelClosedForms& forms, std::vector<CheckOutcome>& outcomes)
{
    const ModelSpec& model = forms.training().model();
    {
        Check check{outcomes, "check.parameters", "parameters of the published model"};
        check.equal(forms.blockParameters(), tasks.parameters.block.value(), [] { return "parameters.block"; });
        check.equal(tasks.parameters.total.value(),
                    ExactCount{tasks.parameters.block.value()} * model.blockCount + tasks.parameters.embedding.value()
                        + tasks.parameters.final.value(),
                    [] { return "parameters.total"; });
        check.total(forms.parameters(model.vocabularySize), tasks.parameters.total.value());
    }
    Check check{outcomes, "check.parameters", "parameters over all tensor ranks and stages"};
    ExactCount held = 0;
    for (const StageFacts& stage : tasks.stages)
        held += ExactCount{stage.parameters.value()} * forms.training().mapping().tensor.degree;
    check.total(forms.heldParameters(), held);
}

void checkMatrixOperations(const DistributedTaskIR& tasks, const ModelClosedForms& forms,
                           std::vector<CheckOutcome>& outcomes)
{
    const MappingSpec& mapping = forms.training().mapping();
    const ExactCount ranks = ExactCount{mapping.tensor.degree} * mapping.context.degree;
    const bool fused = mapping.attention == AttentionKernel::Fused;
    Check check{outcomes, "check.matrix_operations", "matrix operations of one microbatch over all ranks"};
    ExactCount expected = 0;
    ExactCount actual = 0;
    for (const Unit unit : units) {
        const ExactCount forward = forms.forwardMatrixOperations(unit);
        const ExactCount attention = unit == Unit::Block ? forms.attentionOperations() : ExactCount{0};
        // Two gradients, each as large as the forward; the fused kernel multiplies query and key once more.
        const ExactCount backward = forward * 2 + (fused ? attention / 2 : ExactCount{0});
        const ExactCount forwardSum = sumsOf(tasks, unit, Phase::Forward).matrix * ranks;
        const ExactCount backwardSum =
            (sumsOf(tasks, unit, Phase::ActivationGradient).matrix + sumsOf(tasks, unit, Phase::WeightGradient).matrix)
            * ranks;
        check.equal(forward, forwardSum, [unit] { return named(unit, Phase::Forward); });
        check.equal(backward, backwardSum, [unit] { return named(unit, Phase::ActivationGradient); });
        expected += forward + backward;
        actual += forwardSum + backwardSum;
    }
    check.total(expected, actual);
}

void checkRecompute(const DistributedTaskIR& tasks, const ModelClosedForms& forms, std::vector<CheckOutcome>& outcomes)
{
    const MappingSpec& mapping = forms.training().mapping();
    const ExactCount ranks = ExactCount{mapping.tensor.degree} * mapping.context.degree;
    Check check{outcomes, "check.recompute", "matrix operations that a block runs again"};
    ExactCount expected = 0;
    switch (mapping.recompute) {
    case RecomputeKind::None: break;
    case RecomputeKind::CoreAttention: expected = forms.attentionOperations(); break;
    case RecomputeKind::Full: expected = forms.forwardMatrixOperations(Unit::Block); break;
    }
    for (const Unit unit : {Unit::Embedding, Unit::Head})
        check.equal(0, sumsOf(tasks, unit, Phase::Recompute).matrix, [unit] { return named(unit, Phase::Recompute); });
    check.total(expected, sumsOf(tasks, Unit::Block, Phase::Recompute).matrix * ranks);
}

void checkMessageBytes(const DistributedTaskIR& tasks, const ModelClosedForms& forms,
                       std::vector<CheckOutcome>& outcomes)
{
    Check check{outcomes, "check.message_bytes", "message bytes of one microbatch through each unit once, on one rank"};
    ExactCount expected = 0;
    ExactCount actual = 0;
    for (const Unit unit : units) {
        const bool again = unit == Unit::Block && forms.training().mapping().recompute == RecomputeKind::Full;
        const std::array<std::pair<Phase, ExactCount>, 4> phases{{
            {Phase::Forward, forms.forwardMessages(unit)},
            {Phase::Recompute, again ? forms.forwardMessages(unit) : ExactCount{0}},
            {Phase::ActivationGradient, forms.activationGradientMessages(unit)},
            {Phase::WeightGradient, forms.weightGradientMessages(unit)},
        }};
        for (const auto& [phase, bytes] : phases) {
            const ExactCount sum = sumsOf(tasks, unit, phase).message;
            check.equal(bytes, sum, [unit, where = phase] { return named(unit, where); });
            expected += bytes;
            actual += sum;
        }
    }
    check.total(expected, actual);
}

/// Every local task by the tensors it moves; every reduction by the elements it adds.
void checkRows(const DistributedTaskIR& tasks, const ModelClosedForms& forms, std::vector<CheckOutcome>& outcomes)
{
    const RowClosedForms rows{forms.training()};
    const std::int64_t t = forms.training().mapping().tensor.degree;
    Check check{outcomes, "check.rows", "operations of all task classes on one rank"};
    ExactCount expected = 0;
    ExactCount actual = 0;
    for (const DistributedTask& task : tasks.tasks) {
        RowWork work;
        if (task.invocation.engine != Engine::Collective) {
            work = rows.of(task.invocation);
        } else if (task.reduction) {
            // Elements are half as many as bytes in bfloat16, a quarter in the loss's fp32; each rank adds the others'
            // parts of its share.
            const std::int64_t size = task.invocation.row == Row::Loss ? 4 : 2;
            work.operations = dividedUp(ExactCount{task.facts.message.value()} / size * (t - 1), t);
        }
        const auto name = [&] { return task.name; };
        check.equal(work.operations, task.facts.operations.value(), name);
        check.equal(work.read, task.facts.read.value(), name);
        check.equal(work.write, task.facts.write.value(), name);
        check.equal(task.invocation.site ? forms.messageBytes(*task.invocation.site) : ExactCount{0},
                    task.facts.message.value(), name);
        expected += work.operations;
        actual += task.facts.operations.value();
    }
    check.total(expected, actual);
}

void checkTokenOperations(const DistributedTaskIR& tasks, const ModelClosedForms& forms,
                          std::vector<CheckOutcome>& outcomes)
{
    const ModelSpec& model = forms.training().model();
    Check check{outcomes, "check.token_operations", "inputs of the operations a token"};
    check.equal(forms.blockMatrices(), tasks.flops.blockMatrices.value(), [] { return "block matrices"; });
    check.equal(ExactCount{model.vocabularySize} * model.hiddenSize, tasks.flops.vocabulary.value(),
                [] { return "vocabulary"; });
    check.equal(ExactCount{model.blockCount} * model.attentionHeads * model.attentionHeadSize,
                tasks.flops.attentionWidth.value(), [] { return "attention width"; });
    check.equal(forms.training().workload().sequenceLength, tasks.flops.sequenceLength,
                [] { return "sequence length"; });
    // Three forwards of one microbatch, with the padded vocabulary, are its tokens times the full-square convention.
    const ExactCount tokens = ExactCount{forms.training().workload().microbatchSize} * tasks.flops.sequenceLength;
    const ExactCount padded = ExactCount{forms.training().shape().paddedVocabulary} * model.hiddenSize;
    const ExactCount token = (ExactCount{tasks.flops.blockMatrices.value()} + padded) * 6
        + ExactCount{tasks.flops.attentionWidth.value()} * tasks.flops.sequenceLength * 12;
    const ExactCount model3 =
        (forms.forwardMatrixOperations(Unit::Block) * model.blockCount + forms.forwardMatrixOperations(Unit::Head)) * 3;
    check.total(model3, token * tokens);
}

} // namespace

void checkWork(const DistributedTaskIR& tasks, const ModelClosedForms& forms, std::vector<CheckOutcome>& outcomes)
{
    checkParameters(tasks, forms, outcomes);
    checkMatrixOperations(tasks, forms, outcomes);
    checkRecompute(tasks, forms, outcomes);
    checkRows(tasks, forms, outcomes);
    checkMessageBytes(tasks, forms, outcomes);
    checkTokenOperations(tasks, forms, outcomes);
}

} // namespace planscope::whole
