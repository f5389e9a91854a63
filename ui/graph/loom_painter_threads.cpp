#include "ui/graph/loom_painter.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>

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
    for (const std::uint32_t k : threads) {
        if (m_scene.threads()[k].bundle == noLoomBundle)
            continue;
        if (const std::optional<QRectF> place = labelPlace(m_scene.threads()[k])) {
            m_labels.emplace_back(k, *place);
            paintBundleLabel(k, false);
        }
    }
}

/// On the first level stretch of the thread, in a slot that has no cell and none right above or below; in its middle or
/// beside that, wherever no other label is.
std::optional<QRectF> LoomPainter::labelPlace(const LoomThread& thread) const
{
    const auto points = m_scene.pointsOf(thread);
    const double width = m_style.bundleLookOf(thread.bundle).width;
    const double clear = m_style.textHeight() / 2 / m_viewport.scaleY() + LoomScene::rowGap;
    const auto isTaken = [this](const QRectF& place) {
        return std::any_of(m_labels.begin(), m_labels.end(),
                           [&](const auto& label) { return label.second.intersects(place); });
    };
    for (std::size_t p = 1; p < points.size(); ++p) {
        const auto [left, right] = std::pair(std::min(points[p - 1].x(), points[p].x()),
                                             std::max(points[p - 1].x(), points[p].x()));
        const double y = points[p].y();
        if (y != points[p - 1].y())
            continue;
        const auto [row, rowEnd] = m_scene.rowsIn(y - clear, y + clear);
        for (std::size_t k = 0; k < m_scene.columns().size(); ++k) {
            const LoomColumn& column = m_scene.columns()[k];
            if (column.left < left || column.left + column.width > right)
                continue;
            bool isFree = true;
            for (std::size_t over = row; over < rowEnd; ++over)
                isFree = isFree && m_scene.cellAt(over, k) == noLoomCell;
            for (const double part : {0.5, 0.2, 0.8}) {
                const QPointF middle = m_viewport.toPixel({column.left + part * column.width, y});
                const QRectF place(std::round(middle.x() - width / 2),
                                   std::round(middle.y() - m_style.textHeight() / 2), width, m_style.textHeight());
                if (isFree && width <= column.width * m_viewport.scaleX() && !isTaken(place.adjusted(-4, 0, 4, 0)))
                    return place;
            }
        }
    }
    return std::nullopt;
}

void LoomPainter::paintBundleLabel(std::uint32_t thread, bool strong)
{
    const auto label = std::find_if(m_labels.begin(), m_labels.end(),
                                    [thread](const auto& known) { return known.first == thread; });
    if (label == m_labels.end())
        return;
    const QRectF& place = label->second;
    const auto row = m_scene.rowAt(m_viewport.toScene(place.center()).y());
    const bool striped = row && m_scene.rows()[*row].striped;
    m_painter.fillRect(place.adjusted(-4, 1, 4, -1), striped ? m_style.stripe : m_style.surface);
    m_painter.setPen(strong ? m_style.accent : m_style.muted);
    m_painter.drawStaticText(place.topLeft(), m_style.bundleLookOf(m_scene.threads()[thread].bundle).text);
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

void LoomPainter::paintStrongThread(std::uint32_t index)
{
    const LoomThread& thread = m_scene.threads()[index];
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
        paintBundleLabel(index, true);
}

} // namespace planscope::ui
