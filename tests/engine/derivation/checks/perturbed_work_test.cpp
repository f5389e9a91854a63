#include "checked_training.h"
#include "training_spread.h"

#include "base/checked_integer.h"
#include "derivation/transformer/block_algebra.h"

#include <gtest/gtest.h>

#include <functional>

namespace planscope {
namespace {

/// Calls visit(name, number, set) for each number of an invocation's facts; set(v) writes it.
template <class Facts, class Visit>
void forEachFact(Facts& facts, const Visit& visit)
{
    visit("operations", facts.operations.value(), [&facts](std::int64_t v) { facts.operations = Operations{v}; });
    visit("read_bytes", facts.read.value(), [&facts](std::int64_t v) { facts.read = Bytes{v}; });
    visit("write_bytes", facts.write.value(), [&facts](std::int64_t v) { facts.write = Bytes{v}; });
    visit("message_bytes", facts.message.value(), [&facts](std::int64_t v) { facts.message = Bytes{v}; });
}

/// Near values and a far one; without the value itself.
std::vector<std::int64_t> otherThan(std::int64_t value)
{
    std::vector<std::int64_t> others{value + 1, value - 1};
    if (value != 0)
        others.push_back(2 * value);
    return others;
}

TEST(PerturbedWork, IsFoundInEveryFactOfEveryInvocation)
{
    for (const NamedTraining& named : trainingSpread()) {
        if (named.training.mapping().fusedActivation != named.training.mapping().data.optimizerSharding)
            continue; // they change facts of different tasks: both or neither will do
        const CheckedTraining checked{named.training};
        DistributedTaskIR tasks = checked.tasks();
        for (DistributedTask& task : tasks.tasks) {
            const WorkloadFacts right = task.facts;
            forEachFact(task.facts, [&](const char* fact, std::int64_t value, const auto& set) {
                for (const std::int64_t other : otherThan(value)) {
                    set(other);
                    EXPECT_FALSE(failedCodes(checked.observe(tasks)).empty())
                        << named.name << ": " << task.name << " " << fact << " " << value << " told as " << other;
                }
                task.facts = right;
            });
        }
    }
}

TEST(PerturbedWork, IsFoundWhenTwoTasksSwapTheirFacts)
{
    for (const NamedTraining& named : trainingSpread()) {
        if (named.training.mapping().fusedActivation || named.training.mapping().data.optimizerSharding)
            continue; // change nothing between tasks
        if (named.training.mapping().tensor.degree == 1
            && named.training.mapping().tensor.communication == TensorCommunication::ReduceScatterAllGather)
            continue; // the tasks of all_reduce
        const CheckedTraining checked{named.training};
        DistributedTaskIR tasks = checked.tasks();
        for (std::size_t a = 0; a < tasks.tasks.size(); ++a) {
            for (std::size_t b = a + 1; b < tasks.tasks.size(); ++b) {
                WorkloadFacts& first = tasks.tasks[a].facts;
                WorkloadFacts& second = tasks.tasks[b].facts;
                if (first == second)
                    continue;
                std::swap(first, second);
                EXPECT_FALSE(failedCodes(checked.observe(tasks)).empty())
                    << named.name << ": " << tasks.tasks[a].name << " and " << tasks.tasks[b].name;
                std::swap(first, second);
            }
        }
    }
}

TEST(PerturbedWork, IsFoundInEveryFactOfEveryMemoryRow)
{
    for (const NamedTraining& named : trainingSpread()) {
        const CheckedTraining checked{named.training};
        DistributedTaskIR tasks = checked.tasks();
        const auto expectFound = [&](const MemoryFacts& row, const char* fact) {
            EXPECT_FALSE(failedCodes(checked.observe(tasks)).empty())
                << named.name << ": " << nameOf(row.layer) << " " << fact;
        };
        for (MemoryFacts& row : tasks.layerMemory) {
            const MemoryFacts right = row;
            for (const std::int64_t other : otherThan(right.parameters.value())) {
                row.parameters = Elements{other};
                expectFound(row, "parameters");
            }
            row = right;
            for (Bytes MemoryFacts::*fact : {&MemoryFacts::working, &MemoryFacts::kept, &MemoryFacts::gradient}) {
                for (const std::int64_t other : otherThan((right.*fact).value())) {
                    row.*fact = Bytes{other};
                    expectFound(row, "working, kept or gradient");
                }
                row = right;
            }
            row.workingIsAlias = !row.workingIsAlias;
            if (row.working != Bytes{})
                expectFound(row, "working_is_alias");
            row = right;
        }
    }
}

TEST(PerturbedWork, IsFoundInEverySumOfTheBlocksMemory)
{
    for (const NamedTraining& named : trainingSpread()) {
        const CheckedTraining checked{named.training};
        const DistributedTaskIR tasks = checked.tasks();
        PortablePlanIR plan = checked.plan();
        for (Bytes BlockMemory::*sum :
             {&BlockMemory::weights, &BlockMemory::activationWorking, &BlockMemory::activationStorage,
              &BlockMemory::activationCheckpoint, &BlockMemory::weightGradients, &BlockMemory::weightGradientsUnsharded,
              &BlockMemory::activationGradients, &BlockMemory::optimizer}) {
            const Bytes right = plan.blockMemory.*sum;
            plan.blockMemory.*sum = Bytes{right.value() + 1};
            EXPECT_EQ(failedCodes(checked.observe(tasks, plan)).size(), 1u) << named.name;
            plan.blockMemory.*sum = right;
        }
    }
}

/// The arithmetic of the plan, with some literals of the algebra one too great.
class DisturbedArithmetic {
public:
    using Scalar = CheckedInteger;

    /// disturb(n) says whether the n-th literal that the algebra asks for is disturbed.
    explicit DisturbedArithmetic(std::function<bool(std::size_t)> disturb) : m_disturb(std::move(disturb)) {}

    Scalar literal(std::int64_t value) { return Scalar{value + (m_disturb(m_asked++) ? 1 : 0)}; }
    Scalar given(const char*, const char*, std::int64_t value) { return Scalar{value}; }
    Scalar define(const char*, const char*, Scalar value) { return value; }
    Scalar zero() { return Scalar{}; }

    std::size_t asked() const { return m_asked; }

private:
    std::function<bool(std::size_t)> m_disturb;
    std::size_t m_asked = 0;
};

/// Where a literal stands: the formula it belongs to and its place there. A recompute runs the formula of its
/// forward layer, and all layers of a primitive share one where the algebra writes it once.
using LiteralPlace = std::pair<std::string, std::size_t>;

struct DisturbedWork {
    BlockWork work;
    std::vector<LiteralPlace> literals; ///< in the order in which the algebra asks for them
};

DisturbedWork workWith(const BlockParameters& parameters, std::function<bool(std::size_t)> disturb)
{
    DisturbedArithmetic arithmetic{std::move(disturb)};
    const BlockAlgebra<DisturbedArithmetic> algebra{arithmetic, parameters};
    DisturbedWork made;
    const auto locate = [&](const std::string& formula) {
        for (std::size_t place = 0; made.literals.size() < arithmetic.asked(); ++place)
            made.literals.emplace_back(formula, place);
    };
    locate("definitions");
    algebra.forEachInvocation([&](const InvocationOf<CheckedInteger>& from) {
        const Phase formula = from.phase == Phase::Recompute ? Phase::Forward : from.phase;
        locate(std::string{nameOf(from.primitive)} + " " + std::string{nameOf(formula)});
        made.work.invocations.push_back({from.layer, from.phase, from.primitive, from.collective,
                                         {Operations{from.operations.value()}, Bytes{from.read.value()},
                                          Bytes{from.write.value()}, Bytes{from.message.value()}}});
    });
    BlockMemory& sum = made.work.blockMemory;
    const auto add = [](Bytes& to, CheckedInteger bytes) { to = Bytes{to.value() + bytes.value()}; };
    algebra.forEachMemoryRow([&](const MemoryOf<CheckedInteger>& from) {
        locate(std::string{nameOf(from.layer)} + " memory");
        made.work.memory.push_back({from.layer, Elements{from.parameters.value()}, Bytes{from.working.value()},
                                    from.workingIsAlias, Bytes{from.kept.value()}, Bytes{from.gradient.value()}});
        if (!from.workingIsAlias)
            add(sum.activationWorking, from.working);
        add(sum.activationStorage, from.kept);
        add(sum.activationGradients, from.gradient);
        add(sum.weights, algebra.weightBytes(from.parameters));
        add(sum.weightGradients, algebra.weightGradientBytes(from.parameters));
        add(sum.weightGradientsUnsharded, algebra.weightGradientUnshardedBytes(from.parameters));
        add(sum.optimizer, algebra.optimizerBytes(from.parameters));
        locate("block memory");
    });
    add(sum.activationCheckpoint, algebra.activationCheckpoint());
    locate("checkpoint");
    return made;
}

bool isFound(const CheckedTraining& checked, const BlockWork& work)
{
    const DistributedTaskIR tasks = checked.tasks(work);
    return !failedCodes(checked.observe(tasks)).empty()
        || !failedCodes(checked.observe(tasks, checked.plan(tasks, work))).empty();
}

TEST(PerturbedAlgebra, WithoutDisturbanceIsTheAlgebraOfThePlan)
{
    for (const NamedTraining& named : trainingSpread()) {
        const CheckedTraining checked{named.training};
        const BlockWork work = workWith(checked.parameters(), [](std::size_t) { return false; }).work;
        EXPECT_EQ(work.invocations, checked.work().invocations) << named.name;
        EXPECT_EQ(work.memory, checked.work().memory) << named.name;
        EXPECT_EQ(work.blockMemory, checked.work().blockMemory) << named.name;
    }
}

bool sameWork(const BlockWork& a, const BlockWork& b)
{
    return a.invocations == b.invocations && a.memory == b.memory && a.blockMemory == b.blockMemory;
}

/// Disturbs each coefficient of the spread and expects a check to fail. Some are asked for and then not used (what
/// a layer would keep, with full recompute); each must show in the work of some training, though.
/// group(literals, j, k): whether literal j is disturbed together with literal k.
template <class Group>
void expectEachFound(const Group& group)
{
    std::set<LiteralPlace> seen;
    std::set<LiteralPlace> effective;
    for (const NamedTraining& named : trainingSpread()) {
        const CheckedTraining checked{named.training};
        const auto right = workWith(checked.parameters(), [](std::size_t) { return false; });
        std::set<std::vector<bool>> tried;
        for (std::size_t k = 0; k < right.literals.size(); ++k) {
            std::vector<bool> disturbed(right.literals.size());
            for (std::size_t j = 0; j < disturbed.size(); ++j)
                disturbed[j] = group(right.literals, j, k);
            if (!tried.insert(disturbed).second)
                continue;
            const auto wrong = workWith(checked.parameters(), [&](std::size_t asked) { return disturbed[asked]; });
            seen.insert(right.literals[k]);
            if (sameWork(wrong.work, right.work))
                continue;
            effective.insert(right.literals[k]);
            EXPECT_TRUE(isFound(checked, wrong.work))
                << named.name << ": " << right.literals[k].first << ", literal " << right.literals[k].second;
        }
    }
    EXPECT_GE(seen.size(), 36u);
    EXPECT_EQ(seen, effective);
}

TEST(PerturbedAlgebra, IsFoundInEveryUseOfEveryCoefficient)
{
    expectEachFound([](const std::vector<LiteralPlace>&, std::size_t j, std::size_t k) { return j == k; });
}

// A coefficient that one formula states for several layers is wrong in all of them at once.
TEST(PerturbedAlgebra, IsFoundInEveryCoefficientWhereverItIsUsed)
{
    expectEachFound([](const std::vector<LiteralPlace>& literals, std::size_t j, std::size_t k) {
        return literals[j] == literals[k];
    });
}

} // namespace
} // namespace planscope
