#pragma once

#include "ui/graph/loom_style.h"

#include <QPainter>
#include <QRectF>

namespace planscope::ui {

/// Paints what is particular to the cells of a difference. Signs, hatches and shapes say what colours say: it reads in
/// grey. Holds references; make one for a paint.
class LoomDifferencePainter {
public:
    /// Requires: a style with a difference. `text`: cells are high enough for it.
    LoomDifferencePainter(QPainter& painter, const LoomStyle& style, bool text);

    /// A | B: what A has on the left, what B has on the right; of a cell at least as high as LoomPainter's detail.
    void paintSplit(std::uint32_t item, const QRectF& rect) const;
    /// Over a cell of one side's loom, painted already: faded when nothing changed, else what did.
    void paintMark(std::uint32_t item, const QRectF& rect) const;

private:
    void paintHalf(const LoomStyle::PairLook& look, std::size_t side, const QPolygonF& outline, const QRectF& half) const;
    void paintText(const LoomStyle::PairLook& look, std::size_t side, const QRectF& half, const QColor& ground,
                   bool patched) const;
    void paintSign(double delta, QPointF middle, double size, const QColor& color) const;

    QPainter& m_painter;
    const LoomStyle& m_style;
    bool m_text;
};

/// Of A alone and of B alone: two directions, so that they differ without colour.
Qt::BrushStyle hatchOf(std::size_t side);

} // namespace planscope::ui
