#pragma once

#include "ui/charts/plot_axis.h"
#include "ui/theme/theme.h"

#include <QImage>
#include <QWidget>

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace planscope::ui {

/// One vertical axis. Lines cross it between its ends.
struct ParallelAxis {
    PlotAxis axis;
    double least = 0;
    double greatest = 1;                            ///< not below least; equal where all values are
    std::optional<std::pair<double, double>> brush; ///< values, ends included
};

/// Lines over all axes. Immutable once shared.
struct ParallelLines {
    std::vector<float> values;            ///< of line after line, one for each axis
    std::vector<std::uint8_t> isForemost; ///< a line each; 0: only hinted at, behind the others
};

struct ParallelData {
    QString subject; ///< accessible name
    std::vector<ParallelAxis> axes;
    std::shared_ptr<const ParallelLines> lines; ///< may be null
    std::vector<float> marked;                  ///< one line that is told apart; empty: none
    QString note;                               ///< below: "5,000 of 1,234,567 mappings are drawn"
    QString empty;                              ///< said where there is no line
};

/// Parallel coordinates. A drag along an axis brushes it, a click there lifts its brush. By keyboard: left and right
/// choose an axis, up and down move its brush (with Shift its lower end, with Control its upper end), Delete lifts it.
class ParallelChart final : public QWidget {
    Q_OBJECT
public:
    explicit ParallelChart(QWidget* parent = nullptr);

    void setData(ParallelData data, const Theme& theme);
    const ParallelData& data() const { return m_data; }
    /// The place of a value on an axis in the widget, px.
    QPointF placeOf(std::size_t axis, double value) const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    void brushed(std::size_t axis, double from, double to);
    void lifted(std::size_t axis);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    QRectF box() const; ///< of the axes
    double fractionOf(const ParallelAxis& axis, double value) const;
    double valueAt(const ParallelAxis& axis, double y) const;
    std::optional<std::size_t> axisAt(double x) const;
    void drawLines(double devicePixelRatio);
    void drawAxis(QPainter& painter, std::size_t axis) const;
    void stepBrush(int by, Qt::KeyboardModifiers modifiers);

    ParallelData m_data;
    Theme m_theme;
    QImage m_image;                  ///< of the lines; null: to be drawn anew
    std::size_t m_axis = 0;          ///< that the keys speak of
    std::optional<double> m_pressed; ///< y of the press on m_axis
    double m_dragged = 0;
};

} // namespace planscope::ui
