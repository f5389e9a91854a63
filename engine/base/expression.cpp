#include "derivation/transformer/expression.h"

#include <algorithm>

namespace planscope {

struct Expression::Node {
    Kind kind;
    std::int64_t literal = 0;
    std::shared_ptr<const FormulaSymbol> symbol;
    std::vector<Expression> operands; ///< two, for the kinds that combine
};

Expression Expression::literal(std::int64_t value)
{
    return Expression{std::make_shared<Node>(Node{Kind::Literal, value, nullptr, {}})};
}

Expression Expression::symbol(std::shared_ptr<const FormulaSymbol> symbol)
{
    return Expression{std::make_shared<Node>(Node{Kind::Symbol, 0, std::move(symbol), {}})};
}

Expression Expression::combine(Kind kind, const Expression& a, const Expression& b)
{
    return Expression{std::make_shared<Node>(Node{kind, 0, nullptr, {a, b}})};
}

Expression operator+(const Expression& a, const Expression& b)
{
    return Expression::combine(Expression::Kind::Sum, a, b);
}
Expression operator-(const Expression& a, const Expression& b)
{
    return Expression::combine(Expression::Kind::Difference, a, b);
}
Expression operator*(const Expression& a, const Expression& b)
{
    return Expression::combine(Expression::Kind::Product, a, b);
}
Expression exactQuotient(const Expression& a, const Expression& b)
{
    return Expression::combine(Expression::Kind::Quotient, a, b);
}
Expression ceilingQuotient(const Expression& a, const Expression& b)
{
    return Expression::combine(Expression::Kind::Ceiling, a, b);
}

WideInteger Expression::evaluate() const
{
    const auto& operands = m_node->operands;
    switch (m_node->kind) {
    case Kind::Literal: return m_node->literal;
    case Kind::Symbol: return m_node->symbol->value;
    case Kind::Sum: return operands[0].evaluate() + operands[1].evaluate();
    case Kind::Difference: return operands[0].evaluate() - operands[1].evaluate();
    case Kind::Product: return operands[0].evaluate() * operands[1].evaluate();
    case Kind::Quotient: return operands[0].evaluate() / operands[1].evaluate();
    case Kind::Ceiling: return (operands[0].evaluate() + operands[1].evaluate() - 1) / operands[1].evaluate();
    }
    return 0;
}

std::string Expression::formula() const
{
    return text(false);
}

std::string Expression::substituted() const
{
    return text(true);
}

std::string Expression::text(bool values) const
{
    const auto& operands = m_node->operands;
    switch (m_node->kind) {
    case Kind::Literal: return std::to_string(m_node->literal);
    case Kind::Symbol: return values ? std::to_string(m_node->symbol->value) : m_node->symbol->name;
    case Kind::Sum: return operand(operands[0], values, false) + " + " + operand(operands[1], values, true);
    case Kind::Difference: return operand(operands[0], values, false) + " − " + operand(operands[1], values, true);
    case Kind::Product: return operand(operands[0], values, false) + "·" + operand(operands[1], values, true);
    case Kind::Quotient: return operand(operands[0], values, false) + "/" + operand(operands[1], values, true);
    case Kind::Ceiling: return "⌈" + operands[0].text(values) + " / " + operand(operands[1], values, true) + "⌉";
    }
    return {};
}

/// Parentheses only where the grammar needs them: a sum inside a product, and any compound at the
/// right of a difference or a quotient.
std::string Expression::operand(const Expression& child, bool values, bool right) const
{
    const auto isSum = [](Kind kind) { return kind == Kind::Sum || kind == Kind::Difference; };
    const auto isCompound = [&](Kind kind) { return isSum(kind) || kind == Kind::Product || kind == Kind::Quotient; };
    const Kind inner = child.m_node->kind;
    bool enclose = false;
    switch (m_node->kind) {
    case Kind::Sum: enclose = false; break;
    case Kind::Difference: enclose = right && isSum(inner); break;
    case Kind::Product: enclose = isSum(inner) || inner == Kind::Quotient; break;
    case Kind::Quotient: enclose = right ? isCompound(inner) : isCompound(inner) && inner != Kind::Product; break;
    case Kind::Ceiling: enclose = isCompound(inner); break;
    case Kind::Literal:
    case Kind::Symbol: break;
    }
    const std::string text = child.text(values);
    return enclose ? "(" + text + ")" : text;
}

void Expression::collectSymbols(std::vector<std::shared_ptr<const FormulaSymbol>>& into) const
{
    for (const Expression& operand : m_node->operands)
        operand.collectSymbols(into);
    const auto& symbol = m_node->symbol;
    if (!symbol || std::find(into.begin(), into.end(), symbol) != into.end())
        return;
    if (symbol->definition)
        symbol->definition->collectSymbols(into);
    into.push_back(symbol);
}

} // namespace planscope
