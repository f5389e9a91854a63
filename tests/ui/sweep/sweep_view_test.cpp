#include "ui/sweep/sweep_view.h"

#include "frontend/presets.h"
#include "study/study_document.h"
#include "sweep/space_reader.h"
#include "sweep/sweep_row.h"
#include "ui/charts/parallel_chart.h"
#include "ui/charts/scatter_chart.h"
#include "ui/models/model_roles.h"
#include "ui/panels/field_editor.h"
#include "ui/sweep/space_editor.h"
#include "ui/sweep/sweep_files.h"
#include "ui/sweep/sweep_point_panel.h"
#include "ui/sweep/sweep_table.h"
#include "ui/sweep/sweep_table_model.h"

#include <QHeaderView>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QtTest>

#include <gmock/gmock.h>

namespace planscope::ui {
namespace {

class SweepViewTest : public testing::Test {
protected:
    SweepViewTest()
    {
        study.setDocument(*StudyDocument::parse(findPreset(PresetKind::Studies, "gpt3-175B-64xA100")->json));
        study.setCurrentCandidate(1);
        study.waitForResults();
        view.resize(1200, 900);
        view.show();
    }
    void sweep()
    {
        view.start();
        view.finish();
    }
    void type(SpaceField field, const QString& text)
    {
        auto* line = qobject_cast<QLineEdit*>(view.editor()->editor(field)->control());
        ASSERT_NE(line, nullptr);
        line->selectAll();
        QTest::keyClicks(line, text);
    }
    const SweepTableModel& table() const { return *qobject_cast<SweepTableModel*>(view.table()->model()); }

    StudyController study;
    Selection selection;
    ThemeHolder theme;
    ViewContext context{&study, &selection, &theme};
    SweepView view{context};
};

TEST_F(SweepViewTest, CountsTheSpaceAsItIsTyped)
{
    ASSERT_NE(view.space(), nullptr);
    const std::int64_t before = view.space()->size();
    EXPECT_GT(before, 0);
    type(SpaceField::TensorDegree, QStringLiteral("8"));
    ASSERT_NE(view.space(), nullptr);
    EXPECT_LT(view.space()->size(), before);
    EXPECT_THAT(view.editor()->leftOut().toStdString(), testing::HasSubstr("lawful"));
}

TEST_F(SweepViewTest, SaysBelowTheFieldWhatIsWrong)
{
    type(SpaceField::TensorDegree, QStringLiteral("8x"));
    EXPECT_EQ(view.space(), nullptr);
    EXPECT_FALSE(view.editor()->editor(SpaceField::TensorDegree)->message().isEmpty());
    EXPECT_EQ(view.editor()->draft()[SpaceField::TensorDegree], QStringLiteral("8x"));
    type(SpaceField::TensorDegree, QStringLiteral("1 to 8"));
    EXPECT_NE(view.space(), nullptr);
}

TEST_F(SweepViewTest, FindsWhatTheEngineFinds)
{
    sweep();
    ASSERT_NE(view.picture(), nullptr);
    sweep::Tally tally{view.space()->statement()};
    ASSERT_TRUE(sweep::run(*view.space(), tally, view.space()->size(), {}));
    EXPECT_EQ(view.run().progress().kept, tally.kept);
    EXPECT_EQ(view.run().progress().filtered, tally.filtered);
    EXPECT_EQ(view.run().progress().front, tally.front.members());
    EXPECT_EQ(view.run().progress().best, tally.best.points());
    ASSERT_EQ(table().rowCount(), static_cast<int>(tally.kept));
    EXPECT_EQ(table().row(0).evaluated, tally.best.points().front());
}

TEST_F(SweepViewTest, SortsByTheColumnAskedFor)
{
    sweep();
    QSignalSpy pictured(&view, &SweepView::pictured);
    view.table()->sortByColumn(static_cast<int>(SweepColumn::Memory), Qt::DescendingOrder);
    ASSERT_TRUE(pictured.wait(5000));
    ASSERT_GT(table().rowCount(), 2);
    for (int row = 1; row < table().rowCount(); ++row)
        ASSERT_GE(table().row(row - 1).evaluated.figures.memoryBytes, table().row(row).evaluated.figures.memoryBytes);
}

TEST_F(SweepViewTest, ABrushByMouseLeavesWhatItCovers)
{
    sweep();
    ASSERT_EQ(view.parallel()->data().axes.size(), parallelColumns.size());
    const int all = table().rowCount();
    const std::size_t tensor = 0;
    const ParallelAxis& axis = view.parallel()->data().axes[tensor];
    const QPoint top = view.parallel()->placeOf(tensor, axis.greatest).toPoint();
    const QPoint bottom = view.parallel()->placeOf(tensor, axis.least).toPoint();
    QSignalSpy pictured(&view, &SweepView::pictured);
    QTest::mousePress(view.parallel(), Qt::LeftButton, {}, top - QPoint(0, 4));
    QTest::mouseMove(view.parallel(), (top + bottom) / 2);
    QTest::mouseRelease(view.parallel(), Qt::LeftButton, {}, (top * 3 + bottom) / 4);
    ASSERT_TRUE(pictured.wait(5000));
    ASSERT_GT(table().rowCount(), 0);
    EXPECT_LT(table().rowCount(), all);
    const SweepBrush brush = view.picture()->order->ordering.brushes.at(0);
    for (int row = 0; row < table().rowCount(); ++row)
        ASSERT_GE(valueOf(table().row(row), SweepColumn::Tensor), brush.from);
    QTest::mouseClick(view.parallel(), Qt::LeftButton, {}, bottom);
    ASSERT_TRUE(pictured.wait(5000));
    EXPECT_EQ(table().rowCount(), all);
}

TEST_F(SweepViewTest, APointClickedIsTheOneOfTheTable)
{
    sweep();
    view.grab(); // the cloud is drawn when it is painted
    const SweepRow& row = table().row(0);
    const QPointF place = view.scatter()->placeOf({valueOf(row, SweepColumn::Memory), valueOf(row, SweepColumn::Time)});
    QTest::mouseClick(view.scatter(), Qt::LeftButton, {}, place.toPoint());
    ASSERT_EQ(selection.current().kind, EntityKey::Kind::Mapping);
    ASSERT_TRUE(view.table()->currentIndex().isValid());
    EXPECT_EQ(keyOf(table().row(view.table()->currentIndex().row()).point), selection.current());
}

TEST_F(SweepViewTest, AMappingBecomesACandidateWithTheSameFigures)
{
    sweep();
    view.table()->selectRow(0);
    const SweepRow row = table().row(0);
    const std::size_t before = study.candidateCount();
    QTest::mouseClick(view.pointPanel()->addButton(), Qt::LeftButton);
    ASSERT_EQ(study.candidateCount(), before + 1);
    study.waitForResults();
    const CandidateStatePtr state = study.state(before);
    ASSERT_TRUE(state->result.block() && state->result.block()->estimate && state->result.block()->estimate->modes);
    const auto& mode =
        (*state->result.block()->estimate->modes)[static_cast<std::size_t>(EstimateMode::SystemEvidence)];
    EXPECT_EQ(mode.iteration.total, row.evaluated.figures.seconds);
    study.undoStack().undo();
    EXPECT_EQ(study.candidateCount(), before);
}

TEST_F(SweepViewTest, SaysWhyAMappingIsNotOnTheFront)
{
    sweep();
    const std::vector<sweep::EvaluatedPoint>& front = view.run().progress().front;
    int dominated = 0;
    while (view.run().isOnFront(table().row(dominated).evaluated.index))
        ++dominated;
    view.table()->selectRow(dominated);
    EXPECT_THAT(view.pointPanel()->text().toStdString(), testing::HasSubstr("at least as good"));
    selection.select(keyOf(view.space()->at(front.front().index)));
    EXPECT_THAT(view.pointPanel()->text().toStdString(), testing::HasSubstr("on the Pareto front"));
}

TEST_F(SweepViewTest, AChosenMappingIsTheSameInAnotherSpace)
{
    sweep();
    view.table()->selectRow(0);
    const sweep::Point chosen = table().row(0).point;
    type(SpaceField::WorldSize, QStringLiteral("32"));
    sweep();
    EXPECT_EQ(pointOf(selection.current()), chosen);
    EXPECT_THAT(view.pointPanel()->text().toStdString(), testing::HasSubstr("mapping.world_size"));
    EXPECT_FALSE(view.table()->selectionModel()->hasSelection());
}

TEST_F(SweepViewTest, AnotherStudyHasASpaceOfItsOwn)
{
    type(SpaceField::WorldSize, QStringLiteral("32"));
    sweep();
    study.setDocument(*StudyDocument::parse(findPreset(PresetKind::Studies, "megatron-22B-8xA100")->json));
    study.waitForResults();
    EXPECT_EQ(view.editor()->draft()[SpaceField::WorldSize], QStringLiteral("8"));
    EXPECT_EQ(view.run().space(), nullptr);
    EXPECT_EQ(table().rowCount(), 0);
    sweep();
    EXPECT_GT(table().rowCount(), 0);
}

TEST_F(SweepViewTest, AMappingThatTheStudyHasIsNotAddedTwice)
{
    sweep();
    view.table()->selectRow(0);
    QTest::mouseClick(view.pointPanel()->addButton(), Qt::LeftButton);
    const std::size_t count = study.candidateCount();
    EXPECT_EQ(study.currentCandidate(), count - 1);
    study.setCurrentCandidate(0);
    QTest::mouseClick(view.pointPanel()->addButton(), Qt::LeftButton);
    EXPECT_EQ(study.candidateCount(), count);
    EXPECT_EQ(study.currentCandidate(), count - 1);
}

TEST_F(SweepViewTest, StepsAlongTheFrontByKey)
{
    sweep();
    const std::vector<sweep::EvaluatedPoint> front = view.run().progress().front;
    ASSERT_GT(front.size(), 1u);
    QTest::keyClick(view.scatter(), Qt::Key_Right);
    EXPECT_EQ(selection.current(), keyOf(view.space()->at(front[0].index)));
    QTest::keyClick(view.scatter(), Qt::Key_Right);
    EXPECT_EQ(selection.current(), keyOf(view.space()->at(front[1].index)));
}

TEST_F(SweepViewTest, ACancelledSweepKeepsWhatItFound)
{
    for (const SpaceField field :
         {SpaceField::WorldSize, SpaceField::TensorTier, SpaceField::PipelineTier, SpaceField::DataTier})
        type(field, QStringLiteral("all"));
    ASSERT_NE(view.space(), nullptr);
    QSignalSpy advanced(&view.run(), &SweepRun::advanced);
    view.start();
    ASSERT_TRUE(advanced.wait(5000));
    view.cancel();
    view.finish();
    EXPECT_FALSE(view.run().isRunning());
    EXPECT_GT(view.run().progress().done, 0);
    EXPECT_LE(view.run().progress().done, view.run().progress().total);
    EXPECT_EQ(static_cast<std::int64_t>(view.run().rows().size()), view.run().progress().kept);
}

TEST_F(SweepViewTest, SpaceAndFindingsTakeTurnsWhereItIsNarrow)
{
    EXPECT_TRUE(view.editor()->isVisible());
    EXPECT_TRUE(view.table()->isVisible());
    view.resize(700, 700);
    EXPECT_TRUE(view.editor()->isVisible());
    EXPECT_FALSE(view.table()->isVisible());
    sweep();
    EXPECT_FALSE(view.editor()->isVisible());
    EXPECT_TRUE(view.table()->isVisible());
}

TEST_F(SweepViewTest, CopiesExactFigures)
{
    sweep();
    const QStringList lines = view.copyText().split(u'\n');
    const QStringList heading = lines.at(0).split(u'\t');
    const QStringList first = lines.at(1).split(u'\t');
    EXPECT_EQ(first.at(heading.indexOf(QStringLiteral("time_seconds"))).toDouble(),
              table().row(0).evaluated.figures.seconds);
    EXPECT_EQ(first.at(heading.indexOf(QStringLiteral("memory_bytes"))).toLongLong(),
              table().row(0).evaluated.figures.memoryBytes);
}

TEST_F(SweepViewTest, RowsAndSpaceAreFilesOfTheCommandLine)
{
    sweep();
    const QTemporaryDir folder;
    const QString rows = folder.filePath(QStringLiteral("rows.csv"));
    ASSERT_EQ(writeRows(rows, view.run().rows()), QString{});
    QFile file(rows);
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    std::string expected{sweep::rowHeader()};
    for (std::size_t k = 0; k < view.run().rows().size(); ++k)
        sweep::appendRow(expected, view.run().rows().at(k).point, view.run().rows().at(k).evaluated);
    EXPECT_EQ(file.readAll().toStdString(), expected);

    const QString space = folder.filePath(QStringLiteral("space.json"));
    ASSERT_EQ(writeSpaceFile(space, view.space()->statement()), QString{});
    QFile stated(space);
    ASSERT_TRUE(stated.open(QIODevice::ReadOnly));
    const auto again = sweep::readSpace(std::string_view{stated.readAll().toStdString()});
    ASSERT_TRUE(again);
    EXPECT_EQ(again->tensorDegree, view.space()->statement().tensorDegree);
    EXPECT_FALSE(writeRows(folder.filePath(QStringLiteral("no/such/rows.csv")), view.run().rows()).isEmpty());
}

TEST(SweepPoint, OfACandidateIsTheCandidates)
{
    const StudyDocument document = *StudyDocument::parse(findPreset(PresetKind::Studies, "gpt3-175B-64xA100")->json);
    for (const StudyCandidate& candidate : document.candidates) {
        const auto point = pointOf(candidate);
        ASSERT_TRUE(point);
        StudyCandidate again = candidateOf(*point, candidate);
        again.name = candidate.name;
        EXPECT_EQ(again, candidate);
        EXPECT_EQ(pointOf(keyOf(*point)), point);
    }
    StudyCandidate broken = document.candidates[0];
    broken[CandidateField::TensorDegree] = "8x";
    EXPECT_FALSE(pointOf(broken));
    for (const char* name : {"", "1", "8.8.1.1.3.2.0.0.0.0.0.1.1", "8.8.1.1.3.0.0.0.0.0.0.1.x"})
        EXPECT_FALSE(pointOf(EntityKey{EntityKey::Kind::Mapping, QString::fromLatin1(name)})) << name;
}

} // namespace
} // namespace planscope::ui
