#include "ui/graph/loom_painter.h"

#include <algorithm>
#include <array>
#include <cmath>

// The part of a loom's painting that joins its cells.
namespace planscope::ui {
namespace {

constexpr double leastForArrow = 8; ///< px of a cell's height

} // namespace

void LoomPainter::paintThreads()
{
    m_painter.setRenderHint(QPainter::Antialiasing, false);
    std::array<std::vector<QLineF>, 2> lines; // dependencies, what is kept
    const auto visible = m_scene.threadsIn(m_visible);
    lines[0].reserve(visible.size() * 2);
    for (const std::uint32_t k : visible) {
        const LoomThread& thread = m_scene.threads()[k];
        const auto points = m_scene.pointsOf(thread);
        QPointF before = m_viewport.toPixel(points.front());
        for (std::size_t p = 1; p < points.size(); ++p) {
            const QPointF after = m_viewport.toPixel(points[p]);
            lines[thread.isDependency ? 0 : 1].emplace_back(snapped(before.x()), snapped(before.y()),
                                                            snapped(after.x()), snapped(after.y()));
            before = after;
        }
    }
    if (!lines[1].empty()) {
        QPen dashed(m_style.saved, 1);
        dashed.setDashPattern({3, 3});
        m_painter.setPen(dashed);
        m_painter.drawLines(lines[1].data(), static_cast<int>(lines[1].size()));
    }
    m_painter.setPen(QPen(m_style.thread, 1));
    m_painter.drawLines(lines[0].data(), static_cast<int>(lines[0].size()));
    if (m_cellHeight >= leastForArrow)
        paintArrows(visible);
    if (m_text)
        paintBundleLabels(visible);
}

void LoomPainter::paintArrows(const std::vector<std::uint32_t>& threads)
{
    m_painter.setRenderHint(QPainter::Antialiasing, true);
    m_painter.setPen(Qt::NoPen);
    const QRectF body = m_viewport.body().adjusted(-8, -8, 8, 8);
    for (const std::uint32_t k : threads) {
        const LoomThread& thread = m_scene.threads()[k];
        m_painter.setBrush(thread.isDependency ? m_style.thread : m_style.saved);
        const auto points = m_scene.pointsOf(thread);
        const QPointF tip = m_viewport.toPixel(points.back());
        if (body.contains(tip))
            paintArrow(m_viewport.toPixel(points[points.size() - 2]), tip, 5);
        if (thread.bothWays && body.contains(m_viewport.toPixel(points.front())))
            paintArrow(m_viewport.toPixel(points[1]), m_viewport.toPixel(points.front()), 5);
    }
}

void LoomPainter::paintBundleLabels(const std::vector<std::uint32_t>& threads)
{
    for (const std::uint32_t k : threads)
        if (m_scene.threads()[k].bundle != noLoomBundle)
            paintBundleLabel(m_scene.threads()[k], false);
}

/// In the middle of the first slot without a cell that a level stretch of the thread crosses.
void LoomPainter::paintBundleLabel(const LoomThread& thread, bool strong)
{
    const auto points = m_scene.pointsOf(thread);
    const LoomStyle::BundleLook& look = m_style.bundleLookOf(thread.bundle);
    for (std::size_t p = 1; p < points.size(); ++p) {
        if (points[p].y() != points[p - 1].y())
            continue;
        const auto [low, high] = std::minmax(points[p].x(), points[p - 1].x());
        for (const LoomColumn& column : m_scene.columns()) {
            if (column.left < low || column.left + column.width > high)
                continue;
            const QPointF middle = m_viewport.toPixel({column.left + column.width / 2, points[p].y()});
            if (look.width > column.width * m_viewport.scaleX())
                return;
            const QPointF corner(std::round(middle.x() - look.width / 2),
                                 std::round(middle.y() - m_style.textHeight() / 2));
            const auto row = m_scene.rowAt(points[p].y());
            const bool striped = row && m_scene.rows()[*row].striped;
            m_painter.fillRect(QRectF(corner, QSizeF(look.width, m_style.textHeight())).adjusted(-4, 0, 4, 0),
                               striped ? m_style.stripe : m_style.surface);
            m_painter.setPen(strong ? m_style.accent : m_style.muted);
            m_painter.drawStaticText(corner, look.text);
            return;
        }
    }
}

void LoomPainter::paintArrow(QPointF tail, QPointF tip, double size)
{
    const QPointF way = tip - tail;
    const double length = std::hypot(way.x(), way.y());
    if (length < 1)
        return;
    // The middle of the line's pixels; the tip touches the cell.
    const QPointF end{snapped(tip.x()) + 0.5, snapped(tip.y()) + 0.5};
    const QPointF along = way / length;
    const QPointF across{-along.y() * size * 0.62, along.x() * size * 0.62};
    const QPointF corners[] = {end, end - along * size + across, end - along * size - across};
    m_painter.drawPolygon(corners, 3);
}

void LoomPainter::paintStrongThread(const LoomThread& thread)
{
    const auto points = m_scene.pointsOf(thread);
    QPolygonF path;
    for (const QPointF& point : points) {
        const QPointF pixel = m_viewport.toPixel(point);
        path.append({snapped(pixel.x()) + 0.5, snapped(pixel.y()) + 0.5});
    }
    m_painter.setRenderHint(QPainter::Antialiasing, true);
    m_painter.setPen(QPen(m_style.accent, 2, Qt::SolidLine, Qt::FlatCap, Qt::MiterJoin));
    m_painter.setBrush(Qt::NoBrush);
    m_painter.drawPolyline(path);
    m_painter.setPen(Qt::NoPen);
    m_painter.setBrush(m_style.accent);
    paintArrow(m_viewport.toPixel(points[points.size() - 2]), m_viewport.toPixel(points.back()), 7);
    if (m_text && thread.bundle != noLoomBundle)
        paintBundleLabel(thread, true);
}

} // namespace planscope::ui
