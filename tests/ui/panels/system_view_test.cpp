#include "ui/panels/system_view.h"

#include "frontend/presets.h"
#include "frontend/system_reader.h"
#include "report/number_format.h"
#include "ui/panels/figure_row.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>

#include <gtest/gtest.h>

#include <algorithm>

namespace planscope::ui {
namespace {

class SystemViewTest : public testing::Test {
protected:
    SystemViewTest() : m_view({&m_study, &m_selection, &m_theme})
    {
        m_study.setDocument(*StudyDocument::parse(findPreset(PresetKind::Studies, "gpt3-175B-64xA100")->json));
        m_study.waitForResults();
        m_view.ensureFresh();
    }

    StudyController m_study;
    Selection m_selection;
    ThemeHolder m_theme;
    SystemView m_view;
};

TEST_F(SystemViewTest, showsPeaksAndTiersExactly)
{
    ASSERT_EQ(m_view.peaks()->figures().size(), 4U);
    EXPECT_EQ(m_view.peaks()->figures()[0].facts[0].value, QStringLiteral("312000000000000"));
    EXPECT_EQ(m_view.peaks()->figures()[3].facts[0].value, QStringLiteral("85899345920"));
    ASSERT_EQ(m_view.networks()->figures().size(), 2U);
    EXPECT_EQ(m_view.networks()->figures()[0].exact, QStringLiteral("300000000000 bytes/s"));
}

TEST_F(SystemViewTest, copiesTheProfileAsAFileThatReadsBack)
{
    const QList<QAction*> actions = m_view.peaks()->actions();
    const auto asFile = std::find_if(actions.begin(), actions.end(), [](const QAction* action) {
        return action->text().contains(QStringLiteral("system file"));
    });
    ASSERT_NE(asFile, actions.end());
    (*asFile)->trigger();
    const auto copied = readSystem(std::string_view{QApplication::clipboard()->text().toStdString()});
    ASSERT_TRUE(copied);
    EXPECT_EQ(*copied, *bundledSystem("a100_80g"));
}

TEST_F(SystemViewTest, copiesEveryStepOfEveryCurve)
{
    const QString text = m_view.copyText();
    const SystemProfile system = *bundledSystem("a100_80g");
    for (const EfficiencyStep& step : system.memoryEfficiency)
        EXPECT_TRUE(text.contains(QStringLiteral("\nmemory\t%1\t%2\n")
                                      .arg(QString::fromStdString(exactDigits(step.threshold)),
                                           QString::fromStdString(exactDigits(step.efficiency)))));
}

TEST_F(SystemViewTest, followsAnotherSystem)
{
    m_study.setSystem("h100_80g_nvl8", {});
    m_study.waitForResults();
    m_view.ensureFresh();
    EXPECT_NE(m_view.peaks()->figures()[0].exact, QStringLiteral("312000000000000"));
}

} // namespace
} // namespace planscope::ui
