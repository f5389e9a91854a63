#include "window_test.h"

#include "ui/panels/compare_causes.h"
#include "ui/panels/compare_header.h"
#include "ui/panels/compare_table.h"
#include "ui/panels/compare_view.h"
#include "ui/panels/compared_figure_row.h"
#include "ui/panels/editor_panel.h"
#include "ui/panels/field_editor.h"
#include "ui/panels/result_table.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QTabWidget>
#include <QTableView>
#include <QTest>

#include <algorithm>

namespace planscope::ui {
namespace {

class CompareTest : public WindowTest {
protected:
    CompareTest()
    {
        openStudy();
        view().finish();
    }
    CompareView& view() { return showView<CompareView>("compare"); }
    void settleCompare()
    {
        settle();
        view().finish();
        QApplication::processEvents();
    }
    QString delta() { return view().header().figures().figures().front().delta; }
    QTabWidget& parts() { return *view().findChild<QTabWidget*>(); }
};

TEST_F(CompareTest, AnEditInTheEditorIsSeenWithoutAnotherKey)
{
    study().setCurrentCandidate(1);
    settleCompare();
    const QString before = delta();
    enterValue(*window().editor()->editor(CandidateField::MicrobatchSize), QStringLiteral("2"));
    EXPECT_TRUE(QTest::qWaitFor([&] { return delta() != before; }, 5000));
    study().undoStack().undo();
    EXPECT_TRUE(QTest::qWaitFor([&] { return delta() == before; }, 5000));
}

TEST_F(CompareTest, KeysTurnToEachPart)
{
    view().setFocus();
    const auto expectTurns = [this](int count) {
        int offered = 0;
        for (int k = 0; k < parts().count(); ++k) {
            const int before = parts().currentIndex();
            press(static_cast<Qt::Key>(Qt::Key_1 + k), Qt::ControlModifier);
            EXPECT_EQ(parts().currentIndex(), parts().isTabVisible(k) ? k : before);
            offered += parts().isTabVisible(k) ? 1 : 0;
        }
        EXPECT_EQ(offered, count);
    };
    expectTurns(5);
    openStudy("llama-3-70b-64xH100");
    view().finish();
    view().setFocus();
    expectTurns(6);
}

TEST_F(CompareTest, AnEditOfAWholeModelIsSeenWithoutAnotherKey)
{
    openStudy("llama-3-70b-64xH100");
    study().setCurrentCandidate(1);
    settleCompare();
    const QString before = delta();
    enterValue(*window().editor()->editor(CandidateField::MicrobatchSize), QStringLiteral("2"));
    EXPECT_TRUE(QTest::qWaitFor([&] { return delta() != before; }, 5000));
    study().undoStack().undo();
    EXPECT_TRUE(QTest::qWaitFor([&] { return delta() == before; }, 5000));
}

TEST_F(CompareTest, ItsCommandsBringItInFrontFromAnotherView)
{
    showView("overview");
    CompareView* const compare = window().findChild<CompareView*>();
    ASSERT_FALSE(compare->isVisible());
    const QList<QAction*> actions = compare->actions();
    const auto swap = std::find_if(actions.begin(), actions.end(), [](const QAction* action) {
        return action->text() == QStringLiteral("Compare: swap A and B");
    });
    ASSERT_NE(swap, actions.end());
    (*swap)->trigger();
    EXPECT_TRUE(compare->isVisible());
    settleCompare();
    EXPECT_EQ(delta(), QStringLiteral("▲ +4.39 s"));
}

TEST_F(CompareTest, F7WalksThroughChangedFactsAndShowsThemInDetails)
{
    press(Qt::Key_3, Qt::ControlModifier);
    press(Qt::Key_F7);
    QTableView& table = view().table().table();
    const int first = table.currentIndex().row();
    ASSERT_GE(first, 0);
    EXPECT_FALSE(window().selection().current().isNull());
    press(Qt::Key_F7);
    EXPECT_GT(table.currentIndex().row(), first);
    press(Qt::Key_F7, Qt::ShiftModifier);
    EXPECT_EQ(table.currentIndex().row(), first);
}

TEST_F(CompareTest, ControlCCopiesTheRowExactly)
{
    press(Qt::Key_3, Qt::ControlModifier);
    QTableView& table = view().table().table();
    table.setFocus();
    table.setCurrentIndex(table.model()->index(0, 0));
    press(Qt::Key_C, Qt::ControlModifier);
    const QStringList lines = QApplication::clipboard()->text().split(QLatin1Char('\n'));
    ASSERT_GE(lines.size(), 2);
    const QStringList cells = lines[1].split(QLatin1Char('\t'));
    ASSERT_EQ(cells.size(), lines[0].split(QLatin1Char('\t')).size());
    const ComparedFact* const forward = view().comparison().pair()->comparison.figure("time.peak_only.forward");
    ASSERT_NE(forward, nullptr);
    EXPECT_EQ(cells[3].toDouble(), forward->a->toDouble());
    EXPECT_EQ(cells[5].toDouble(), forward->delta()->toDouble());
}

TEST_F(CompareTest, ATaskBehindACauseOpensInTheTaskGraph)
{
    auto& behind = const_cast<ResultTable&>(view().causes().behind());
    behind.setFocus();
    behind.setCurrentIndex(behind.model()->index(0, 0));
    press(Qt::Key_Return);
    EXPECT_EQ(qobject_cast<View*>(window().findChild<QTabWidget*>()->currentWidget())->exportName(),
              QStringLiteral("task-graph"));
}

TEST_F(CompareTest, ClosingTheStudyWhileItComparesIsSafe)
{
    study().setCandidateField(1, CandidateField::MicrobatchSize, QStringLiteral("2"));
    study().waitForResults();
    openWindow(); // ends the window there is, its work under way
    EXPECT_TRUE(window().isVisible());
}

} // namespace
} // namespace planscope::ui
