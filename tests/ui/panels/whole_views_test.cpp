#include "ui/panels/shown_whole_study.h"

#include "report/ir_text.h"
#include "report/number_format.h"
#include "study/whole_rank_work.h"
#include "ui/charts/stacked_bar_chart.h"
#include "ui/models/model_roles.h"
#include "ui/models/stage_key.h"
#include "ui/panels/checkpoints_view.h"
#include "ui/panels/derivation_strip.h"
#include "ui/panels/figure_row.h"
#include "ui/panels/ir_text_view.h"
#include "ui/panels/overview_view.h"
#include "ui/panels/rank_work_view.h"
#include "ui/panels/result_table.h"
#include "ui/panels/system_view.h"

#include <QComboBox>
#include <QPlainTextEdit>
#include <QTemporaryDir>
#include <QTest>
#include <QTextBlock>

namespace planscope::ui {
namespace {

/// The views that draw whole models as they draw equal blocks.
class WholeViews : public ShownWholeStudy {
protected:
    template <class View>
    void show(View& view)
    {
        view.resize(1200, 900);
        view.QWidget::show();
    }
    static std::string exact(const ResultTable* table, int row, int column)
    {
        return table->model()->index(row, column).data(ExactRole).toString().toStdString();
    }
};

TEST_F(WholeViews, TheStripTellsTheThreeIrsAndTheEstimate)
{
    OverviewView view{context};
    show(view);
    const StripContent& strip = view.strip()->content();
    for (const IrKind kind : {IrKind::Model, IrKind::Distributed, IrKind::PortablePlan}) {
        const StripCardContent& card = strip.cards[1 + static_cast<std::size_t>(kind)];
        const SnapshotPtr snapshot = result().derivation->snapshot(kind);
        EXPECT_EQ(card.digest.toStdString(), snapshot->digest().toString());
        EXPECT_TRUE(card.schema.endsWith(QStringLiteral(" 2.0")));
        EXPECT_EQ(card.verdict.role, Role::Ok);
    }
    const auto said = [](const StripCardContent& card, const QString& words) {
        const auto has = [&words](const StripLine& line) { return line.text.contains(words); };
        return std::any_of(card.lines.begin(), card.lines.end(), has)
            || std::any_of(card.notes.begin(), card.notes.end(), has);
    };
    EXPECT_TRUE(said(strip.cards[0], QStringLiteral("64 ranks = tensor 8")));
    EXPECT_TRUE(said(strip.cards[1], QStringLiteral("block × 80")));
    EXPECT_TRUE(said(strip.cards[3], QStringLiteral("%1 saved tensors").arg(plan().saved.size())));
    EXPECT_TRUE(said(strip.cards[4], QStringLiteral("megatron-0.14-te-2.11")));
    EXPECT_TRUE(said(strip.cards[5], QStringLiteral("causal")));
    EXPECT_TRUE(said(strip.cards[5], QStringLiteral("full square")));
    const double total = (*estimate().modes)[1].time.total;
    EXPECT_EQ(strip.cards[5].headline.exact, QString::fromStdString(exactDigits(total)) + QStringLiteral(" s"));
    EXPECT_TRUE(view.copyText().contains(QStringLiteral("memory.peak\t%1\tbytes").arg(estimate().peak.value())));
}

TEST_F(WholeViews, AnEditMarksTheDigestsThatStay)
{
    OverviewView view{context};
    show(view);
    edit(CandidateField::Recompute, "full");
    const StripContent& strip = view.strip()->content();
    EXPECT_TRUE(strip.cards[1].isUnchanged) << "recompute is no part of the model";
    EXPECT_FALSE(strip.cards[2].isUnchanged);
    EXPECT_FALSE(strip.cards[3].isUnchanged);
    edit(CandidateField::DataTier, "0");
    EXPECT_TRUE(view.strip()->content().cards[3].isUnchanged);
}

TEST_F(WholeViews, ContextParallelismIsNoTimeInTheStrip)
{
    OverviewView view{context};
    show(view);
    edit(CandidateField::TensorDegree, "4");
    edit(CandidateField::ContextDegree, "2");
    ASSERT_FALSE(estimate().modes);
    const StripCardContent& card = view.strip()->content().cards[5];
    EXPECT_EQ(card.headline.text, QStringLiteral("no time"));
    EXPECT_EQ(card.headline.role, Role::Warn);
    EXPECT_TRUE(card.gauge);
}

TEST_F(WholeViews, WorkAddsUpToAllRanks)
{
    RankWorkView view{context};
    show(view);
    const auto work = whole::rankWorkOf(result());
    ASSERT_TRUE(work);
    const QAbstractItemModel& table = *view.stageTable()->model();
    ASSERT_EQ(table.rowCount(), 5) << "four stages, and all ranks";
    ASSERT_TRUE(table.index(4, 0).data(TotalRole).toBool());
    EXPECT_EQ(exact(view.stageTable(), 4, 1), "64");
    const auto expectSum = [](const ResultTable* shown, int column) {
        std::int64_t sum = 0;
        for (int row = 0; row < 4; ++row)
            sum += 16 * std::stoll(exact(shown, row, column));
        EXPECT_EQ(exact(shown, 4, column), std::to_string(sum)) << column;
    };
    for (int column = 3; column <= 10; ++column)
        expectSum(view.stageTable(), column);
    for (int column = 2; column <= 8; ++column)
        expectSum(view.trafficTable(), column);
    for (int row = 0; row < 4; ++row) {
        std::int64_t phases = 0;
        for (int column = 5; column < 10; ++column)
            phases += std::stoll(exact(view.stageTable(), row, column));
        EXPECT_EQ(exact(view.stageTable(), row, 10), std::to_string(phases));
        std::int64_t groups = 0;
        for (int column = 4; column < 8; ++column)
            groups += std::stoll(exact(view.trafficTable(), row, column));
        EXPECT_EQ(exact(view.trafficTable(), row, 8), std::to_string(groups));
        EXPECT_EQ(exact(view.trafficTable(), row, 10),
                  exactDigits((*work->stages[static_cast<std::size_t>(row)].rank.total.seconds)[1]));
    }
    EXPECT_EQ(exact(view.trafficTable(), 4, 8), work->all.allMessages.toString());
    EXPECT_FALSE(view.table()->isVisible());
}

TEST_F(WholeViews, EachFactOfTheRanksHasBarsThatAddUp)
{
    RankWorkView view{context};
    show(view);
    for (int fact = 0; fact < view.factChoice()->count(); ++fact) {
        view.factChoice()->setCurrentIndex(fact);
        ASSERT_EQ(view.chart()->data().bars.size(), 3u) << "the two stages in the middle do the same";
        for (const StackedBar& bar : view.chart()->data().bars) {
            double sum = 0;
            for (const BarSegment& segment : bar.segments)
                sum += segment.value;
            EXPECT_NEAR(sum, bar.totalDigits.toDouble(), 1e-12 * sum) << fact;
            EXPECT_GT(sum, 0) << fact;
        }
    }
    EXPECT_EQ(view.chart()->data().bars[1].name, QStringLiteral("stages 1–2: ranks 16–47"));
}

TEST_F(WholeViews, AStageIsItsRanks)
{
    RankWorkView view{context};
    show(view);
    selection.select(stageFigureKey(2, "time.busy"));
    EXPECT_EQ(view.stageTable()->currentIndex().row(), 2);
    EXPECT_EQ(view.trafficTable()->currentIndex().row(), 2);
    EXPECT_EQ(view.chart()->marked(), (EntityKey{EntityKey::Kind::Rank, QStringLiteral("16-31")})) << "of the bar";
    const_cast<ResultTable*>(view.trafficTable())->setCurrentIndex(view.trafficTable()->model()->index(3, 0));
    EXPECT_EQ(selection.current(), (EntityKey{EntityKey::Kind::Rank, QStringLiteral("48-63")}));
    EXPECT_EQ(view.stageTable()->currentIndex().row(), 3);
    edit(CandidateField::PipelineDegree, "2");
    EXPECT_EQ(view.stageTable()->model()->rowCount(), 3);
    EXPECT_FALSE(view.stageTable()->hasSelectedCells()) << "the case has no such ranks any more";
}

TEST_F(WholeViews, CheckpointsCopyEveryOutcomeOfTheWholeModel)
{
    CheckpointsView view{context};
    show(view);
    qsizetype outcomes = 0;
    for (const CheckpointReport& report : result().derivation->history.checkpoints)
        outcomes += static_cast<qsizetype>(report.outcomes.size());
    ASSERT_GT(outcomes, 0);
    EXPECT_EQ(view.copyText().count(QLatin1Char('\n')), outcomes + 1);
    EXPECT_FALSE(view.copyText().contains(QStringLiteral("\tfailed\t")));
}

TEST_F(WholeViews, AReferenceRejectsATransitionOfAWholeModel)
{
    CheckpointsView view{context};
    show(view);
    const whole::PlanTask& task = plan().tasks.front();
    QTemporaryDir folder;
    QFile file(folder.filePath(QStringLiteral("facts.json")));
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(QByteArray(R"({"schema": "planscope.reference/1", "facts": {")") + task.name.c_str()
               + R"(": {"operations": )" + QByteArray::number(qint64{task.facts.operations.value() + 1}) + "}}}");
    file.close();
    view.loadReference(file.fileName());
    study.waitForResults();
    EXPECT_TRUE(view.copyText().contains(QStringLiteral("check.reference\t")));
    EXPECT_TRUE(view.copyText().contains(QStringLiteral("\tfailed\t%1\t%2\t%3\n")
                                             .arg(task.facts.operations.value() + 1)
                                             .arg(task.facts.operations.value())
                                             .arg(QString::fromStdString(task.name))));
    EXPECT_EQ(selection.current(), (EntityKey{EntityKey::Kind::Check, QStringLiteral("distributed/check.reference")}));
    study.clearReference();
    EXPECT_FALSE(view.copyText().contains(QStringLiteral("\tfailed\t")));
}

TEST_F(WholeViews, TheTextIsWhatTheDigestCovers)
{
    IrTextView view{context};
    show(view);
    for (const IrKind kind : {IrKind::Model, IrKind::Distributed, IrKind::PortablePlan}) {
        const IrSnapshot& snapshot = *result().derivation->snapshot(kind);
        view.show(kind, IrTextView::Form::Canonical);
        EXPECT_EQ(Digest::of(view.copyText().toStdString()), snapshot.digest());
        view.show(kind, IrTextView::Form::Detailed);
        EXPECT_EQ(view.text().toStdString(), irText(snapshot, IrTextDetail::Long));
    }
}

TEST_F(WholeViews, TheTextMarksWhatIsSelectedInEveryForm)
{
    IrTextView view{context};
    show(view);
    const auto marked = [&view](IrKind kind, IrTextView::Form form) {
        view.show(kind, form);
        QStringList lines;
        for (const QTextCursor& place : view.selectedPlaces())
            lines << place.block().text().trimmed().left(40);
        return lines;
    };
    selection.select({EntityKey::Kind::Operation, QStringLiteral("head")});
    const QStringList operations = marked(IrKind::Model, IrTextView::Form::Detailed);
    ASSERT_EQ(operations.size(), 1) << operations.join(u'|').toStdString();
    EXPECT_TRUE(operations[0].startsWith(QStringLiteral("head ")));
    EXPECT_EQ(marked(IrKind::Model, IrTextView::Form::Canonical).size(), 1);

    selection.select({EntityKey::Kind::Task, QString::fromStdString(plan().tasks.front().name)});
    EXPECT_EQ(marked(IrKind::Distributed, IrTextView::Form::Detailed).size(), 1);
    EXPECT_EQ(marked(IrKind::PortablePlan, IrTextView::Form::Detailed).size(), 1);
    EXPECT_EQ(marked(IrKind::PortablePlan, IrTextView::Form::Canonical).size(), 1);

    selection.select({EntityKey::Kind::Value, QString::fromStdString(plan().saved.front().name)});
    EXPECT_EQ(marked(IrKind::PortablePlan, IrTextView::Form::Short).size(), 1);
    EXPECT_EQ(marked(IrKind::Distributed, IrTextView::Form::Detailed).size(), 1);
}

TEST_F(WholeViews, AClickOnANameInTheTextSelects)
{
    IrTextView view{context};
    show(view);
    view.show(IrKind::PortablePlan, IrTextView::Form::Detailed);
    QPlainTextEdit& text = *view.findChild<QPlainTextEdit*>();
    const QString name = QString::fromStdString(plan().saved.front().name);
    QTextCursor place = text.document()->find(QStringLiteral("    ") + name + QLatin1Char(' '));
    ASSERT_FALSE(place.isNull());
    place.setPosition(place.selectionStart() + 6);
    text.setTextCursor(place);
    text.centerCursor();
    QTest::mouseClick(text.viewport(), Qt::LeftButton, {}, text.cursorRect(place).center());
    EXPECT_EQ(selection.current(), (EntityKey{EntityKey::Kind::Value, name}));
}

TEST_F(WholeViews, TheSystemHasItsFramework)
{
    SystemView view{context};
    show(view);
    ASSERT_TRUE(view.framework()->isVisible());
    EXPECT_EQ(view.framework()->figures()[0].text, QStringLiteral("megatron-0.14-te-2.11"));
    EXPECT_TRUE(view.copyText().contains(QStringLiteral("framework.gemm_workspace_bytes\t33555456\tbytes")));
    study.setFramework("none", {});
    study.waitForResults();
    EXPECT_TRUE(view.copyText().contains(QStringLiteral("framework.gemm_workspace_bytes\t0\tbytes")));
    study.setDocument(*StudyDocument::parse(findPreset(PresetKind::Studies, "gpt3-175B-64xA100")->json));
    study.waitForResults();
    EXPECT_FALSE(view.framework()->isVisible());
    EXPECT_FALSE(view.copyText().contains(QStringLiteral("framework.")));
}

} // namespace
} // namespace planscope::ui
