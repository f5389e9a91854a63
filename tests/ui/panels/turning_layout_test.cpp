#include "ui/panels/turning_layout.h"

#include <QApplication>
#include <QEvent>
#include <QWidget>

#include <gtest/gtest.h>

namespace planscope::ui {
namespace {

/// Counts how often it is asked to be laid out.
class Host final : public QWidget {
public:
    int requests = 0;

protected:
    bool event(QEvent* event) override
    {
        requests += event->type() == QEvent::LayoutRequest ? 1 : 0;
        return QWidget::event(event);
    }
};

/// A chart that takes what there is, and a table of a fixed width, from 500 pixels on side by side.
class TurningLayoutTest : public testing::Test {
protected:
    TurningLayoutTest()
    {
        m_layout = new TurningLayout;
        m_layout->setContentsMargins(0, 0, 0, 0);
        m_layout->setSpacing(10);
        m_layout->setWideFrom(500);
        m_host.setLayout(m_layout);
        m_chart.setMinimumSize(100, 80);
        m_table.setFixedSize(200, 120);
        m_layout->addWidget(&m_chart, 1, {});
        m_layout->addWidget(&m_table, 0, Qt::AlignTop | Qt::AlignLeft);
    }

    void layOut(int width)
    {
        m_host.resize(width, m_layout->heightForWidth(width));
        m_host.show();
        QApplication::processEvents();
    }

    Host m_host; ///< first: what it holds goes before it
    QWidget m_chart;
    QWidget m_table;
    TurningLayout* m_layout = nullptr;
};

TEST_F(TurningLayoutTest, StandsSideBySideWhereItIsWide)
{
    layOut(600);
    EXPECT_EQ(m_chart.geometry(), QRect(0, 0, 390, 120));
    EXPECT_EQ(m_table.geometry(), QRect(400, 0, 200, 120));
}

TEST_F(TurningLayoutTest, StandsBelowEachOtherWhereItIsNarrow)
{
    layOut(499);
    EXPECT_EQ(m_chart.width(), 499);
    EXPECT_EQ(m_table.x(), 0);
    EXPECT_GE(m_table.y(), m_chart.geometry().bottom() + 10);
    EXPECT_EQ(m_host.height(), m_table.geometry().bottom() + 1);
}

TEST_F(TurningLayoutTest, GivesAHiddenWidgetNoRoom)
{
    m_table.hide();
    layOut(600);
    EXPECT_EQ(m_chart.width(), 600);
}

/// Else a window that asks for the height of another width than its own would lay itself out for ever.
TEST_F(TurningLayoutTest, AskingForAHeightAsksForNoLayout)
{
    layOut(600);
    m_host.requests = 0;
    EXPECT_NE(m_layout->heightForWidth(300), m_layout->heightForWidth(600));
    QApplication::processEvents();
    EXPECT_EQ(m_host.requests, 0);
}

} // namespace
} // namespace planscope::ui
