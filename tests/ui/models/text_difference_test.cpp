#include "ui/models/text_difference.h"

#include <gtest/gtest.h>

namespace planscope::ui {
namespace {

std::string numbered(int count)
{
    std::string text;
    for (int k = 1; k <= count; ++k)
        text += "line " + std::to_string(k) + "\n";
    return text;
}

TEST(TextDifference, OfATextWithItselfIsEqualAndFolded)
{
    const TextDifference same(numbered(50), numbered(50));
    EXPECT_TRUE(same.equal());
    const auto lines = same.lines({});
    ASSERT_EQ(lines.size(), 1u);
    EXPECT_EQ(lines[0].fold, 50u);
}

TEST(TextDifference, FoldsWhatIsFarFromAChangeAndNothingElse)
{
    std::string b = numbered(50);
    b.replace(b.find("line 25\n"), 8, "LINE\n");
    const TextDifference difference(numbered(50), b);
    EXPECT_EQ(difference.added(), 1u);
    EXPECT_EQ(difference.removed(), 1u);
    const auto lines = difference.lines({});
    ASSERT_EQ(lines.size(), 1 + TextDifference::context + 2 + TextDifference::context + 1);
    EXPECT_EQ(lines.front().fold, 21u);
    EXPECT_EQ(lines.back().fold, 22u);
    EXPECT_EQ(lines[4].change, Change::Removed);
    EXPECT_EQ(lines[4].numberA, 25u);
    EXPECT_EQ(lines[4].numberB, 0u);
    EXPECT_EQ(lines[5].change, Change::Added);
    EXPECT_EQ(lines[5].text, QStringLiteral("LINE"));
    EXPECT_EQ(lines[5].numberB, 25u);
}

TEST(TextDifference, UnfoldedShowsEveryLineOfBoth)
{
    std::string b = numbered(40) + "more\n";
    const TextDifference difference(numbered(41), b);
    std::set<std::size_t> all;
    for (std::size_t run = 0; run < difference.runCount(); ++run)
        all.insert(run);
    std::size_t a = 0;
    for (const DifferenceLine& line : difference.lines(all)) {
        EXPECT_EQ(line.fold, 0u);
        if (line.numberA != 0) {
            EXPECT_EQ(line.numberA, ++a);
        }
    }
    EXPECT_EQ(a, 41u);
}

TEST(TextDifference, AFoldIsNeverLongerThanWhatItHides)
{
    const TextDifference difference("a\n" + numbered(8) + "b\n", "A\n" + numbered(8) + "B\n");
    for (const DifferenceLine& line : difference.lines({}))
        EXPECT_EQ(line.fold, 0u);
}

} // namespace
} // namespace planscope::ui
