#include "derivation/checks/task_table.h"
#include "derivation/checks/work_checks.h"

#include <array>

namespace planscope {

namespace {

ExactCount operationsOf(const WorkloadFacts& facts) { return facts.operations.value(); }
ExactCount readOf(const WorkloadFacts& facts) { return facts.read.value(); }
ExactCount writeOf(const WorkloadFacts& facts) { return facts.write.value(); }
ExactCount trafficOf(const WorkloadFacts& facts) { return readOf(facts) + writeOf(facts); }

auto named(Layer layer)
{
    return [layer] { return std::string{nameOf(layer)}; };
}

/// Y = X·W, dX = dY·Wᵀ, dW = Xᵀ·dY: equal operations, and each touches X, W and Y once. Of the three, each product
/// writes another one, so what the three write together is what each of them moves.
void checkLinearGeometry(const TaskTable& tasks, std::vector<CheckOutcome>& outcomes)
{
    Check check{outcomes, "check.linear_geometry", "bytes of the matrices of all linear layers"};
    ExactCount matrices;
    ExactCount moved;
    for (std::size_t k = 0; k < countOf<Layer>(); ++k) {
        const auto layer = static_cast<Layer>(k);
        if (primitiveOf(layer) != Primitive::Linear)
            continue;
        const WorkloadFacts& forward = tasks.facts(Phase::Forward, layer);
        const WorkloadFacts& activation = tasks.facts(Phase::ActivationGradient, layer);
        const WorkloadFacts& weight = tasks.facts(Phase::WeightGradient, layer);
        check.equal(operationsOf(forward), operationsOf(activation), named(layer));
        check.equal(operationsOf(forward), operationsOf(weight), named(layer));
        const ExactCount all = writeOf(forward) + writeOf(activation) + writeOf(weight);
        check.equal(all, trafficOf(forward), named(layer));
        check.equal(all, trafficOf(activation), named(layer));
        check.equal(all, trafficOf(weight), named(layer));
        matrices += all;
        moved += trafficOf(forward);
    }
    check.total(matrices, moved);
}

/// A product over the scores, or a dropout, goes back the way it came: it reads what it wrote and writes what it
/// read. A product has two operands to differentiate, a dropout one.
void checkTransposedTraffic(const TaskTable& tasks, std::vector<CheckOutcome>& outcomes)
{
    Check check{outcomes, "check.transposed_traffic", "bytes of score products and dropouts, there and back"};
    ExactCount there;
    ExactCount back;
    for (std::size_t k = 0; k < countOf<Layer>(); ++k) {
        const auto layer = static_cast<Layer>(k);
        const Primitive primitive = primitiveOf(layer);
        if (primitive != Primitive::BatchMatmul && primitive != Primitive::Dropout)
            continue;
        const WorkloadFacts& forward = tasks.facts(Phase::Forward, layer);
        const WorkloadFacts& backward = tasks.facts(Phase::ActivationGradient, layer);
        const int operands = primitive == Primitive::BatchMatmul ? 2 : 1;
        check.equal(operands * operationsOf(forward), operationsOf(backward), named(layer));
        check.equal(writeOf(forward), readOf(backward), named(layer));
        check.equal(readOf(forward), writeOf(backward), named(layer));
        there += trafficOf(forward);
        back += trafficOf(backward);
    }
    check.total(there, back);
}

/// A layer reads what the layer before it wrote, beside its own weights; backward likewise.
void checkDataflow(const TaskTable& tasks, std::vector<CheckOutcome>& outcomes)
{
    const auto forward = [&tasks](Layer layer) -> const WorkloadFacts& { return tasks.facts(Phase::Forward, layer); };
    const auto backward = [&tasks](Layer layer) -> const WorkloadFacts& {
        return tasks.facts(Phase::ActivationGradient, layer);
    };
    const auto weights = [&tasks](Layer layer) { return writeOf(tasks.facts(Phase::WeightGradient, layer)); };

    Check check{outcomes, "check.producer_consumer_bytes", "bytes handed from layer to layer"};
    ExactCount handed;
    ExactCount taken;
    const auto hands = [&](ExactCount written, ExactCount read, Layer reader) {
        check.equal(written, read, named(reader));
        handed += written;
        taken += read;
    };
    using enum Layer;
    hands(writeOf(forward(AttentionQuery)) + writeOf(forward(AttentionKey)), readOf(forward(AttentionQueryKey)),
          AttentionQueryKey);
    hands(writeOf(forward(AttentionQueryKey)), readOf(forward(AttentionSoftmax)), AttentionSoftmax);
    hands(writeOf(forward(AttentionSoftmax)), readOf(forward(AttentionProbabilityDropout)),
          AttentionProbabilityDropout);
    hands(readOf(forward(AttentionProbabilityDropout)) + writeOf(forward(AttentionValue)),
          readOf(forward(AttentionProbabilityValue)), AttentionProbabilityValue);
    hands(writeOf(forward(AttentionProbabilityValue)) + weights(AttentionOutputProjection),
          readOf(forward(AttentionOutputProjection)), AttentionOutputProjection);
    hands(2 * readOf(forward(AttentionOutputDropout)), readOf(forward(AttentionResidual)), AttentionResidual);
    hands(writeOf(forward(MlpExpand)), readOf(forward(MlpGelu)), MlpGelu);
    hands(writeOf(forward(MlpGelu)) + weights(MlpContract), readOf(forward(MlpContract)), MlpContract);
    hands(2 * readOf(forward(MlpOutputDropout)), readOf(forward(MlpResidual)), MlpResidual);
    hands(writeOf(backward(AttentionProbabilityDropout)), readOf(backward(AttentionSoftmax)), AttentionSoftmax);
    hands(writeOf(backward(AttentionQuery)) + writeOf(backward(AttentionKey)) + writeOf(backward(AttentionValue)),
          readOf(backward(AttentionQkvFork)), AttentionQkvFork);

    for (const Phase phase : {Phase::Forward, Phase::ActivationGradient, Phase::WeightGradient})
        for (const Layer layer : {AttentionKey, AttentionValue})
            check.holds(tasks.facts(phase, layer) == tasks.facts(phase, AttentionQuery), "the work of attention.query",
                        "other work", named(layer));
    check.total(handed, taken);
}

/// A fork of k branches reads k gradients, adds them up, and writes one: a gradient for each projection, or two
/// for a residual branch.
void checkFanOut(const TaskTable& tasks, const BlockClosedForms& forms, std::vector<CheckOutcome>& outcomes)
{
    Check check{outcomes, "check.fork_fan_out", "gradients read by forks, in bytes"};
    ExactCount expected;
    ExactCount actual;
    for (std::size_t k = 0; k < countOf<Layer>(); ++k) {
        const auto layer = static_cast<Layer>(k);
        if (primitiveOf(layer) != Primitive::Fork)
            continue;
        const WorkloadFacts& facts = tasks.facts(Phase::ActivationGradient, layer);
        const int branches = layer == Layer::AttentionQkvFork ? 3 : 2;
        check.equal(branches * writeOf(facts), readOf(facts), named(layer));
        check.equal(forms.elementBytes() * operationsOf(facts), readOf(facts), named(layer));
        expected += branches * writeOf(facts);
        actual += readOf(facts);
    }
    check.total(expected, actual);
}

/// The optimizer of a layer updates as many parameters as the layer's weight gradient wrote.
void checkOptimizerCoverage(const TaskTable& tasks, const BlockClosedForms& forms, std::vector<CheckOutcome>& outcomes)
{
    Check check{outcomes, "check.optimizer_coverage", "parameters with a gradient and parameters in the block"};
    ExactCount parameters;
    for (std::size_t k = 0; k < countOf<Layer>(); ++k) {
        const auto layer = static_cast<Layer>(k);
        const ExactCount count = writeOf(tasks.facts(Phase::WeightGradient, layer)) / forms.elementBytes();
        const WorkloadFacts& update = tasks.facts(Phase::Optimizer, layer);
        const ExactCount shards = forms.optimizerShards();
        check.equal(dividedUp(BlockClosedForms::optimizerOperations * count, shards), operationsOf(update),
                    named(layer));
        check.equal(dividedUp(BlockClosedForms::optimizerBytes * count, shards), readOf(update), named(layer));
        parameters += count;
    }
    check.total(forms.parameters(), parameters);
}

void checkRecompute(const TaskTable& tasks, const DistributedTaskIR& ir, const BlockClosedForms& forms,
                    std::vector<CheckOutcome>& outcomes)
{
    Check check{outcomes, "check.recompute_expansion", "operations recomputed"};
    ExactCount operations;
    ExactCount read;
    ExactCount write;
    for (std::size_t k = 0; k < countOf<Layer>(); ++k) {
        const auto layer = static_cast<Layer>(k);
        const DistributedTask* clone = tasks.find(Phase::Recompute, layer);
        const bool wanted = forms.isRecomputed(layer);
        check.holds(wanted == (clone != nullptr), wanted ? "recomputed" : "not recomputed",
                    clone ? "recomputed" : "not recomputed", named(layer));
        if (!clone)
            continue;
        const DistributedTask* original = tasks.find(Phase::Forward, layer);
        check.holds(original && clone->repeats == original->id, "repeats its forward task", "repeats another task",
                    named(layer));
        check.holds(original && clone->facts == original->facts, "the work of its forward task", "other work",
                    named(layer));
        operations += operationsOf(clone->facts);
        read += readOf(clone->facts);
        write += writeOf(clone->facts);
    }
    for (const DistributedTask& task : ir.tasks)
        if (task.phase != Phase::Recompute)
            check.holds(!task.repeats, "repeats nothing", "repeats a task", [&task] { return task.name; });
    const WorkShare expected = forms.recomputed();
    check.equal(expected.read, read, [] { return std::string{"bytes read"}; });
    check.equal(expected.write, write, [] { return std::string{"bytes written"}; });
    check.total(expected.operations, operations);
}

} // namespace

void checkWorkRelations(const DistributedTaskIR& ir, const BlockClosedForms& forms,
                        std::vector<CheckOutcome>& outcomes)
{
    const TaskTable tasks{ir};
    checkLinearGeometry(tasks, outcomes);
    checkTransposedTraffic(tasks, outcomes);
    checkDataflow(tasks, outcomes);
    checkFanOut(tasks, forms, outcomes);
    checkOptimizerCoverage(tasks, forms, outcomes);
    checkRecompute(tasks, ir, forms, outcomes);
}

} // namespace planscope
