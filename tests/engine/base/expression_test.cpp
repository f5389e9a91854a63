#include "base/expression.h"

#include "base/symbolic_arithmetic.h"
#include "engine/base/formula_reader.h"

#include <gtest/gtest.h>

namespace planscope {
namespace {

Expression named(const char* name, std::int64_t value)
{
    return SymbolicArithmetic<std::int64_t>{}.given(name, "", value);
}

RealExpression real(const char* name, double value)
{
    return SymbolicArithmetic<double>{}.given(name, "", value);
}

TEST(Expression, EnclosesOnlyWhereTheGrammarNeedsIt)
{
    const Expression a = named("a", 12), b = named("b", 3), c = named("c", 2);
    EXPECT_EQ((a * b * c).formula(), "a·b·c");
    EXPECT_EQ((a * (b + c)).formula(), "a·(b + c)");
    EXPECT_EQ((a * b + c).formula(), "a·b + c");
    EXPECT_EQ((a - (b - c)).formula(), "a − (b − c)");
    EXPECT_EQ(exactQuotient(a * b, c).formula(), "a·b/c");
    EXPECT_EQ(exactQuotient(a, b * c).formula(), "a/(b·c)");
    EXPECT_EQ((exactQuotient(a, b) * c).formula(), "(a/b)·c");
    EXPECT_EQ(ceilingQuotient(a + b, c).formula(), "⌈a + b / c⌉");
    EXPECT_EQ((a * smaller(b + c, c)).formula(), "a·min(b + c, c)");
    EXPECT_EQ(larger(a, b).substituted(), "max(12, 3)");
}

TEST(Expression, SubstitutesValuesIntoTheSameText)
{
    const Expression a = named("a", 12), b = named("b", 5);
    EXPECT_EQ((Expression::literal(2) * a * (b + a)).substituted(), "2·12·(5 + 12)");
    EXPECT_EQ(ceilingQuotient(a, b).value(), 3);
    EXPECT_EQ((Expression::literal(2) * a * (b + a)).value(), 408);
    EXPECT_EQ(smaller(a, b).value(), 5);
    EXPECT_EQ(larger(a, b).value(), 12);
}

TEST(Expression, OfDoublesKeepsTheOrderOfSteps)
{
    const RealExpression a = real("a", 0.1), b = real("b", 0.2), c = real("c", 0.3);
    EXPECT_EQ((a + (b + c)).formula(), "a + (b + c)");
    EXPECT_EQ((a + b + c).formula(), "a + b + c");
    EXPECT_EQ((a * (b * c)).formula(), "a·(b·c)");
    EXPECT_EQ((a * (b / c)).formula(), "a·(b/c)");
    EXPECT_EQ((a * b / c).formula(), "a·b/c");
    EXPECT_EQ(FormulaReader<double>((a + (b + c)).substituted(), {}).evaluate(), 0.1 + (0.2 + 0.3));
    EXPECT_NE(FormulaReader<double>((a + b + c).substituted(), {}).evaluate(), 0.1 + (0.2 + 0.3));
}

TEST(Expression, WritesNumbersSoThatTheyReadBack)
{
    EXPECT_EQ((real("o", -1) / real("k", 8)).substituted(), "(−1)/8");
    EXPECT_EQ(real("l", 1e-05).substituted(), "1e-05");
    EXPECT_EQ(real("p", 312e12).substituted(), "312000000000000");
    EXPECT_EQ(FormulaReader<double>("2·(1 + (−1)/8) + 1e-05·3.5e+20", {}).evaluate(),
              2 * (1 - 1.0 / 8) + 1e-05 * 3.5e+20);
}

TEST(Expression, LeavesNothingOut)
{
    const RealExpression a = real("a", 2), nothing;
    EXPECT_TRUE((nothing + nothing).isNothing());
    EXPECT_EQ((nothing + a + nothing).formula(), "a");
    EXPECT_TRUE((a * nothing).isNothing());
    EXPECT_TRUE((nothing / a).isNothing());
    EXPECT_TRUE(SymbolicArithmetic<double>{}.define("x", "", nothing).isNothing());
    EXPECT_TRUE(SymbolicArithmetic<double>{}.explained("x", "", 0, "elsewhere").isNothing());
    EXPECT_EQ(nothing.formula(), "0");
}

} // namespace
} // namespace planscope
