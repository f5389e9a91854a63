#include "ui/panels/command_palette.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QTest>

#include <algorithm>

namespace planscope::ui {
namespace {

TEST(CommandPalette, TheNameCountsMostThenItsBeginningThenWordsThenParts)
{
    EXPECT_EQ(matchRank(QStringLiteral("Open"), QStringLiteral("open")), 0);
    EXPECT_EQ(matchRank(QStringLiteral("Open bundled study"), QStringLiteral("open")), 1);
    EXPECT_EQ(matchRank(QStringLiteral("Delete candidate"), QStringLiteral("del can")), 2);
    EXPECT_EQ(matchRank(QStringLiteral("Undo Delete x"), QStringLiteral("delete")), 2);
    EXPECT_EQ(matchRank(QStringLiteral("Undelete"), QStringLiteral("delete")), 3);
    EXPECT_EQ(matchRank(QStringLiteral("Delete candidate"), QStringLiteral("delete study")), std::nullopt);
    EXPECT_EQ(matchRank(QStringLiteral("Anything"), QString{}), 1);
}

class Palette : public testing::Test {
protected:
    Palette()
    {
        for (QAction* const action : {&m_undo, &m_delete, &m_open})
            QObject::connect(action, &QAction::triggered, [this, action] { m_run << action->text(); });
        setCommandName(&m_open, QStringLiteral("Open bundled study: gpt3"));
        setNeed(&m_delete, QStringLiteral("A study keeps one candidate."));
    }

    void type(CommandPalette& palette, const QString& words)
    {
        auto* const field = palette.findChild<QLineEdit*>();
        QTest::keyClicks(field, words);
        QTest::keyClick(field, Qt::Key_Return);
    }

    QAction m_undo{QStringLiteral("&Undo Delete first")};
    QAction m_delete{QStringLiteral("Delete candidate")};
    QAction m_open{QStringLiteral("gpt3")};
    QList<QAction*> m_actions{&m_undo, &m_delete, &m_open};
    QStringList m_run;
};

TEST_F(Palette, EnterOnADisabledBestMatchSaysWhatItNeedsAndRunsNothing)
{
    m_delete.setEnabled(false);
    CommandPalette palette(m_actions);
    type(palette, QStringLiteral("delete"));
    EXPECT_TRUE(m_run.isEmpty()) << m_run.join(QLatin1Char(' ')).toStdString();
    const auto labels = palette.findChildren<QLabel*>();
    EXPECT_TRUE(std::any_of(labels.begin(), labels.end(), [](const QLabel* label) {
        return label->text().contains(QStringLiteral("A study keeps one candidate."));
    }));
    const auto* const list = palette.findChild<QListWidget*>();
    EXPECT_TRUE(list->item(0)->text().contains(QStringLiteral("not available")));
    EXPECT_EQ(list->item(1)->text(), QStringLiteral("Undo Delete first"));
}

TEST_F(Palette, RunsTheBestMatchByItsCommandsName)
{
    CommandPalette deleting(m_actions);
    type(deleting, QStringLiteral("delete"));
    CommandPalette opening(m_actions);
    type(opening, QStringLiteral("open bundled"));
    EXPECT_EQ(m_run, (QStringList{QStringLiteral("Delete candidate"), QStringLiteral("gpt3")}));
}

TEST_F(Palette, AnInvisibleCommandIsNotThere)
{
    m_delete.setVisible(false);
    CommandPalette palette(m_actions);
    EXPECT_EQ(palette.findChild<QListWidget*>()->count(), 2);
}

} // namespace
} // namespace planscope::ui
