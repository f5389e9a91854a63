#include "editor_fields.h"
#include "window_test.h"

#include "ui/charts/stacked_bar_chart.h"
#include "ui/graph/lineage_scene.h"
#include "ui/graph/lineage_widget.h"
#include "ui/graph/loom_widget.h"
#include "ui/models/model_roles.h"
#include "ui/panels/checkpoints_view.h"
#include "ui/panels/derivation_strip.h"
#include "ui/panels/details_browser.h"
#include "ui/panels/details_html.h"
#include "ui/panels/details_panel.h"
#include "ui/panels/estimate_view.h"
#include "ui/panels/ir_text_view.h"
#include "ui/panels/rank_work_view.h"
#include "ui/panels/result_table.h"
#include "ui/panels/strip_card.h"

#include <QApplication>
#include <QPlainTextEdit>
#include <QScrollBar>
#include <QTabWidget>
#include <QTest>
#include <QTextBlock>
#include <QTreeView>

#include <algorithm>
#include <cmath>
#include <set>

namespace planscope::ui {
namespace {

using Kind = EntityKey::Kind;

EntityKey key(Kind kind, const char* name)
{
    return {kind, QString::fromLatin1(name)};
}

/// An entity, by what it is selected, and where it is then seen.
struct Choice {
    const char* how;
    EntityKey key;
    QString title; ///< of its details
    std::set<std::string> seenIn;
    std::function<void()> choose;
};

class SelectionTest : public WindowTest {
protected:
    SelectionTest()
    {
        openStudy();
        study().setCurrentCandidate(1); // sequence parallel: all kinds of collectives
        settle();
    }

    const EntityKey& selected() { return window().selection().current(); }
    const Derivation& derivation() { return *result()->derivation; }
    /// The one operation of the model.
    EntityKey block()
    {
        const auto& model = derivation().snapshot(IrKind::Model)->as<ModelIR>();
        return key(Kind::Operation, model.operations.front().kind.c_str());
    }

    // Choosing, each in a view of its own, by mouse or keys.

    void clickCard(const char* snapshot)
    {
        for (StripCard* const card : showView("overview").findChildren<StripCard*>())
            if (card->content().key == key(Kind::Snapshot, snapshot))
                QTest::mouseClick(card, Qt::LeftButton, {}, QPoint(card->width() / 2, card->height() - 8));
    }
    void walkTimeChart()
    {
        auto* const chart = showView("overview").findChildren<StackedBarChart*>().front();
        chart->setFocus();
        press(Qt::Key_Right);
    }
    void clickCell(const EntityKey& wanted)
    {
        LoomWidget& loom = *showView("task-graph").findChild<LoomWidget*>();
        const QRectF cell = loom.scene()->rectOf(loom.scene()->find(wanted));
        QTest::mouseClick(&loom.canvas(), Qt::LeftButton, {},
                          loom.canvas().viewport().toPixel(cell.center()).toPoint());
    }
    LineageWidget& lineage() { return *showView("lineage").findChild<LineageWidget*>(); }
    /// Of a node, in the widget's viewport as it is scrolled now.
    static QRect lineageBox(const LineageWidget& widget, std::size_t node)
    {
        const int header = widget.wholeSize().height() - static_cast<int>(std::ceil(widget.scene().size().height()));
        const QPoint origin(-widget.horizontalScrollBar()->value(), header - widget.verticalScrollBar()->value());
        return widget.scene().boxes()[node].rect.toRect().translated(origin);
    }
    void clickNode(const EntityKey& wanted, IrKind stage)
    {
        LineageWidget& widget = lineage();
        const LineageGraph& graph = widget.scene().graph();
        for (const std::size_t node : graph.find(wanted)) {
            if (graph.nodes()[node].stage != stage)
                continue;
            widget.verticalScrollBar()->setValue(
                static_cast<int>(widget.scene().boxes()[node].rect.center().y()) - widget.viewport()->height() / 2);
            const QRect seen = lineageBox(widget, node) & widget.viewport()->rect();
            QTest::mouseClick(widget.viewport(), Qt::LeftButton, {}, seen.center());
        }
    }
    void clickRow(const ResultTable* table, int row)
    {
        QApplication::processEvents();
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {},
                          table->visualRect(table->model()->index(row, 0)).center());
    }
    void clickPrimitive(const char* name)
    {
        const ResultTable* const table = showView<EstimateView>("estimate").primitiveTable();
        for (int row = 0; row < table->model()->rowCount(); ++row)
            if (table->model()->index(row, 0).data(ExactRole).toString() == QLatin1String(name))
                clickRow(table, row);
    }
    void clickCheck(const EntityKey& wanted)
    {
        QTreeView& tree = *showView("checkpoints").findChild<QTreeView*>();
        for (int row = 0; row < tree.model()->rowCount(); ++row) {
            const QModelIndex checkpoint = tree.model()->index(row, 0);
            for (int child = 0; child < tree.model()->rowCount(checkpoint); ++child) {
                const QModelIndex check = tree.model()->index(child, 0, checkpoint);
                if (check.data(EntityRole).value<EntityKey>() != wanted)
                    continue;
                tree.scrollTo(check);
                QTest::mouseClick(tree.viewport(), Qt::LeftButton, {}, tree.visualRect(check).center());
                return;
            }
        }
    }
    /// A name in the text of an IR as it is detailed.
    void clickName(IrKind kind, const char* name)
    {
        auto& view = showView<IrTextView>("ir-text");
        view.show(kind, IrTextView::Form::Detailed);
        QPlainTextEdit& text = *view.findChild<QPlainTextEdit*>();
        QTextCursor place = text.document()->find(QString::fromLatin1(name));
        place.setPosition(place.selectionStart() + 2);
        text.setTextCursor(place);
        text.centerCursor();
        QTest::mouseClick(text.viewport(), Qt::LeftButton, {}, text.cursorRect(place).center());
    }
    DetailsBrowser& details() { return *window().findChild<DetailsPanel*>()->findChild<DetailsBrowser*>(); }
    void clickDetailsLink(const EntityKey& wanted)
    {
        DetailsBrowser& browser = details();
        QTextCursor place(browser.document());
        while (keyOf(QUrl(place.charFormat().anchorHref())) != wanted)
            ASSERT_TRUE(place.movePosition(QTextCursor::NextCharacter)) << wanted.name.toStdString();
        place.movePosition(QTextCursor::NextCharacter);
        browser.setTextCursor(place);
        browser.ensureCursorVisible();
        QTest::mouseClick(browser.viewport(), Qt::LeftButton, {}, browser.cursorRect(place).center());
    }

    std::vector<Choice> choices()
    {
        const EntityKey expand = key(Kind::Task, "mlp.expand.forward");
        const EntityKey mesh = key(Kind::Check, "distributed/check.mesh");
        const std::set<std::string> task{"task-graph", "lineage", "rank-work", "estimate", "ir-text", "details"};
        const std::set<std::string> tasks{"task-graph", "lineage", "estimate", "ir-text", "details"};
        const std::set<std::string> value{"task-graph", "lineage", "ir-text", "details"};
        return {
            {"a card of the strip", key(Kind::Snapshot, "distributed"), QStringLiteral("DistributedTaskIR"),
             {"overview", "lineage", "checkpoints", "ir-text", "details"}, [this] { clickCard("distributed"); }},
            {"a cell", expand, expand.name, task, [this, expand] { clickCell(expand); }},
            {"a link of the details", key(Kind::Layer, "mlp.expand"), QStringLiteral("mlp.expand"), tasks,
             [this] { clickDetailsLink(key(Kind::Layer, "mlp.expand")); }},
            {"a check", mesh, QStringLiteral("check.mesh"), {"checkpoints", "details"},
             [this, mesh] { clickCheck(mesh); }},
            {"a segment of a chart", key(Kind::Component, "time.backward"), QStringLiteral("Backward"),
             {"overview", "estimate", "details"}, [this] { walkTimeChart(); }},
            {"a node of an operation", block(), block().name,
             {"lineage", "ir-text", "details"},
             [this] { clickNode(block(), IrKind::Model); }},
            {"a node of a task", key(Kind::Task, "mlp.contract.weight_gradient"),
             QStringLiteral("mlp.contract.weight_gradient"), task,
             [this] { clickNode(key(Kind::Task, "mlp.contract.weight_gradient"), IrKind::PortablePlan); }},
            {"a row of ranks", key(Kind::Rank, "0-7"), QStringLiteral("Logical ranks 0–7"), {"rank-work", "details"},
             [this] { clickRow(showView<RankWorkView>("rank-work").table(), 1); }},
            {"a primitive", key(Kind::Primitive, "batch_matmul"), QStringLiteral("batch_matmul"), tasks,
             [this] { clickPrimitive("batch_matmul"); }},
            {"a boundary value", key(Kind::Value, "input"), QStringLiteral("input"), value,
             [this] { clickCell(key(Kind::Value, "input")); }},
            {"a name in a text", key(Kind::Task, "attention.softmax.forward"),
             QStringLiteral("attention.softmax.forward"), task,
             [this] { clickName(IrKind::Distributed, "attention.softmax.forward"); }},
            {"a row of memory", key(Kind::Component, "memory.optimizer"), QStringLiteral("Optimizer"),
             {"overview", "estimate", "details"},
             [this] { clickRow(showView<EstimateView>("estimate").memoryTable(), 5); }},
        };
    }

    // Seeing: what the widgets of each view mark.

    bool isSeenInOverview(const EntityKey& wanted)
    {
        const View& view = showView("overview");
        for (const StripCard* const card : view.findChildren<StripCard*>())
            if (card->isSelected() && card->content().key == wanted)
                return true;
        for (const StackedBarChart* const chart : view.findChildren<StackedBarChart*>())
            for (const StackedBar& bar : chart->data().bars)
                for (const BarSegment& segment : bar.segments)
                    if (segment.key == wanted && chart->marked() == wanted)
                        return true;
        return false;
    }

    std::set<QString> namesOfTasks(const EntityKey& wanted)
    {
        std::set<QString> names;
        for (const PlanTask& task : derivation().plan().tasks) {
            const QString name = QString::fromStdString(task.name);
            const auto is = [&wanted](std::string_view text) {
                return wanted.name == QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
            };
            if ((wanted.kind == Kind::Task && wanted.name == name)
                || (wanted.kind == Kind::Layer && is(nameOf(task.layer)))
                || (wanted.kind == Kind::Primitive && is(nameOf(task.primitive))))
                names.insert(name);
        }
        return names;
    }

    bool isSeenInTaskGraph(const EntityKey& wanted)
    {
        LoomWidget& loom = *showView("task-graph").findChild<LoomWidget*>();
        const LoomMarks& marks = loom.canvas().marks();
        if (marks.selected == noLoomCell)
            return false;
        if (wanted.kind == Kind::Value)
            return loom.scene()->itemOf(marks.selected).key == wanted;
        std::set<QString> marked{loom.scene()->itemOf(marks.selected).key.name};
        for (const LoomCellIndex cell : marks.alike)
            marked.insert(loom.scene()->itemOf(cell).key.name);
        return marked == namesOfTasks(wanted);
    }

    bool isSeenInLineage(const EntityKey& wanted)
    {
        const LineageWidget& widget = lineage();
        if (wanted.kind == Kind::Snapshot)
            return widget.currentStage() == enumFromName<IrKind>(wanted.name.toStdString());
        const std::vector<EntityKey> marked = widget.currentKeys();
        if (marked.empty())
            return false;
        bool isInSight = false;
        for (const std::size_t node : widget.scene().graph().find(wanted))
            isInSight = isInSight || lineageBox(widget, node).intersects(widget.viewport()->rect());
        std::set<QString> names;
        for (const EntityKey& key : marked)
            names.insert(key.name);
        const bool isOneName = wanted.kind == Kind::Operation || wanted.kind == Kind::Value;
        return isInSight && names == (isOneName ? std::set{wanted.name} : namesOfTasks(wanted));
    }

    /// The selected row of a table, when it is in sight. An edit may show a notice above, and scrolls nothing.
    QModelIndex rowInSight(const ResultTable* table)
    {
        const QModelIndexList rows = table->selectionModel()->selectedRows();
        if (rows.size() != 1)
            return {};
        const bool isInSight
            = table->viewport()->visibleRegion().contains(table->visualRect(rows.front()).center());
        return isInSight || study().currentState()->stale ? rows.front() : QModelIndex{};
    }

    bool isSeenInRankWork(const EntityKey& wanted)
    {
        const ResultTable* const table = showView<RankWorkView>("rank-work").table();
        QApplication::processEvents();
        const QModelIndex row = rowInSight(table);
        if (!row.isValid())
            return false;
        if (wanted.kind != Kind::Task)
            return row.data(EntityRole).value<EntityKey>() == wanted;
        for (const PlanTask& task : derivation().plan().tasks)
            if (wanted.name == QString::fromStdString(task.name))
                return row.siblingAtColumn(1).data(ExactRole).toString().toStdString() == nameOf(task.phase);
        return false;
    }

    bool isSeenInEstimate(const EntityKey& wanted)
    {
        const auto& view = showView<EstimateView>("estimate");
        QApplication::processEvents();
        EntityKey expected = wanted;
        if (wanted.kind == Kind::Task || wanted.kind == Kind::Layer) {
            const std::set<QString> names = namesOfTasks(wanted);
            const auto& tasks = derivation().plan().tasks;
            const auto task = std::find_if(tasks.begin(), tasks.end(), [&names](const PlanTask& found) {
                return names.count(QString::fromStdString(found.name)) == 1;
            });
            if (task != tasks.end())
                expected = key(Kind::Primitive, std::string{nameOf(task->primitive)}.c_str());
        }
        int marked = 0;
        bool isRight = false;
        for (const ResultTable* const table : {view.timeTable(), view.memoryTable(), view.primitiveTable()}) {
            marked += table->hasSelectedCells() ? 1 : 0;
            isRight = isRight || rowInSight(table).data(EntityRole).value<EntityKey>() == expected;
        }
        return marked == 1 && isRight;
    }

    bool isSeenInCheckpoints(const EntityKey& wanted)
    {
        const QTreeView& tree = *showView("checkpoints").findChild<QTreeView*>();
        const QModelIndexList rows = tree.selectionModel()->selectedRows();
        return rows.size() == 1 && rows.front().data(EntityRole).value<EntityKey>() == wanted
            && tree.viewport()->rect().intersects(tree.visualRect(rows.front()));
    }

    bool isSeenInIrText(const EntityKey& wanted)
    {
        const auto& view = showView<IrTextView>("ir-text");
        if (wanted.kind == Kind::Snapshot)
            return view.text().startsWith(wanted.name);
        if (view.selectedPlaces().isEmpty())
            return false;
        const std::set<QString> names = namesOfTasks(wanted);
        for (const QTextCursor& place : view.selectedPlaces())
            if (place.selectedText() != wanted.name && names.count(place.selectedText()) == 0)
                return false;
        const QPlainTextEdit& text = *view.findChild<QPlainTextEdit*>();
        return text.viewport()->rect().intersects(text.cursorRect(view.selectedPlaces().front()));
    }

    std::set<std::string> viewsThatShow(const Choice& choice)
    {
        const EntityKey& wanted = choice.key;
        std::set<std::string> views;
        const auto note = [&views](const char* view, bool isSeen) {
            if (isSeen)
                views.insert(view);
        };
        note("overview", isSeenInOverview(wanted));
        note("task-graph", isSeenInTaskGraph(wanted));
        note("lineage", isSeenInLineage(wanted));
        note("rank-work", isSeenInRankWork(wanted));
        note("estimate", isSeenInEstimate(wanted));
        note("checkpoints", isSeenInCheckpoints(wanted));
        note("ir-text", isSeenInIrText(wanted));
        note("details", details().details().title == choice.title && details().details().toTsv().count(u'\n') > 1);
        return views;
    }
};

TEST_F(SelectionTest, WhatIsSelectedInOneViewIsSeenInTheOthers)
{
    for (const Choice& choice : choices()) {
        SCOPED_TRACE(choice.how);
        choice.choose();
        EXPECT_EQ(selected(), choice.key) << selected().name.toStdString();
        EXPECT_EQ(viewsThatShow(choice), choice.seenIn);
    }
}

TEST_F(SelectionTest, BackAndForwardWalkThePlacesInEveryView)
{
    const std::vector<Choice> visited = choices();
    for (const Choice& choice : visited)
        choice.choose();
    for (std::size_t k = visited.size() - 1; k-- > 0;) {
        SCOPED_TRACE(visited[k].how);
        press(Qt::Key_Left, Qt::AltModifier);
        ASSERT_EQ(selected(), visited[k].key);
        EXPECT_EQ(viewsThatShow(visited[k]), visited[k].seenIn);
    }
    for (std::size_t k = 1; k < visited.size(); ++k) {
        press(Qt::Key_Right, Qt::AltModifier);
        ASSERT_EQ(selected(), visited[k].key) << visited[k].how;
    }
    EXPECT_EQ(viewsThatShow(visited.back()), visited.back().seenIn);
}

TEST_F(SelectionTest, ASelectionOutlivesEdits)
{
    for (const Choice& choice : choices()) {
        if (choice.key.kind == Kind::Rank) // there are other ranks then
            continue;
        SCOPED_TRACE(choice.how);
        choice.choose();
        FieldEditor& degree = *window().editor()->editor(CandidateField::TensorDegree);
        enterValue(degree, QStringLiteral("4"));
        settle();
        EXPECT_EQ(selected(), choice.key);
        EXPECT_EQ(viewsThatShow(choice), choice.seenIn);
        enterValue(degree, QStringLiteral("7")); // the last result stays
        settle();
        EXPECT_EQ(viewsThatShow(choice), choice.seenIn);
        enterValue(degree, QStringLiteral("8"));
        settle();
    }
}

/// A row that is current but not selected any more is selected by the next click on it.
TEST_F(SelectionTest, WhatWasSelectedBeforeIsSelectedAgainByAClick)
{
    const EntityKey expand = key(Kind::Task, "mlp.expand.forward");
    const EntityKey mesh = key(Kind::Check, "distributed/check.mesh");
    for (int time = 0; time < 2; ++time) {
        clickCheck(mesh);
        EXPECT_EQ(selected(), mesh);
        clickRow(showView<EstimateView>("estimate").timeTable(), 0);
        EXPECT_EQ(selected().kind, Kind::Component);
        clickCell(expand);
        EXPECT_EQ(selected(), expand);
    }
}

TEST_F(SelectionTest, LineageIsWalkedByKeysAndOpened)
{
    clickNode(key(Kind::Task, "mlp.expand.forward"), IrKind::Distributed);
    lineage().setFocus();
    press(Qt::Key_Down);
    EXPECT_EQ(selected(), key(Kind::Task, "mlp.gelu.forward"));
    press(Qt::Key_Left);
    EXPECT_EQ(selected(), block());
    press(Qt::Key_End);
    EXPECT_EQ(selected().kind, Kind::Task);
    press(Qt::Key_Return); // a task is best seen in the task graph
    EXPECT_EQ(qobject_cast<View*>(window().findChild<QTabWidget*>()->currentWidget())->exportName(),
              QStringLiteral("task-graph"));
}

} // namespace
} // namespace planscope::ui
