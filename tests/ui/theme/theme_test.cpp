#include "ui/theme/theme.h"

#include <QSignalSpy>

#include <gtest/gtest.h>

namespace planscope::ui {
namespace {

using enum Role;

constexpr Role textRoles[] = {Text,  Muted,      Accent,   Boundary,   Ok,         Warn,
                              Error, Collective, Increase, CandidateA, CandidateB, Decrease};
constexpr Role chartRoles[] = {TimeForward,        TimeActivationGradient, TimeWeightGradient, TimeRecompute,
                               TimeTensorParallel, TimeRecommunication,    TimePipeline,       TimeBubble,
                               TimeDataParallel,   TimeOptimizer,          TimeBusy,           TimeReplicatedGradients};

class EveryTheme : public testing::TestWithParam<ThemeKind> {
protected:
    Theme theme{GetParam()};
};
INSTANTIATE_TEST_SUITE_P(Themes, EveryTheme, testing::Values(ThemeKind::Light, ThemeKind::Dark));

TEST(Contrast, IsThatOfTheStandard)
{
    EXPECT_NEAR(Theme::contrast(Qt::black, Qt::white), 21.0, 1e-9);
    EXPECT_NEAR(Theme::contrast(QColor(0x77, 0x77, 0x77), Qt::white), 4.48, 0.005);
    EXPECT_DOUBLE_EQ(Theme::contrast(Qt::red, Qt::red), 1.0);
}

TEST_P(EveryTheme, TextReadsOnWindowAndSurface)
{
    for (const Role ground : {Window, Surface}) {
        EXPECT_GE(Theme::contrast(theme.color(Text), theme.color(ground)), 5.8);
        EXPECT_GE(Theme::contrast(theme.color(Muted), theme.color(ground)), 5.6);
        for (const Role role : textRoles)
            EXPECT_GE(Theme::contrast(theme.color(role), theme.color(ground)), 4.5) << static_cast<int>(role);
    }
}

TEST_P(EveryTheme, MarksStandOutFromTheSurface)
{
    for (const Role role : {Matrix, Vector, Collective, Accent, Boundary})
        EXPECT_GE(Theme::contrast(theme.color(role), theme.color(Surface)), 3.0) << static_cast<int>(role);
    for (const Role role : chartRoles) {
        // Under 3:1 on white: these two are separated and labelled instead.
        if (theme.kind() == ThemeKind::Light && (role == TimeActivationGradient || role == TimeTensorParallel))
            continue;
        EXPECT_GE(Theme::contrast(theme.color(role), theme.color(Surface)), 3.0) << static_cast<int>(role);
    }
}

TEST_P(EveryTheme, TextInsideBarsAndOnWashesReads)
{
    for (const Role role : chartRoles)
        EXPECT_GE(Theme::contrast(Theme::textOn(theme.color(role)), theme.color(role)), 4.5) << static_cast<int>(role);
    for (const Role role : {Accent, Warn, Error, Boundary, CandidateA, CandidateB})
        EXPECT_GE(Theme::contrast(theme.color(Text), theme.wash(role)), 4.5) << static_cast<int>(role);
}

TEST_P(EveryTheme, PaletteReadsInEveryPair)
{
    const QPalette palette = theme.palette();
    const auto contrast = [&palette](QPalette::ColorRole one, QPalette::ColorRole other) {
        return Theme::contrast(palette.color(one), palette.color(other));
    };
    EXPECT_GE(contrast(QPalette::WindowText, QPalette::Window), 4.5);
    EXPECT_GE(contrast(QPalette::Text, QPalette::Base), 4.5);
    EXPECT_GE(contrast(QPalette::Text, QPalette::AlternateBase), 4.5);
    EXPECT_GE(contrast(QPalette::ButtonText, QPalette::Button), 4.5);
    EXPECT_GE(contrast(QPalette::HighlightedText, QPalette::Highlight), 4.5);
    EXPECT_GE(contrast(QPalette::ToolTipText, QPalette::ToolTipBase), 4.5);
    EXPECT_GE(contrast(QPalette::Link, QPalette::Base), 4.5);
    EXPECT_GE(contrast(QPalette::PlaceholderText, QPalette::Base), 4.5);
}

TEST(Theme, ScalesFontsAndSpacesTogether)
{
    const Theme plain{ThemeKind::Light};
    const Theme doubled{ThemeKind::Light, 2.0};
    EXPECT_EQ(plain.label().pixelSize(), 11);
    EXPECT_EQ(plain.body().pixelSize(), 13);
    EXPECT_EQ(plain.section().pixelSize(), 16);
    EXPECT_EQ(plain.headline().pixelSize(), 24);
    EXPECT_EQ(plain.space(4), 16);
    EXPECT_EQ(doubled.body().pixelSize(), 26);
    EXPECT_EQ(doubled.monospace().pixelSize(), 24);
    EXPECT_EQ(doubled.space(4), 32);
}

TEST(ThemeHolder, FollowsThePaletteOnlyWhenAskedTo)
{
    ThemeHolder holder;
    const QPalette light = Theme{ThemeKind::Light}.palette();
    const QPalette dark = Theme{ThemeKind::Dark}.palette();
    holder.followPalette(light);
    QSignalSpy changed(&holder, &ThemeHolder::changed);
    holder.followPalette(dark);
    EXPECT_EQ(holder.theme().kind(), ThemeKind::Dark);
    holder.setChoice(ThemeHolder::Choice::Light);
    holder.followPalette(dark);
    EXPECT_EQ(holder.theme().kind(), ThemeKind::Light);
    EXPECT_EQ(changed.size(), 2);
    holder.setChoice(ThemeHolder::Choice::FollowSystem);
    EXPECT_EQ(holder.theme().kind(), ThemeKind::Dark);
}

TEST(ThemeHolder, KeepsTheScaleWithinBoundsAndTellsOnlyChanges)
{
    ThemeHolder holder;
    QSignalSpy changed(&holder, &ThemeHolder::changed);
    holder.setScale(9);
    EXPECT_EQ(holder.theme().scale(), 2.0);
    holder.setScale(2.5);
    EXPECT_EQ(changed.size(), 1);
    holder.setScale(0.1);
    EXPECT_EQ(holder.theme().scale(), 0.75);
    holder.setChoice(ThemeHolder::Choice::Dark);
    EXPECT_EQ(holder.theme().scale(), 0.75);
}

} // namespace
} // namespace planscope::ui
