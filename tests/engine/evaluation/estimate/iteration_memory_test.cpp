#include "small_system.h"

#include "evaluation/estimate/iteration_memory.h"

#include <gtest/gtest.h>

#include <rapidcheck/gtest.h>

#include <algorithm>
#include <limits>

#include <boost/multiprecision/cpp_int.hpp>

namespace planscope::test {
namespace {

using Integer = boost::multiprecision::cpp_int;
using Rational = boost::multiprecision::cpp_rational;

Integer roundedUp(const Rational& value)
{
    const Integer whole = numerator(value) / denominator(value);
    return whole * denominator(value) == numerator(value) ? whole : Integer{whole + 1};
}

/// Section "Memory" of the rules in exact rationals, term by term.
std::array<Integer, 7> termsByRationals(const PlanProgram& program, const BlockMemory& block)
{
    const Rational p = program.pipelineDegree;
    const Rational v = virtualStagesOf(program.schedule);
    const Rational blocks = program.shape.blocksPerStage;
    Rational inFlight = std::min(program.shape.microbatchCount, program.pipelineDegree);
    if (v > 1)
        inFlight *= 1 + (p - 1) / (v * p);
    const bool full = program.recompute == RecomputePolicy::Full;
    std::array<Integer, 7> terms{
        roundedUp(blocks * block.weights.value()),
        roundedUp(block.activationWorking.value()
                  + (full ? Rational{0} : block.activationStorage.value() * (blocks * inFlight - 1))),
        roundedUp(blocks * block.activationCheckpoint.value() * inFlight),
        roundedUp(block.weightGradientsUnsharded.value() + (blocks - 1) * block.weightGradients.value()),
        roundedUp(Rational{block.activationGradients.value()}),
        roundedUp(blocks * block.optimizer.value()),
        0};
    for (std::size_t k = 0; k < 6; ++k)
        terms[6] += terms[k];
    return terms;
}

std::int64_t upTo(std::int64_t most)
{
    return *rc::gen::inRange<std::int64_t>(1, most);
}

PlanProgram anyProgram(std::int64_t largestCount)
{
    PlanProgram program = smallProgram();
    program.pipelineDegree = upTo(largestCount);
    program.shape.microbatchCount = upTo(largestCount);
    program.shape.blocksPerStage = upTo(largestCount);
    program.recompute = static_cast<RecomputePolicy>(*rc::gen::inRange(0, 3));
    if (*rc::gen::arbitrary<bool>())
        program.schedule = InterleavedOneForwardOneBackward{1 + upTo(largestCount)};
    return program;
}

BlockMemory anyBlock(std::int64_t largestBytes)
{
    BlockMemory block;
    for (Bytes* field :
         {&block.weights, &block.activationWorking, &block.activationStorage, &block.activationCheckpoint,
          &block.weightGradients, &block.weightGradientsUnsharded, &block.activationGradients, &block.optimizer})
        *field = Bytes{upTo(largestBytes) - 1};
    return block;
}

void agreesWithRationals(const PlanProgram& program, const BlockMemory& block)
{
    static constexpr std::array<std::string_view, 7> names{
        "weights",   "activations", "activation_checkpoints", "weight_gradients", "activation_gradients",
        "optimizer", "total"};
    const std::array<Integer, 7> expected = termsByRationals(program, block);
    const auto memory = iterationMemory(program, block);
    const auto tooLarge = std::find_if(expected.begin(), expected.end(), [](const Integer& term) {
        return term > std::numeric_limits<std::int64_t>::max();
    });
    RC_ASSERT(memory.has_value() == (tooLarge == expected.end()));
    RC_ASSERT(iterationMemoryIfItFits(program, block).has_value() == memory.has_value());
    if (!memory) {
        const Diagnostics& faults = memory.error();
        RC_ASSERT(faults.size() == 1u);
        RC_ASSERT(faults[0].code == "integer.overflow");
        RC_ASSERT(faults[0].origin == Origin::Work);
        const auto name = names[static_cast<std::size_t>(tooLarge - expected.begin())];
        RC_ASSERT(faults[0].path == "memory." + std::string{name});
        RC_ASSERT(faults[0].given == tooLarge->str());
        return;
    }
    const std::array<Bytes, 7> actual{memory->weights,
                                      memory->activations,
                                      memory->activationCheckpoints,
                                      memory->weightGradients,
                                      memory->activationGradients,
                                      memory->optimizer,
                                      memory->total};
    for (std::size_t k = 0; k < actual.size(); ++k)
        RC_ASSERT(actual[k].value() == expected[k]);
}

RC_GTEST_PROP(IterationMemory, EqualsExactRationalsRoundedUp, ())
{
    agreesWithRationals(anyProgram(200), anyBlock(1000));
}

RC_GTEST_PROP(IterationMemory, EqualsExactRationalsWhereStepsLeave64Bits, ())
{
    agreesWithRationals(anyProgram(std::int64_t{1} << 13), anyBlock(std::int64_t{1} << 42));
}

RC_GTEST_PROP(IterationMemory, EqualsExactRationalsOrOverflows, ())
{
    agreesWithRationals(anyProgram(std::int64_t{1} << 31), anyBlock(std::numeric_limits<std::int64_t>::max()));
}

TEST(IterationMemory, AFractionOfAByteIsAByte)
{
    PlanProgram program = smallProgram();
    program.pipelineDegree = 3;
    program.shape.microbatchCount = 1;
    program.schedule = InterleavedOneForwardOneBackward{2};
    BlockMemory block;
    block.activationCheckpoint = Bytes{7};
    block.activationStorage = Bytes{7};
    const auto memory = iterationMemory(program, block);
    EXPECT_EQ(memory.value().activationCheckpoints.value(), 10) << "7 · (1 + 2/6) = 9 1/3";
    EXPECT_EQ(memory->activations.value(), 3) << "7 · 2/6 = 2 1/3";
}

TEST(IterationMemory, FullRecomputeKeepsTheWorkingSetOnly)
{
    PlanProgram program = smallProgram();
    program.recompute = RecomputePolicy::Full;
    program.shape.blocksPerStage = 9;
    BlockMemory block;
    block.activationWorking = Bytes{5};
    block.activationStorage = Bytes{1000};
    EXPECT_EQ(iterationMemory(program, block).value().activations.value(), 5);
}

TEST(IterationMemory, TheFirstTermThatOverflowsIsNamedWithItsExactValue)
{
    const Bytes most{std::numeric_limits<std::int64_t>::max()};
    PlanProgram program = smallProgram();
    program.shape.blocksPerStage = 2;
    const auto fault = [&](BlockMemory block) {
        const auto memory = iterationMemory(program, block);
        return memory ? std::string{"none"} : memory.error().at(0).path + " " + memory.error().at(0).given;
    };
    const std::string twice = "18446744073709551614";
    EXPECT_EQ(fault({most, {}, {}, {}, {}, {}, {}, most}), "memory.weights " + twice);
    EXPECT_EQ(fault({{}, most, most, {}, {}, {}, {}, {}}), "memory.activations " + twice);
    EXPECT_EQ(fault({{}, {}, {}, most, {}, {}, {}, {}}), "memory.activation_checkpoints " + twice);
    EXPECT_EQ(fault({{}, {}, {}, {}, most, most, {}, {}}), "memory.weight_gradients " + twice);
    EXPECT_EQ(fault({{}, {}, {}, {}, {}, {}, {}, most}), "memory.optimizer " + twice);
    EXPECT_EQ(fault({{}, most, {}, {}, {}, {}, Bytes{1}, {}}), "memory.total 9223372036854775808");
    EXPECT_EQ(fault({{}, most, {}, {}, {}, {}, {}, {}}), "none");
}

} // namespace
} // namespace planscope::test
