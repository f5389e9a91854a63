#include "ui/panels/estimate_view.h"

#include "ui/panels/shown_whole_study.h"

#include "report/number_format.h"
#include "report/whole_breakdown.h"
#include "ui/charts/stacked_bar_chart.h"
#include "ui/charts/stacked_bar_geometry.h"
#include "ui/models/model_roles.h"
#include "ui/models/stage_key.h"
#include "ui/panels/figure_row.h"
#include "ui/panels/result_charts.h"
#include "ui/panels/result_notice.h"
#include "ui/panels/result_table.h"

#include <algorithm>

namespace planscope::ui {
namespace {

class WholeEstimateView : public ShownWholeStudy {
protected:
    WholeEstimateView()
    {
        view.resize(1000, 900);
        view.show();
    }
    static std::string exact(const ResultTable* table, int row, int column)
    {
        return table->model()->index(row, column).data(ExactRole).toString().toStdString();
    }
    bool isSaid(const std::string& text) const
    {
        const auto notices = view.findChildren<ResultNotice*>();
        return std::any_of(notices.begin(), notices.end(), [&](const ResultNotice* notice) {
            return notice->isVisible() && notice->text().contains(QString::fromStdString(text));
        });
    }

    EstimateView view{context};
};

TEST_F(WholeEstimateView, TimeAndMemoryAreTheResultsToTheLastDigit)
{
    const auto& modes = *estimate().modes;
    ASSERT_EQ(view.timeTable()->model()->rowCount(), static_cast<int>(whole::iterationFigures.size()));
    for (int row = 0; row < view.timeTable()->model()->rowCount(); ++row) {
        const auto member = whole::iterationFigures[static_cast<std::size_t>(row)].member;
        EXPECT_EQ(exact(view.timeTable(), row, 1), exactDigits(modes[0].time.iteration.*member));
        EXPECT_EQ(exact(view.timeTable(), row, 3), exactDigits(modes[1].time.iteration.*member));
    }
    const whole::StagePeak& peak = estimate().peaks[whole::fullestStage(estimate())];
    std::int64_t sum = 0;
    int row = 0;
    for (const Bytes part : peak.parts)
        if (part != Bytes{}) {
            EXPECT_EQ(exact(view.memoryTable(), row++, 1), std::to_string(part.value()));
            sum += part.value();
        }
    EXPECT_EQ(exact(view.memoryTable(), row, 1), std::to_string(sum));
    EXPECT_EQ(exact(view.memoryTable(), row, 1), std::to_string(estimate().peak.value()));
    EXPECT_EQ(exact(view.memoryTable(), row + 1, 1), exactDigits(estimate().capacity));
    EXPECT_EQ(view.memoryTable()->model()->rowCount(), row + 2);
}

TEST_F(WholeEstimateView, BothConventionsOfMfuStandInFront)
{
    const std::vector<Figure>& figures = view.figures()->figures();
    ASSERT_EQ(figures.size(), 5u);
    const whole::Utilisation& evidence = (*estimate().modes)[1].utilisation;
    EXPECT_TRUE(figures[1].exact.contains(QString::fromStdString(exactDigits(evidence.mfuCausal))));
    EXPECT_TRUE(figures[2].exact.contains(QString::fromStdString(exactDigits(evidence.mfuFull))));
    EXPECT_TRUE(figures[3].exact.contains(QString::fromStdString(exactDigits(evidence.tokensPerSecond))));
    EXPECT_TRUE(figures[4].exact.contains(QString::number(estimate().peak.value())));
    EXPECT_EQ(figures[4].key, component("memory.peak"));
}

TEST_F(WholeEstimateView, OperationsATokenAreThoseOfTheConventions)
{
    EXPECT_EQ(exact(view.tokenTable(), 1, 0), "causal_half");
    EXPECT_EQ(exact(view.tokenTable(), 1, 2), "449222541312") << "NVIDIA's figure for Llama 3 70B at 8192 tokens";
    EXPECT_EQ(view.tokenTable()->model()->rowCount(), 5);
    EXPECT_EQ(view.primitiveTable()->model()->rowCount(), 0);
    EXPECT_FALSE(view.primitiveTable()->isVisible());
    EXPECT_TRUE(view.operationTable()->isVisible());
}

TEST_F(WholeEstimateView, BarsAddUpAndTheFrameworksHasOneColour)
{
    const StackedBarData time = timeBarsOf(result());
    for (std::size_t k = 0; k < 2; ++k) {
        double sum = 0;
        for (const BarSegment& segment : time.bars[k].segments)
            sum += segment.value;
        const double total = (*estimate().modes)[1 - k].time.total;
        EXPECT_NEAR(sum, total, 1e-12 * total);
    }
    const StackedBarData memory = memoryBarsOf(result());
    double sum = 0;
    for (const BarSegment& segment : memory.bars[0].segments)
        sum += segment.value;
    EXPECT_EQ(sum, static_cast<double>(estimate().peak.value()));
    const std::vector<LegendEntry> legend = legendOf(memory);
    EXPECT_LT(legend.size(), memory.bars[0].segments.size());
    EXPECT_EQ(std::count_if(legend.begin(), legend.end(),
                            [](const LegendEntry& e) { return e.role == Role::MemoryActivationCheckpoints; }),
              1);
}

TEST_F(WholeEstimateView, SelectionGoesBothWays)
{
    selection.select(component("time.pipeline_bubble"));
    EXPECT_EQ(view.timeTable()->currentIndex().data(EntityRole).value<EntityKey>(), selection.current());
    const_cast<ResultTable*>(view.memoryTable())->setCurrentIndex(view.memoryTable()->model()->index(1, 0));
    EXPECT_EQ(selection.current(), component("memory.gradients"));
    const_cast<ResultTable*>(view.tokenTable())->setCurrentIndex(view.tokenTable()->model()->index(4, 0));
    EXPECT_EQ(selection.current(), component("flops_per_token.six_n"));
    selection.select({EntityKey::Kind::Task, QStringLiteral("fc1.weight_gradient")});
    EXPECT_EQ(view.operationTable()->currentIndex().data(EntityRole).value<EntityKey>(),
              (EntityKey{EntityKey::Kind::Operation, QStringLiteral("fc1")}));
    EXPECT_TRUE(view.operationTable()->hasSelectedCells());
    EXPECT_FALSE(view.tokenTable()->hasSelectedCells());
}

TEST_F(WholeEstimateView, AFigureOfTheFullestStageIsTheOneShown)
{
    const int fullest = static_cast<int>(whole::fullestStage(estimate()));
    selection.select(stageFigureKey(fullest, "memory.optimizer"));
    EXPECT_EQ(view.memoryTable()->currentIndex().data(EntityRole).value<EntityKey>(), component("memory.optimizer"));
    EXPECT_TRUE(view.memoryTable()->hasSelectedCells());
    selection.select(stageFigureKey(fullest + 1, "memory.optimizer"));
    EXPECT_FALSE(view.memoryTable()->hasSelectedCells());
}

TEST_F(WholeEstimateView, ATierIsLiveAndMovesNoDigest)
{
    const auto before = study.currentState()->result;
    const std::string total = exact(view.timeTable(), 10, 3);
    const auto derivations = study.derivationCount();
    edit(CandidateField::DataTier, "0");
    ASSERT_FALSE(estimate().modes) << "two replicas of eight tensor ranks and four stages leave the node";
    EXPECT_TRUE(isSaid(estimate().diagnostics.front().message));
    EXPECT_FALSE(view.timeTable()->isVisible());
    EXPECT_TRUE(view.memoryTable()->isVisible());
    edit(CandidateField::DataTier, "1");
    EXPECT_EQ(exact(view.timeTable(), 10, 3), total);
    EXPECT_TRUE(view.timeTable()->isVisible());
    EXPECT_EQ(study.derivationCount(), derivations);
    EXPECT_EQ(result().derivation, before.whole()->derivation);
}

TEST_F(WholeEstimateView, ContextParallelismHasNoTimeAndSaysWhy)
{
    edit(CandidateField::TensorDegree, "4");
    edit(CandidateField::ContextDegree, "2");
    ASSERT_TRUE(study.currentState()->result.whole());
    ASSERT_FALSE(estimate().modes);
    EXPECT_TRUE(isSaid("mapping.context.degree: the messages of context parallelism are not costed"));
    EXPECT_FALSE(isSaid("network tiers"));
    EXPECT_FALSE(view.timeTable()->isVisible());
    EXPECT_FALSE(view.operationTable()->isVisible());
    EXPECT_TRUE(view.memoryTable()->isVisible());
    EXPECT_TRUE(view.tokenTable()->isVisible());
    EXPECT_EQ(view.figures()->figures().size(), 1u);
}

TEST_F(WholeEstimateView, WhatDoesNotFitSaysSoAndShowsWhatItNeeds)
{
    edit(CandidateField::MicrobatchSize, "8");
    ASSERT_GT(static_cast<double>(estimate().peak.value()), estimate().capacity);
    EXPECT_TRUE(isSaid("Does not fit"));
    EXPECT_EQ(view.figures()->figures().back().role, Role::Warn);
    EXPECT_TRUE(view.timeTable()->isVisible());
    const int peak = view.memoryTable()->model()->rowCount() - 2;
    EXPECT_EQ(exact(view.memoryTable(), peak, 1), std::to_string(estimate().peak.value()));
    edit(CandidateField::MicrobatchSize, "1");
    EXPECT_FALSE(isSaid("Does not fit"));
}

TEST_F(WholeEstimateView, ACopyIsExactTabSeparatedText)
{
    const QStringList tables = view.copyText().split(QStringLiteral("\n\n"));
    ASSERT_EQ(tables.size(), 5) << "headlines, time, memory, operations, conventions";
    for (const QString& table : tables) {
        const QStringList lines = table.split(QLatin1Char('\n'), Qt::SkipEmptyParts);
        for (const QString& line : lines)
            EXPECT_EQ(line.count(QLatin1Char('\t')), lines[0].count(QLatin1Char('\t'))) << line.toStdString();
    }
    EXPECT_TRUE(tables[1].contains(
        QStringLiteral("\ntotal\t%1\t").arg(QString::fromStdString(exactDigits((*estimate().modes)[0].time.total)))));
    EXPECT_TRUE(tables[2].contains(QStringLiteral("\npeak\t%1\t").arg(estimate().peak.value())));
}

} // namespace
} // namespace planscope::ui
