#include "ui/panels/compare_view.h"

#include "ui/panels/shown_study.h"

#include "ui/charts/stacked_bar_chart.h"
#include "ui/charts/waterfall_chart.h"
#include "ui/graph/loom_compare_widget.h"
#include "ui/models/difference_model.h"
#include "ui/models/model_roles.h"
#include "ui/panels/compare_causes.h"
#include "ui/panels/compare_charts.h"
#include "ui/panels/compare_header.h"
#include "ui/panels/compare_loom.h"
#include "ui/panels/compare_memory.h"
#include "ui/panels/compare_table.h"
#include "ui/panels/compare_text.h"
#include "ui/panels/compared_figure_row.h"
#include "ui/panels/result_table.h"
#include "ui/panels/text_difference_edit.h"

#include <QAbstractButton>
#include <QLabel>
#include <QPushButton>
#include <QTableView>
#include <QTest>
#include <QTextBlock>
#include <QToolButton>

#include <algorithm>
#include <cmath>

namespace planscope::ui {
namespace {

class CompareViewTest : public ShownStudy {
protected:
    CompareViewTest()
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
    void pin(std::optional<std::size_t> a, std::optional<std::size_t> b)
    {
        study.pin(a, b);
        view.finish();
    }
    void pressBlankAction() { view.findChild<QPushButton*>()->click(); }
    const ComparedPair& pair() { return *view.comparison().pair(); }
    const ComparedFigure& iterationTime()
    {
        const std::vector<ComparedFigure>& figures = view.header().figures().figures();
        return *std::find_if(figures.begin(), figures.end(), [](const ComparedFigure& figure) {
            return figure.name == QStringLiteral("Iteration time");
        });
    }
    std::vector<ComparePart*> parts()
    {
        return {&view.causes(), &view.loom(), &view.table(), &view.memory(), &view.text()};
    }

    CompareView view{context};
};

TEST_F(CompareViewTest, SaysWhatDiffersInTableFive)
{
    ASSERT_TRUE(view.isComparing());
    EXPECT_EQ(iterationTime().delta, QStringLiteral("▼ −4.39 s"));
    EXPECT_EQ(iterationTime().relative, QStringLiteral("−24.4 %"));
    EXPECT_EQ(iterationTime().a, QStringLiteral("18.0 s"));
    const ComparedFact& time = *pair().comparison.figure("time.system_evidence.total");
    EXPECT_TRUE(iterationTime().exact.contains(QString::fromStdString(time.delta()->digits())));
    QStringList chips;
    for (const QToolButton* const chip : view.header().chips())
        chips << chip->text();
    EXPECT_EQ(chips,
              (QStringList{QStringLiteral("Tensor communication  All-reduce → Reduce-scatter, all-gather"),
                           QStringLiteral("Recompute  Full → Attention only"),
                           QStringLiteral("All-gather redo  false → true")}));
}

TEST_F(CompareViewTest, TheBarsByCauseLeadFromAToB)
{
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
    view.causes().setQuantity(CompareCauses::Quantity::Time);
    const WaterfallData& causes = view.causes().byCause().data();
    EXPECT_NEAR(causes.b.value - causes.a.value, -4.3907, 5e-5);
    EXPECT_TRUE(causes.bars.front().text.contains(QStringLiteral("−4.39 s")));
    EXPECT_TRUE(causes.bars.front().exact.startsWith(QStringLiteral("-4.390")));
}

TEST_F(CompareViewTest, ACauseIsFollowedToItsTasks)
{
    const QAbstractItemModel& behind = *view.causes().behind().model();
    ASSERT_GT(behind.rowCount(), 2);
    selection.select({});
    const_cast<ResultTable&>(view.causes().behind()).setCurrentIndex(behind.index(0, 0));
    EXPECT_EQ(selection.current().kind, EntityKey::Kind::Task);
    EXPECT_EQ(selection.current().name, behind.index(0, 0).data().toString());
}

TEST_F(CompareViewTest, AChipChoosesItsCause)
{
    edit(1, CandidateField::MicrobatchSize, "2");
    ASSERT_GE(view.causes().byCause().data().bars.size(), 2u);
    for (QToolButton* const chip : view.header().chips()) {
        chip->click();
        const auto marked = view.causes().byCause().marked();
        ASSERT_TRUE(marked);
        EXPECT_TRUE(view.causes().byCause().data().bars[*marked].name.contains(
            chip->text().section(QStringLiteral("  "), 0, 0)))
            << chip->text().toStdString();
    }
}

TEST_F(CompareViewTest, ModesGiveTheirOwnTimes)
{
    const double evidence = view.causes().byCause().data().a.value;
    view.setMode(EstimateMode::PeakOnly);
    EXPECT_LT(view.causes().byCause().data().a.value, evidence);
    EXPECT_EQ(view.causes().byCause().data().a.value, pair().comparison.figure("time.peak_only.total")->a->toDouble());
}

TEST_F(CompareViewTest, FollowsAnEditOfBInEveryPart)
{
    for (ComparePart* const part : parts()) {
        view.showPart(*part);
        view.finish();
        const QString before = view.copyText();
        edit(1, CandidateField::MicrobatchSize,
             study.document().candidates[1][CandidateField::MicrobatchSize] == "1" ? "2" : "1");
        EXPECT_NE(view.copyText(), before) << part->title().toStdString();
        EXPECT_EQ(pair().results[1], study.state(1)->result.block());
    }
}

TEST_F(CompareViewTest, AHiddenViewFollowsWhenItIsShown)
{
    view.hide();
    edit(1, CandidateField::MicrobatchSize, "2");
    view.show();
    view.finish();
    EXPECT_EQ(pair().results[1], study.state(1)->result.block());
}

TEST_F(CompareViewTest, SwappingMirrorsTheHeadline)
{
    const ComparedFigure before = iterationTime();
    Q_EMIT view.header().swapRequested();
    view.finish();
    EXPECT_EQ(iterationTime().a, before.b);
    EXPECT_EQ(iterationTime().b, before.a);
    EXPECT_EQ(iterationTime().delta, QStringLiteral("▲ +4.39 s"));
    EXPECT_EQ(iterationTime().direction, -before.direction);
}

TEST_F(CompareViewTest, SwapIsOneUndoableStep)
{
    Q_EMIT view.header().swapRequested();
    EXPECT_EQ(study.document().pinnedA, 1u);
    EXPECT_EQ(study.document().pinnedB, 0u);
    study.undoStack().undo();
    EXPECT_EQ(study.document().pinnedA, 0u);
}

TEST_F(CompareViewTest, CountsAddUpToBothSides)
{
    const ChangeCounts& counts = pair().comparison.taskCounts;
    EXPECT_EQ(counts.totalA(), static_cast<std::int64_t>(pair().results[0].block()->derivation->plan().tasks.size()));
    EXPECT_EQ(counts.totalB(), static_cast<std::int64_t>(pair().results[1].block()->derivation->plan().tasks.size()));
    EXPECT_TRUE(view.header().counts().contains(countsText(counts)));
}

TEST_F(CompareViewTest, WithoutPinsItOffersToPin)
{
    pin(std::nullopt, std::nullopt);
    EXPECT_FALSE(view.isComparing());
    EXPECT_TRUE(view.blankText().contains(QStringLiteral("pinned")));
    pressBlankAction();
    view.finish();
    EXPECT_TRUE(view.isComparing());
    EXPECT_NE(study.document().pinnedA, study.document().pinnedB);
}

TEST_F(CompareViewTest, ACandidateWithItselfIsSaidSoAndCanBeDuplicated)
{
    pin(0, 0);
    EXPECT_FALSE(view.isComparing());
    EXPECT_TRUE(view.blankText().contains(QStringLiteral("the same candidate")));
    pressBlankAction();
    study.waitForResults();
    view.finish();
    EXPECT_FALSE(view.isComparing()) << "the copy states the same";
    EXPECT_TRUE(view.blankText().startsWith(QStringLiteral("= A and B are equal")));
    edit(study.currentCandidate(), CandidateField::MicrobatchSize, "2");
    EXPECT_TRUE(view.isComparing()) << "and differs from the first edit on";
}

TEST_F(CompareViewTest, AWrongFieldKeepsTheLastComparisonMarkedStale)
{
    const QString before = view.copyText();
    edit(1, CandidateField::TensorDegree, "7");
    EXPECT_EQ(view.copyText(), before);
    const auto notices = view.findChildren<ResultNotice*>();
    EXPECT_TRUE(std::any_of(notices.begin(), notices.end(), [](const ResultNotice* notice) {
        return notice->isVisible() && notice->text().startsWith(QStringLiteral("B: ▲ Stale"));
    }));
}

TEST_F(CompareViewTest, ASideThatWasNeverLawfulIsNamedWithItsDiagnostic)
{
    StudyDocument document = study.document();
    document.candidates[1][CandidateField::TensorDegree] = "7";
    study.setDocument(document);
    study.waitForResults();
    view.finish();
    EXPECT_FALSE(view.isComparing());
    EXPECT_TRUE(view.blankText().startsWith(QStringLiteral("B, ")));
    EXPECT_TRUE(view.blankText().contains(QStringLiteral("tensor")));
    study.setCurrentCandidate(0);
    pressBlankAction();
    EXPECT_EQ(study.currentCandidate(), 1u);
}

TEST_F(CompareViewTest, ASideWithoutTimeIsComparedInWhatItHas)
{
    edit(1, CandidateField::TensorDegree, "16");
    ASSERT_FALSE(study.state(1)->result.block()->estimate->modes);
    ASSERT_TRUE(view.isComparing());
    EXPECT_EQ(iterationTime().b, QStringLiteral("–"));
    EXPECT_EQ(iterationTime().delta, QStringLiteral("–"));
    EXPECT_TRUE(view.causes().byCause().data().bars.empty());
    EXPECT_FALSE(view.causes().byCause().data().empty.isEmpty());
    view.causes().setQuantity(CompareCauses::Quantity::Memory);
    EXPECT_FALSE(view.causes().byCause().data().bars.empty());
    const auto notices = view.findChildren<ResultNotice*>();
    EXPECT_TRUE(std::any_of(notices.begin(), notices.end(), [](const ResultNotice* notice) {
        return notice->isVisible() && notice->text().startsWith(QStringLiteral("B: ✖ No predicted time"));
    }));
}

TEST_F(CompareViewTest, OneSelectionInAllParts)
{
    const EntityKey expand = task("mlp.expand.forward");
    selection.select(expand);
    view.showPart(view.loom());
    const LoomCanvas& canvas = view.loom().loom().merged();
    ASSERT_NE(canvas.marks().selected, noLoomCell);
    EXPECT_EQ(canvas.loomStyle()->scene().itemOf(canvas.marks().selected).key, expand);
    view.showPart(view.table());
    EXPECT_EQ(view.table().table().currentIndex().data(EntityRole).value<EntityKey>(), expand);
    view.showPart(view.memory());
    selection.select({EntityKey::Kind::Component, QStringLiteral("memory.activations")});
    EXPECT_EQ(view.memory().chart().marked(), selection.current());
    view.showPart(view.causes());
    selection.select({EntityKey::Kind::Component, QStringLiteral("time.recompute")});
    const auto marked = view.causes().byComponent().marked();
    ASSERT_TRUE(marked);
    EXPECT_EQ(view.causes().byComponent().data().bars[*marked].key, selection.current());
}

TEST_F(CompareViewTest, MemoryIsExactAndAgainstTheCapacity)
{
    view.showPart(view.memory());
    const StackedBarData data = memoryPairBars(pair());
    ASSERT_EQ(data.bars.size(), 2u);
    ASSERT_TRUE(data.limit);
    for (std::size_t side = 0; side < 2; ++side) {
        double sum = 0;
        for (const BarSegment& segment : data.bars[side].segments)
            sum += segment.value;
        EXPECT_EQ(sum, static_cast<double>(pair().results[side].block()->estimate->memory.total.value()));
    }
}

TEST_F(CompareViewTest, TheTableCopiesExactlyAndLeavesOutWhatIsEqual)
{
    view.showPart(view.table());
    const auto lines = [this] { return view.table().copyText().count(QLatin1Char('\n')); };
    const auto all = lines();
    view.table().setChangedOnly(true);
    EXPECT_LT(lines(), all);
    const ComparedFact& time = *pair().comparison.figure("time.system_evidence.total");
    EXPECT_TRUE(view.table().copyText().contains(QStringLiteral("\ttime.system_evidence.total (s)\t%1\t%2\t%3\t")
                                                     .arg(QString::fromStdString(time.a->digits()),
                                                          QString::fromStdString(time.b->digits()),
                                                          QString::fromStdString(time.delta()->digits()))));
}

TEST_F(CompareViewTest, TheTextsAreThoseOfBothSides)
{
    view.showPart(view.text());
    for (const IrKind kind : {IrKind::Model, IrKind::Distributed, IrKind::PortablePlan})
        for (const IrTextForm form : {IrTextForm::Summary, IrTextForm::Named, IrTextForm::Canonical}) {
            view.text().show(kind, form);
            view.text().wait();
            const std::string a = comparableText(pair().results[0], kind, form);
            const std::string b = comparableText(pair().results[1], kind, form);
            EXPECT_EQ(view.text().copyText().isEmpty(), a == b);
            view.text().text().unfoldAll();
            const auto& shown = view.text().text().lines();
            const auto ofB =
                std::count_if(shown.begin(), shown.end(), [](const DifferenceLine& line) { return line.numberB != 0; });
            EXPECT_EQ(static_cast<std::size_t>(ofB), linesOf(b).size());
        }
}

TEST_F(CompareViewTest, AFoldOpensByEnter)
{
    view.showPart(view.text());
    view.finish();
    TextDifferenceEdit& text = view.text().text();
    const auto isFold = [](const DifferenceLine& line) { return line.fold > 0; };
    const auto fold = std::find_if(text.lines().begin(), text.lines().end(), isFold);
    ASSERT_NE(fold, text.lines().end());
    const std::size_t lines = text.lines().size();
    const std::size_t hidden = fold->fold;
    text.setTextCursor(QTextCursor(text.document()->findBlockByNumber(static_cast<int>(fold - text.lines().begin()))));
    QTest::keyClick(&text, Qt::Key_Return);
    EXPECT_EQ(text.lines().size(), lines + hidden - 1);
}

TEST_F(CompareViewTest, NextDifferenceGoesOnInEveryPart)
{
    view.showPart(view.table());
    view.table().stepDifference(true);
    const int first = view.table().table().currentIndex().row();
    view.table().stepDifference(true);
    EXPECT_GT(view.table().table().currentIndex().row(), first);
    view.table().stepDifference(false);
    EXPECT_EQ(view.table().table().currentIndex().row(), first);
    view.showPart(view.text());
    view.finish();
    view.text().stepDifference(true);
    const int line = view.text().text().textCursor().blockNumber();
    EXPECT_NE(view.text().text().lines()[static_cast<std::size_t>(line)].change, Change::Same);
}

TEST_F(CompareViewTest, EachPartIsExportedByItself)
{
    const QStringList names = view.exportParts();
    EXPECT_EQ(
        names,
        (QStringList{QStringLiteral("compare-causes"), QStringLiteral("compare-loom"), QStringLiteral("compare-table"),
                     QStringLiteral("compare-memory"), QStringLiteral("compare-text")}));
    pin(std::nullopt, 0);
    EXPECT_EQ(view.exportParts(), QStringList{QStringLiteral("compare")});
}

TEST_F(CompareViewTest, AnotherModelIsSaidFirst)
{
    // Only the mapping can differ within a study: two results of two studies.
    StudyController other;
    StudyDocument document = study.document();
    document[WorkloadField::GlobalBatchSize] = "128";
    other.setDocument(document);
    other.waitForResults();
    auto mixed = std::make_shared<ComparedPair>();
    mixed->results = {study.state(0)->result.block(), other.state(1)->result.block()};
    mixed->comparison = compare(*mixed->results[0].block(), *mixed->results[1].block());
    mixed->attribution = attribute(*mixed->results[0].block(), *mixed->results[1].block());
    const std::vector<FieldChip> chips = chipsOf(mixed->comparison);
    ASSERT_FALSE(chips.empty());
    EXPECT_TRUE(chips.front().isSubject);
    EXPECT_EQ(chips.front().path, "workload.global_batch_size");
    CompareHeader header(nullptr);
    header.setPair(mixed, Theme{});
    header.show();
    const auto labels = header.findChildren<QLabel*>();
    EXPECT_TRUE(std::any_of(labels.begin(), labels.end(), [](const QLabel* label) {
        return label->isVisible() && label->text().contains(QStringLiteral("not of the same model"));
    }));
}

TEST_F(CompareViewTest, EverythingTheTabKeyReachesHasAName)
{
    int reached = 0;
    for (ComparePart* const part : parts()) {
        view.showPart(*part);
        view.finish();
        for (const QWidget* const widget : view.findChildren<QWidget*>()) {
            if (!widget->isVisible() || !(widget->focusPolicy() & Qt::TabFocus) || widget->focusProxy()
                || qobject_cast<const QLabel*>(widget) != nullptr)
                continue;
            ++reached;
            const auto* const button = qobject_cast<const QAbstractButton*>(widget);
            EXPECT_FALSE(widget->accessibleName().isEmpty() && (!button || button->text().isEmpty()))
                << part->title().toStdString() << ": " << widget->metaObject()->className();
        }
    }
    EXPECT_GT(reached, 30);
}

} // namespace
} // namespace planscope::ui
