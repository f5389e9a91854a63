#pragma once

#include "ui/graph/loom_style.h"
#include "ui/graph/loom_viewport.h"

#include <QPainter>
#include <QPolygonF>

#include <cmath>
#include <optional>
#include <utility>
#include <vector>

namespace planscope::ui {

/// What of a scene is marked at the moment.
struct LoomMarks {
    LoomCellIndex selected = noLoomCell;
    LoomCellIndex hovered = noLoomCell;
    std::vector<LoomCellIndex> alike; ///< what else the selection stands for: the other tasks of its layer or primitive
    std::vector<LoomCellIndex> found; ///< by the search, ascending
    std::vector<std::uint32_t> threads; ///< that are selected: what is kept by them
    std::optional<std::uint32_t> hoveredThread;
    bool stale = false;
};

/// The outline of a cell: a rounded rectangle for work of a rank, a shape of its own for each collective.
QPolygonF outlineOf(CollectiveKind kind, const QRectF& rect);

/// Paints the part of a scene that a viewport shows, into the viewport's body. How much is drawn depends on the size of
/// a cell: from readable text down to plain rectangles below 4 px. Holds references; make one for a paint.
class LoomPainter {
public:
    static constexpr double smallestDetail = 4; ///< px of cell height

    LoomPainter(QPainter& painter, const LoomStyle& style, const LoomViewport& viewport);

    void paint(const LoomMarks& marks);

private:
    static double snapped(double pixel) { return std::floor(pixel); }
    double textArea(const QRectF& rect) const; ///< px at a cell's right
    QRectF pixelRect(LoomCellIndex cell) const;
    void paintGround();
    void paintNotes();
    void paintPlainCells();
    void paintThreads();
    void paintArrows(const std::vector<std::uint32_t>& threads);
    void paintBundleLabels(const std::vector<std::uint32_t>& threads);
    std::optional<QRectF> labelPlace(const LoomThread& thread) const;
    void paintBundleLabel(std::uint32_t thread, bool strong);
    void paintStrongThread(std::uint32_t index);
    void paintArrow(QPointF tail, QPointF tip, double size);
    void paintCells();
    void paintCell(LoomCellIndex cell);
    void paintBox(const LoomItem& item, const QRectF& rect, const QColor& fill);
    void paintBar(const LoomItem& item, const LoomStyle::ItemLook& look, const QRectF& area);
    void paintText(const LoomItem& item, const LoomStyle::ItemLook& look, const QRectF& rect);
    void paintMarks(const LoomMarks& marks);
    void outline(LoomCellIndex cell, double width, const QColor& color);

    QPainter& m_painter;
    const LoomStyle& m_style;
    const LoomScene& m_scene;
    const LoomViewport& m_viewport;
    QRectF m_visible;
    std::pair<std::size_t, std::size_t> m_rows;
    std::pair<std::size_t, std::size_t> m_columns;
    double m_cellHeight = 0; ///< px
    double m_cellWidth = 0;  ///< px
    bool m_text = false;     ///< cells are high enough for it
    std::vector<std::pair<std::uint32_t, QRectF>> m_labels; ///< of threads with something kept, where they stand
};

} // namespace planscope::ui
