#include "ui/panels/estimate_view.h"

#include "ui/panels/shown_study.h"

#include "report/number_format.h"
#include "ui/charts/stacked_bar_chart.h"
#include "ui/models/model_roles.h"
#include "ui/panels/figure_row.h"
#include "ui/panels/result_charts.h"
#include "ui/panels/result_notice.h"
#include "ui/panels/result_table.h"

namespace planscope::ui {
namespace {

class EstimateViewTest : public ShownStudy {
protected:
    EstimateViewTest()
    {
        view.resize(1000, 900);
        view.show();
    }
    const CandidateResult& result() const { return *study.currentState()->result.block(); }
    void edit(CandidateField field, const char* value)
    {
        study.setCandidateField(study.currentCandidate(), field, QString::fromLatin1(value));
        study.waitForResults();
    }

    EstimateView view{context};
};

TEST_F(EstimateViewTest, TheTimesAreTheResultsToTheLastDigit)
{
    const QAbstractItemModel& table = *view.timeTable()->model();
    const auto& modes = *result().estimate->modes;
    ASSERT_EQ(table.rowCount(), static_cast<int>(iterationTimeFigures.size()));
    for (int row = 0; row < table.rowCount(); ++row) {
        const auto member = iterationTimeFigures[static_cast<std::size_t>(row)].member;
        EXPECT_EQ(table.index(row, 1).data(ExactRole).toString().toStdString(),
                  exactDigits(modes[0].iteration.*member));
        EXPECT_EQ(table.index(row, 3).data(ExactRole).toString().toStdString(),
                  exactDigits(modes[1].iteration.*member));
    }
}

TEST_F(EstimateViewTest, TheBarsAddUpToTheTotals)
{
    const StackedBarData bars = timeBarsOf(result());
    ASSERT_EQ(bars.bars.size(), 2u);
    for (std::size_t k = 0; k < 2; ++k) {
        double sum = 0;
        for (const BarSegment& segment : bars.bars[k].segments)
            sum += segment.value;
        const double total = (*result().estimate->modes)[1 - k].iteration.total;
        EXPECT_NEAR(sum, total, 1e-12 * total);
    }
    double memory = 0;
    for (const BarSegment& segment : memoryBarsOf(result()).bars[0].segments)
        memory += segment.value;
    EXPECT_EQ(memory, static_cast<double>(result().estimate->memory.total.value()));
}

TEST_F(EstimateViewTest, HeadlinesCarryBothModesExactly)
{
    const auto& modes = *result().estimate->modes;
    const std::vector<Figure>& figures = view.figures()->figures();
    ASSERT_EQ(figures.size(), 6u);
    for (const ModeEstimate& mode : modes) {
        EXPECT_TRUE(figures[0].exact.contains(QString::fromStdString(exactDigits(mode.iteration.total))));
        EXPECT_TRUE(figures[2].exact.contains(QString::fromStdString(exactDigits(mode.utilisation.hfu))));
        EXPECT_TRUE(figures[3].exact.contains(QString::fromStdString(exactDigits(mode.utilisation.tokensPerSecond))));
    }
    const auto batch = static_cast<double>(result().derivation->training.workload().globalBatchSize);
    EXPECT_TRUE(figures[4].exact.contains(QString::fromStdString(exactDigits(batch / modes[1].iteration.total))));
}

TEST_F(EstimateViewTest, ABrokenTierIsExplainedAndMemoryStays)
{
    edit(CandidateField::TensorDegree, "16");
    ASSERT_FALSE(result().estimate->modes);
    const auto notices = view.findChildren<ResultNotice*>();
    const bool isSaid = std::any_of(notices.begin(), notices.end(), [&](const ResultNotice* notice) {
        return notice->isVisible()
            && notice->text().contains(QString::fromStdString(result().estimate->diagnostics.front().message));
    });
    EXPECT_TRUE(isSaid);
    EXPECT_FALSE(view.timeTable()->isVisible());
    EXPECT_TRUE(view.memoryTable()->isVisible());
    EXPECT_EQ(view.memoryTable()->model()->index(0, 1).data(ExactRole).toLongLong(),
              result().estimate->memory.weights.value());
    EXPECT_EQ(view.figures()->figures().size(), 1u);
}

TEST_F(EstimateViewTest, SelectionGoesBothWays)
{
    const EntityKey recompute{EntityKey::Kind::Component, QStringLiteral("time.recompute")};
    selection.select(recompute);
    EXPECT_EQ(view.timeTable()->currentIndex().data(EntityRole).value<EntityKey>(), recompute);
    auto* chart = view.findChildren<StackedBarChart*>().front();
    Q_EMIT chart->selected({EntityKey::Kind::Component, QStringLiteral("time.forward")});
    EXPECT_EQ(selection.current().name, QStringLiteral("time.forward"));
    const_cast<ResultTable*>(view.memoryTable())->setCurrentIndex(view.memoryTable()->model()->index(1, 0));
    EXPECT_EQ(selection.current().name, QStringLiteral("memory.activations"));
}

TEST_F(EstimateViewTest, PrimitivesSortByExactValues)
{
    auto* table = const_cast<ResultTable*>(view.primitiveTable());
    table->sortByColumn(5, Qt::DescendingOrder);
    for (int row = 1; row < table->model()->rowCount(); ++row)
        EXPECT_GE(table->model()->index(row - 1, 5).data(SortRole).toDouble(),
                  table->model()->index(row, 5).data(SortRole).toDouble());
}

TEST_F(EstimateViewTest, CopiesWhatParsesBack)
{
    EXPECT_TRUE(
        view.copyText().contains(QString::fromStdString(exactDigits((*result().estimate->modes)[1].iteration.total))));
}

TEST_F(EstimateViewTest, AWrongFieldKeepsTheLastFiguresMarkedStale)
{
    const QString before = view.copyText();
    edit(CandidateField::TensorDegree, "7");
    EXPECT_EQ(view.copyText(), before);
    const auto notices = view.findChildren<ResultNotice*>();
    EXPECT_TRUE(std::any_of(notices.begin(), notices.end(), [](const ResultNotice* notice) {
        return notice->isVisible() && notice->text().startsWith(QStringLiteral("▲ Stale"));
    }));
}

} // namespace
} // namespace planscope::ui
