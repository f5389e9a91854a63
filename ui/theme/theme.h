#pragma once

#include <QColor>
#include <QFont>
#include <QObject>
#include <QPalette>

namespace planscope::ui {

/// What a colour is for. Code names roles, never colours.
enum class Role {
    Window, Surface, Line, Text, Muted, Accent, Boundary, Ok, Warn, Error,
    Matrix, Vector, Collective, CandidateA, CandidateB, Increase, Decrease,
    TimeForward, TimeActivationGradient, TimeWeightGradient, TimeRecompute, TimeTensorParallel, TimeRecommunication,
    TimePipeline, TimeBubble, TimeDataParallel, TimeOptimizer,
    TimeBusy, TimeReplicatedGradients, // of a stage, whose bar stands beside that of its memory
    MemoryWeights, MemoryActivations, MemoryActivationCheckpoints, MemoryWeightGradients, MemoryActivationGradients,
    MemoryOptimizer,
};
inline constexpr int roleCount = static_cast<int>(Role::MemoryOptimizer) + 1;

enum class ThemeKind { Light, Dark };

/// The one palette and scale of views, charts and exports. A value: cheap to copy.
class Theme {
public:
    explicit Theme(ThemeKind kind = ThemeKind::Light, double scale = 1.0);
    /// Light, at 96 pixels an inch, its glyphs at their true widths and not at those of a screen's pixels; no two
    /// letters are joined in one glyph, so that words can be searched for.
    static Theme paper();

    ThemeKind kind() const { return m_kind; }
    double scale() const { return m_scale; }
    QColor color(Role role) const;
    QPalette palette() const;
    /// The role's colour thinned over the surface, for the ground of a selected or marked row: text stays readable.
    QColor wash(Role role) const;
    /// Black or white, whichever reads better on the fill: at least 4.5:1 on any.
    static QColor textOn(const QColor& fill);
    /// WCAG 2 contrast of two opaque colours, 1 to 21.
    static double contrast(const QColor& one, const QColor& other);

    // Sizes in device-independent pixels, times the UI scale.
    QFont label() const;     ///< 11: labels, units
    QFont body() const;      ///< 13
    QFont section() const;   ///< 16
    QFont headline() const;  ///< 24
    QFont monospace() const; ///< 12: digests, formulas
    int space(int steps) const; ///< steps of 4 px: 1 inside a control, 2 between, 4 around a card, 6 between sections

    friend bool operator==(const Theme&, const Theme&) = default;

private:
    QFont sized(QFont font, int pixels) const;

    ThemeKind m_kind;
    double m_scale;
    bool m_isPaper = false;
};

/// The theme in use; tells when it changes. One object, made by the program and handed to whoever paints.
class ThemeHolder final : public QObject {
    Q_OBJECT
public:
    enum class Choice { FollowSystem, Light, Dark };
    explicit ThemeHolder(QObject* parent = nullptr);

    const Theme& theme() const { return m_theme; }
    Choice choice() const { return m_choice; }
    void setChoice(Choice choice);
    void setScale(double scale); ///< 0.75 to 2.0
    /// The application's palette changed: decides anew when following the system.
    void followPalette(const QPalette& systemPalette);

Q_SIGNALS:
    void changed();

private:
    void use(const Theme& theme);

    Theme m_theme;
    Choice m_choice = Choice::FollowSystem;
    QPalette m_systemPalette;
};

} // namespace planscope::ui
