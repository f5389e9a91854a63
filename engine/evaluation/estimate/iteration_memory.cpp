#include "evaluation/estimate/iteration_memory.h"

#include "base/checked_integer.h"

#include <algorithm>
#include <array>
#include <limits>

#include <boost/multiprecision/cpp_int.hpp>

namespace planscope {
namespace {

using boost::multiprecision::cpp_int_backend;
using BigInteger = boost::multiprecision::number<cpp_int_backend<>, boost::multiprecision::et_off>;

BigInteger ceilingQuotient(const BigInteger& a, const BigInteger& b)
{
    return (a + b - 1) / b;
}

constexpr std::size_t totalIndex = 6;
constexpr std::array<std::string_view, totalIndex + 1> termNames{"memory.weights",
                                                                 "memory.activations",
                                                                 "memory.activation_checkpoints",
                                                                 "memory.weight_gradients",
                                                                 "memory.activation_gradients",
                                                                 "memory.optimizer",
                                                                 "memory.total"};

/// The terms of the first stage in the order of termNames, over any integer: in_flight is the rational
/// min(n, p) · (v·p + p − 1) / (v·p) when interleaved (arXiv 2104.04473), else min(n, p).
template <class Integer>
std::array<Integer, totalIndex + 1> memoryTerms(const PlanProgram& program, const BlockMemory& block)
{
    const auto of = [](Bytes bytes) { return Integer{bytes.value()}; };
    const std::int64_t virtualStages = virtualStagesOf(program.schedule);
    const Integer one{1};
    const Integer blocks{program.shape.blocksPerStage};
    const Integer stages{program.pipelineDegree};
    Integer inFlight{std::min(program.shape.microbatchCount, program.pipelineDegree)};
    Integer divisor = one;
    if (virtualStages > 1) {
        divisor = Integer{virtualStages} * stages;
        inFlight = inFlight * (divisor + stages - one);
    }
    const auto scaled = [&](const Integer& bytes, const Integer& count) {
        return virtualStages > 1 ? ceilingQuotient(bytes * count, divisor) : bytes * count;
    };

    std::array<Integer, totalIndex + 1> terms;
    terms[0] = blocks * of(block.weights);
    terms[1] = of(block.activationWorking);
    if (program.recompute != RecomputePolicy::Full)
        terms[1] = terms[1] + scaled(of(block.activationStorage), blocks * inFlight - divisor);
    terms[2] = scaled(of(block.activationCheckpoint), blocks * inFlight);
    terms[3] = of(block.weightGradientsUnsharded) + (blocks - one) * of(block.weightGradients);
    terms[4] = of(block.activationGradients);
    terms[5] = blocks * of(block.optimizer);
    for (std::size_t k = 0; k < totalIndex; ++k)
        terms[totalIndex] = terms[totalIndex] + terms[k];
    return terms;
}

using NarrowTerms = std::array<std::int64_t, totalIndex + 1>;

IterationMemory memoryOf(const NarrowTerms& terms)
{
    return {Bytes{terms[0]}, Bytes{terms[1]}, Bytes{terms[2]}, Bytes{terms[3]},
            Bytes{terms[4]}, Bytes{terms[5]}, Bytes{terms[6]}};
}

/// By 64-bit steps alone; nothing when one of them overflows, which does not yet mean that a term does.
std::optional<IterationMemory> memoryByNarrowSteps(const PlanProgram& program, const BlockMemory& block)
{
    const auto terms = memoryTerms<CheckedInteger>(program, block);
    NarrowTerms narrow{};
    for (std::size_t k = 0; k < terms.size(); ++k) {
        if (terms[k].overflowed())
            return std::nullopt;
        narrow[k] = terms[k].value();
    }
    return memoryOf(narrow);
}

Result<IterationMemory> memoryByBigSteps(const PlanProgram& program, const BlockMemory& block)
{
    const auto terms = memoryTerms<BigInteger>(program, block);
    NarrowTerms narrow{};
    for (std::size_t k = 0; k < terms.size(); ++k) {
        if (terms[k] > std::numeric_limits<std::int64_t>::max())
            return refuse(Diagnostic{Severity::Error,
                                     Origin::Work,
                                     "integer.overflow",
                                     std::string{termNames[k]},
                                     "the first stage would hold " + terms[k].str()
                                         + " bytes, more than 2^63 − 1 = 9223372036854775807",
                                     terms[k].str(),
                                     {}});
        narrow[k] = static_cast<std::int64_t>(terms[k]);
    }
    return memoryOf(narrow);
}

} // namespace

std::optional<IterationMemory> iterationMemoryIfItFits(const PlanProgram& program, const BlockMemory& block)
{
    if (const auto memory = memoryByNarrowSteps(program, block))
        return memory;
    const auto memory = memoryByBigSteps(program, block);
    return memory ? std::optional{*memory} : std::nullopt;
}

Result<IterationMemory> iterationMemory(const PlanProgram& program, const BlockMemory& block)
{
    if (const auto memory = memoryByNarrowSteps(program, block))
        return *memory;
    return memoryByBigSteps(program, block);
}

} // namespace planscope
