#include "display.h"
#include "drag_source.h"
#include "running_planscope.h"

#include "frontend/presets.h"
#include "ui/models/study_controller.h"
#include "ui/models/table_text.h"
#include "ui/models/time_model.h"

#include <QApplication>
#include <QClipboard>
#include <QFile>
#include <QTest>
#include <QTimer>

#include <gtest/gtest.h>

namespace planscope::ui::test {
namespace {

QString study()
{
    return QStringLiteral(PLANSCOPE_SOURCE_DIR "/resources/studies/gpt3-175B-64xA100.planscope");
}

void press(const char* keys)
{
    EXPECT_TRUE(xdotool({QStringLiteral("key"), QLatin1String(keys)})) << keys;
}

/// What the program has put on the clipboard; this test is the other client that reads it.
QString clipboard()
{
    return QApplication::clipboard()->text();
}

/// The first candidate of the study, evaluated here.
CandidateResultPtr expectedResult()
{
    StudyController controller;
    const Preset* const preset = findPreset(PresetKind::Studies, "gpt3-175B-64xA100");
    auto document = StudyDocument::parse(preset->json);
    if (!document)
        return nullptr;
    controller.setDocument(std::move(*document));
    controller.waitForResults();
    return controller.currentState()->result.block();
}

TEST(PlanscopeOnX11, ShowsAStudyInAWindowThatHasTheFocus)
{
    RunningPlanscope planscope({study()});
    ASSERT_TRUE(planscope.waitForWindow());
    EXPECT_TRUE(planscope.waitForTitle(QStringLiteral("gpt3-175B on 64 x A100"))) << planscope.title().toStdString();
    press("ctrl+shift+c"); // keys reach it: the view is copied
    const QString beginning = QStringLiteral("card\tfigure\tvalue\tunit\nSpecs\tmodel.name\tgpt3-175B\t");
    EXPECT_TRUE(waitUntil([&beginning] { return clipboard().startsWith(beginning); }))
        << clipboard().toStdString();
}

/// By the keyboard alone: to the view, into its tables, and each figure on the clipboard to the last digit.
TEST(PlanscopeOnX11, CopiesATableExactlyForAnotherClient)
{
    const CandidateResultPtr result = expectedResult();
    ASSERT_TRUE(result && result->estimate && result->estimate->modes);
    TimeModel times(nullptr);
    times.setResult(result);
    const QString expected = tsvOf(times);

    RunningPlanscope planscope({study()});
    ASSERT_TRUE(planscope.waitForWindow());
    ASSERT_TRUE(planscope.waitForTitle(QStringLiteral("gpt3-175B")));
    press("alt+6");
    bool found = false;
    for (int stop = 0; stop < 300 && !found; ++stop) {
        press("Tab");
        press("ctrl+a");
        press("ctrl+c");
        found = QTest::qWaitFor([&expected] { return clipboard() == expected; }, 100);
    }
    ASSERT_TRUE(found) << "no table reached by Tab gave\n" << expected.toStdString() << "but\n"
                       << clipboard().toStdString();
    const QStringList total = clipboard().trimmed().section(u'\n', -1).split(u'\t');
    ASSERT_EQ(total.size(), 5);
    EXPECT_EQ(total[3].toDouble(), result->estimate->modes->back().iteration.total);
}

/// The window's place on the display, without its frame.
QRect placeOf(const QString& window)
{
    const auto text = xdotool({QStringLiteral("getwindowgeometry"), QStringLiteral("--shell"), window});
    if (!text)
        return {};
    const auto number = [&text](const char* name) {
        for (const QString& line : text->split(u'\n'))
            if (line.startsWith(QLatin1String(name) + QLatin1Char('=')))
                return line.section(u'=', 1).toInt();
        return 0;
    };
    return {number("X"), number("Y"), number("WIDTH"), number("HEIGHT")};
}

void moveMouse(const QPoint& to)
{
    xdotool({QStringLiteral("mousemove"), QString::number(to.x()), QString::number(to.y())});
}

/// Drags from the middle of one window to the middle of another. Each step waits for what the last one brings
/// about, moving the mouse a little, as a hand does, so that every side hears of it. False when nobody takes it.
bool dragAndDrop(const DragSource& source, const QPoint& target)
{
    enum class Step { Press, Drag, Aim, Done } step = Step::Press;
    const QPoint start = source.mapToGlobal(source.rect().center());
    QTimer hand;
    int trembling = 0;
    QObject::connect(&hand, &QTimer::timeout, &hand, [&] {
        const QPoint tremble(4 * (++trembling % 6), 0);
        switch (step) {
        case Step::Press:
            moveMouse(start);
            xdotool({QStringLiteral("mousedown"), QStringLiteral("1")});
            step = Step::Drag;
            break;
        case Step::Drag:
            moveMouse(start + 3 * tremble);
            step = source.isDragging() ? Step::Aim : Step::Drag;
            break;
        case Step::Aim:
            if (source.isAccepted()) {
                xdotool({QStringLiteral("mouseup"), QStringLiteral("1")});
                step = Step::Done;
                break;
            }
            moveMouse(target + tremble);
            break;
        case Step::Done:
            break;
        }
    });
    hand.start(50); // also while the drag has an event loop of its own
    const bool isDone = waitUntil([&] { return step == Step::Done && !source.isDragging(); });
    hand.stop();
    xdotool({QStringLiteral("mouseup"), QStringLiteral("1")});
    return isDone && source.outcome() == Qt::CopyAction;
}

TEST(PlanscopeOnX11, OpensAStudyDroppedFromAnotherWindow)
{
    const QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("dropped.planscope"));
    ASSERT_TRUE(QFile::copy(study(), file));

    RunningPlanscope planscope({});
    ASSERT_TRUE(planscope.waitForWindow());
    ASSERT_FALSE(planscope.title().contains(QStringLiteral("dropped")));
    xdotool({QStringLiteral("windowsize"), planscope.window(), QStringLiteral("1300"), QStringLiteral("800")});
    xdotool({QStringLiteral("windowmove"), planscope.window(), QStringLiteral("400"), QStringLiteral("50")});
    ASSERT_TRUE(waitUntil([&planscope] { return placeOf(planscope.window()).left() >= 400; }));

    DragSource source(file);
    source.setGeometry(50, 300, 200, 200);
    source.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&source));
    ASSERT_TRUE(waitUntil([&source] { return source.mapToGlobal(QPoint(200, 0)).x() < 400; }));
    EXPECT_TRUE(dragAndDrop(source, placeOf(planscope.window()).center()));
    EXPECT_TRUE(planscope.waitForTitle(QStringLiteral("dropped.planscope"))) << planscope.title().toStdString();
}

} // namespace
} // namespace planscope::ui::test
