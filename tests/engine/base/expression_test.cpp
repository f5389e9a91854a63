#include "derivation/transformer/expression.h"

#include <gtest/gtest.h>

namespace planscope {
namespace {

Expression named(const char* name, std::int64_t value)
{
    return Expression::symbol(std::make_shared<const FormulaSymbol>(FormulaSymbol{name, "", value, nullptr}));
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
}

TEST(Expression, SubstitutesValuesIntoTheSameText)
{
    const Expression a = named("a", 12), b = named("b", 5);
    EXPECT_EQ((Expression::literal(2) * a * (b + a)).substituted(), "2·12·(5 + 12)");
    EXPECT_EQ(ceilingQuotient(a, b).value(), 3);
    EXPECT_EQ((Expression::literal(2) * a * (b + a)).value(), 408);
}

} // namespace
} // namespace planscope
