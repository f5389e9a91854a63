#pragma once

#include "base/expression.h"

#include <string>
#include <string_view>
#include <utility>

namespace planscope {

/// The arithmetic that explains: scalars are formulas. An algebra that is written over its arithmetic gives with this
/// one the formulas of what it gives with numbers.
template <class Number>
class SymbolicArithmetic {
public:
    using Scalar = ExpressionOf<Number>;

    Scalar literal(Number value) { return Scalar::literal(value); }
    Scalar zero() { return Scalar::literal(Number{}); }
    Scalar given(std::string_view name, std::string_view meaning, Number value)
    {
        return symbol({std::string{name}, std::string{meaning}, value, nullptr, {}});
    }
    /// A name for a formula; nothing needs no name.
    Scalar define(std::string_view name, std::string_view meaning, const Scalar& definition)
    {
        if (definition.isNothing())
            return definition;
        return symbol({std::string{name}, std::string{meaning}, definition.value(),
                       std::make_shared<const Scalar>(definition), {}});
    }
    /// A value that has an explanation of its own. Zero is nothing, and has no name here.
    Scalar explained(std::string_view name, std::string_view meaning, Number value, std::string subject)
    {
        if (value == Number{})
            return zero();
        return symbol({std::string{name}, std::string{meaning}, value, nullptr, std::move(subject)});
    }

private:
    static Scalar symbol(FormulaSymbol<Number> made)
    {
        return Scalar::symbol(std::make_shared<const FormulaSymbol<Number>>(std::move(made)));
    }
};

} // namespace planscope
