#pragma once

#include "ui/charts/chart_plot.h"
#include "ui/charts/scatter_data.h"

#include <QImage>

#include <optional>

namespace planscope::ui {

/// Points in two dimensions, however many: the cloud is drawn pixel by pixel, the front, marks and limits as lines. A
/// click or the arrow keys choose a point, a drag brushes a rectangle, Escape lifts the brush.
class ScatterChart final : public ChartPlot {
    Q_OBJECT
public:
    explicit ScatterChart(QWidget* parent = nullptr);

    void setData(ScatterData data, const Theme& theme);
    const ScatterData& data() const { return m_data; }
    /// The place of a value in the widget, px.
    QPointF placeOf(const QPointF& value) const;
    /// The point drawn within a finger's breadth of a place, in the cloud.
    std::optional<std::size_t> pointAt(const QPointF& place) const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    void chosen(std::size_t point);
    void frontStepped(int by);          ///< the arrow keys: to the next on the front, 1, or the one before, -1
    void opened();                      ///< Enter or a double click
    void brushed(const QRectF& values); ///< top is the least y; a null rectangle: the brush is lifted

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void fitAxes();
    void layOut();
    void drawCloud(double devicePixelRatio);
    void drawFront(QPainter& painter) const;
    void drawLimits(QPainter& painter) const;
    void drawMarks(QPainter& painter) const;
    void drawLegend(QPainter& painter) const;

    ScatterData m_data;
    QImage m_image;                     ///< of the cloud, as large as the axes' rectangle; null: to be drawn anew
    std::vector<std::uint32_t> m_owner; ///< of each pixel of the image: a point + 1, or 0
    std::optional<QPointF> m_pressed;
    QRectF m_rubber; ///< while dragging, px
};

} // namespace planscope::ui
