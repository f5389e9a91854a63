#pragma once

#include "base/quantity.h"

#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

namespace planscope {

template <class Number>
class ExpressionOf;

/// A named quantity of a formula.
template <class Number>
struct FormulaSymbol {
    std::string name;    ///< "T"
    std::string meaning; ///< "tokens of a microbatch"
    Number value{};
    std::shared_ptr<const ExpressionOf<Number>> definition; ///< null when the value is stated or explained elsewhere
    std::string explainedBy;                                ///< the subject of another explanation; "" when none
};

/// A formula over symbols and literals. It prints itself with symbols or with their values; both texts follow the
/// grammar
///     sum = product *(("+" | "−") product)     product = factor *(("·" | "/") factor)
///     factor = number | symbol | "(" sum ")" | "⌈" sum "/" factor "⌉" | ("min" | "max") "(" sum "," sum ")"
///     number = digits, of doubles also with a point and an exponent; a negative one stands as "(−1)"
/// Of integers every step is exact, and so is "/". Of doubles each step rounds as the program's own does: the text,
/// read from left to right, gives the same bits. A sum with nothing, and a product with it, is left out.
/// An immutable value: copies share.
template <class Number>
class ExpressionOf {
public:
    using Symbol = FormulaSymbol<Number>;

    ExpressionOf() : ExpressionOf(literal({})) {} ///< nothing
    static ExpressionOf literal(Number value);
    static ExpressionOf symbol(std::shared_ptr<const Symbol> symbol);

    friend ExpressionOf operator+(const ExpressionOf& a, const ExpressionOf& b)
    {
        return a.isNothing() ? b : b.isNothing() ? a : combine(Kind::Sum, a, b);
    }
    friend ExpressionOf operator-(const ExpressionOf& a, const ExpressionOf& b)
    {
        return b.isNothing() ? a : combine(Kind::Difference, a, b);
    }
    friend ExpressionOf operator*(const ExpressionOf& a, const ExpressionOf& b)
    {
        return a.isNothing() ? a : b.isNothing() ? b : combine(Kind::Product, a, b);
    }
    friend ExpressionOf operator/(const ExpressionOf& a, const ExpressionOf& b)
    {
        return a.isNothing() ? a : combine(Kind::Quotient, a, b);
    }
    friend ExpressionOf exactQuotient(const ExpressionOf& a, const ExpressionOf& b) { return a / b; }
    friend ExpressionOf ceilingQuotient(const ExpressionOf& a, const ExpressionOf& b)
    {
        return a.isNothing() ? a : combine(Kind::Ceiling, a, b);
    }
    friend ExpressionOf smaller(const ExpressionOf& a, const ExpressionOf& b) { return combine(Kind::Minimum, a, b); }
    friend ExpressionOf larger(const ExpressionOf& a, const ExpressionOf& b) { return combine(Kind::Maximum, a, b); }

    /// Requires, of integers: the value fits 64 bits and every step towards it 128.
    Number value() const { return static_cast<Number>(evaluate()); }
    /// The value that formula() states; of integers it may leave 64 bits.
    /// Requires, of integers: every step towards it fits 128 bits.
    std::conditional_t<std::is_integral_v<Number>, WideInteger, Number> statedValue() const { return evaluate(); }
    /// Whether it is the literal 0: a formula that stands for nothing.
    bool isNothing() const;
    std::string formula() const;     ///< "2·T·h·f′"
    std::string substituted() const; ///< "2·2048·12288·6144"
    /// The symbols it uses, and those their definitions use, definitions before uses, each once.
    void collectSymbols(std::vector<std::shared_ptr<const Symbol>>& into) const;

private:
    enum class Kind { Literal, Symbol, Sum, Difference, Product, Quotient, Ceiling, Minimum, Maximum };
    using Step = std::conditional_t<std::is_integral_v<Number>, WideInteger, Number>;
    struct Node;
    explicit ExpressionOf(std::shared_ptr<const Node> node) : m_node(std::move(node)) {}
    static ExpressionOf combine(Kind kind, const ExpressionOf& a, const ExpressionOf& b);
    Step evaluate() const;
    std::string text(bool values) const;
    std::string operand(const ExpressionOf& child, bool values, bool right) const;

    std::shared_ptr<const Node> m_node;
};

extern template class ExpressionOf<std::int64_t>;
extern template class ExpressionOf<double>;

using Expression = ExpressionOf<std::int64_t>;
using RealExpression = ExpressionOf<double>;

} // namespace planscope
