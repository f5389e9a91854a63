#include "ui/panels/rank_work_view.h"

#include "ui/panels/shown_study.h"

#include "ui/charts/stacked_bar_chart.h"
#include "ui/models/model_roles.h"
#include "ui/panels/result_table.h"

#include <QComboBox>

namespace planscope::ui {
namespace {

class RankWorkViewTest : public ShownStudy {
protected:
    RankWorkViewTest()
    {
        view.resize(1000, 900);
        view.show();
    }
    RankWorkView view{context};
};

TEST_F(RankWorkViewTest, IdenticalRanksStandInOneBarThatSaysSo)
{
    ASSERT_EQ(view.chart()->data().bars.size(), 1u);
    EXPECT_EQ(view.chart()->data().bars[0].name, QStringLiteral("ranks 0–7 (8 identical)"));
}

TEST_F(RankWorkViewTest, TotalsAddUpToThePlan)
{
    std::int64_t operations = 0;
    std::int64_t message = 0;
    for (const PlanTask& task : plan().tasks) {
        operations += task.facts.operations.value();
        message += task.facts.message.value();
    }
    const QAbstractItemModel& table = *view.table()->model();
    const int last = table.rowCount() - 1;
    ASSERT_TRUE(table.index(last, 0).data(TotalRole).toBool());
    EXPECT_EQ(table.index(last, 3).data(ExactRole).toLongLong(), operations);
    EXPECT_EQ(table.index(last, 6).data(ExactRole).toLongLong(), message);
    std::int64_t rows = 0;
    for (int row = 0; row < last; ++row)
        rows += table.index(row, 3).data(ExactRole).toLongLong();
    EXPECT_EQ(rows, operations);
}

TEST_F(RankWorkViewTest, EachFactHasBarsOfItsUnitThatAddUp)
{
    for (int fact = 0; fact < view.factChoice()->count(); ++fact) {
        view.factChoice()->setCurrentIndex(fact);
        const StackedBar& bar = view.chart()->data().bars[0];
        double sum = 0;
        for (const BarSegment& segment : bar.segments)
            sum += segment.value;
        const double total = bar.totalExact.section(u' ', 0, 0).toDouble();
        EXPECT_NEAR(sum, total, 1e-12 * total) << fact;
        EXPECT_GT(total, 0) << fact;
    }
    EXPECT_EQ(view.chart()->data().unit, BarUnit::Seconds);
}

TEST_F(RankWorkViewTest, ATierEditChangesTheTimesAndNoWork)
{
    const auto column = [&](int index) {
        QStringList values;
        for (int row = 0; row < view.table()->model()->rowCount(); ++row)
            values << view.table()->model()->index(row, index).data(ExactRole).toString();
        return values;
    };
    const QStringList operations = column(3);
    const QStringList seconds = column(8);
    study.setCandidateField(study.currentCandidate(), CandidateField::TensorTier, QStringLiteral("1"));
    study.waitForResults();
    EXPECT_EQ(column(3), operations);
    EXPECT_NE(column(8), seconds);
}

TEST_F(RankWorkViewTest, ARankSelectedElsewhereIsMarkedHere)
{
    const EntityKey ranks{EntityKey::Kind::Rank, QStringLiteral("0-7")};
    selection.select(ranks);
    EXPECT_EQ(view.table()->currentIndex().data(EntityRole).value<EntityKey>(), ranks);
    EXPECT_TRUE(view.isBestFor(EntityKey::Kind::Rank));
}

} // namespace
} // namespace planscope::ui
