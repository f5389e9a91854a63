#include "ui/panels/system_view.h"

#include "frontend/presets.h"
#include "frontend/system_reader.h"
#include "ui/panels/figure_row.h"

#include <gtest/gtest.h>

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
    EXPECT_EQ(m_view.peaks()->figures()[0].exact, QStringLiteral("312000000000000"));
    EXPECT_EQ(m_view.peaks()->figures()[3].exact, QStringLiteral("85899345920"));
    ASSERT_EQ(m_view.networks()->figures().size(), 2U);
    EXPECT_EQ(m_view.networks()->figures()[0].exact, QStringLiteral("300000000000"));
}

TEST_F(SystemViewTest, copiesTheProfileThatReadsBack)
{
    const auto copied = readSystem(std::string_view{m_view.copyText().toStdString()});
    ASSERT_TRUE(copied);
    EXPECT_EQ(*copied, *bundledSystem("a100_80g"));
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
