#include "base/expression.h"

#include "base/exact_digits.h"

#include <algorithm>

namespace planscope {
namespace {

template <class Number>
std::string numberText(Number value)
{
    return value < 0 ? "(−" + exactDigits(value).substr(1) + ")" : exactDigits(value);
}

} // namespace

template <class Number>
struct ExpressionOf<Number>::Node {
    Kind kind;
    Number literal{};
    std::shared_ptr<const Symbol> symbol;
    std::vector<ExpressionOf> operands; ///< two, for the kinds that combine
};

template <class Number>
ExpressionOf<Number> ExpressionOf<Number>::literal(Number value)
{
    return ExpressionOf{std::make_shared<Node>(Node{Kind::Literal, value, nullptr, {}})};
}

template <class Number>
ExpressionOf<Number> ExpressionOf<Number>::symbol(std::shared_ptr<const Symbol> symbol)
{
    return ExpressionOf{std::make_shared<Node>(Node{Kind::Symbol, {}, std::move(symbol), {}})};
}

template <class Number>
ExpressionOf<Number> ExpressionOf<Number>::combine(Kind kind, const ExpressionOf& a, const ExpressionOf& b)
{
    return ExpressionOf{std::make_shared<Node>(Node{kind, {}, nullptr, {a, b}})};
}

template <class Number>
bool ExpressionOf<Number>::isNothing() const
{
    return m_node->kind == Kind::Literal && m_node->literal == Number{};
}

template <class Number>
auto ExpressionOf<Number>::evaluate() const -> Step
{
    const auto& operands = m_node->operands;
    const auto of = [&operands](std::size_t k) { return operands[k].evaluate(); };
    switch (m_node->kind) {
    case Kind::Literal: return m_node->literal;
    case Kind::Symbol: return m_node->symbol->value;
    case Kind::Sum: return of(0) + of(1);
    case Kind::Difference: return of(0) - of(1);
    case Kind::Product: return of(0) * of(1);
    case Kind::Quotient: return of(0) / of(1);
    case Kind::Ceiling: return (of(0) + of(1) - 1) / of(1);
    case Kind::Minimum: return std::min(of(0), of(1));
    case Kind::Maximum: return std::max(of(0), of(1));
    }
    return {};
}

template <class Number>
std::string ExpressionOf<Number>::formula() const
{
    return text(false);
}

template <class Number>
std::string ExpressionOf<Number>::substituted() const
{
    return text(true);
}

template <class Number>
std::string ExpressionOf<Number>::text(bool values) const
{
    const auto& operands = m_node->operands;
    const auto of = [&](std::size_t k) { return operand(operands[k], values, k == 1); };
    switch (m_node->kind) {
    case Kind::Literal: return numberText(m_node->literal);
    case Kind::Symbol: return values ? numberText(m_node->symbol->value) : m_node->symbol->name;
    case Kind::Sum: return of(0) + " + " + of(1);
    case Kind::Difference: return of(0) + " − " + of(1);
    case Kind::Product: return of(0) + "·" + of(1);
    case Kind::Quotient: return of(0) + "/" + of(1);
    case Kind::Ceiling: return "⌈" + operands[0].text(values) + " / " + of(1) + "⌉";
    case Kind::Minimum: return "min(" + of(0) + ", " + of(1) + ")";
    case Kind::Maximum: return "max(" + of(0) + ", " + of(1) + ")";
    }
    return {};
}

/// Parentheses only where the grammar needs them: a sum inside a product, and any compound at the right of a
/// difference or a quotient; of doubles also at the right of a sum or a product, whose order of steps matters.
template <class Number>
std::string ExpressionOf<Number>::operand(const ExpressionOf& child, bool values, bool right) const
{
    const auto isSum = [](Kind kind) { return kind == Kind::Sum || kind == Kind::Difference; };
    const auto isCompound = [&](Kind kind) { return isSum(kind) || kind == Kind::Product || kind == Kind::Quotient; };
    const bool orderMatters = right && !std::is_integral_v<Number>;
    const Kind inner = child.m_node->kind;
    bool enclose = false;
    switch (m_node->kind) {
    case Kind::Sum: enclose = orderMatters && isSum(inner); break;
    case Kind::Difference: enclose = right && isSum(inner); break;
    case Kind::Product: enclose = isSum(inner) || inner == Kind::Quotient || (orderMatters && isCompound(inner)); break;
    case Kind::Quotient: enclose = right ? isCompound(inner) : isCompound(inner) && inner != Kind::Product; break;
    case Kind::Ceiling: enclose = isCompound(inner); break;
    case Kind::Minimum:
    case Kind::Maximum:
    case Kind::Literal:
    case Kind::Symbol: break;
    }
    const std::string text = child.text(values);
    return enclose ? "(" + text + ")" : text;
}

template <class Number>
void ExpressionOf<Number>::collectSymbols(std::vector<std::shared_ptr<const Symbol>>& into) const
{
    for (const ExpressionOf& operand : m_node->operands)
        operand.collectSymbols(into);
    const auto& symbol = m_node->symbol;
    if (!symbol || std::find(into.begin(), into.end(), symbol) != into.end())
        return;
    if (symbol->definition)
        symbol->definition->collectSymbols(into);
    into.push_back(symbol);
}

template class ExpressionOf<std::int64_t>;
template class ExpressionOf<double>;

} // namespace planscope
