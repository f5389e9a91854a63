#include "compare/compared_fact.h"

#include "base/json_writer.h"

#include <cmath>

namespace planscope {

void ChangeCounts::count(Change change)
{
    switch (change) {
    case Change::Same: ++same; return;
    case Change::Changed: ++changed; return;
    case Change::Added: ++added; return;
    case Change::Removed: ++removed; return;
    }
}

Number Number::wholeOrReal(double value)
{
    constexpr double limit = 85070591730234615865843651857942052864.0; // 2^126
    return std::abs(value) < limit && value == std::floor(value) ? integer(static_cast<WideInteger>(value))
                                                                 : real(value);
}

bool Number::isZero() const
{
    return isInteger() ? std::get<WideInteger>(m_value) == 0 : std::get<double>(m_value) == 0;
}

double Number::toDouble() const
{
    return isInteger() ? static_cast<double>(std::get<WideInteger>(m_value)) : std::get<double>(m_value);
}

std::string Number::digits() const
{
    return isInteger() ? decimalDigits(std::get<WideInteger>(m_value)) : shortestDouble(std::get<double>(m_value));
}

Number operator-(const Number& left, const Number& right)
{
    WideInteger result = 0;
    const auto* a = std::get_if<WideInteger>(&left.m_value);
    const auto* b = std::get_if<WideInteger>(&right.m_value);
    return a && b && !__builtin_sub_overflow(*a, *b, &result) ? Number::integer(result)
                                                              : Number::real(left.toDouble() - right.toDouble());
}

Number operator+(const Number& left, const Number& right)
{
    WideInteger result = 0;
    const auto* a = std::get_if<WideInteger>(&left.m_value);
    const auto* b = std::get_if<WideInteger>(&right.m_value);
    return a && b && !__builtin_add_overflow(*a, *b, &result) ? Number::integer(result)
                                                              : Number::real(left.toDouble() + right.toDouble());
}

Number operator*(const Number& left, const Number& right)
{
    WideInteger result = 0;
    const auto* a = std::get_if<WideInteger>(&left.m_value);
    const auto* b = std::get_if<WideInteger>(&right.m_value);
    return a && b && !__builtin_mul_overflow(*a, *b, &result) ? Number::integer(result)
                                                              : Number::real(left.toDouble() * right.toDouble());
}

std::optional<Number> ComparedFact::delta() const
{
    if ((!a && !b) || ((!a || !b) && !absentIsNothing))
        return std::nullopt;
    return b.value_or(Number{}) - a.value_or(Number{});
}

std::optional<double> ComparedFact::relative() const
{
    if (!a || !b || a->isZero())
        return std::nullopt;
    const double relative = (*b - *a).toDouble() / a->toDouble();
    return std::isfinite(relative) ? std::optional{relative} : std::nullopt;
}

} // namespace planscope
