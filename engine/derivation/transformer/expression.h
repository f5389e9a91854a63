#pragma once

#include "base/quantity.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace planscope {

class Expression;

/// A named quantity of a formula.
struct FormulaSymbol {
    std::string name;                             ///< "T"
    std::string meaning;                          ///< "tokens of a microbatch"
    std::int64_t value = 0;
    std::shared_ptr<const Expression> definition; ///< null when the specs state the value
};

/// An exact integer formula over symbols and literals. It prints itself with symbols or with their values;
/// both texts follow the grammar
///     sum = product *(("+" | "−") product)     product = factor *(("·" | "/") factor)
///     factor = integer | symbol | "(" sum ")" | "⌈" sum "/" factor "⌉"
/// where "/" is exact. An immutable value: copies share.
class Expression {
public:
    static Expression literal(std::int64_t value);
    static Expression symbol(std::shared_ptr<const FormulaSymbol> symbol);

    friend Expression operator+(const Expression& a, const Expression& b);
    friend Expression operator-(const Expression& a, const Expression& b);
    friend Expression operator*(const Expression& a, const Expression& b);
    friend Expression exactQuotient(const Expression& a, const Expression& b);
    friend Expression ceilingQuotient(const Expression& a, const Expression& b);

    /// Requires: every step towards it fits 128 bits.
    WideInteger wideValue() const { return evaluate(); }
    /// Requires: the value fits 64 bits and every step towards it 128.
    std::int64_t value() const { return static_cast<std::int64_t>(evaluate()); }
    std::string formula() const;     ///< "2·T·h·f′"
    std::string substituted() const; ///< "2·2048·12288·6144"
    /// The symbols it uses, and those their definitions use, definitions before uses, each once.
    void collectSymbols(std::vector<std::shared_ptr<const FormulaSymbol>>& into) const;

private:
    enum class Kind { Literal, Symbol, Sum, Difference, Product, Quotient, Ceiling };
    struct Node;
    explicit Expression(std::shared_ptr<const Node> node) : m_node(std::move(node)) {}
    static Expression combine(Kind kind, const Expression& a, const Expression& b);
    WideInteger evaluate() const;
    std::string text(bool values) const;
    std::string operand(const Expression& child, bool values, bool right) const;

    std::shared_ptr<const Node> m_node;
};

} // namespace planscope
