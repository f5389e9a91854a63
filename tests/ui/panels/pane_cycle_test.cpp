#include "ui/panels/pane_cycle.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QTest>

#include <gtest/gtest.h>

namespace planscope::ui {
namespace {

/// Three panes of two fields each, and one that takes no focus.
class PaneCycleTest : public testing::Test {
protected:
    PaneCycleTest()
    {
        auto* row = new QHBoxLayout(&m_window);
        for (auto& pane : m_fields) {
            auto* box = new QWidget;
            auto* column = new QHBoxLayout(box);
            for (QLineEdit*& field : pane) {
                field = new QLineEdit;
                column->addWidget(field);
            }
            row->addWidget(box);
            m_cycle.add(box);
        }
        auto* label = new QLabel(QStringLiteral("nothing to edit"));
        row->addWidget(label);
        m_cycle.add(label);
        m_window.show();
        m_window.activateWindow();
        EXPECT_TRUE(QTest::qWaitForWindowActive(&m_window));
        m_fields[0][0]->setFocus();
    }

    QWidget m_window;
    QLineEdit* m_fields[3][2]{};
    PaneCycle m_cycle;
};

TEST_F(PaneCycleTest, GoesRoundInBothDirections)
{
    for (const int pane : {1, 2, 0, 1}) {
        m_cycle.next();
        EXPECT_TRUE(m_fields[pane][0]->hasFocus()) << pane;
    }
    for (const int pane : {0, 2, 1}) {
        m_cycle.previous();
        EXPECT_TRUE(m_fields[pane][0]->hasFocus()) << pane;
    }
}

TEST_F(PaneCycleTest, ComesBackToWhereThePaneWasLeft)
{
    m_fields[0][1]->setFocus();
    m_cycle.next();
    m_cycle.previous();
    EXPECT_TRUE(m_fields[0][1]->hasFocus());
    m_cycle.next();
    m_fields[0][1]->setEnabled(false);
    m_cycle.previous();
    EXPECT_TRUE(m_fields[0][0]->hasFocus());
}

TEST_F(PaneCycleTest, PassesOverAHiddenPane)
{
    m_fields[1][0]->parentWidget()->hide();
    m_cycle.next();
    EXPECT_TRUE(m_fields[2][0]->hasFocus());
}

TEST_F(PaneCycleTest, BeginsWithTheFirstWhenNoPaneHasTheFocus)
{
    m_fields[0][0]->clearFocus();
    m_cycle.next();
    EXPECT_TRUE(m_fields[0][0]->hasFocus());
    m_fields[0][0]->clearFocus();
    m_cycle.previous();
    EXPECT_TRUE(m_fields[2][0]->hasFocus());
}

} // namespace
} // namespace planscope::ui
