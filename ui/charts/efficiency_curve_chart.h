#pragma once

#include "ui/charts/chart_plot.h"
#include "ui/charts/efficiency_curve_data.h"
#include "ui/charts/stacked_bar_geometry.h"

namespace planscope::ui {

/// Efficiency of the peak over the size of an operation or a transfer: step curves, sizes on a logarithmic axis,
/// efficiency from zero to one. Each curve has its own colour and line style, named above
/// the plot. Pointing, or the left and right arrow keys, tell the exact step.
class EfficiencyCurveChart final : public ChartPlot {
    Q_OBJECT
public:
    explicit EfficiencyCurveChart(QWidget* parent = nullptr);

    void setData(EfficiencyCurveData data, const Theme& theme);
    const EfficiencyCurveData& data() const { return m_data; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void rebuild();
    FlowLayout placeNames(int width) const;
    void addNames(const FlowLayout& names);
    QString readingAt(double size) const; ///< every curve's step at that size
    void tell(double size, const QPoint& global);

    EfficiencyCurveData m_data;
    SizeRange m_range;
    double m_size = 0; ///< where the keys stand
};

} // namespace planscope::ui
