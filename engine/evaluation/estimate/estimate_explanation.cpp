#include "evaluation/estimate/estimate_explanation.h"

#include "base/symbolic_arithmetic.h"

#include <array>
#include <cmath>

namespace planscope {
namespace {

constexpr std::string_view shareSource = "of all that the first stage holds, and of what a rank has";
constexpr std::string_view capacitySource = "stated by the system profile";
constexpr std::string_view primitiveSource
    = "sum over the invocations of the primitive, one block and one microbatch on one rank";

} // namespace

std::vector<Explanation> explainMemoryShares(const SystemProfile& profile, const Estimate& estimate)
{
    using S = RealExpression;
    using Builder = ExplanationBuilder<double>;
    SymbolicArithmetic<double> arithmetic;
    std::vector<Explanation> explanations;
    Builder ofCapacity{"memory.capacity", capacitySource};
    ofCapacity.add("bytes", "bytes",
                   std::isfinite(profile.capacityBytes())
                       ? arithmetic.given("capacity_gib", "memory of a rank, GiB", profile.capacityGib)
                           * arithmetic.literal(1073741824.0)
                       : arithmetic.literal(estimate.capacity)); // no limit
    explanations.push_back(std::move(ofCapacity).take());
    const S total = arithmetic.explained("total", "memory of the first stage, bytes",
                                         static_cast<double>(estimate.memory.total.value()), "memory.total");
    const S capacity =
        arithmetic.explained("capacity", "memory of a rank, bytes", estimate.capacity, "memory.capacity");
    for (const NamedBytes& component : iterationMemoryFigures) {
        const std::string subject = "memory." + std::string{component.name};
        const S bytes = component.member == &IterationMemory::total
            ? total
            : arithmetic.explained(component.name, "on a rank of the first stage, bytes",
                                   static_cast<double>((estimate.memory.*component.member).value()), subject);
        Builder builder{subject + ".share", shareSource};
        if (!total.isNothing())
            builder.add("share_of_total", "", bytes / total);
        if (!capacity.isNothing())
            builder.add("share_of_capacity", "", bytes / capacity);
        explanations.push_back(std::move(builder).take());
    }
    return explanations;
}

std::vector<Explanation> explainPrimitives(std::span<const Invocation> invocations)
{
    SymbolicArithmetic<std::int64_t> arithmetic;
    struct Sums {
        Expression operations, bytes;
        bool isUsed = false;
    };
    std::array<Sums, countOf<Primitive>()> sums;
    for (const Invocation& invocation : invocations) {
        Sums& sum = sums[static_cast<std::size_t>(invocation.primitive)];
        const std::string subject = invocationName(invocation.layer, invocation.phase, invocation.collective);
        const auto symbol = [&](const char* suffix, const char* meaning, std::int64_t value) {
            return arithmetic.explained(subject + suffix, meaning, value, subject);
        };
        sum.isUsed = true;
        sum.operations = sum.operations + symbol("", "operations of the task", invocation.facts.operations.value());
        sum.bytes = sum.bytes + symbol(".read", "bytes that the task reads", invocation.facts.read.value())
            + symbol(".write", "bytes that the task writes", invocation.facts.write.value());
    }
    std::vector<Explanation> explanations;
    for (std::size_t primitive = 0; primitive < sums.size(); ++primitive) {
        if (!sums[primitive].isUsed)
            continue;
        ExplanationBuilder<std::int64_t> builder{"primitive." + std::string{nameOf(static_cast<Primitive>(primitive))},
                                                 primitiveSource};
        builder.add("operations", "operations", sums[primitive].operations);
        builder.add("bytes", "bytes", sums[primitive].bytes);
        explanations.push_back(std::move(builder).take());
    }
    return explanations;
}

} // namespace planscope
