#include "ui/panels/lineage_view.h"
#include "ui/panels/task_graph_view.h"

#include "shown_whole_study.h"
#include "ui/graph/lineage_scene.h"
#include "ui/graph/lineage_widget.h"
#include "ui/graph/loom_widget.h"
#include "ui/models/stage_key.h"

#include <QLabel>

namespace planscope::ui {
namespace {

class WholeGraphViewsTest : public ShownWholeStudy {
protected:
    LoomWidget& loom()
    {
        tasks.ensureFresh();
        return *tasks.findChild<LoomWidget*>();
    }
    QString stepNote() { return loom().input()->groups.back().note; }
    QString stepNoteOf(int stage) { return QStringLiteral("once, on stage %1").arg(stage); }

    TaskGraphView tasks{context};
    LineageView lineage{context};
};

TEST_F(WholeGraphViewsTest, ShowsTheTasksOfAllUnits)
{
    const std::size_t once = loom().input()->tasks.size();
    EXPECT_GT(once, plan().tasks.size()); // and the step
    EXPECT_EQ(loom().input()->blocks, 80);
    EXPECT_FALSE(tasks.copyText().isEmpty());
}

TEST_F(WholeGraphViewsTest, ShowsTheStepOfTheStageThatEndsLastUntilAnotherIsSelected)
{
    EXPECT_EQ(stepNote(), stepNoteOf(static_cast<int>(estimate().modes->at(1).time.lastStage)));
    selection.select(stageKey(2));
    EXPECT_EQ(stepNote(), stepNoteOf(2));
    selection.select(stageFigureKey(1, "time.gradients"));
    EXPECT_EQ(stepNote(), stepNoteOf(1));
    const LoomCellIndex marked = loom().canvas().marks().selected;
    ASSERT_NE(marked, noLoomCell);
    EXPECT_EQ(loom().scene()->itemOf(marked).name, QStringLiteral("step.gradients"));
    selection.select({EntityKey::Kind::Task, QStringLiteral("fc1.forward")});
    EXPECT_EQ(stepNote(), stepNoteOf(1));
}

/// A stage that the plan has no more gives way to the one that ends last.
TEST_F(WholeGraphViewsTest, LeavesAStageThatIsGone)
{
    loom();
    selection.select(stageKey(3));
    EXPECT_EQ(stepNote(), stepNoteOf(3));
    study.setCurrentCandidate(2); // two stages
    study.waitForResults();
    EXPECT_EQ(stepNote(), stepNoteOf(static_cast<int>(estimate().modes->at(1).time.lastStage)));
}

TEST_F(WholeGraphViewsTest, ShowsTheLineageOfAllThreeIrs)
{
    lineage.ensureFresh();
    const LineageScene& scene = lineage.findChild<LineageWidget*>()->scene();
    for (const LineageScene::Column& column : scene.columns())
        EXPECT_GT(column.entities, 50U);
    EXPECT_TRUE(lineage.copyText().contains(QStringLiteral("fc1.weight_gradient")));
    selection.select({EntityKey::Kind::Value, QStringLiteral("fc1.input")});
    EXPECT_EQ(lineage.selectedText().count(QStringLiteral("fc1.input")), 2);
}

} // namespace
} // namespace planscope::ui
