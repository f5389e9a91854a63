#include "compare/line_diff.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>

namespace planscope {
namespace {

using Texts = std::vector<std::string_view>;

std::vector<LineRun> diff(std::string_view a, std::string_view b)
{
    return diffLines(linesOf(a), linesOf(b));
}

/// B, made of A and the runs alone.
Texts applied(const Texts& a, const Texts& b, const std::vector<LineRun>& runs)
{
    Texts made;
    std::size_t atA = 0, atB = 0;
    for (const LineRun& run : runs) {
        EXPECT_EQ(run.beginA, atA);
        EXPECT_EQ(run.beginB, atB);
        EXPECT_GT(run.count, 0U);
        for (std::size_t k = 0; k < run.count; ++k) {
            if (run.change == Change::Same)
                made.push_back(a.at(atA + k));
            else if (run.change == Change::Added)
                made.push_back(b.at(atB + k));
        }
        atA += run.change == Change::Added ? 0 : run.count;
        atB += run.change == Change::Removed ? 0 : run.count;
    }
    EXPECT_EQ(atA, a.size());
    EXPECT_EQ(atB, b.size());
    return made;
}

std::size_t editsOf(const std::vector<LineRun>& runs)
{
    std::size_t edits = 0;
    for (const LineRun& run : runs)
        edits += run.change == Change::Same ? 0 : run.count;
    return edits;
}

/// N + M less twice the longest common subsequence, by the table of its definition.
std::size_t fewestEdits(const Texts& a, const Texts& b)
{
    std::vector<std::vector<std::size_t>> longest(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
    for (std::size_t i = 1; i <= a.size(); ++i)
        for (std::size_t j = 1; j <= b.size(); ++j)
            longest[i][j] = a[i - 1] == b[j - 1] ? longest[i - 1][j - 1] + 1
                                                 : std::max(longest[i - 1][j], longest[i][j - 1]);
    return a.size() + b.size() - 2 * longest[a.size()][b.size()];
}

TEST(LineDiff, LinesEndAtBreaks)
{
    EXPECT_EQ(linesOf(""), Texts{});
    EXPECT_EQ(linesOf("\n"), Texts{""});
    EXPECT_EQ(linesOf("a\n"), Texts{"a"});
    EXPECT_EQ(linesOf("a\n\nb"), (Texts{"a", "", "b"}));
}

TEST(LineDiff, EqualTextsAreOneRun)
{
    EXPECT_EQ(diff("a\nb\n", "a\nb\n"), (std::vector<LineRun>{{Change::Same, 0, 0, 2}}));
    EXPECT_TRUE(diff("", "").empty());
}

TEST(LineDiff, OneSideEmpty)
{
    EXPECT_EQ(diff("a\nb\n", ""), (std::vector<LineRun>{{Change::Removed, 0, 0, 2}}));
    EXPECT_EQ(diff("", "a\nb\n"), (std::vector<LineRun>{{Change::Added, 0, 0, 2}}));
}

TEST(LineDiff, AReplacedLineIsRemovedThenAdded)
{
    EXPECT_EQ(
        diff("a\nb\nc\n", "a\nx\nc\n"),
        (std::vector<LineRun>{
            {Change::Same, 0, 0, 1}, {Change::Removed, 1, 1, 1}, {Change::Added, 2, 1, 1}, {Change::Same, 2, 2, 1}}));
}

TEST(LineDiff, LongTextsWithoutACommonLineEndSoon)
{
    std::string a, b;
    for (int k = 0; k < 2000; ++k) {
        a += "a" + std::to_string(k) + "\n";
        b += "b" + std::to_string(k) + "\n";
    }
    EXPECT_EQ(editsOf(diff(a, b)), 4000U);
}

RC_GTEST_PROP(LineDiff, IsAShortestEdit, ())
{
    // Few different lines, so that many paths are equally short.
    const auto text = [] {
        const int letters = *rc::gen::inRange(1, 5);
        return *rc::gen::container<std::vector<std::string>>(rc::gen::map(
            rc::gen::inRange(0, letters), [](int k) { return std::string(1, static_cast<char>('a' + k)); }));
    };
    const std::vector<std::string> ownedA = text(), ownedB = text();
    const Texts a(ownedA.begin(), ownedA.end()), b(ownedB.begin(), ownedB.end());
    const std::vector<LineRun> runs = diffLines(a, b);
    RC_ASSERT(applied(a, b, runs) == b);
    RC_ASSERT(editsOf(runs) == fewestEdits(a, b));
}

} // namespace
} // namespace planscope
