#include "ui/charts/efficiency_curve_chart.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace planscope::ui {
namespace {

using testing::ElementsAre;

const EfficiencyCurveSeries series{QStringLiteral("matrix"), Role::Matrix, {{1e11, 0.9}, {2e9, 0.5}, {0, 0.1}}};

TEST(EfficiencyCurve, StepsAscendFromTheAxisToItsEnd)
{
    EXPECT_THAT(cornersOf(series, 1e6, 1e12),
                ElementsAre(CurvePoint{1e6, 0.1}, CurvePoint{2e9, 0.5}, CurvePoint{1e11, 0.9}, CurvePoint{1e12, 0.9}));
}

TEST(EfficiencyCurve, TheAxisReachesAPrefixBeyondTheSteps)
{
    EfficiencyCurveData data;
    data.series = {series};
    const SizeRange range = sizeRangeOf(data);
    EXPECT_DOUBLE_EQ(range.smallest, 1e6);
    EXPECT_DOUBLE_EQ(range.largest, 1e12);
    EXPECT_LT(sizeRangeOf({}).smallest, sizeRangeOf({}).largest);
}

TEST(EfficiencyCurve, AStepHoldsFromItsThresholdUp)
{
    EXPECT_EQ(stepAt(series, 2e9)->efficiency, 0.5);
    EXPECT_EQ(stepAt(series, 1.9e9)->efficiency, 0.1);
    EXPECT_EQ(stepAt(series, 1e13)->efficiency, 0.9);
    EXPECT_EQ(stepAt({}, 1), nullptr);
}

TEST(EfficiencyCurveChart, TellsItsStepsToWhoCannotSeeThem)
{
    EfficiencyCurveChart chart;
    chart.setData({QStringLiteral("curves"), CurveUnit::Operations, {series}}, Theme{});
    EXPECT_TRUE(chart.accessibleDescription().contains(QStringLiteral("50.0 % from 2 GFLOP")))
        << chart.accessibleDescription().toStdString();
}

TEST(EfficiencyCurves, AreCopiedExactly)
{
    const EfficiencyCurveData data{{}, CurveUnit::Bytes,
                                   {{QStringLiteral("memory of people"), Role::Accent, {{1e8, 0.9}, {0, 0.1 + 0.2}},
                                     QStringLiteral("memory")}}};
    EXPECT_EQ(tabSeparated(data), QStringLiteral("curve\tthreshold_bytes\tefficiency\n"
                                                 "memory\t100000000\t0.9\nmemory\t0\t0.30000000000000004\n"));
    EXPECT_TRUE(tabSeparated(EfficiencyCurveData{}).isEmpty());
}

} // namespace
} // namespace planscope::ui
