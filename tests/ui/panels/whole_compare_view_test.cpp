#include "ui/panels/compare_view.h"

#include "ui/panels/shown_whole_study.h"

#include "ui/charts/waterfall_chart.h"
#include "ui/graph/loom_of_comparison.h"
#include "ui/models/cause_model.h"
#include "ui/models/difference_model.h"
#include "ui/models/model_roles.h"
#include "ui/models/stage_key.h"
#include "ui/panels/compare_causes.h"
#include "ui/panels/compare_charts.h"
#include "ui/panels/compare_header.h"
#include "ui/panels/compare_loom.h"
#include "ui/panels/compare_memory.h"
#include "ui/panels/compare_stages.h"
#include "ui/panels/compare_table.h"
#include "ui/panels/compare_text.h"
#include "ui/panels/compared_figure_row.h"
#include "ui/panels/result_table.h"

#include <QAction>
#include <QComboBox>
#include <QTableView>
#include <QTest>

#include <algorithm>
#include <cmath>

namespace planscope::ui {
namespace {

/// A: 4 stages of 20 blocks; B: 5 chunks a stage, interleaved.
class WholeCompareViewTest : public ShownWholeStudy {
protected:
    WholeCompareViewTest()
    {
        view.resize(1200, 900);
        view.show();
        view.finish();
    }
    void edit(std::size_t candidate, CandidateField field, const char* value)
    {
        study.setCandidateField(candidate, field, QString::fromLatin1(value));
        study.waitForResults();
        view.finish();
    }
    const ComparedPair& pair() { return *view.comparison().pair(); }
    const Comparison& comparison() { return pair().comparison; }

    CompareView view{context};
};

QString text(const Number& number)
{
    return QString::fromStdString(number.digits());
}

TEST_F(WholeCompareViewTest, TheHeadlineIsTheEnginesComparison)
{
    ASSERT_TRUE(view.isComparing());
    const Comparison engine = compare(study.state(0)->result, study.state(1)->result);
    const std::vector<ComparedFigure>& figures = view.header().figures().figures();
    const char* const paths[]{"time.system_evidence.total",
                              "time.peak_only.total",
                              "utilisation.system_evidence.mfu_causal",
                              "utilisation.system_evidence.mfu_full",
                              "utilisation.system_evidence.tokens_per_second",
                              "memory.peak"};
    ASSERT_EQ(figures.size(), std::size(paths) + 1) << "and the operations";
    for (std::size_t k = 0; k < std::size(paths); ++k) {
        const ComparedFact& fact = *engine.figure(paths[k]);
        for (const Number& number : {*fact.a, *fact.b, *fact.delta()})
            EXPECT_TRUE(figures[k].exact.contains(text(number))) << paths[k];
    }
    EXPECT_EQ(figures.front().a, QStringLiteral("18.5 s"));
}

TEST_F(WholeCompareViewTest, TheBarsByCauseAndComponentLeadFromAToB)
{
    edit(1, CandidateField::MicrobatchSize, "2");
    edit(1, CandidateField::Recompute, "core_attention");
    for (const auto quantity :
         {CompareCauses::Quantity::Time, CompareCauses::Quantity::Memory, CompareCauses::Quantity::Operations}) {
        view.causes().setQuantity(quantity);
        for (const WaterfallChart* const chart : {&view.causes().byCause(), &view.causes().byComponent()}) {
            const WaterfallData& data = chart->data();
            double sum = 0;
            for (const WaterfallBar& bar : data.bars)
                sum += bar.share;
            EXPECT_NEAR(sum, data.b.value - data.a.value, 1e-9 * std::abs(data.a.value)) << data.subject.toStdString();
        }
    }
    EXPECT_GE(view.causes().byCause().data().bars.size(), 3u);
}

TEST_F(WholeCompareViewTest, WhatIsBehindACauseAddsUpToItsShare)
{
    edit(1, CandidateField::TensorDegree, "4"); // replicated gradients, which are no task's, change too
    edit(1, CandidateField::DataDegree, "4");
    const AttributedMeasure& time = *measureOf(pair(), Measure::SystemEvidenceTime);
    const std::size_t causes = causeTableOf(pair(), Measure::SystemEvidenceTime)->causes.size();
    const auto followed = followedCauses(view.comparison().pair(), EstimateMode::SystemEvidence);
    bool hasReplicated = false;
    for (std::size_t cause = 0; cause < causes; ++cause) {
        CauseModel model;
        model.setCause(&pair(), followed.get(), Measure::SystemEvidenceTime, cause);
        double sum = 0;
        for (int row = 0; row + 1 < model.rowCount(); ++row) {
            sum += model.index(row, static_cast<int>(CauseModel::Column::Share)).data(ExactRole).toDouble();
            const QString part = model.index(row, 0).data().toString();
            hasReplicated = hasReplicated || part == CauseModel::tr("Replicated gradients");
        }
        EXPECT_NEAR(sum, time.shares[cause], 1e-9 * time.a.toDouble());
    }
    EXPECT_TRUE(hasReplicated);
}

TEST_F(WholeCompareViewTest, StagesStandBesideEachOtherExactly)
{
    view.showPart(view.stages());
    const QAbstractItemModel& rows = *view.stages().table().model();
    ASSERT_EQ(rows.rowCount(), 4);
    for (int stage = 0; stage < 4; ++stage) {
        const ComparedFact& peak =
            *comparison().figure("stages[" + std::to_string(stage) + "].peak.bytes");
        const auto cell = [&](DifferenceModel::Column column) {
            return rows.index(stage, static_cast<int>(column)).data(ExactRole).toString();
        };
        EXPECT_EQ(cell(DifferenceModel::Column::A), text(*peak.a));
        EXPECT_EQ(cell(DifferenceModel::Column::B), text(*peak.b));
        EXPECT_EQ(cell(DifferenceModel::Column::Delta), text(*peak.delta()));
    }
    selection.select(stageFigureKey(2, "time.bubble"));
    EXPECT_EQ(view.stages().table().currentIndex().row(), 2);
    EXPECT_EQ(rows.index(2, static_cast<int>(DifferenceModel::Column::A)).data(ExactRole).toString(),
              text(*comparison().figure("time.system_evidence.stages[2].bubble")->a));
    view.setMode(EstimateMode::PeakOnly);
    EXPECT_EQ(rows.index(2, static_cast<int>(DifferenceModel::Column::A)).data(ExactRole).toString(),
              text(*comparison().figure("time.peak_only.stages[2].bubble")->a));
}

TEST_F(WholeCompareViewTest, PeaksOfStagesStandAgainstTheCapacity)
{
    const StackedBarData peaks = stagePairBars(comparison(), "memory.peak", EstimateMode::SystemEvidence);
    ASSERT_EQ(peaks.bars.size(), 8u);
    ASSERT_TRUE(peaks.limit);
    EXPECT_EQ(peaks.limit->value, study.state(0)->result.whole()->estimate->capacity);
    EXPECT_EQ(peaks.bars[1].segments.front().value,
              comparison().figure("stages[0].peak.bytes")->b->toDouble());
    EXPECT_FALSE(stagePairBars(comparison(), "time.busy", EstimateMode::SystemEvidence).limit);
    EXPECT_TRUE(stagePairBars(comparison(), "parameters", EstimateMode::SystemEvidence).bars.empty()) << "no axis";
}

TEST_F(WholeCompareViewTest, AStageThatOneSideAloneHasIsAbsentOnTheOther)
{
    edit(1, CandidateField::PipelineDegree, "8");
    edit(1, CandidateField::DataDegree, "1");
    view.showPart(view.stages());
    const QAbstractItemModel& rows = *view.stages().table().model();
    ASSERT_EQ(rows.rowCount(), 8);
    EXPECT_EQ(rows.index(7, static_cast<int>(DifferenceModel::Column::A)).data().toString(), QStringLiteral("–"));
    EXPECT_NE(rows.index(7, static_cast<int>(DifferenceModel::Column::B)).data().toString(), QStringLiteral("–"));
}

TEST_F(WholeCompareViewTest, TheTableOffersTheGroupsThatAreThere)
{
    view.showPart(view.table());
    QStringList groups;
    const auto* const box = view.table().findChild<QComboBox*>();
    for (int k = 0; k < box->count(); ++k)
        groups << box->itemText(k);
    EXPECT_TRUE(groups.contains(titleOf(FactGroup::Stage)));
    EXPECT_TRUE(groups.contains(titleOf(FactGroup::TokenOperations)));
    EXPECT_FALSE(groups.contains(titleOf(FactGroup::BlockMemory)));
}

TEST_F(WholeCompareViewTest, TheLoomHasEveryTaskAndTheStepOfBoth)
{
    const ComparedLoom loom = mergedLoomOf(comparison(), pair().results[0], pair().results[1],
                                           EstimateMode::SystemEvidence);
    std::array<std::size_t, 2> tasks{};
    bool hasStep = false;
    for (const LoomTaskPair& task : loom.difference->tasks) {
        for (std::size_t side = 0; side < 2; ++side)
            tasks[side] += task.facts[side] ? 1 : 0;
        if (task.names[0] == QStringLiteral("step.optimizer")) {
            hasStep = true;
            EXPECT_EQ(task.names[1], task.names[0]);
            const std::size_t stage = (*pair().results[0].whole()->estimate->modes)[1].time.lastStage;
            EXPECT_EQ(task.facts[0]->seconds,
                      comparison().figure("time.system_evidence.stages[" + std::to_string(stage) + "].optimizer")
                          ->a->toDouble());
        }
    }
    EXPECT_TRUE(hasStep);
    for (std::size_t side = 0; side < 2; ++side)
        EXPECT_GT(tasks[side], pair().results[side].whole()->derivation->plan().tasks.size());
}

TEST_F(WholeCompareViewTest, EveryPartShowsAndCopiesSomething)
{
    const QStringList parts = view.exportParts();
    EXPECT_EQ(parts.size(), 6);
    EXPECT_TRUE(parts.contains(QStringLiteral("compare-stages")));
    for (int part = 0; part < parts.size(); ++part) {
        view.showExportPart(part);
        view.finish();
        EXPECT_GT(view.copyText().size(), 200) << parts[part].toStdString();
    }
}

TEST_F(WholeCompareViewTest, SaysWhichSideDoesNotFit)
{
    EXPECT_TRUE(noticesOf(view.comparison()).empty());
    edit(1, CandidateField::TensorDegree, "4");
    edit(1, CandidateField::DataDegree, "4");
    ASSERT_GT(study.state(1)->result.whole()->estimate->peak.value(), 80LL << 30);
    const std::vector<Notice> notices = noticesOf(view.comparison());
    ASSERT_EQ(notices.size(), 1u);
    EXPECT_TRUE(notices.front().title.startsWith(QStringLiteral("B: ")));
    EXPECT_TRUE(view.isComparing());
}

TEST_F(WholeCompareViewTest, AStudyOfEqualBlocksHasNoStages)
{
    const auto stagesAction = [this] {
        const QList<QAction*> actions = view.actions();
        return *std::find_if(actions.begin(), actions.end(), [this](const QAction* action) {
            return action->text().endsWith(view.stages().title());
        });
    };
    EXPECT_TRUE(stagesAction()->isEnabled());
    study.setDocument(*StudyDocument::parse(findPreset(PresetKind::Studies, "gpt3-175B-64xA100")->json));
    study.waitForResults();
    view.finish();
    EXPECT_FALSE(view.exportParts().contains(QStringLiteral("compare-stages")));
    EXPECT_TRUE(view.exportParts().contains(QStringLiteral("compare-memory")));
    EXPECT_FALSE(stagesAction()->isEnabled());
}

} // namespace
} // namespace planscope::ui
