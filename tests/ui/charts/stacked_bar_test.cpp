#include "ui/charts/stacked_bar_chart.h"
#include "ui/charts/value_ticker.h"

#include <QSignalSpy>
#include <QTest>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace planscope::ui {
namespace {

using testing::ElementsAre;

EntityKey keyOf(const QString& name)
{
    return {EntityKey::Kind::Component, name};
}

BarSegment segment(const QString& name, double value, Role role)
{
    return {keyOf(name), name, value, QString::number(value) + QStringLiteral(" s"),
            QString::number(value, 'g', 17) + QStringLiteral(" s"), role, name.toLower(),
            QString::number(value, 'g', 17)};
}

StackedBarData twoBars()
{
    StackedBarData data;
    data.subject = QStringLiteral("subject");
    data.bars = {
        {QStringLiteral("upper"),
         {segment(QStringLiteral("a"), 3, Role::TimeForward), segment(QStringLiteral("none"), 0, Role::TimeBubble),
          segment(QStringLiteral("b"), 5, Role::TimeRecompute)},
         QStringLiteral("8 s"),
         QStringLiteral("8 s"),
         QStringLiteral("first"),
         QStringLiteral("8")},
        {QStringLiteral("lower"),
         {segment(QStringLiteral("b"), 2, Role::TimeRecompute)},
         QStringLiteral("2 s"),
         QStringLiteral("2 s"),
         {},
         QStringLiteral("2")}};
    return data;
}

TEST(StackedBars, StandOnEachOtherFromZeroWithoutTheEmptyOnes)
{
    const auto placed = placeSegments(twoBars());
    ASSERT_EQ(placed.size(), 3u);
    EXPECT_EQ(placed[0].from, 0);
    EXPECT_EQ(placed[0].to, 3);
    EXPECT_EQ(placed[1].segment, 2u);
    EXPECT_EQ(placed[1].from, 3);
    EXPECT_EQ(placed[1].to, 8);
    EXPECT_EQ(placed[2].bar, 1u);
    EXPECT_EQ(placed[2].from, 0);
}

TEST(StackedBars, TheAxisHoldsBarsAndLimit)
{
    StackedBarData data = twoBars();
    EXPECT_EQ(largestValue(data), 8);
    data.limit = BarLimit{10, {}};
    EXPECT_EQ(largestValue(data), 10);
    EXPECT_EQ(largestValue({}), 1);
}

TEST(StackedBars, TheLegendNamesOnceWhatIsDrawn)
{
    QStringList names;
    for (const LegendEntry& entry : legendOf(twoBars()))
        names << entry.name;
    EXPECT_EQ(names, (QStringList{QStringLiteral("a"), QStringLiteral("b")}));
}

TEST(StackedBars, BoxesWrapLikeWords)
{
    const FlowLayout layout = flow({40, 50, 30}, 10, 5, 100);
    EXPECT_EQ(layout.boxes[1], QRectF(45, 0, 50, 10));
    EXPECT_EQ(layout.boxes[2], QRectF(0, 10, 30, 10));
    EXPECT_EQ(layout.height, 20);
    EXPECT_EQ(flow({}, 10, 5, 100).height, 0);
}

TEST(StackedBars, AreCopiedExactly)
{
    StackedBarData data = twoBars();
    data.limit = BarLimit{80, QStringLiteral("capacity 80 s"), QStringLiteral("capacity"), QStringLiteral("80")};
    EXPECT_EQ(tabSeparated(data),
              QStringLiteral("bar\tcomponent\tseconds\n"
                             "first\ta\t3\nfirst\tnone\t0\nfirst\tb\t5\nfirst\ttotal\t8\n"
                             "lower\tb\t2\nlower\ttotal\t2\n"
                             "limit\tcapacity\t80\n"));
    EXPECT_TRUE(tabSeparated(StackedBarData{}).isEmpty());
}

TEST(StackedBars, OneComponentIsCopiedFromEveryBar)
{
    EXPECT_EQ(tabSeparated(twoBars(), keyOf(QStringLiteral("b"))),
              QStringLiteral("bar\tcomponent\tseconds\nfirst\tb\t5\nlower\tb\t2\n"));
    EXPECT_TRUE(tabSeparated(twoBars(), keyOf(QStringLiteral("stranger"))).isEmpty());
    EXPECT_TRUE(tabSeparated(twoBars(), {}).isEmpty());
}

TEST(ValueTicker, StepsAreRoundInTheUnitOfPeople)
{
    constexpr double gib = 1073741824.0;
    EXPECT_EQ(ValueTicker::roundStep(80 * gib, 5, BarUnit::Bytes), 20 * gib);
    EXPECT_DOUBLE_EQ(ValueTicker::roundStep(18, 5, BarUnit::Seconds), 5);
    EXPECT_EQ(ValueTicker::textOf(20 * gib, BarUnit::Bytes), QStringLiteral("20 GiB"));
    EXPECT_EQ(ValueTicker::textOf(0.5, BarUnit::Seconds), QStringLiteral("500 ms"));
    EXPECT_EQ(ValueTicker::roundStep(0, 5, BarUnit::Seconds), 1);
}

class StackedBarChartTest : public testing::Test {
protected:
    StackedBarChartTest()
    {
        chart.setData(twoBars(), Theme{});
        chart.resize(600, chart.heightForWidth(600));
        chart.show();
    }
    StackedBarChart chart;
};

TEST_F(StackedBarChartTest, ArrowKeysWalkTheSegments)
{
    QSignalSpy selected(&chart, &StackedBarChart::selected);
    const auto press = [&](Qt::Key key) {
        QTest::keyClick(&chart, key);
        return selected.isEmpty() ? QString{} : selected.takeLast()[0].value<EntityKey>().name;
    };
    EXPECT_EQ(press(Qt::Key_Right), QStringLiteral("b"));
    EXPECT_EQ(press(Qt::Key_Left), QStringLiteral("a"));
    EXPECT_EQ(press(Qt::Key_Down), QStringLiteral("b"));
    EXPECT_EQ(press(Qt::Key_Up), QStringLiteral("b"));
}

TEST_F(StackedBarChartTest, AClickSelectsTheSegmentUnderIt)
{
    QSignalSpy selected(&chart, &StackedBarChart::selected);
    const QImage image = chart.grab().toImage();
    const QColor wanted = Theme{}.color(Role::TimeForward);
    for (int x = 0; x < image.width(); ++x)
        if (image.pixelColor(x, 24) == wanted) {
            QTest::mouseClick(&chart, Qt::LeftButton, {}, QPoint(x + 8, 24));
            break;
        }
    ASSERT_EQ(selected.size(), 1);
    EXPECT_EQ(selected[0][0].value<EntityKey>(), keyOf(QStringLiteral("a")));
}

TEST_F(StackedBarChartTest, TheFirstBarIsOnTopAndSegmentsHaveTheirLengths)
{
    const QImage image = chart.grab().toImage();
    const auto count = [&](Role role, int fromRow, int toRow) {
        int pixels = 0;
        for (int y = fromRow; y < toRow; ++y)
            for (int x = 0; x < image.width(); ++x)
                pixels += image.pixelColor(x, y) == Theme{}.color(role);
        return pixels;
    };
    // Two rows of bars of 40 px below an edge of 4.
    EXPECT_GT(count(Role::TimeForward, 4, 44), 1000);
    EXPECT_EQ(count(Role::TimeForward, 44, 84), 0);
    const double ratio = static_cast<double>(count(Role::TimeRecompute, 4, 44)) / count(Role::TimeRecompute, 44, 84);
    EXPECT_NEAR(ratio, 2.5, 0.15);
}

TEST_F(StackedBarChartTest, SaysWhatItShows)
{
    EXPECT_EQ(chart.accessibleName(), QStringLiteral("subject"));
    EXPECT_TRUE(chart.accessibleDescription().contains(QStringLiteral("upper: a 3 s, b 5 s; total 8 s")));
}

TEST(ValueTicker, TextsStandApartOnANarrowAxis)
{
    const QFontMetricsF font{Theme{}.label()};
    const QCPRange range{0, 1.4};
    const auto gapAt = [&](double pixels) {
        const int ticks = ValueTicker::ticksThatFit(range, 5, BarUnit::Seconds, pixels, 8, font);
        const double step = ValueTicker::roundStep(range.size(), ticks, BarUnit::Seconds);
        double least = pixels;
        double free = -pixels;
        for (double tick = 0; tick <= range.upper; tick += step) {
            const double half = font.horizontalAdvance(ValueTicker::textOf(tick, BarUnit::Seconds)) / 2;
            least = std::min(least, tick / range.size() * pixels - half - free);
            free = tick / range.size() * pixels + half;
        }
        return least;
    };
    for (const double pixels : {1000.0, 400.0, 240.0, 160.0})
        EXPECT_GE(gapAt(pixels), 8) << pixels;
    EXPECT_EQ(ValueTicker::ticksThatFit(range, 5, BarUnit::Seconds, 1000, 8, font), 5) << "as many as wanted where they fit";
}

} // namespace
} // namespace planscope::ui
