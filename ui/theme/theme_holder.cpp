#include "ui/theme/theme.h"

#include <QGuiApplication>

#include <algorithm>
#include <cmath>

namespace planscope::ui {
namespace {

ThemeKind kindOf(const QPalette& palette)
{
    return palette.color(QPalette::Window).lightness() < palette.color(QPalette::WindowText).lightness()
        ? ThemeKind::Dark
        : ThemeKind::Light;
}

ThemeKind decide(ThemeHolder::Choice choice, const QPalette& systemPalette)
{
    switch (choice) {
    case ThemeHolder::Choice::FollowSystem:
        return kindOf(systemPalette);
    case ThemeHolder::Choice::Light:
        return ThemeKind::Light;
    case ThemeHolder::Choice::Dark:
        return ThemeKind::Dark;
    }
    Q_UNREACHABLE();
}

} // namespace

ThemeHolder::ThemeHolder(QObject* parent)
    : QObject(parent)
    , m_systemPalette(QGuiApplication::palette())
{
    m_theme = Theme{decide(m_choice, m_systemPalette)};
}

void ThemeHolder::setChoice(Choice choice)
{
    m_choice = choice;
    use(Theme{decide(m_choice, m_systemPalette), m_theme.scale()});
}

void ThemeHolder::setScale(double scale)
{
    if (std::isfinite(scale))
        use(Theme{m_theme.kind(), std::clamp(scale, 0.75, 2.0)});
}

void ThemeHolder::followPalette(const QPalette& systemPalette)
{
    m_systemPalette = systemPalette;
    use(Theme{decide(m_choice, m_systemPalette), m_theme.scale()});
}

void ThemeHolder::use(const Theme& theme)
{
    if (theme == m_theme)
        return;
    m_theme = theme;
    Q_EMIT changed();
}

} // namespace planscope::ui
