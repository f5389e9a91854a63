#include "ui/graph/loom_painter.h"

#include "ui/graph/loom_difference_painter.h"

#include <algorithm>
#include <cmath>

namespace planscope::ui {
namespace {

constexpr double padding = 8;       ///< px, inside a cell's left
constexpr double rightPadding = 12; ///< px; clear of a collective's point
constexpr double widestText = 96;   ///< px that a value and the letters need
constexpr double valueText = 62;    ///< px that most values need
constexpr double leastBar = 12;     ///< px
constexpr double lettersGap = 4;    ///< px
constexpr double noteIndent = 26;   ///< of the scene, clear of the threads that run straight down

} // namespace

QPolygonF outlineOf(CollectiveKind kind, const QRectF& rect)
{
    const double notch = std::min(rect.height() / 2, rect.width() / 4);
    const double l = rect.left();
    const double r = rect.right();
    const double t = rect.top();
    const double b = rect.bottom();
    const double m = rect.center().y();
    switch (kind) {
    case CollectiveKind::AllReduce:
        return QPolygonF({{l, m}, {l + notch, t}, {r - notch, t}, {r, m}, {r - notch, b}, {l + notch, b}});
    case CollectiveKind::ReduceScatter: return QPolygonF({{l, t}, {r - notch, t}, {r, m}, {r - notch, b}, {l, b}});
    case CollectiveKind::AllGather: return QPolygonF({{l, m}, {l + notch, t}, {r, t}, {r, b}, {l + notch, b}});
    case CollectiveKind::AllToAll: return QPolygonF({{l + notch, t}, {r, t}, {r - notch, b}, {l, b}});
    case CollectiveKind::Broadcast:
        return QPolygonF({{l, t}, {r - notch, t}, {r, m}, {r - notch, b}, {l, b}, {l + notch, m}});
    }
    return QPolygonF(rect);
}

LoomPainter::LoomPainter(QPainter& painter, const LoomStyle& style, const LoomViewport& viewport)
    : m_painter(painter)
    , m_style(style)
    , m_scene(style.scene())
    , m_viewport(viewport)
    , m_visible(viewport.visible())
    , m_rows(m_scene.rowsIn(m_visible.top(), m_visible.bottom()))
    , m_columns(m_scene.columnsIn(m_visible.left(), m_visible.right()))
    , m_cellHeight(LoomScene::cellHeight * viewport.scaleY())
    , m_cellWidth(LoomScene::cellWidth * viewport.scaleX())
    , m_text(m_cellHeight >= 0.78 * style.textHeight())
{
}

void LoomPainter::paint(const LoomMarks& marks)
{
    m_painter.save();
    m_painter.setClipRect(m_viewport.body());
    m_painter.setRenderHint(QPainter::Antialiasing, false);
    m_painter.setFont(m_style.font());
    paintGround();
    if (m_cellHeight < smallestDetail) {
        paintPlainCells();
    } else {
        paintThreads();
        paintNotes();
        paintCells();
    }
    paintMarks(marks);
    m_painter.restore();
}

double LoomPainter::textArea(const QRectF& rect) const
{
    return rect.width() - padding - rightPadding >= widestText + 4 * leastBar ? widestText : valueText;
}

QRectF LoomPainter::pixelRect(LoomCellIndex cell) const
{
    const QRectF scene = m_scene.rectOf(cell);
    const QPointF a = m_viewport.toPixel(scene.topLeft());
    const QPointF b = m_viewport.toPixel(scene.bottomRight());
    const double left = snapped(a.x());
    const double top = snapped(a.y());
    return {left, top, std::max(1.0, snapped(b.x()) - left), std::max(1.0, snapped(b.y()) - top)};
}

void LoomPainter::paintGround()
{
    m_painter.fillRect(m_viewport.body(), m_style.surface);
    if (m_cellHeight < smallestDetail)
        return;
    const QRectF body = m_viewport.body();
    const double half = LoomScene::rowGap / 2;
    for (std::size_t row = m_rows.first; row < m_rows.second; ++row) {
        const LoomRow& placed = m_scene.rows()[row];
        const double top = snapped(m_viewport.toPixel({0, placed.top - half}).y());
        const double bottom = snapped(m_viewport.toPixel({0, placed.top + placed.height + half}).y());
        if (placed.striped)
            m_painter.fillRect(QRectF(body.left(), top, body.width(), bottom - top), m_style.stripe);
        if (placed.isBand && row > 0)
            m_painter.fillRect(QRectF(body.left(), top, body.width(), 1), m_style.line);
    }
    for (std::size_t column = m_columns.first; column < m_columns.second; ++column) {
        const LoomColumn& placed = m_scene.columns()[column];
        if (placed.rank == 0 || placed.phase != LoomPhase::Forward)
            continue;
        const double x = snapped(m_viewport.toPixel({placed.left - LoomScene::rankGap / 2, 0}).x());
        m_painter.fillRect(QRectF(x, body.top(), 1, body.height()), m_style.line);
    }
}

void LoomPainter::paintPlainCells()
{
    struct Edge {
        int begin;
        int size;
    };
    const auto edge = [](double begin, double end) {
        const int first = static_cast<int>(std::floor(begin));
        return Edge{first, std::max(1, static_cast<int>(std::floor(end)) - first)};
    };
    std::vector<Edge> across;
    for (std::size_t column = m_columns.first; column < m_columns.second; ++column) {
        const LoomColumn& placed = m_scene.columns()[column];
        across.push_back(
            edge(m_viewport.toPixel({placed.left, 0}).x(), m_viewport.toPixel({placed.left + placed.width, 0}).x()));
    }
    for (std::size_t row = m_rows.first; row < m_rows.second; ++row) {
        const LoomRow& placed = m_scene.rows()[row];
        const Edge down =
            edge(m_viewport.toPixel({0, placed.top}).y(), m_viewport.toPixel({0, placed.top + placed.height}).y());
        for (std::size_t column = m_columns.first; column < m_columns.second; ++column) {
            const LoomCellIndex cell = m_scene.cellAt(row, column);
            if (cell == noLoomCell)
                continue;
            const Edge& x = across[column - m_columns.first];
            m_painter.fillRect(x.begin, down.begin, x.size, down.size, m_style.lookOf(m_scene.cells()[cell].item).fill);
        }
    }
}

/// What is said of a band stands in its own row, in the first column, clear of the threads at its left and right.
void LoomPainter::paintNotes()
{
    if (!m_text || m_columns.first >= m_columns.second)
        return;
    const LoomColumn& column = m_scene.columns().front();
    const double left = std::round(m_viewport.toPixel({column.left + noteIndent, 0}).x());
    const double room = m_viewport.toPixel({column.left + column.width, 0}).x() - left;
    const QFontMetricsF metrics(m_style.font());
    m_painter.setPen(m_style.muted);
    for (std::size_t row = m_rows.first; row < m_rows.second; ++row) {
        const LoomRow& placed = m_scene.rows()[row];
        const bool isTold = placed.kind == LoomRow::Kind::Block && placed.block > 0;
        if (isTold || placed.note.isEmpty() || metrics.horizontalAdvance(placed.note) > room)
            continue;
        const double middle = m_viewport.toPixel({0, placed.top + placed.height / 2}).y();
        m_painter.drawText(QRectF(left, std::round(middle - m_style.textHeight() / 2), room, m_style.textHeight()),
                           Qt::AlignLeft | Qt::AlignVCenter, placed.note);
    }
}

void LoomPainter::paintCells()
{
    m_painter.setRenderHint(QPainter::Antialiasing, m_cellHeight >= 9);
    for (std::size_t row = m_rows.first; row < m_rows.second; ++row)
        for (std::size_t column = m_columns.first; column < m_columns.second; ++column)
            if (const LoomCellIndex cell = m_scene.cellAt(row, column); cell != noLoomCell)
                paintCell(cell);
}

void LoomPainter::paintCell(LoomCellIndex cell)
{
    const LoomItem& item = m_scene.itemOf(cell);
    const LoomStyle::ItemLook& look = m_style.lookOf(m_scene.cells()[cell].item);
    const QRectF rect = pixelRect(cell);
    const LoomDifference* const difference = m_style.difference();
    const bool isSplit = difference && difference->sides == LoomSides::Both;
    if (isSplit && item.kind != LoomItem::Kind::Boundary) {
        LoomDifferencePainter(m_painter, m_style, m_text).paintSplit(m_scene.cells()[cell].item, rect);
        return;
    }
    if (item.kind == LoomItem::Kind::Boundary) {
        m_painter.setPen(QPen(m_style.muted, 1));
        m_painter.setBrush(m_style.surface);
        const QRectF inner = rect.adjusted(0.5, 0.5, -0.5, -0.5);
        m_painter.drawRoundedRect(inner, inner.height() / 2, inner.height() / 2);
        if (m_text)
            paintText(item, look, rect);
        return;
    }
    const bool fills = m_style.mark() == LoomMark::Fill;
    const double room = rect.width() - padding - rightPadding - (m_text ? textArea(rect) : 0);
    paintBox(item, rect, fills && !m_text ? look.fill : m_style.ground);
    if (m_text && room < leastBar) {
        // Too narrow for a bar beside the text: the engine's colour stays as an edge.
        m_painter.fillRect(QRectF(rect.left(), rect.top() + 2, 3, rect.height() - 4), m_style.engineColor(item.engine));
    } else if (!fills || m_text) {
        const double inset = m_cellHeight >= 12 ? 4 : 1;
        const double side = std::min(padding, rect.width() / 8);
        const QRectF area(rect.left() + side, rect.top() + inset, m_text ? room : rect.width() - 2 * side,
                          rect.height() - 2 * inset);
        if (fills)
            m_painter.fillRect(area, look.fill);
        else
            paintBar(item, look, area);
    }
    if (m_text)
        paintText(item, look, rect);
    if (difference)
        LoomDifferencePainter(m_painter, m_style, m_text).paintMark(m_scene.cells()[cell].item, rect);
}

void LoomPainter::paintBox(const LoomItem& item, const QRectF& rect, const QColor& fill)
{
    if (item.collective && m_cellHeight >= 6) {
        m_painter.setPen(m_cellHeight >= 9 ? QPen(m_style.collective, 1) : QPen(Qt::NoPen));
        m_painter.setBrush(fill);
        m_painter.drawPolygon(outlineOf(*item.collective, rect.adjusted(0.5, 0.5, -0.5, -0.5)));
    } else if (m_cellHeight >= 14) {
        m_painter.setPen(Qt::NoPen);
        m_painter.setBrush(fill);
        m_painter.drawRoundedRect(rect, 4, 4);
    } else {
        m_painter.fillRect(rect, fill);
    }
}

void LoomPainter::paintBar(const LoomItem& item, const LoomStyle::ItemLook& look, const QRectF& area)
{
    const double length = look.fraction * area.width();
    if (length <= 0)
        return;
    if (item.kind != LoomItem::Kind::Group) {
        m_painter.fillRect(QRectF(area.left(), area.top(), std::max(1.0, std::round(length)), area.height()),
                           m_style.engineColor(item.engine));
        return;
    }
    double begin = area.left();
    for (std::size_t engine = 0; engine < look.shares.size(); ++engine) {
        const double end = begin + look.shares[engine] * length;
        const double left = std::round(begin);
        if (std::round(end) > left)
            m_painter.fillRect(QRectF(left, area.top(), std::round(end) - left, area.height()),
                               m_style.engineColor(static_cast<Engine>(engine)));
        begin = end;
    }
}

void LoomPainter::paintText(const LoomItem& item, const LoomStyle::ItemLook& look, const QRectF& rect)
{
    const double top = std::round(rect.center().y() - m_style.textHeight() / 2);
    m_painter.setPen(m_style.text);
    if (item.kind == LoomItem::Kind::Boundary) {
        // Where name and size do not fit, the name alone.
        const bool fits = look.valueWidth <= rect.width() - padding;
        const double width = fits ? look.valueWidth : look.lettersWidth;
        if (width <= rect.width() - padding)
            m_painter.drawStaticText(QPointF(std::round(rect.center().x() - width / 2), top),
                                     fits ? look.value : look.letters);
        return;
    }
    const double right = rect.right() - rightPadding;
    const double room = rect.width() - padding - rightPadding;
    if (look.valueWidth > room)
        return;
    m_painter.drawStaticText(QPointF(std::round(right - look.valueWidth), top), look.value);
    const bool besideBar = room - textArea(rect) >= leastBar;
    const double lettersLeft = besideBar ? right - textArea(rect) + 4 : rect.left() + padding;
    if (look.lettersWidth > 0 && lettersLeft + look.lettersWidth + lettersGap <= right - look.valueWidth)
        m_painter.drawStaticText(QPointF(std::round(lettersLeft), top), look.letters);
}

void LoomPainter::outline(LoomCellIndex cell, double width, const QColor& color)
{
    const double out = width / 2 + 0.5;
    const QRectF rect = pixelRect(cell).adjusted(-out, -out, out, out);
    m_painter.setRenderHint(QPainter::Antialiasing, true);
    m_painter.setPen(QPen(color, width));
    m_painter.setBrush(Qt::NoBrush);
    m_painter.drawRoundedRect(rect, 4, 4);
}

void LoomPainter::paintMarks(const LoomMarks& marks)
{
    for (const LoomCellIndex cell : marks.found) {
        const LoomCell& placed = m_scene.cells()[cell];
        if (placed.row < m_rows.first || placed.row >= m_rows.second || placed.column < m_columns.first
            || placed.column >= m_columns.second)
            continue;
        if (m_cellHeight < smallestDetail)
            m_painter.fillRect(pixelRect(cell), m_style.text);
        else
            outline(cell, 1, m_style.text);
    }
    if (marks.hovered != noLoomCell)
        outline(marks.hovered, 1, m_style.muted);
    const bool detailed = m_cellHeight >= smallestDetail;
    if (marks.hoveredThread && detailed)
        paintStrongThread(*marks.hoveredThread);
    if (marks.selected == noLoomCell)
        return;
    for (const std::uint32_t thread : marks.threads)
        paintStrongThread(thread);
    for (const LoomCellIndex cell : marks.alike)
        outline(cell, 2, m_style.accent);
    if (!marks.alike.empty()) {
        outline(marks.selected, 2, m_style.accent);
        return;
    }
    for (const std::uint32_t thread : m_scene.threadsTo(marks.selected))
        paintStrongThread(thread);
    for (const std::uint32_t thread : m_scene.threadsFrom(marks.selected))
        paintStrongThread(thread);
    // The other copies of what is selected.
    const LoomOptions& options = m_scene.options();
    const std::uint32_t item = m_scene.cells()[marks.selected].item;
    if (m_cellHeight >= smallestDetail && options.blocks * options.ranks > 1 && m_rows.first < m_rows.second
        && m_columns.first < m_columns.second)
        for (int block = m_scene.rows()[m_rows.first].block; block <= m_scene.rows()[m_rows.second - 1].block; ++block)
            for (int rank = 0; rank < options.ranks; ++rank)
                if (const LoomCellIndex copy = m_scene.copyOf(item, block, rank); copy != noLoomCell)
                    outline(copy, 1, m_style.accent);
    outline(marks.selected, 2, m_style.accent);
}

} // namespace planscope::ui
