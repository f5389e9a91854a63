#pragma once

#include "ui/charts/plotting.h"
#include "ui/theme/theme.h"

namespace planscope::ui {

/// A plot in the manner of visual.md: on the surface, without border or background grid. Painted as vectors wherever
/// it is not painted on its own screen, so that exports of any scale are sharp.
class ChartPlot : public QCustomPlot {
    Q_OBJECT
public:
    explicit ChartPlot(QWidget* parent);

protected:
    /// Ground and axes in the theme's colours; no axis is drawn yet.
    void applyTheme(const Theme& theme);
    const Theme& theme() const { return m_theme; }
    void paintEvent(QPaintEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    void drawFocusRing(QPainter& painter) const;

    Theme m_theme;
};

/// A tick in as few digits as it needs: "20 GiB" for "20.0 GiB".
QString tickText(const std::string& human);

} // namespace planscope::ui
