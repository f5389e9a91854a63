#include "ui/panels/stages_view.h"

#include "base/exact_digits.h"
#include "frontend/presets.h"
#include "ui/models/model_roles.h"
#include "ui/models/stage_key.h"
#include "ui/panels/figure_grid.h"
#include "ui/panels/stage_layout_bar.h"
#include "ui/panels/stage_map.h"
#include "ui/panels/view_cover.h"

#include <QAbstractItemModel>
#include <QAction>
#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QScrollBar>
#include <QTabWidget>
#include <QTest>

#include <gtest/gtest.h>

#include <cstdlib>

namespace planscope::ui {
namespace {

using What = StageMapPlace::What;

StudyDocument bundled(const char* name)
{
    return *StudyDocument::parse(findPreset(PresetKind::Studies, name)->json);
}

class StagesViewTest : public testing::Test {
protected:
    StagesViewTest()
    {
        study.setDocument(bundled("llama-3-70b-64xH100"));
        study.waitForResults();
    }

    void show(const QSize& size = {1400, 900})
    {
        view.resize(size);
        view.show();
        view.activateWindow();
        ASSERT_TRUE(QTest::qWaitForWindowActive(&view));
    }
    whole::CandidateResultPtr result() const { return study.currentState()->result.whole(); }
    std::string layout() const { return study.document().candidates[study.currentCandidate()][CandidateField::Layout]; }
    /// Of a chunk of a stage, on the map's viewport, brought into sight first.
    QPoint chunkPoint(int stage, int part = 0)
    {
        return view.map()->onViewport(view.map()->geometryOfMap().slotBox(stage, part).center()).toPoint();
    }
    /// With the mouse, as a person does: down, over some points, up.
    void drag(const QPoint& from, const QPoint& to)
    {
        QWidget* const map = view.map()->viewport();
        QTest::mousePress(map, Qt::LeftButton, {}, from);
        for (int step = 1; step <= 4; ++step) { // QTest::mouseMove() holds no button
            const QPointF at = from + QPointF(to - from) * step / 4.0;
            QMouseEvent move(QEvent::MouseMove, at, map->mapToGlobal(at), Qt::NoButton, Qt::LeftButton, {});
            QCoreApplication::sendEvent(map, &move);
        }
        QTest::mouseRelease(map, Qt::LeftButton, {}, to);
        study.waitForResults();
    }
    /// A stage of a larger model on more of them.
    void showStages(const char* stages, const char* layout, const char* replicas)
    {
        study.setModel(bundledModel(Accounting::Whole, *findPreset(PresetKind::WholeModels, "llama-3.1-405b")));
        study.setCandidateField(0, CandidateField::PipelineDegree, QString::fromLatin1(stages));
        study.setCandidateField(0, CandidateField::Layout, QString::fromLatin1(layout));
        study.setCandidateField(0, CandidateField::DataDegree, QString::fromLatin1(replicas));
        study.waitForResults();
    }

    StudyController study;
    Selection selection;
    ThemeHolder theme;
    StagesView view{ViewContext{&study, &selection, &theme}};
};

TEST_F(StagesViewTest, IsCoveredInStudiesOfOneBlock)
{
    show();
    EXPECT_FALSE(view.copyText().isEmpty());
    study.setDocument(bundled("gpt3-175B-64xA100"));
    study.waitForResults();
    const auto* const cover = view.findChild<ViewCover*>();
    ASSERT_TRUE(cover && cover->isVisible());
    EXPECT_TRUE(cover->text().startsWith(QStringLiteral("Stages is drawn for whole models\n")));
    EXPECT_FALSE(view.map()->isVisible());
    EXPECT_TRUE(view.copyText().isEmpty());
}

TEST_F(StagesViewTest, BarsAreTheEnginesFiguresToTheLastDigit)
{
    show();
    const auto shown = result();
    ASSERT_EQ(view.map()->content().stages(), 4);
    for (int stage = 0; stage < 4; ++stage) {
        const StageRow row = view.map()->content().row(stage);
        const whole::StagePeak& peak = shown->estimate->peaks[static_cast<std::size_t>(stage)];
        ASSERT_EQ(row.memory.segments.size(), peak.parts.size());
        for (std::size_t k = 0; k < peak.parts.size(); ++k)
            EXPECT_EQ(row.memory.segments[k].digits.toLongLong(), peak.parts[k].value());
        EXPECT_EQ(row.memory.totalDigits.toLongLong(), peak.bytes.value());
        EXPECT_EQ(row.moment.toStdString(), nameOf(peak.moment));
        const whole::StepTime& step = (*shown->estimate->modes)[1].time;
        const whole::StageTime& time = step.stages[static_cast<std::size_t>(stage)];
        double length = 0;
        for (const BarSegment& segment : row.time.segments) {
            length += segment.value;
            for (const auto& figure : whole::stageTimeFigures)
                if (segment.fileName.toStdString() == figure.name) {
                    EXPECT_EQ(segment.digits.toStdString(), exactDigits(time.*figure.member)) << figure.name;
                }
        }
        EXPECT_NEAR(length, step.total, 1e-12 * step.total) << "what a stage does fills the step";
    }
    view.layoutBar()->mode()->setCurrentIndex(0);
    EXPECT_EQ(view.map()->content().timeScale(), (*shown->estimate->modes)[0].time.total);
}

TEST_F(StagesViewTest, ABlockIsDraggedFromOneStageToTheNext)
{
    show();
    const Digest before = study.document().digest();
    drag(chunkPoint(0), chunkPoint(1));
    EXPECT_EQ(layout(), "19, 21, 20, 20");
    EXPECT_TRUE(view.refusal().isEmpty());
    EXPECT_EQ(study.undoStack().undoText(), QStringLiteral("Move a block from stage 0 to stage 1"));
    EXPECT_EQ(result()->derivation->plan().program.shape.chunks, (std::vector<std::int64_t>{19, 21, 20, 20}));
    EXPECT_EQ(view.map()->content().row(1).chunks[0].blocks, 21) << "what is shown follows";
    drag(chunkPoint(1), chunkPoint(3)); // those between move on by one
    EXPECT_EQ(layout(), "19, 20, 20, 21");
    study.undoStack().undo();
    study.undoStack().undo();
    EXPECT_EQ(study.document().digest(), before);
    study.waitForResults();
    EXPECT_EQ(view.map()->content().row(1).chunks[0].blocks, 20);
}

TEST_F(StagesViewTest, ABlockMovedThereAndBackLeavesNoTrace)
{
    show();
    const Digest before = study.document().digest();
    drag(chunkPoint(2), chunkPoint(1));
    EXPECT_NE(study.document().digest(), before);
    drag(chunkPoint(1), chunkPoint(2));
    EXPECT_EQ(study.document().digest(), before);
}

TEST_F(StagesViewTest, KeysMoveBlocksOfTheSelectedStage)
{
    show();
    view.map()->setFocus();
    QTest::keyClick(view.map(), Qt::Key_Down);
    QTest::keyClick(view.map(), Qt::Key_Down);
    EXPECT_EQ(selection.current(), stageKey(1));
    QTest::keyClick(view.map(), Qt::Key_Down, Qt::ControlModifier);
    QTest::keyClick(view.map(), Qt::Key_Down, Qt::ControlModifier); // before the first one's result is there
    EXPECT_EQ(layout(), "20, 18, 22, 20");
    QTest::keyClick(view.map(), Qt::Key_Up, Qt::ControlModifier);
    EXPECT_EQ(layout(), "21, 17, 22, 20");
    EXPECT_EQ(selection.current(), stageKey(1)) << "the selection stays";
    study.waitForResults();
    view.layoutBar()->makeEven()->trigger();
    EXPECT_EQ(layout(), "");
    study.waitForResults();
    EXPECT_FALSE(view.layoutBar()->makeEven()->isEnabled());
}

TEST_F(StagesViewTest, ActionsWaitForAStageAndSayWhatTheyMove)
{
    show();
    EXPECT_FALSE(view.layoutBar()->toNext()->isEnabled());
    EXPECT_TRUE(view.layoutBar()->text().startsWith(QStringLiteral("Choose a stage")));
    selection.select(stageKey(2));
    EXPECT_TRUE(view.layoutBar()->toNext()->isEnabled());
    EXPECT_EQ(view.layoutBar()->text(), QStringLiteral("Stage 2 holds 20 blocks."));
    for (QAction* const action : view.actions())
        EXPECT_FALSE(action->text().isEmpty() || action->toolTip().isEmpty());
}

TEST_F(StagesViewTest, OfInterleavedStagesOneChunkIsChosen)
{
    study.setCurrentCandidate(1);
    show();
    QTest::mouseClick(view.map()->viewport(), Qt::LeftButton, {}, chunkPoint(3, 2));
    EXPECT_EQ(selection.current(), stageKey(3));
    EXPECT_EQ(view.map()->chunk(), 11) << "the third chunk of stage 3";
    EXPECT_EQ(view.layoutBar()->text(), QStringLiteral("Chunk 11, number 3 of 5 on stage 3, holds 4 blocks."));
    view.layoutBar()->toNext()->trigger(); // goes round to the first stage
    EXPECT_EQ(layout(), "4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 3, 5, 4, 4, 4, 4, 4, 4, 4");
    EXPECT_EQ(study.undoStack().undoText(), QStringLiteral("Move a block from chunk 11 to chunk 12"));
    study.waitForResults();
    EXPECT_EQ(view.map()->content().row(0).chunks[3].blocks, 5);
    EXPECT_EQ(view.map()->chunk(), 11);
}

TEST_F(StagesViewTest, ARefusedDropExplainsItselfAndChangesNothing)
{
    study.setCandidateField(0, CandidateField::Layout, QStringLiteral("0, 40, 20, 20"));
    study.waitForResults();
    show();
    const Digest before = study.document().digest();
    drag(chunkPoint(0), chunkPoint(1));
    EXPECT_TRUE(view.refusal().contains(QStringLiteral("Chunk 0 on stage 0 has no block left to give")));
    drag(chunkPoint(1), QPoint(5, 5)); // over the head
    EXPECT_TRUE(view.refusal().contains(QStringLiteral("There is no chunk")));
    selection.select(stageKey(3));
    EXPECT_TRUE(view.refusal().isEmpty()) << "no word about what is past";
    view.layoutBar()->toNext()->trigger();
    EXPECT_TRUE(view.refusal().contains(QStringLiteral("last of the model")));
    EXPECT_EQ(study.document().digest(), before);
    study.setCandidateField(0, CandidateField::Layout, QStringLiteral("1, 2"));
    study.waitForResults();
    drag(chunkPoint(1), chunkPoint(2));
    EXPECT_TRUE(view.refusal().contains(QStringLiteral("not lawful as it stands")));
    EXPECT_EQ(layout(), "1, 2");
}

TEST_F(StagesViewTest, EscapeLetsGoOfABlock)
{
    show();
    QWidget* const map = view.map()->viewport();
    const QPoint to = chunkPoint(2);
    QTest::mousePress(map, Qt::LeftButton, {}, chunkPoint(0));
    QMouseEvent move(QEvent::MouseMove, to, map->mapToGlobal(to), Qt::NoButton, Qt::LeftButton, {});
    QCoreApplication::sendEvent(map, &move);
    QTest::keyClick(view.map(), Qt::Key_Escape);
    QTest::mouseRelease(map, Qt::LeftButton, {}, to);
    EXPECT_EQ(layout(), "");
}

TEST_F(StagesViewTest, TheOneSelectionIsSetAndFollowed)
{
    show();
    const StageMap& map = *view.map();
    const StageRow row = map.content().row(2);
    const auto boxes = map.geometryOfMap().memoryBoxes(2, row.memory);
    QTest::mouseClick(view.map()->viewport(), Qt::LeftButton, {}, map.onViewport(boxes[0].center()).toPoint());
    EXPECT_EQ(selection.current(), stageFigureKey(2, "memory.weights"));
    EXPECT_EQ(view.figures()->currentIndex().data(EntityRole).value<EntityKey>(), selection.current());
    EXPECT_EQ(view.savedStage(), 2);

    selection.select(stageFigureKey(1, "time.busy"));
    EXPECT_EQ(map.stage(), 1);
    EXPECT_EQ(view.figures()->currentIndex().data(EntityRole).value<EntityKey>(), selection.current());
    EXPECT_EQ(view.savedStage(), 1);

    selection.select({EntityKey::Kind::Rank, QStringLiteral("48-63")});
    EXPECT_EQ(map.stage(), 3) << "the ranks of the last stage";

    const EntityKey logits{EntityKey::Kind::Value, QStringLiteral("loss.logits")};
    selection.select(logits);
    EXPECT_EQ(view.savedTensors()->currentIndex().data(EntityRole).value<EntityKey>(), logits);
    EXPECT_EQ(view.savedStage(), 3) << "the stage stays that was looked at";
    EXPECT_EQ(map.stage(), std::nullopt);
    selection.goBack();
    EXPECT_EQ(map.stage(), 3);
    EXPECT_TRUE(view.isBestFor(EntityKey::Kind::Stage));
}

TEST_F(StagesViewTest, KeysWalkAllThatAStageShows)
{
    show();
    view.map()->setFocus();
    QTest::keyClick(view.map(), Qt::Key_Down);
    EXPECT_EQ(selection.current(), stageKey(0));
    QTest::keyClick(view.map(), Qt::Key_Right); // its chunk
    EXPECT_EQ(selection.current(), stageKey(0));
    QTest::keyClick(view.map(), Qt::Key_Right);
    EXPECT_EQ(selection.current(), stageFigureKey(0, "memory.weights"));
    QTest::keyClick(view.map(), Qt::Key_End);
    EXPECT_EQ(selection.current(), stageFigureKey(3, "memory.weights"));
    for (int k = 0; k < 40; ++k)
        QTest::keyClick(view.map(), Qt::Key_Right);
    EXPECT_EQ(stageOf(selection.current()), 3);
    EXPECT_TRUE(stageFigureOf(selection.current()).startsWith(QStringLiteral("time.")));
    EXPECT_TRUE(view.map()->accessibleDescription().startsWith(QStringLiteral("Stage 3; ")));
}

TEST_F(StagesViewTest, AStageThatDoesNotFitSaysSoAndWhatItNeeds)
{
    study.setCandidateField(0, CandidateField::TensorDegree, QStringLiteral("4"));
    study.waitForResults();
    show();
    const auto shown = result();
    ASSERT_GT(static_cast<double>(shown->estimate->peak.value()), shown->estimate->capacity);
    const StageRow row = view.map()->content().row(0);
    EXPECT_TRUE(row.isOver);
    EXPECT_EQ(row.memory.totalDigits.toLongLong(), shown->estimate->peaks[0].bytes.value());
    EXPECT_EQ(row.peak, QStringLiteral("▲ %1, over").arg(row.memory.totalText));
    EXPECT_TRUE(row.spoken.contains(QStringLiteral("over the capacity")));
    EXPECT_GT(view.map()->content().memoryScale(), view.map()->content().capacity());
}

TEST_F(StagesViewTest, NoTwoPartsOfTheBarsSideBySideLookAlike)
{
    show();
    for (const ThemeKind kind : {ThemeKind::Light, ThemeKind::Dark}) {
        std::vector<StageLegendEntry> entries = view.map()->content().memoryLegend();
        const std::vector<StageLegendEntry>& times = view.map()->content().timeLegend();
        entries.insert(entries.end(), times.begin(), times.end());
        ASSERT_GT(entries.size(), 10U);
        const Theme shown{kind};
        for (std::size_t one = 0; one < entries.size(); ++one)
            for (std::size_t other = 0; other < one; ++other) {
                if (entries[one].name == entries[other].name)
                    continue; // the optimizer holds memory and takes time
                const QColor a = shown.color(entries[one].role), b = shown.color(entries[other].role);
                EXPECT_GT(std::abs(a.red() - b.red()) + std::abs(a.green() - b.green()) + std::abs(a.blue() - b.blue()),
                          60)
                    << entries[one].name.toStdString() << " and " << entries[other].name.toStdString();
            }
    }
}

TEST_F(StagesViewTest, SixtyFourStagesScrollAndStayLegible)
{
    QStringList blocks;
    for (int stage = 0; stage < 64; ++stage)
        blocks << (stage == 0 || stage == 63 ? QStringLiteral("1") : QStringLiteral("2"));
    showStages("64", blocks.join(QStringLiteral(", ")).toLatin1().constData(), "32");
    ASSERT_TRUE(result() && result()->estimate);
    show({1000, 600});
    StageMap& map = *view.map();
    EXPECT_EQ(map.content().stages(), 64);
    EXPECT_GE(map.geometryOfMap().rowHeight(), 2 * QFontMetrics(theme.theme().label()).height());
    EXPECT_GT(map.verticalScrollBar()->maximum(), 0);
    selection.select(stageKey(63));
    const double bottom = map.onViewport(map.geometryOfMap().rowBox(63).bottomLeft()).y();
    EXPECT_LE(bottom, map.viewport()->height() + 1.0);
    EXPECT_FALSE(view.grab().isNull());
    drag(chunkPoint(63), chunkPoint(62));
    EXPECT_EQ(map.content().row(62).chunks[0].blocks, 3);
    for (int part = 0; part < view.exportParts().size(); ++part) { // a picture has all rows and columns
        view.showExportPart(part);
        view.resize(view.exportSize());
        EXPECT_TRUE(QTest::qWaitFor([&] { return map.verticalScrollBar()->maximum() == 0; }));
        const FigureGrid& grid = part == 0 ? *view.savedTensors() : *view.figures();
        EXPECT_TRUE(QTest::qWaitFor([&] { return grid.horizontalScrollBar()->maximum() == 0; })) << part;
        EXPECT_EQ(grid.verticalScrollBar()->maximum(), 0) << part;
    }
}

TEST_F(StagesViewTest, OneStageIsDrawnAndHasNothingToMove)
{
    study.setCandidateField(0, CandidateField::PipelineDegree, QStringLiteral("1"));
    study.setCandidateField(0, CandidateField::ScheduleKind, QStringLiteral("single_stage"));
    study.waitForResults();
    show();
    ASSERT_EQ(view.map()->content().stages(), 1);
    const StageRow row = view.map()->content().row(0);
    EXPECT_TRUE(row.chunks[0].embeds && row.chunks[0].hasHead);
    selection.select(stageKey(0));
    EXPECT_FALSE(view.layoutBar()->toNext()->isEnabled());
    EXPECT_EQ(view.layoutBar()->text(), QStringLiteral("One stage holds all 80 blocks."));
}

TEST_F(StagesViewTest, WithoutTimesMemoryStands)
{
    study.setCandidateField(0, CandidateField::ContextExchange, QStringLiteral("ring"));
    study.setCandidateField(0, CandidateField::ContextDegree, QStringLiteral("2")); // not costed
    study.waitForResults();
    show();
    ASSERT_TRUE(result() && result()->estimate && !result()->estimate->modes);
    EXPECT_FALSE(view.map()->content().hasTimes());
    EXPECT_TRUE(view.map()->content().row(0).time.segments.empty());
    EXPECT_GT(view.map()->content().row(0).memory.totalDigits.toLongLong(), 0);
    EXPECT_FALSE(view.layoutBar()->mode()->isEnabled());
}

TEST_F(StagesViewTest, EverythingIsCopiedExactly)
{
    show();
    const QStringList tables = view.copyText().split(QStringLiteral("\n\n"));
    ASSERT_EQ(tables.size(), 2);
    const QStringList lines = tables[0].split(QLatin1Char('\n'), Qt::SkipEmptyParts);
    ASSERT_EQ(lines.size(), 5);
    const qsizetype peak = lines[0].split(QLatin1Char('\t')).indexOf(QStringLiteral("peak_bytes"));
    EXPECT_EQ(lines[4].split(QLatin1Char('\t'))[peak].toLongLong(), result()->estimate->peaks[3].bytes.value());
    selection.select(stageKey(2));
    view.map()->setFocus();
    QTest::keyClick(view.map(), Qt::Key_C, Qt::ControlModifier);
    const QStringList copied = QGuiApplication::clipboard()->text().split(QLatin1Char('\n'), Qt::SkipEmptyParts);
    ASSERT_EQ(copied.size(), 2);
    EXPECT_EQ(copied[1], lines[3]) << "the row of the selected stage";
}

} // namespace
} // namespace planscope::ui
