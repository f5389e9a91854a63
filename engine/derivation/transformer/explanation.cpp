#include "derivation/transformer/explanation.h"

#include "derivation/transformer/block_algebra.h"
#include "derivation/transformer/expression.h"

#include <string_view>

namespace planscope {
namespace {

/// The arithmetic that explains: scalars are formulas.
class SymbolicArithmetic {
public:
    using Scalar = Expression;

    Scalar literal(std::int64_t value) { return Expression::literal(value); }
    Scalar zero() { return Expression::literal(0); }
    Scalar given(std::string_view name, std::string_view meaning, std::int64_t value)
    {
        return symbol(name, meaning, value, nullptr);
    }
    Scalar define(std::string_view name, std::string_view meaning, const Scalar& definition)
    {
        return symbol(name, meaning, definition.value(), std::make_shared<const Expression>(definition));
    }

private:
    static Scalar symbol(std::string_view name, std::string_view meaning, std::int64_t value,
                         std::shared_ptr<const Expression> definition)
    {
        return Expression::symbol(std::make_shared<const FormulaSymbol>(
            FormulaSymbol{std::string{name}, std::string{meaning}, value, std::move(definition)}));
    }
};

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

/// Builds one explanation from formulas.
class ExplanationBuilder {
public:
    ExplanationBuilder(std::string subject, std::string_view source)
    {
        m_explanation.subject = std::move(subject);
        m_explanation.source = source;
    }
    void add(std::string_view fact, std::string_view unit, const Expression& expression)
    {
        m_explanation.facts.push_back({std::string{fact}, std::string{unit}, expression.formula(),
                                       expression.substituted(), std::to_string(expression.value())});
        expression.collectSymbols(m_symbols);
    }
    Explanation take()
    {
        for (const auto& symbol : m_symbols)
            m_explanation.symbols.push_back({symbol->name, symbol->meaning,
                                             symbol->definition ? symbol->definition->formula() : std::string{},
                                             std::to_string(symbol->value)});
        return std::move(m_explanation);
    }

private:
    Explanation m_explanation;
    std::vector<std::shared_ptr<const FormulaSymbol>> m_symbols;
};

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
