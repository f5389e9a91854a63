#include "ui/panels/strip_layout.h"

#include <gtest/gtest.h>

namespace planscope::ui {
namespace {

constexpr StripMeasures measures{150, 280, 70, 16, 15};
const auto hundredHigh = [](std::size_t, int) { return 100; };

class StripOfWidth : public testing::TestWithParam<int> { };
INSTANTIATE_TEST_SUITE_P(Widths, StripOfWidth, testing::Values(300, 480, 600, 744, 900, 1100, 1300, 1600, 2400));

TEST_P(StripOfWidth, NothingOverlapsOrLeavesTheWidth)
{
    const StripLayout layout = layOutStrip(GetParam(), measures, hundredHigh);
    std::vector<QRect> all{layout.boundary};
    for (std::size_t k = 0; k < StripLayout::cards; ++k) {
        all.push_back(layout.card[k]);
        if (!layout.arrow[k].isEmpty())
            all.push_back(layout.arrow[k]);
    }
    for (std::size_t a = 0; a < all.size(); ++a) {
        EXPECT_GE(all[a].left(), 0);
        EXPECT_LE(all[a].right(), GetParam() - 1);
        EXPECT_LE(all[a].bottom(), layout.height);
        for (std::size_t b = a + 1; b < all.size(); ++b)
            EXPECT_FALSE(all[a].intersects(all[b])) << a << " and " << b;
    }
    for (const QRect& card : layout.card)
        EXPECT_GE(card.width(), std::min(GetParam(), measures.minimumCard));
}

TEST_P(StripOfWidth, TheBoundaryPartsTheSnapshotsFromSystemAndEstimate)
{
    const StripLayout layout = layOutStrip(GetParam(), measures, hundredHigh);
    const bool isAcross = layout.form != StripLayout::Form::Row;
    for (std::size_t k = 0; k < StripLayout::cards; ++k) {
        const bool isBefore = isAcross ? layout.card[k].bottom() < layout.boundary.top()
                                       : layout.card[k].right() < layout.boundary.left();
        EXPECT_EQ(isBefore, k < 4) << k;
    }
}

TEST(StripLayout, WrapsAsTheWidthDemands)
{
    const auto formAt = [](int width) { return layOutStrip(width, measures, hundredHigh).form; };
    EXPECT_EQ(formAt(1600), StripLayout::Form::Row);
    EXPECT_EQ(formAt(1000), StripLayout::Form::TwoRows);
    EXPECT_EQ(formAt(700), StripLayout::Form::ThreeRows);
    EXPECT_EQ(formAt(400), StripLayout::Form::Column);
}

} // namespace
} // namespace planscope::ui
