#pragma once

#include "derivation/transformer/explanation.h"
#include "derivation/transformer/expression.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace planscope {

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
                                       expression.substituted(), decimalDigits(expression.wideValue())});
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

} // namespace planscope
