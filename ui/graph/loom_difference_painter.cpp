#include "ui/graph/loom_difference_painter.h"

#include "ui/graph/loom_painter.h"

#include <algorithm>
#include <cmath>

namespace planscope::ui {
namespace {

constexpr double textInset = 8;       ///< px at the outer edge of a half
constexpr double splitInset = 5;      ///< px at the line between the halves
constexpr double leastForSign = 5;    ///< px of height below which a sign is a blot
constexpr double leastForShape = 9;   ///< px of height below which a collective is a rectangle

/// Of a low cell nearly all of its height: it must be told up from down.
double signSize(double height)
{
    return std::max(height * 0.6, std::min(height - 1, 7.0));
}

QPolygonF boxOf(const LoomItem& item, const QRectF& rect)
{
    if (item.collective && rect.height() >= leastForShape)
        return outlineOf(*item.collective, rect.adjusted(0.5, 0.5, -0.5, -0.5));
    return QPolygonF(rect);
}

} // namespace

Qt::BrushStyle hatchOf(std::size_t side)
{
    return side == 0 ? Qt::BDiagPattern : Qt::FDiagPattern;
}

LoomDifferencePainter::LoomDifferencePainter(QPainter& painter, const LoomStyle& style, bool text)
    : m_painter(painter)
    , m_style(style)
    , m_text(text)
{
}

void LoomDifferencePainter::paintSplit(std::uint32_t item, const QRectF& rect) const
{
    const LoomStyle::PairLook& look = m_style.pairLookOf(item);
    const LoomItem& shown = m_style.scene().items()[item];
    const QPolygonF outline = boxOf(shown, rect);
    const double middle = std::floor(rect.center().x());
    const QRectF left(rect.left(), rect.top(), middle - rect.left(), rect.height());
    const QRectF right(middle, rect.top(), rect.right() - middle, rect.height());
    paintHalf(look, 0, outline, left);
    paintHalf(look, 1, outline, right);
    m_painter.setPen(QPen(m_style.surface, 1));
    m_painter.drawLine(QPointF(middle, rect.top()), QPointF(middle, rect.bottom() - 1));
    m_painter.setBrush(Qt::NoBrush);
    if (shown.collective && rect.height() >= leastForShape) {
        m_painter.setPen(QPen(m_style.collective, 1));
        m_painter.drawPolygon(outline);
    } else if (look.pair.change == Change::Changed && look.pair.delta == 0 && !look.pair.replaced) {
        m_painter.setPen(QPen(m_style.muted, 1, Qt::DashLine)); // it differs in another fact
        m_painter.drawRect(rect.adjusted(0.5, 0.5, -0.5, -0.5));
    }
}

void LoomDifferencePainter::paintHalf(const LoomStyle::PairLook& look, std::size_t side, const QPolygonF& outline,
                                      const QRectF& half) const
{
    const LoomCellPair& pair = look.pair;
    const QPolygonF shape = outline.intersected(QPolygonF(half));
    const bool isAbsent = !pair.facts[side];
    const bool isAlone = !isAbsent && (pair.replaced || !pair.facts[1 - side]);
    const bool carriesDelta = side == 1 && pair.delta != 0 && !isAbsent && !isAlone;
    const QColor ground = isAbsent || isAlone ? m_style.surface : carriesDelta ? m_style.deltaFill(pair.delta)
                                                                              : m_style.ground;
    m_painter.setPen(Qt::NoPen);
    m_painter.setBrush(ground);
    m_painter.drawPolygon(shape);
    if (isAlone) {
        m_painter.setBrush(QBrush(m_style.candidates[side], hatchOf(side)));
        m_painter.setPen(QPen(m_style.candidates[side], 1));
        m_painter.drawPolygon(shape);
    } else if (isAbsent) {
        m_painter.setBrush(Qt::NoBrush);
        m_painter.setPen(QPen(m_style.line, 1));
        m_painter.drawPolygon(shape);
    }
    if (m_text)
        paintText(look, side, half, ground, isAlone);
    else if (carriesDelta && half.height() >= leastForSign)
        paintSign(pair.delta, half.center(), signSize(half.height()), Theme::textOn(ground));
}

void LoomDifferencePainter::paintText(const LoomStyle::PairLook& look, std::size_t side, const QRectF& half,
                                      const QColor& ground, bool patched) const
{
    const double width = look.widths[side];
    const double height = m_style.textHeight();
    if (width > half.width() - 4) {
        if (side == 1 && look.pair.delta != 0 && !patched && look.pair.facts[0] && look.pair.facts[1])
            paintSign(look.pair.delta, half.center(), std::min(half.height(), half.width()) * 0.6,
                      Theme::textOn(ground));
        return;
    }
    const double right = half.right() - (side == 0 ? splitInset : textInset);
    const double left = std::max(half.left() + 2, right - width);
    const double top = std::round(half.center().y() - height / 2);
    if (patched) {
        m_painter.setPen(Qt::NoPen);
        m_painter.setBrush(m_style.surface);
        m_painter.drawRoundedRect(QRectF(left - 3, half.top() + 2, width + 6, half.height() - 4), 2, 2);
    }
    const bool isQuiet = look.pair.change == Change::Same || !look.pair.facts[side];
    m_painter.setPen(isQuiet && !patched ? m_style.muted : Theme::textOn(ground));
    m_painter.drawStaticText(QPointF(std::round(left), top), look.texts[side]);
}

void LoomDifferencePainter::paintSign(double delta, QPointF middle, double size, const QColor& color) const
{
    const double half = size / 2;
    const double way = delta > 0 ? -half : half;
    m_painter.setPen(Qt::NoPen);
    m_painter.setBrush(color);
    m_painter.drawPolygon(QPolygonF({middle + QPointF(0, way), middle + QPointF(half, -way),
                                     middle + QPointF(-half, -way)}));
}

void LoomDifferencePainter::paintMark(std::uint32_t item, const QRectF& rect) const
{
    const LoomCellPair& pair = m_style.pairLookOf(item).pair;
    const LoomItem& shown = m_style.scene().items()[item];
    const QPolygonF outline = boxOf(shown, rect);
    if (pair.change == Change::Same) {
        QColor veil = m_style.surface;
        veil.setAlphaF(0.45F);
        m_painter.setPen(Qt::NoPen);
        m_painter.setBrush(veil);
        m_painter.drawPolygon(outline);
        return;
    }
    const std::size_t side = m_style.difference()->sides == LoomSides::OnlyA ? 0 : 1;
    if (!pair.facts[1 - side]) {
        m_painter.setPen(QPen(m_style.candidates[side], 1));
        m_painter.setBrush(Qt::NoBrush);
        m_painter.drawPolygon(outline);
        const QRectF mark(rect.left(), rect.top(), std::min(rect.width() / 4, 3 * rect.height()), rect.height());
        m_painter.setBrush(QBrush(m_style.candidates[side], hatchOf(side)));
        m_painter.setPen(Qt::NoPen);
        m_painter.drawPolygon(outline.intersected(QPolygonF(mark)));
        return;
    }
    const QColor color = pair.delta == 0 ? m_style.muted : pair.delta > 0 ? m_style.increase : m_style.decrease;
    m_painter.setBrush(Qt::NoBrush);
    m_painter.setPen(QPen(color, pair.delta == 0 ? 1 : 2, pair.delta == 0 ? Qt::DashLine : Qt::SolidLine));
    m_painter.drawPolygon(outline);
    if (pair.delta != 0 && rect.height() >= leastForSign) {
        const double size = std::min(10.0, signSize(rect.height()));
        const QPointF middle(rect.left() + 3 + size / 2, rect.center().y());
        m_painter.setPen(Qt::NoPen);
        m_painter.setBrush(m_style.surface);
        m_painter.drawRect(QRectF(rect.left() + 1, rect.top() + 1, size + 4, rect.height() - 2));
        paintSign(pair.delta, middle, size, color);
    }
}

} // namespace planscope::ui
