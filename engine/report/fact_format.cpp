#include "report/fact_format.h"

#include "report/number_format.h"

#include <algorithm>
#include <cmath>

namespace planscope {
namespace {

constexpr const char* absent = "–";

std::string magnitude(double value, FactUnit unit)
{
    switch (unit) {
    case FactUnit::Count: return threeDigits(value);
    case FactUnit::InOperations: return humanOperations(value);
    case FactUnit::InBytes: return humanBytes(value);
    case FactUnit::InSeconds: return humanSeconds(value);
    case FactUnit::Ratio: return humanPercent(value);
    case FactUnit::TokensPerSecond: return humanRate(value);
    }
    return {};
}

} // namespace

std::string humanNumber(const Number& number, FactUnit unit)
{
    return unit == FactUnit::Count ? number.digits() : magnitude(number.toDouble(), unit);
}

std::string humanDifference(const Number& number, FactUnit unit)
{
    if (number.isZero())
        return "0";
    // Of two percentages, points: a difference of 10 % could be taken for a tenth of either.
    const std::string text = unit == FactUnit::Ratio ? threeDigits(100 * number.toDouble()) + " points"
                                                     : humanNumber(number, unit);
    return number.toDouble() > 0 ? "+" + text : text;
}

std::string humanRelative(const ComparedFact& fact)
{
    const auto relative = fact.relative();
    if (!relative)
        return absent;
    if (*relative == 0)
        return "0 %";
    return (*relative > 0 ? "+" : "-") + humanPercent(std::abs(*relative));
}

bool isRounding(double difference, const Number& a, const Number& b)
{
    const bool isExact = a.isInteger() && b.isInteger();
    const double scale = isExact ? 0 : std::max(std::abs(a.toDouble()), std::abs(b.toDouble()));
    return std::abs(difference) <= 1e-12 * scale;
}

FactCells cellsOf(const ComparedFact& fact)
{
    const auto cell = [&fact](const std::optional<Number>& number) {
        return number ? humanNumber(*number, fact.unit) : std::string{absent};
    };
    const auto delta = fact.delta();
    if (delta && fact.a && fact.b && isRounding(delta->toDouble(), *fact.a, *fact.b))
        return {cell(fact.a), cell(fact.b), "0", fact.relative() ? "0 %" : absent};
    return {cell(fact.a), cell(fact.b), delta ? humanDifference(*delta, fact.unit) : std::string{absent},
            humanRelative(fact)};
}

} // namespace planscope
