#include "evaluation/estimate/iteration_memory.h"

#include "base/checked_integer.h"
#include "base/symbolic_arithmetic.h"
#include "evaluation/estimate/estimate_explanation.h"

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

CheckedInteger smaller(CheckedInteger a, CheckedInteger b)
{
    return a.value() < b.value() ? a : b;
}
BigInteger smaller(const BigInteger& a, const BigInteger& b)
{
    return a < b ? a : b;
}

/// The arithmetic of numbers; SymbolicArithmetic is that of formulas.
template <class Integer>
struct IntegerArithmetic {
    using Scalar = Integer;
    static Scalar literal(std::int64_t value) { return Integer{value}; }
    static Scalar given(const char*, const char*, std::int64_t value) { return Integer{value}; }
    static Scalar explained(const char*, const char*, std::int64_t value, const char*) { return Integer{value}; }
};

/// The terms of the first stage in the order of termNames, over any integer: in flight are the rational
/// min(n, p) · (v·p + p − 1) / (v·p) microbatches when interleaved (arXiv 2104.04473), else min(n, p).
template <class A>
std::array<typename A::Scalar, totalIndex> memoryTerms(A& arithmetic, const PlanProgram& program,
                                                       const BlockMemory& block)
{
    using Integer = typename A::Scalar;
    const auto of = [&](const char* symbol, const char* meaning, const char* subject, Bytes bytes) {
        return arithmetic.explained(symbol, meaning, bytes.value(), subject);
    };
    const bool interleaved = virtualStagesOf(program.schedule) > 1;
    const Integer one = arithmetic.literal(1);
    const Integer blocks = arithmetic.given("B", "blocks of a stage", program.shape.blocksPerStage);
    const Integer stages = arithmetic.given("p", "pipeline stages", program.pipelineDegree);
    Integer inFlight =
        smaller(arithmetic.given("n", "microbatches of a replica", program.shape.microbatchCount), stages);
    Integer divisor = one;
    if (interleaved) {
        divisor = arithmetic.given("v", "virtual stages of a rank", virtualStagesOf(program.schedule)) * stages;
        inFlight = inFlight * (divisor + stages - one);
    }
    const auto scaled = [&](const Integer& bytes, const Integer& count) {
        return interleaved ? ceilingQuotient(bytes * count, divisor) : bytes * count;
    };

    std::array<Integer, totalIndex> terms;
    terms[0] = blocks * of("weights", "weights of a block, bytes", "block_memory.weights", block.weights);
    terms[1] = of("working", "activations held while a block runs, bytes", "block_memory.activation_working",
                  block.activationWorking);
    if (program.recompute != RecomputePolicy::Full)
        terms[1] = terms[1]
            + scaled(of("kept", "activations of a block kept for backward, bytes", "block_memory.activation_storage",
                        block.activationStorage),
                     blocks * inFlight - divisor);
    terms[2] = scaled(of("checkpoint", "input of a block kept for its recompute, bytes",
                         "block_memory.activation_checkpoint", block.activationCheckpoint),
                      blocks * inFlight);
    terms[3] = of("unsharded", "weight gradients of the running block, bytes",
                  "block_memory.weight_gradients_unsharded", block.weightGradientsUnsharded)
        + (blocks - one)
            * of("sharded", "weight gradients of another block, bytes", "block_memory.weight_gradients",
                 block.weightGradients);
    terms[4] = of("gradients", "activation gradients of the running block, bytes", "block_memory.activation_gradients",
                  block.activationGradients);
    terms[5] = blocks
        * of("state", "optimizer state of a block, bytes", "block_memory.optimizer", block.optimizer);
    return terms;
}

template <class Integer>
std::array<Integer, totalIndex + 1> termsAndTotal(const PlanProgram& program, const BlockMemory& block)
{
    IntegerArithmetic<Integer> arithmetic;
    const std::array<Integer, totalIndex> terms = memoryTerms(arithmetic, program, block);
    std::array<Integer, totalIndex + 1> all;
    for (std::size_t k = 0; k < totalIndex; ++k) {
        all[k] = terms[k];
        all[totalIndex] = all[totalIndex] + terms[k];
    }
    return all;
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
    const auto terms = termsAndTotal<CheckedInteger>(program, block);
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
    const auto terms = termsAndTotal<BigInteger>(program, block);
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

std::vector<Explanation> explainMemory(const PlanProgram& program, const BlockMemory& block)
{
    constexpr std::string_view source =
        "microbatches in flight on the first stage: Narayanan et al., arXiv 2104.04473, section 2";
    SymbolicArithmetic<std::int64_t> arithmetic;
    std::vector<Explanation> explanations;
    Expression total;
    const auto terms = memoryTerms(arithmetic, program, block);
    for (std::size_t k = 0; k < terms.size(); ++k) {
        const std::string subject{termNames[k]};
        ExplanationBuilder<std::int64_t> builder{subject, source};
        builder.add("bytes", "bytes", terms[k]);
        explanations.push_back(std::move(builder).take());
        total = total
            + arithmetic.explained(subject.substr(subject.find('.') + 1), "on a rank of the first stage, bytes",
                                   terms[k].value(), subject);
    }
    ExplanationBuilder<std::int64_t> builder{std::string{termNames[totalIndex]}, "sum of what the first stage holds"};
    builder.add("bytes", "bytes", total);
    explanations.push_back(std::move(builder).take());
    return explanations;
}

} // namespace planscope
