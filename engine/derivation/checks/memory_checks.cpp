#include "derivation/checks/plan_checks.h"
#include "derivation/checks/task_table.h"

#include <array>

namespace planscope {

namespace {

/// The rows of a plan, summed by half and primitive.
class MemorySums {
public:
    explicit MemorySums(const std::vector<MemoryFacts>& rows)
    {
        for (const MemoryFacts& row : rows) {
            MemoryShare& sum = m_sums[static_cast<std::size_t>(halfOf(row.layer))]
                                     [static_cast<std::size_t>(primitiveOf(row.layer))];
            sum.parameters += row.parameters.value();
            (row.workingIsAlias ? sum.aliased : sum.working) += row.working.value();
            sum.kept += row.kept.value();
            sum.gradient += row.gradient.value();
        }
    }
    const MemoryShare& at(std::size_t half, std::size_t primitive) const { return m_sums[half][primitive]; }

private:
    std::array<std::array<MemoryShare, countOf<Primitive>()>, countOf<BlockHalf>()> m_sums{};
};

struct MemorySumCheck {
    std::string_view code;
    std::string_view subject;
    ExactCount MemoryShare::*fact;
};

constexpr std::array memorySumChecks{
    MemorySumCheck{"check.parameters", "parameters of the block on one rank", &MemoryShare::parameters},
    MemorySumCheck{"check.working_bytes", "bytes held while the block runs", &MemoryShare::working},
    MemorySumCheck{"check.aliased_bytes", "bytes held that are another layer's", &MemoryShare::aliased},
    MemorySumCheck{"check.kept_bytes", "bytes kept for backward", &MemoryShare::kept},
    MemorySumCheck{"check.gradient_bytes", "bytes of activation-gradient buffers", &MemoryShare::gradient},
};

/// Σ of the column; compared half by half and primitive by primitive.
ExactCount checkColumn(const MemorySumCheck& what, const MemorySums& sums, const BlockClosedForms& forms,
                       std::vector<CheckOutcome>& outcomes)
{
    Check check{outcomes, what.code, what.subject};
    ExactCount expectedTotal;
    ExactCount actualTotal;
    for (std::size_t half = 0; half < countOf<BlockHalf>(); ++half) {
        for (std::size_t primitive = 0; primitive < countOf<Primitive>(); ++primitive) {
            const ExactCount expected
                = forms.memory(static_cast<BlockHalf>(half), static_cast<Primitive>(primitive)).*what.fact;
            const ExactCount actual = sums.at(half, primitive).*what.fact;
            check.equal(expected, actual, [half, primitive] {
                return std::string{EnumNames<BlockHalf>::names[half]} + " "
                    + std::string{EnumNames<Primitive>::names[primitive]};
            });
            expectedTotal += expected;
            actualTotal += actual;
        }
    }
    check.total(expectedTotal, actualTotal);
    return expectedTotal;
}

void checkRows(const std::vector<MemoryFacts>& rows, std::vector<CheckOutcome>& outcomes)
{
    Check order{outcomes, "check.memory_rows", "rows in program order, one a layer"};
    std::int64_t place = -1;
    for (const MemoryFacts& row : rows) {
        const auto next = static_cast<std::int64_t>(row.layer);
        order.holds(next > place, "after the row before it", next == place ? "twice" : "before it",
                    [&row] { return std::string{nameOf(row.layer)}; });
        place = next;
    }
    order.total("program order");
}

bool holdsItsOperands(Primitive primitive)
{
    return primitive == Primitive::Linear || primitive == Primitive::BatchMatmul || primitive == Primitive::Softmax;
}

/// A matrix layer or a softmax holds what its forward task reads beside weights; its gradient buffer is what its
/// activation gradient reads beside weights; its parameters are what its weight gradient writes.
void checkOperands(const std::vector<MemoryFacts>& rows, const TaskTable& tasks, const BlockClosedForms& forms,
                   std::vector<CheckOutcome>& outcomes)
{
    Check check{outcomes, "check.operand_bytes", "operands held and operands read, in bytes"};
    ExactCount expected;
    ExactCount actual;
    for (const MemoryFacts& row : rows) {
        const auto culprit = [&row] { return std::string{nameOf(row.layer)}; };
        const ExactCount weights = forms.elementBytes() * ExactCount{row.parameters.value()};
        check.equal(tasks.facts(Phase::WeightGradient, row.layer).write.value(), weights, culprit);
        if (!holdsItsOperands(primitiveOf(row.layer)))
            continue;
        const ExactCount ahead = tasks.facts(Phase::Forward, row.layer).read.value();
        const ExactCount back = tasks.facts(Phase::ActivationGradient, row.layer).read.value();
        check.equal(ahead, weights + row.working.value(), culprit);
        check.equal(back, weights + row.gradient.value(), culprit);
        expected += ahead;
        actual += weights + row.working.value();
    }
    check.total(expected, actual);
}

/// What is kept is what was held, all of it or none; of the two operands of the product with the values the scores
/// may go and the values stay.
void checkRetention(const std::vector<MemoryFacts>& rows, std::vector<CheckOutcome>& outcomes)
{
    Check check{outcomes, "check.retention", "rows that keep what they held"};
    std::int64_t keeping = 0;
    for (const MemoryFacts& row : rows) {
        const auto culprit = [&row] { return std::string{nameOf(row.layer)}; };
        const bool partly = row.layer == Layer::AttentionProbabilityValue;
        const Bytes most = row.workingIsAlias ? Bytes{} : row.working;
        check.holds(row.kept == Bytes{} || row.kept == most || (partly && row.kept < most), "all it held or nothing",
                    "another amount", culprit);
        keeping += row.kept != Bytes{};
    }
    check.total(keeping, keeping);
}

void checkBlockSums(const BlockMemory& block, const BlockClosedForms& forms, ExactCount working, ExactCount kept,
                    ExactCount gradients, std::vector<CheckOutcome>& outcomes)
{
    const ExactCount bytes = forms.elementBytes();
    const auto compare = [&outcomes](std::string_view code, std::string_view subject, ExactCount expected,
                                     Bytes actual) {
        Check check{outcomes, code, subject};
        check.total(expected, actual.value());
    };
    compare("check.weight_bytes", "block_memory.weights", bytes * forms.parameters(), block.weights);
    compare("check.weight_gradient_bytes", "block_memory.weight_gradients", forms.overShards(bytes),
            block.weightGradients);
    compare("check.unsharded_weight_gradient_bytes", "block_memory.weight_gradients_unsharded",
            4 * forms.parameters(), block.weightGradientsUnsharded);
    compare("check.optimizer_bytes", "block_memory.optimizer", forms.overShards(BlockClosedForms::optimizerBytes),
            block.optimizer);
    compare("check.checkpoint_bytes", "block_memory.activation_checkpoint", forms.checkpointBytes(),
            block.activationCheckpoint);
    Check sums{outcomes, "check.block_memory_sums", "activation bytes of the block, working, kept and gradients"};
    const auto named = [](std::string_view name) { return [name] { return std::string{name}; }; };
    sums.equal(working, block.activationWorking.value(), named("block_memory.activation_working"));
    sums.equal(kept, block.activationStorage.value(), named("block_memory.activation_storage"));
    sums.equal(gradients, block.activationGradients.value(), named("block_memory.activation_gradients"));
    sums.total(working + kept + gradients,
               ExactCount{block.activationWorking.value()} + block.activationStorage.value()
                   + block.activationGradients.value());
}

} // namespace

void checkMemory(const DistributedTaskIR& tasks, const PortablePlanIR& plan, const BlockClosedForms& forms,
                 std::vector<CheckOutcome>& outcomes)
{
    const MemorySums sums{plan.layerMemory};
    std::array<ExactCount, memorySumChecks.size()> totals;
    for (std::size_t k = 0; k < memorySumChecks.size(); ++k)
        totals[k] = checkColumn(memorySumChecks[k], sums, forms, outcomes);
    checkRows(plan.layerMemory, outcomes);
    checkOperands(plan.layerMemory, TaskTable{tasks}, forms, outcomes);
    checkRetention(plan.layerMemory, outcomes);
    checkBlockSums(plan.blockMemory, forms, totals[1], totals[3], totals[4], outcomes);
}

} // namespace planscope
