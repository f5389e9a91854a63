#pragma once

#include "ui/charts/waterfall_data.h"
#include "ui/charts/waterfall_geometry.h"
#include "ui/theme/theme.h"

#include <QWidget>

#include <optional>

class QPainter;

namespace planscope::ui {

/// Paints a waterfall into a width, from the painter's origin: names on the left, values on the right. A rising bar has
/// ▲ and +, a falling one ▼ and −. For widgets and for paper alike.
class WaterfallPainter {
public:
    WaterfallPainter(const WaterfallData& data, const Theme& theme, double width);

    double height() const { return m_height; }
    const std::vector<QRectF>& boxes() const { return m_boxes; } ///< A, the bars, B
    /// `marked` is an index into the bars.
    void paint(QPainter& painter, std::optional<std::size_t> marked) const;
    /// The bar whose row is at that height.
    std::optional<std::size_t> barAt(double y) const;

private:
    void paintAxis(QPainter& painter) const;
    void paintRow(QPainter& painter, std::size_t row, const QString& name, const QString& value,
                  const QColor& fill) const;
    void paintName(QPainter& painter, const QRectF& box, const QString& name) const;
    void paintCut(QPainter& painter, const QRectF& box) const;

    const WaterfallData& m_data;
    const Theme& m_theme;
    double m_width;
    double m_height = 0;
    WaterfallLevels m_levels;
    WaterfallMetrics m_metrics;
    std::vector<QRectF> m_boxes;
};

/// From A to B, step by step. A click or the arrow keys choose a bar; Enter or a double click opens it; pointing tells
/// its exact share.
class WaterfallChart final : public QWidget {
    Q_OBJECT
public:
    explicit WaterfallChart(QWidget* parent = nullptr);

    void setData(WaterfallData data, const Theme& theme);
    const WaterfallData& data() const { return m_data; }
    std::optional<std::size_t> marked() const { return m_marked; }
    /// Marks a bar, or none, and tells nobody.
    void setMarked(std::optional<std::size_t> bar);
    /// Marks the bar of that entity; leaves the mark where it is when none is of it and bars name no entities.
    void setSelected(const EntityKey& key);

    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    void chosen(std::size_t bar);
    void opened(std::size_t bar);

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    void choose(std::size_t bar);

    WaterfallData m_data;
    Theme m_theme;
    std::optional<std::size_t> m_marked;
};

} // namespace planscope::ui
