#include "derivation/checks/work_checks.h"

#include <array>

namespace planscope {

namespace {

struct WorkSum {
    WideInteger operations = 0;
    WideInteger read = 0;
    WideInteger write = 0;
};

/// Local work of the tasks, summed by phase, half and primitive.
class WorkSums {
public:
    explicit WorkSums(const DistributedTaskIR& ir)
    {
        for (const DistributedTask& task : ir.tasks) {
            if (task.primitive == Primitive::Collective)
                continue;
            WorkSum& sum = m_sums[index(task.phase, halfOf(task.layer), task.primitive)];
            sum.operations += task.facts.operations.value();
            sum.read += task.facts.read.value();
            sum.write += task.facts.write.value();
        }
    }
    const WorkSum& at(Phase phase, BlockHalf half, Primitive primitive) const
    {
        return m_sums[index(phase, half, primitive)];
    }

private:
    static std::size_t index(Phase phase, BlockHalf half, Primitive primitive)
    {
        return (static_cast<std::size_t>(phase) * countOf<BlockHalf>() + static_cast<std::size_t>(half))
            * countOf<Primitive>()
            + static_cast<std::size_t>(primitive);
    }
    std::array<WorkSum, countOf<Phase>() * countOf<BlockHalf>() * countOf<Primitive>()> m_sums{};
};

/// One outcome: one fact of one phase on one class of engine, or on all.
struct SumCheck {
    std::string_view code;
    std::string_view subject;
    Phase phase;
    ExactCount WorkShare::*expected;
    WideInteger WorkSum::*actual;
    std::optional<Engine> engine; ///< absent: all local work
};

constexpr std::array sumChecks{
    SumCheck{"check.forward_matrix_operations", "forward operations of matrix products", Phase::Forward,
             &WorkShare::operations, &WorkSum::operations, Engine::Matrix},
    SumCheck{"check.forward_vector_operations", "forward operations element by element", Phase::Forward,
             &WorkShare::operations, &WorkSum::operations, Engine::Vector},
    SumCheck{"check.forward_read_bytes", "forward bytes read", Phase::Forward, &WorkShare::read, &WorkSum::read, {}},
    SumCheck{"check.forward_write_bytes", "forward bytes written", Phase::Forward, &WorkShare::write,
             &WorkSum::write, {}},
    SumCheck{"check.activation_gradient_matrix_operations", "activation gradient operations of matrix products",
             Phase::ActivationGradient, &WorkShare::operations, &WorkSum::operations, Engine::Matrix},
    SumCheck{"check.activation_gradient_vector_operations", "activation gradient operations element by element",
             Phase::ActivationGradient, &WorkShare::operations, &WorkSum::operations, Engine::Vector},
    SumCheck{"check.activation_gradient_read_bytes", "activation gradient bytes read", Phase::ActivationGradient,
             &WorkShare::read, &WorkSum::read, {}},
    SumCheck{"check.activation_gradient_write_bytes", "activation gradient bytes written", Phase::ActivationGradient,
             &WorkShare::write, &WorkSum::write, {}},
    SumCheck{"check.weight_gradient_operations", "weight gradient operations", Phase::WeightGradient,
             &WorkShare::operations, &WorkSum::operations, {}},
    SumCheck{"check.weight_gradient_read_bytes", "weight gradient bytes read", Phase::WeightGradient,
             &WorkShare::read, &WorkSum::read, {}},
    SumCheck{"check.weight_gradient_write_bytes", "weight gradient bytes written", Phase::WeightGradient,
             &WorkShare::write, &WorkSum::write, {}},
    SumCheck{"check.optimizer_operations", "optimizer operations", Phase::Optimizer, &WorkShare::operations,
             &WorkSum::operations, {}},
    SumCheck{"check.optimizer_read_bytes", "optimizer bytes read", Phase::Optimizer, &WorkShare::read,
             &WorkSum::read, {}},
    SumCheck{"check.optimizer_write_bytes", "optimizer bytes written", Phase::Optimizer, &WorkShare::write,
             &WorkSum::write, {}},
};

std::string shareName(BlockHalf half, Primitive primitive, Phase phase)
{
    std::string name{nameOf(half)};
    return name.append(" ").append(nameOf(primitive)).append(", ").append(nameOf(phase));
}

/// The shares of one phase, both halves and all primitives.
using PhaseShares = std::array<std::array<WorkShare, countOf<Primitive>()>, countOf<BlockHalf>()>;

PhaseShares sharesOf(const BlockClosedForms& forms, Phase phase)
{
    PhaseShares shares;
    for (std::size_t half = 0; half < countOf<BlockHalf>(); ++half)
        for (std::size_t k = 0; k < countOf<Primitive>(); ++k)
            shares[half][k] = forms.local(phase, static_cast<BlockHalf>(half), static_cast<Primitive>(k));
    return shares;
}

void checkSum(const SumCheck& what, const WorkSums& sums, const PhaseShares& shares,
              std::vector<CheckOutcome>& outcomes)
{
    Check check{outcomes, what.code, what.subject};
    ExactCount expectedTotal;
    WideInteger actualTotal = 0;
    for (std::size_t h = 0; h < countOf<BlockHalf>(); ++h) {
        for (std::size_t k = 0; k < countOf<Primitive>(); ++k) {
            const auto half = static_cast<BlockHalf>(h);
            const auto primitive = static_cast<Primitive>(k);
            if (what.engine && engineOf(primitive) != *what.engine)
                continue;
            const ExactCount expected = shares[h][k].*what.expected;
            const WideInteger actual = sums.at(what.phase, half, primitive).*what.actual;
            check.equal(expected, actual, [&] { return shareName(half, primitive, what.phase); });
            expectedTotal += expected;
            actualTotal += actual;
        }
    }
    check.total(expectedTotal, actualTotal);
}

} // namespace

void checkWorkSums(const DistributedTaskIR& ir, const BlockClosedForms& forms, std::vector<CheckOutcome>& outcomes)
{
    const WorkSums sums{ir};
    std::optional<Phase> phase;
    PhaseShares shares;
    for (const SumCheck& check : sumChecks) {
        if (phase != check.phase) {
            phase = check.phase;
            shares = sharesOf(forms, check.phase);
        }
        checkSum(check, sums, shares, outcomes);
    }
}

} // namespace planscope
