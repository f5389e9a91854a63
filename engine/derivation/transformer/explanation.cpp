#include "derivation/transformer/explanation.h"

#include "derivation/transformer/block_algebra.h"
#include "derivation/transformer/symbolic_arithmetic.h"

#include <string_view>

namespace planscope {
namespace {

constexpr std::string_view tensorPartition = "tensor partition of the block: Shoeybi et al., Megatron-LM, arXiv 1909.08053, section 3";
constexpr std::string_view sequenceParallelism
    = "sequence parallelism and recompute: Korthikanti et al., arXiv 2205.05198, sections 4 and 5";
constexpr std::string_view localCounts
    = "operations and bytes of the layer: Isaev et al., Calculon, SC '23, doi 10.1145/3581784.3607102";

std::string_view sourceOf(Primitive primitive)
{
    switch (primitive) {
    case Primitive::Linear:
    case Primitive::BatchMatmul: return tensorPartition;
    case Primitive::Collective: return sequenceParallelism;
    case Primitive::Fork:
    case Primitive::LayerNorm:
    case Primitive::Softmax:
    case Primitive::Dropout:
    case Primitive::ResidualAdd:
    case Primitive::Gelu:
    case Primitive::Adam: return localCounts;
    }
    return localCounts;
}

} // namespace

std::vector<Explanation> explainBlock(const BlockParameters& parameters)
{
    SymbolicArithmetic arithmetic;
    const BlockAlgebra<SymbolicArithmetic> algebra{arithmetic, parameters};
    std::vector<Explanation> explanations;
    algebra.forEachInvocation([&](const InvocationOf<Expression>& invocation) {
        ExplanationBuilder builder{invocationName(invocation.layer, invocation.phase, invocation.collective),
                                   sourceOf(invocation.primitive)};
        builder.add("operations", "operations", invocation.operations);
        builder.add("read_bytes", "bytes", invocation.read);
        builder.add("write_bytes", "bytes", invocation.write);
        builder.add("message_bytes", "bytes", invocation.message);
        explanations.push_back(builder.take());
    });
    algebra.forEachMemoryRow([&](const MemoryOf<Expression>& row) {
        ExplanationBuilder builder{std::string{nameOf(row.layer)} + ".memory", sourceOf(primitiveOf(row.layer))};
        builder.add("parameters", "elements", row.parameters);
        builder.add("working_bytes", "bytes", row.working);
        builder.add("kept_bytes", "bytes", row.kept);
        builder.add("activation_gradient_bytes", "bytes", row.gradient);
        explanations.push_back(builder.take());
    });
    return explanations;
}

} // namespace planscope
