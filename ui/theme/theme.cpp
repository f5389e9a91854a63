#include "ui/theme/theme.h"

#include <QFontDatabase>
#include <QGuiApplication>

#include <algorithm>
#include <array>
#include <cmath>

namespace planscope::ui {
namespace {

struct Shades {
    QRgb light;
    QRgb dark;
};

/// Indexed by Role. Chart colours are the same in both themes.
constexpr std::array<Shades, roleCount> shades{{
    {0xFFF4F4F1, 0xFF16191D}, // Window
    {0xFFFFFFFF, 0xFF1E2227}, // Surface
    {0xFFD8D8D4, 0xFF3A4048}, // Line
    {0xFF1F2328, 0xFFE6E8EA}, // Text
    {0xFF57606A, 0xFFA4ACB5}, // Muted
    {0xFF0B5FA5, 0xFF6CB6F0}, // Accent
    {0xFFB3261E, 0xFFFF7B72}, // Boundary
    {0xFF1E6B34, 0xFF6FCF8B}, // Ok
    {0xFF8A5300, 0xFFF0B860}, // Warn
    {0xFFB3261E, 0xFFFF7B72}, // Error
    {0xFF0B5FA5, 0xFF6CB6F0}, // Matrix
    {0xFF2E8BC0, 0xFF4A9CC9}, // Vector
    {0xFFAE5700, 0xFFF0A050}, // Collective
    {0xFF4B3F8F, 0xFFB3A6F2}, // CandidateA
    {0xFF0F766E, 0xFF5CC9BC}, // CandidateB
    {0xFFAE5700, 0xFFF0A050}, // Increase
    {0xFF0B5FA5, 0xFF6CB6F0}, // Decrease
    {0xFF0072B2, 0xFF0072B2}, // TimeForward
    {0xFF56B4E9, 0xFF56B4E9}, // TimeActivationGradient
    {0xFF3A6EA5, 0xFF3A6EA5}, // TimeWeightGradient
    {0xFF009E73, 0xFF009E73}, // TimeRecompute
    {0xFFE69F00, 0xFFE69F00}, // TimeTensorParallel
    {0xFFD55E00, 0xFFD55E00}, // TimeRecommunication
    {0xFF8C6BB1, 0xFF8C6BB1}, // TimePipeline
    {0xFFCC79A7, 0xFFCC79A7}, // TimeBubble
    {0xFFA6761D, 0xFFA6761D}, // TimeDataParallel
    {0xFF7A7A7A, 0xFF7A7A7A}, // TimeOptimizer
    {0xFF5B8C2A, 0xFF5B8C2A}, // TimeBusy
    {0xFFD55E00, 0xFFD55E00}, // TimeReplicatedGradients
    {0xFF0072B2, 0xFF0072B2}, // MemoryWeights
    {0xFFE69F00, 0xFFE69F00}, // MemoryActivations
    {0xFF009E73, 0xFF009E73}, // MemoryActivationCheckpoints
    {0xFF3A6EA5, 0xFF3A6EA5}, // MemoryWeightGradients
    {0xFF56B4E9, 0xFF56B4E9}, // MemoryActivationGradients
    {0xFF7A7A7A, 0xFF7A7A7A}, // MemoryOptimizer
}};

double luminance(const QColor& color)
{
    const auto linear = [](double part) {
        return part <= 0.04045 ? part / 12.92 : std::pow((part + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) + 0.0722 * linear(color.blueF());
}

QColor mixed(const QColor& over, const QColor& ground, double strength)
{
    const auto part = [strength](int a, int b) {
        return static_cast<int>(std::lround(a * strength + b * (1 - strength)));
    };
    return QColor{part(over.red(), ground.red()), part(over.green(), ground.green()), part(over.blue(), ground.blue())};
}

} // namespace

Theme::Theme(ThemeKind kind, double scale)
    : m_kind(kind)
    , m_scale(scale)
{
}

Theme Theme::paper()
{
    Theme theme;
    theme.m_isPaper = true;
    return theme;
}

QFont Theme::sized(QFont font, int pixels) const
{
    font.setPixelSize(std::max(1, static_cast<int>(std::lround(pixels * m_scale))));
    if (m_isPaper) {
        font.setHintingPreference(QFont::PreferNoHinting);
        // The least spacing there is keeps letters apart that Qt would join: a search for "first" must find it.
        font.setLetterSpacing(QFont::AbsoluteSpacing, 1.0 / 64);
    }
    return font;
}

QColor Theme::color(Role role) const
{
    const Shades& both = shades[static_cast<std::size_t>(role)];
    return QColor::fromRgb(m_kind == ThemeKind::Light ? both.light : both.dark);
}

QPalette Theme::palette() const
{
    const QColor window = color(Role::Window);
    const QColor surface = color(Role::Surface);
    const QColor line = color(Role::Line);
    const QColor text = color(Role::Text);
    const QColor muted = color(Role::Muted);
    const QColor accent = color(Role::Accent);

    QPalette palette;
    palette.setColor(QPalette::Window, window);
    palette.setColor(QPalette::WindowText, text);
    palette.setColor(QPalette::Base, surface);
    palette.setColor(QPalette::AlternateBase, mixed(window, surface, 0.6));
    palette.setColor(QPalette::Text, text);
    palette.setColor(QPalette::PlaceholderText, muted);
    palette.setColor(QPalette::Button, surface);
    palette.setColor(QPalette::ButtonText, text);
    palette.setColor(QPalette::BrightText, color(Role::Error));
    palette.setColor(QPalette::ToolTipBase, surface);
    palette.setColor(QPalette::ToolTipText, text);
    palette.setColor(QPalette::Link, accent);
    palette.setColor(QPalette::LinkVisited, accent);
    palette.setColor(QPalette::Highlight, accent);
    palette.setColor(QPalette::HighlightedText, textOn(accent));
    palette.setColor(QPalette::Light, mixed(surface, line, 0.7));
    palette.setColor(QPalette::Midlight, mixed(surface, line, 0.4));
    palette.setColor(QPalette::Mid, line);
    palette.setColor(QPalette::Dark, mixed(muted, line, 0.4));
    palette.setColor(QPalette::Shadow, mixed(text, window, 0.5));
    for (const QPalette::ColorRole role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, role, muted);
    palette.setColor(QPalette::Disabled, QPalette::Highlight, line);
    palette.setColor(QPalette::Disabled, QPalette::HighlightedText, text);
    return palette;
}

QColor Theme::wash(Role role) const
{
    return mixed(color(role), color(Role::Surface), m_kind == ThemeKind::Light ? 0.10 : 0.16);
}

QColor Theme::textOn(const QColor& fill)
{
    const QColor black = QColor::fromRgb(0xFF000000); // pure: the better of both then always has 4.58:1
    const QColor white = QColor::fromRgb(0xFFFFFFFF);
    return contrast(black, fill) >= contrast(white, fill) ? black : white;
}

double Theme::contrast(const QColor& one, const QColor& other)
{
    const double a = luminance(one);
    const double b = luminance(other);
    return (std::max(a, b) + 0.05) / (std::min(a, b) + 0.05);
}

QFont Theme::label() const
{
    return sized(QGuiApplication::font(), 11);
}

QFont Theme::body() const
{
    return sized(QGuiApplication::font(), 13);
}

QFont Theme::section() const
{
    QFont font = sized(QGuiApplication::font(), 16);
    font.setWeight(QFont::DemiBold);
    return font;
}

QFont Theme::headline() const
{
    QFont font = sized(QGuiApplication::font(), 24);
    font.setWeight(QFont::DemiBold);
    return font;
}

QFont Theme::monospace() const
{
    return sized(QFontDatabase::systemFont(QFontDatabase::FixedFont), 12);
}

int Theme::space(int steps) const
{
    return static_cast<int>(std::lround(4 * steps * m_scale));
}

} // namespace planscope::ui
