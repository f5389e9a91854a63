#include "dialog_answerer.h"
#include "window_test.h"

#include "frontend/presets.h"

#include <QAction>
#include <QApplication>
#include <QMenu>
#include <QTest>
#include <QToolButton>

namespace planscope::ui {
namespace {

QString textOf(std::string_view utf8)
{
    return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size()));
}

class StudyChoicesTest : public WindowTest {
protected:
    void command(const QString& words)
    {
        DialogAnswerer dialogs;
        dialogs.command(words);
        press(Qt::Key_K, Qt::ControlModifier);
    }

    /// The last step can be undone to what was, and redone.
    void expectOneStep(const StudyDocument& before, const QString& name)
    {
        const StudyDocument after = study().document();
        EXPECT_NE(after, before);
        EXPECT_EQ(study().undoStack().undoText(), name);
        study().undoStack().undo();
        EXPECT_EQ(study().document(), before);
        study().undoStack().redo();
        EXPECT_EQ(study().document(), after);
    }

    bool isTicked(const QString& text)
    {
        for (const QAction* const action : window().findChildren<QAction*>())
            if (action->text() == text)
                return action->isChecked();
        ADD_FAILURE() << "no such command: " << text.toStdString();
        return false;
    }
};

TEST_F(StudyChoicesTest, everyBundledModelIsACommand)
{
    openStudy();
    for (const Preset& preset : presets(PresetKind::Models)) {
        const QString name = textOf(preset.name);
        const StudyDocument before = study().document();
        command(QStringLiteral("Model: ") + name);
        EXPECT_EQ(study().document().model, bundledModel(Accounting::Block, preset)) << preset.name;
        EXPECT_TRUE(isTicked(QStringLiteral("Model: ") + name)) << preset.name;
        if (before.model != bundledModel(Accounting::Block, preset))
            expectOneStep(before, QStringLiteral("Choose model ") + name);
    }
    EXPECT_EQ(study().undoStack().count(), static_cast<int>(presets(PresetKind::Models).size()));
}

TEST_F(StudyChoicesTest, everyBundledSystemIsACommandAndTheOneInUseChangesNothing)
{
    openStudy();
    int steps = 0;
    for (const Preset& preset : presets(PresetKind::Systems)) {
        const StudyDocument before = study().document();
        command(QStringLiteral("System: ") + textOf(preset.name));
        EXPECT_EQ(study().document().system, preset.name);
        EXPECT_TRUE(isTicked(QStringLiteral("System: ") + textOf(preset.name)));
        if (before.system != preset.name)
            expectOneStep(before, QStringLiteral("Choose system ") + textOf(preset.name));
        command(QStringLiteral("System: ") + textOf(preset.name));
        EXPECT_TRUE(isTicked(QStringLiteral("System: ") + textOf(preset.name)));
        steps += before.system != preset.name ? 1 : 0;
    }
    EXPECT_GE(steps, 2);
    EXPECT_EQ(study().undoStack().count(), steps);
}

TEST_F(StudyChoicesTest, aSystemComesFromAFileAndABadOneIsTold)
{
    openStudy();
    const Preset* const preset = findPreset(PresetKind::Systems, "h100_80g_nvl8");
    ASSERT_NE(preset, nullptr);
    const QString good = write(QStringLiteral("good.json"), QByteArray::fromStdString(std::string{preset->json}));
    const QString bad = write(QStringLiteral("bad.json"), "{}");
    const StudyDocument before = study().document();
    DialogAnswerer dialogs;
    dialogs.command(QStringLiteral("System: from file"));
    dialogs.chooseFile(bad);
    dialogs.press(QMessageBox::Ok);
    press(Qt::Key_K, Qt::ControlModifier);
    EXPECT_EQ(study().document(), before);
    ASSERT_EQ(dialogs.texts().size(), 1);
    EXPECT_TRUE(dialogs.texts().front().contains(QStringLiteral("bad.json")));
    dialogs.command(QStringLiteral("System: from file"));
    dialogs.chooseFile(good);
    press(Qt::Key_K, Qt::ControlModifier);
    EXPECT_EQ(study().document().system, "h100_80g_nvl8");
    EXPECT_FALSE(study().document().systemJson.empty());
    EXPECT_FALSE(isTicked(QStringLiteral("System: h100_80g_nvl8"))); // the file's, not the bundled one
    expectOneStep(before, QStringLiteral("Choose system h100_80g_nvl8"));
}

TEST_F(StudyChoicesTest, aKeyRenamesTheStudyAndTheTitleSaysSo)
{
    openStudy();
    const StudyDocument before = study().document();
    DialogAnswerer dialogs;
    dialogs.enter(QStringLiteral("   "));
    press(Qt::Key_F2, Qt::ShiftModifier);
    EXPECT_EQ(study().document(), before);
    dialogs.enter(QStringLiteral("plan for the board"));
    press(Qt::Key_F2, Qt::ShiftModifier);
    expectOneStep(before, QStringLiteral("Rename study to plan for the board"));
    EXPECT_TRUE(window().windowTitle().startsWith(QStringLiteral("plan for the board")));
    dialogs.enter(QStringLiteral("plan B")); // of a study that was changed already
    press(Qt::Key_F2, Qt::ShiftModifier);
    EXPECT_TRUE(window().windowTitle().startsWith(QStringLiteral("plan B")));
}

TEST_F(StudyChoicesTest, theStudyPanelShowsTheChoicesOnANamedButton)
{
    openStudy();
    QToolButton* found = nullptr;
    for (QToolButton* const button : window().findChildren<QToolButton*>())
        if (button->accessibleName() == QStringLiteral("Name, model and system of the study"))
            found = button;
    ASSERT_NE(found, nullptr);
    window().resize(1366, 768);
    QApplication::processEvents();
    EXPECT_TRUE(found->isVisible());
    found->setFocus(Qt::TabFocusReason);
    press(Qt::Key_Space);
    auto* const menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
    ASSERT_NE(menu, nullptr);
    EXPECT_EQ(menu->actions().size(), 3);
    DialogAnswerer dialogs;
    dialogs.enter(QStringLiteral("renamed by the menu"));
    QTest::keyClick(menu, Qt::Key_Return);
    EXPECT_EQ(study().document().name, "renamed by the menu");
}

TEST_F(StudyChoicesTest, nothingCanBeChosenWithoutAStudy)
{
    int choices = 0;
    for (const QAction* const action : window().findChildren<QAction*>()) {
        const QString text = action->text();
        if (!text.startsWith(QStringLiteral("Model: ")) && !text.startsWith(QStringLiteral("System: ")))
            continue;
        EXPECT_FALSE(action->isEnabled()) << text.toStdString();
        ++choices;
    }
    EXPECT_GT(choices, 10);
}

} // namespace
} // namespace planscope::ui
