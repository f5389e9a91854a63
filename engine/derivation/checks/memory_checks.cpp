#include "derivation/checks/memory_checks.h"
#include "derivation/checks/task_table.h"

#include <algorithm>
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

/// The sum of a fact over all rows, by closed forms.
ExactCount expectedSum(const BlockClosedForms& forms, ExactCount MemoryShare::*fact)
{
    ExactCount sum;
    for (std::size_t half = 0; half < countOf<BlockHalf>(); ++half)
        for (std::size_t primitive = 0; primitive < countOf<Primitive>(); ++primitive)
            sum += forms.memory(static_cast<BlockHalf>(half), static_cast<Primitive>(primitive)).*fact;
    return sum;
}

void checkColumn(const MemorySumCheck& what, const MemorySums& sums, const BlockClosedForms& forms,
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

/// The plan holds the rows of its input, to the byte.
void checkRowConservation(const DistributedTaskIR& tasks, const PortablePlanIR& plan,
                          std::vector<CheckOutcome>& outcomes)
{
    const auto everything = [](const std::vector<MemoryFacts>& rows) {
        ExactCount sum;
        for (const MemoryFacts& row : rows)
            sum += ExactCount{row.working.value()} + row.kept.value() + row.gradient.value();
        return sum;
    };
    Check check{outcomes, "check.memory_conservation", "bytes in memory rows, distributed and planned"};
    const std::size_t count = std::min(tasks.layerMemory.size(), plan.layerMemory.size());
    for (std::size_t k = 0; k < count; ++k)
        check.holds(tasks.layerMemory[k] == plan.layerMemory[k], "the row of the distributed tasks", "another row",
                    [&] { return std::string{nameOf(plan.layerMemory[k].layer)}; });
    check.equal(static_cast<std::int64_t>(tasks.layerMemory.size()), static_cast<std::int64_t>(plan.layerMemory.size()),
                [] { return std::string{"rows"}; });
    check.total(everything(tasks.layerMemory), everything(plan.layerMemory));
}

} // namespace

void checkMemoryRows(const DistributedTaskIR& ir, const BlockClosedForms& forms, std::vector<CheckOutcome>& outcomes)
{
    const MemorySums sums{ir.layerMemory};
    for (const MemorySumCheck& column : memorySumChecks)
        checkColumn(column, sums, forms, outcomes);
    checkRows(ir.layerMemory, outcomes);
    checkOperands(ir.layerMemory, TaskTable{ir}, forms, outcomes);
    checkRetention(ir.layerMemory, outcomes);
}

void checkPlanMemory(const DistributedTaskIR& tasks, const PortablePlanIR& plan, const BlockClosedForms& forms,
                     std::vector<CheckOutcome>& outcomes)
{
    checkRowConservation(tasks, plan, outcomes);

    const BlockMemory& block = plan.blockMemory;
    const ExactCount bytes = forms.elementBytes();
    const auto compare = [&outcomes](std::string_view code, std::string_view subject, ExactCount expected,
                                     Bytes actual) {
        Check check{outcomes, code, subject};
        check.total(expected, actual.value());
    };
    compare("check.weight_bytes", "block_memory.weights", bytes * forms.parameters(), block.weights);
    compare("check.activation_working_bytes", "block_memory.activation_working",
            expectedSum(forms, &MemoryShare::working), block.activationWorking);
    compare("check.activation_storage_bytes", "block_memory.activation_storage",
            expectedSum(forms, &MemoryShare::kept), block.activationStorage);
    compare("check.activation_checkpoint_bytes", "block_memory.activation_checkpoint", forms.checkpointBytes(),
            block.activationCheckpoint);
    compare("check.weight_gradient_bytes", "block_memory.weight_gradients", forms.overShards(bytes),
            block.weightGradients);
    compare("check.unsharded_weight_gradient_bytes", "block_memory.weight_gradients_unsharded",
            4 * forms.parameters(), block.weightGradientsUnsharded);
    compare("check.activation_gradient_bytes", "block_memory.activation_gradients",
            expectedSum(forms, &MemoryShare::gradient), block.activationGradients);
    compare("check.optimizer_bytes", "block_memory.optimizer", forms.overShards(BlockClosedForms::optimizerBytes),
            block.optimizer);
}

} // namespace planscope
