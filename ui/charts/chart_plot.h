#pragma once

#include "ui/charts/plotting.h"
#include "ui/theme/theme.h"

namespace planscope::ui {

/// A plot on the surface, without border or background grid. Painted straight
/// to whatever asks for it, never from a buffer: what is set is what the next paint shows, and exports of any scale are
/// sharp. Hence update() and not replot().
class ChartPlot : public QCustomPlot {
    Q_OBJECT
public:
    explicit ChartPlot(QWidget* parent);

protected:
    /// Ground and axes in the theme's colours; no axis is drawn yet.
    void applyTheme(const Theme& theme);
    const Theme& theme() const { return m_theme; }
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    void drawFocusRing(QPainter& painter) const;

    Theme m_theme;
};

/// A tick in as few digits as it needs: "20 GiB" for "20.0 GiB".
QString tickText(const std::string& human);

} // namespace planscope::ui
