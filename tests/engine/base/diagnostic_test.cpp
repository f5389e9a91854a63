#include "base/diagnostic.h"

#include <gtest/gtest.h>

namespace planscope {
namespace {

const Diagnostic fault{Severity::Error,         Origin::Import,         "mapping.tensor.divides_heads",
                       "mapping.tensor.degree", "8 does not divide 28", "8",
                       {"1", "2", "4"}};

TEST(Diagnostic, IsOneLine)
{
    EXPECT_EQ(oneLine(fault), "error: mapping.tensor.degree: 8 does not divide 28 [mapping.tensor.divides_heads]");
    EXPECT_EQ(oneLine({Severity::Warning, Origin::Evaluation, "memory.over_capacity", {}, "too much", {}, {}}),
              "warning: too much [memory.over_capacity]");
}

TEST(Diagnostic, NamesEverySeverityAndOrigin)
{
    EXPECT_EQ(toString(Severity::Error), "error");
    EXPECT_EQ(toString(Severity::Warning), "warning");
    const std::pair<Origin, std::string_view> names[] = {
        {Origin::Import, "import"}, {Origin::Work, "work"},   {Origin::Distribution, "distribution"},
        {Origin::Plan, "plan"},     {Origin::Check, "check"}, {Origin::Evaluation, "evaluation"}};
    for (const auto& [origin, name] : names)
        EXPECT_EQ(toString(origin), name);
}

TEST(Diagnostics, HaveAnErrorOnlyWithOne)
{
    Diagnostics diagnostics;
    EXPECT_FALSE(hasError(diagnostics));
    diagnostics.push_back(fault);
    diagnostics.back().severity = Severity::Warning;
    EXPECT_FALSE(hasError(diagnostics));
    append(diagnostics, {fault, fault});
    EXPECT_TRUE(hasError(diagnostics));
    ASSERT_EQ(diagnostics.size(), 3u);
    EXPECT_EQ(diagnostics[2], fault);
}

TEST(Refuse, CarriesOneOrMany)
{
    const Result<int> one = refuse(fault);
    const Result<int> many = refuse(Diagnostics{fault, fault});
    EXPECT_EQ(one.error().size(), 1u);
    EXPECT_EQ(many.error().size(), 2u);
}

TEST(Excerpt, CutsBetweenCharacters)
{
    EXPECT_EQ(excerpt("short"), "short");
    EXPECT_EQ(excerpt("abcdef", 6), "abcdef");
    EXPECT_EQ(excerpt("abcdef", 5), "abcde…");
    EXPECT_EQ(excerpt("aé", 2), "a…");
    EXPECT_EQ(excerpt("a😀b", 4), "a…");
    EXPECT_EQ(excerpt("a😀b", 5), "a😀…");
    EXPECT_EQ(excerpt("\x80\x80\x80", 2), "…") << "no endless search in what is no UTF-8";
}

} // namespace
} // namespace planscope
