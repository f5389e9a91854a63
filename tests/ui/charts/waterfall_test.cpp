#include "ui/charts/waterfall_chart.h"

#include <QImage>
#include <QPainter>
#include <QSignalSpy>
#include <QTest>

#include <gtest/gtest.h>

namespace planscope::ui {
namespace {

WaterfallData fall(double a, const std::vector<double>& shares)
{
    WaterfallData data;
    data.subject = QStringLiteral("subject");
    double b = a;
    for (std::size_t k = 0; k < shares.size(); ++k) {
        const QString name = QStringLiteral("bar %1").arg(k);
        data.bars.push_back({{EntityKey::Kind::Component, name}, name, shares[k], QString::number(shares[k]),
                             QString::number(shares[k], 'g', 17)});
        b += shares[k];
    }
    data.a = {QStringLiteral("A"), a, QString::number(a), QString::number(a)};
    data.b = {QStringLiteral("B"), b, QString::number(b), QString::number(b)};
    return data;
}

TEST(Waterfall, EachBarBeginsWhereTheOneBeforeEnds)
{
    const WaterfallData data = fall(18, {-5, 2, -1.5});
    const WaterfallLevels levels = levelsOf(data);
    ASSERT_EQ(levels.spans.size(), 5u);
    EXPECT_EQ(levels.axisBegin, 0);
    EXPECT_EQ(levels.spans.front().to, 18);
    for (std::size_t k = 1; k + 1 < levels.spans.size(); ++k) {
        EXPECT_EQ(levels.spans[k].from, levels.spans[k - 1].to);
        EXPECT_EQ(levels.spans[k].to - levels.spans[k].from, data.bars[k - 1].share);
    }
    EXPECT_EQ(levels.spans[3].to, data.b.value) << "the bars add up to B";
    EXPECT_EQ(levels.spans.back().from, 0);
}

TEST(Waterfall, TheAxisIsCutOnlyWhereSharesWouldVanish)
{
    EXPECT_FALSE(levelsOf(fall(18, {-2})).isCut());
    const WaterfallLevels cut = levelsOf(fall(18, {-0.02, 0.01}));
    EXPECT_TRUE(cut.isCut());
    EXPECT_GT(cut.axisBegin, 17.9);
    EXPECT_EQ(cut.spans.front().from, cut.axisBegin);
    EXPECT_LT(cut.axisBegin, 17.98) << "the lowest bar still has a length";
    EXPECT_FALSE(levelsOf(fall(18, {})).isCut());
    EXPECT_FALSE(levelsOf(fall(0, {1, -0.5})).isCut());
}

TEST(Waterfall, GoesBelowZeroWhereSharesDo)
{
    const WaterfallLevels levels = levelsOf(fall(2, {-5, 6}));
    EXPECT_EQ(levels.axisBegin, -3);
    EXPECT_EQ(levels.axisEnd, 3);
}

TEST(Waterfall, BoxesStandInTheirRowsWithinTheRoom)
{
    const WaterfallData data = fall(18, {-5, 2, 0});
    const WaterfallMetrics metrics{100, 80, 4, 28, 20};
    const std::vector<QRectF> boxes = boxesOf(levelsOf(data), metrics, 500);
    for (std::size_t k = 0; k < boxes.size(); ++k) {
        EXPECT_GE(boxes[k].left(), 100);
        EXPECT_LE(boxes[k].right(), 500 - 80 + 1);
        EXPECT_GE(boxes[k].width(), 1) << "a share of nothing still has a place";
        if (k > 0) {
            EXPECT_GE(boxes[k].top(), boxes[k - 1].bottom());
        }
    }
    EXPECT_NEAR(boxes[1].right(), boxes[0].right(), 1);
    EXPECT_NEAR(boxes[1].left(), boxes[2].left(), 1);
}

TEST(Waterfall, KeysChooseBarsAndEnterOpens)
{
    WaterfallChart chart;
    chart.setData(fall(18, {-5, 2, 1}), Theme{});
    chart.resize(500, chart.heightForWidth(500));
    QSignalSpy chosen(&chart, &WaterfallChart::chosen);
    QSignalSpy opened(&chart, &WaterfallChart::opened);
    QTest::keyClick(&chart, Qt::Key_Down);
    QTest::keyClick(&chart, Qt::Key_Down);
    ASSERT_EQ(chosen.count(), 2);
    EXPECT_EQ(chart.marked(), 1u);
    QTest::keyClick(&chart, Qt::Key_End);
    EXPECT_EQ(chart.marked(), 2u);
    QTest::keyClick(&chart, Qt::Key_Return);
    ASSERT_EQ(opened.count(), 1);
    EXPECT_EQ(opened[0][0].value<std::size_t>(), 2u);
}

TEST(Waterfall, AClickChoosesTheRowUnderIt)
{
    WaterfallChart chart;
    chart.setData(fall(18, {-5, 2, 1}), Theme{});
    chart.resize(500, chart.heightForWidth(500));
    const WaterfallPainter painter(chart.data(), Theme{}, 500);
    QTest::mouseClick(&chart, Qt::LeftButton, {}, painter.boxes()[2].center().toPoint());
    EXPECT_EQ(chart.marked(), 1u);
    QTest::mouseClick(&chart, Qt::LeftButton, {}, painter.boxes()[0].center().toPoint());
    EXPECT_EQ(chart.marked(), 1u) << "A is no step";
}

TEST(Waterfall, ASelectionMarksItsBarAndAnotherUnmarks)
{
    WaterfallChart chart;
    chart.setData(fall(18, {-5, 2}), Theme{});
    chart.setSelected({EntityKey::Kind::Component, QStringLiteral("bar 1")});
    EXPECT_EQ(chart.marked(), 1u);
    chart.setSelected({EntityKey::Kind::Task, QStringLiteral("other")});
    EXPECT_FALSE(chart.marked());
}

TEST(Waterfall, SaysInWordsWhatItDraws)
{
    WaterfallChart chart;
    chart.setData(fall(18, {-5, 0, 2}), Theme{});
    EXPECT_EQ(chart.accessibleName(), QStringLiteral("subject"));
    EXPECT_TRUE(chart.accessibleDescription().contains(QStringLiteral("bar 0 -5")));
    EXPECT_FALSE(chart.accessibleDescription().contains(QStringLiteral("bar 1")));
}

} // namespace
} // namespace planscope::ui
