#pragma once

#include "ui/charts/chart_plot.h"
#include "ui/charts/stacked_bar_data.h"
#include "ui/charts/stacked_bar_geometry.h"

#include <vector>

namespace planscope::ui {

/// Horizontal stacked bars on one axis that begins at zero: iteration time or memory by component, work of ranks by
/// phase. Values stand in the segments where they fit, totals at the ends; the legend names what is drawn. Pointing at
/// a segment tells its exact value; arrow keys walk the segments, Enter or a double click activates. The height follows
/// the width (the legend wraps).
class StackedBarChart final : public ChartPlot {
    Q_OBJECT
public:
    explicit StackedBarChart(QWidget* parent = nullptr);

    void setData(StackedBarData data, const Theme& theme);
    const StackedBarData& data() const { return m_data; }
    /// Marks the segments of that entity; none when it is drawn nowhere.
    void setSelected(const EntityKey& key);
    const EntityKey& marked() const { return m_selected; }

    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    void selected(const planscope::ui::EntityKey& key);
    void activated(const planscope::ui::EntityKey& key);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    struct Metrics {
        int edge = 0;  ///< all around, so that the focus ring touches nothing
        int left = 0;  ///< of the bars: room for their names
        int right = 0; ///< room for totals
        int top = 0;   ///< room for the limit's text
        int row = 0;   ///< one bar with its gap
        int bar = 0;
        int axis = 0; ///< the value axis below the bars
        int legendTop = 0;
        FlowLayout legend;
        int height = 0;
    };
    /// Of the texts that need room: measured once, for layouts ask for heights again and again.
    struct TextSizes {
        int names = 0;
        int totals = 0;
        int line = 0; ///< height of a label
        std::vector<double> legend;
    };
    TextSizes measured() const;
    Metrics metricsFor(int width) const;
    QRectF boxOf(const PlacedSegment& placed) const; ///< in pixels
    const PlacedSegment* at(const QPointF& position) const;
    EntityKey keyAt(const QPointF& position) const; ///< of a segment or a legend entry
    const BarSegment& segmentOf(const PlacedSegment& placed) const;
    void rebuild();
    void addBars();
    double totalLeft(const StackedBar& bar, double end) const;
    void addLimit();
    void addLegend();
    void addText(const QString& text, const QPointF& position, Qt::Alignment alignment, const QFont& font,
                 const QColor& color);
    void addBox(const QRectF& box, const QPen& pen, const QBrush& brush);
    void markSelection();
    void step(int bars, int segments);

    StackedBarData m_data;
    std::vector<PlacedSegment> m_placed;
    std::vector<LegendEntry> m_legend;
    TextSizes m_texts;
    Metrics m_metrics;
    EntityKey m_selected;
    std::size_t m_cursor = 0; ///< the placed segment that the keys stand on
    const PlacedSegment* m_told = nullptr;
};

} // namespace planscope::ui
