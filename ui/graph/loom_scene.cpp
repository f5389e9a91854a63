#include "ui/graph/loom_scene.h"

#include <algorithm>

namespace planscope::ui {
namespace {

QString textOf(const LoomRow& row)
{
    switch (row.kind) {
    case LoomRow::Kind::Block: return QStringLiteral("block %1").arg(row.block);
    case LoomRow::Kind::Group: return row.folded ? QStringLiteral("%1 (folded)").arg(row.name) : row.name;
    case LoomRow::Kind::Layer: return row.name;
    case LoomRow::Kind::Boundary: return QStringLiteral("boundary");
    }
    return {};
}

/// How far a point is from a horizontal or vertical stretch, each direction in units of its reach.
double distanceTo(QPointF a, QPointF b, QPointF point, QSizeF reach)
{
    const auto beyond = [](double at, double one, double other) {
        return std::max({std::min(one, other) - at, at - std::max(one, other), 0.0});
    };
    return std::max(beyond(point.x(), a.x(), b.x()) / reach.width(), beyond(point.y(), a.y(), b.y()) / reach.height());
}

template <class Spans, class End>
std::size_t firstEndingAfter(const Spans& spans, double at, End&& end)
{
    return static_cast<std::size_t>(
        std::partition_point(spans.begin(), spans.end(), [&](const auto& span) { return end(span) < at; })
        - spans.begin());
}

} // namespace

QRectF LoomScene::rectOf(LoomCellIndex cell) const
{
    const LoomRow& row = m_rows[m_cells[cell].row];
    const LoomColumn& column = m_columns[m_cells[cell].column];
    return {column.left, row.top, column.width, row.height};
}

std::pair<std::size_t, std::size_t> LoomScene::rowsIn(double top, double bottom) const
{
    const std::size_t first = firstEndingAfter(m_rows, top, [](const LoomRow& row) { return row.top + row.height; });
    std::size_t last = first;
    const auto end = std::partition_point(m_rows.begin() + static_cast<std::ptrdiff_t>(first), m_rows.end(),
                                          [&](const LoomRow& row) { return row.top <= bottom; });
    last = static_cast<std::size_t>(end - m_rows.begin());
    return {first, last};
}

std::pair<std::size_t, std::size_t> LoomScene::columnsIn(double left, double right) const
{
    const std::size_t first =
        firstEndingAfter(m_columns, left, [](const LoomColumn& column) { return column.left + column.width; });
    const auto end = std::partition_point(m_columns.begin() + static_cast<std::ptrdiff_t>(first), m_columns.end(),
                                          [&](const LoomColumn& column) { return column.left <= right; });
    return {first, static_cast<std::size_t>(end - m_columns.begin())};
}

std::optional<std::size_t> LoomScene::rowAt(double y) const
{
    const std::size_t row = firstEndingAfter(m_rows, y, [](const LoomRow& r) { return r.top + r.height; });
    if (y < 0 || row >= m_rows.size())
        return std::nullopt;
    return row;
}

LoomCellIndex LoomScene::hit(QPointF point) const
{
    const auto [row, rowEnd] = rowsIn(point.y(), point.y());
    const auto [column, columnEnd] = columnsIn(point.x(), point.x());
    return row < rowEnd && column < columnEnd ? cellAt(row, column) : noLoomCell;
}

std::vector<std::uint32_t> LoomScene::threadsIn(const QRectF& rect) const
{
    std::vector<std::uint32_t> found;
    // A thread keeps to the gaps of its block and rank, so what touches a gap belongs to a row or column beside it.
    auto [row, rowEnd] = rowsIn(rect.top() - rowGap, rect.bottom() + rowGap);
    auto [column, columnEnd] = columnsIn(rect.left() - rankGap, rect.right() + rankGap);
    if (row >= rowEnd || column >= columnEnd)
        return found;
    const int firstBlock = m_rows[row].block;
    const int lastBlock = m_rows[rowEnd - 1].block;
    for (int block = firstBlock; block <= lastBlock; ++block)
        for (int rank = m_columns[column].rank; rank <= m_columns[columnEnd - 1].rank; ++rank)
            for (const std::uint32_t k : m_bands.of(static_cast<std::size_t>(block * m_options.ranks + rank))) {
                const int starts = std::min(blockOf(m_threads[k].from), blockOf(m_threads[k].to));
                if (std::max(starts, firstBlock) == block)
                    found.push_back(k);
            }
    return found;
}

std::vector<LoomCellIndex> LoomScene::findAll(const EntityKey& key) const
{
    std::vector<LoomCellIndex> cells;
    for (const Named& named : m_named) {
        if (named.key != key)
            continue;
        const LoomCellIndex cell = copyOf(named.item, 0, 0);
        if (std::find(cells.begin(), cells.end(), cell) == cells.end())
            cells.push_back(cell);
    }
    return cells;
}

LoomCellIndex LoomScene::find(const EntityKey& key) const
{
    const std::vector<LoomCellIndex> cells = findAll(key);
    return cells.empty() ? noLoomCell : cells.front();
}

LoomCellIndex LoomScene::copyOf(std::uint32_t item, int block, int rank) const
{
    if (block < 0 || rank < 0 || block >= m_options.blocks || rank >= m_options.ranks)
        return noLoomCell;
    const std::size_t down = m_items[item].repeats ? static_cast<std::size_t>(block) * m_rowsPerBlock : 0;
    return cellAt(m_itemRow[item] + down, m_itemColumn[item] + static_cast<std::size_t>(rank) * loomPhaseCount);
}

std::vector<std::uint32_t> LoomScene::threadsKeeping(const EntityKey& key) const
{
    std::vector<std::uint32_t> found;
    if (key.kind != EntityKey::Kind::Value)
        return found;
    for (std::uint32_t k = 0; k < m_threads.size(); ++k) {
        if (m_threads[k].bundle == noLoomBundle)
            continue;
        const std::vector<std::uint32_t>& kept = m_bundles[m_threads[k].bundle].saved;
        if (std::any_of(kept.begin(), kept.end(), [&](std::uint32_t saved) { return m_savedKeys[saved] == key; }))
            found.push_back(k);
    }
    return found;
}

std::optional<std::uint32_t> LoomScene::savedThreadAt(QPointF point, QSizeF reach) const
{
    std::optional<std::uint32_t> nearest;
    double least = 1;
    for (const std::uint32_t k :
         threadsIn(QRectF(point, QSizeF()).adjusted(-reach.width(), -reach.height(), reach.width(), reach.height()))) {
        const auto points = pointsOf(m_threads[k]);
        for (std::size_t p = 1; m_threads[k].bundle != noLoomBundle && p < points.size(); ++p)
            if (const double away = distanceTo(points[p - 1], points[p], point, reach); away < least) {
                least = away;
                nearest = k;
            }
    }
    return nearest;
}

std::vector<std::uint32_t> LoomScene::threadsFrom(LoomCellIndex cell) const
{
    const auto found = m_out.of(cell);
    return {found.begin(), found.end()};
}

std::vector<std::uint32_t> LoomScene::threadsTo(LoomCellIndex cell) const
{
    const auto found = m_in.of(cell);
    return {found.begin(), found.end()};
}

LoomCellIndex LoomScene::walk(LoomCellIndex from, Step step) const
{
    if (step == Step::Next || step == Step::Previous) {
        for (const std::uint32_t thread : (step == Step::Next ? m_out : m_in).of(from))
            if (m_threads[thread].isDependency)
                return step == Step::Next ? m_threads[thread].to : m_threads[thread].from;
        return from;
    }
    const bool across = step == Step::Left || step == Step::Right;
    const std::ptrdiff_t by = step == Step::Left || step == Step::Up ? -1 : 1;
    const auto rows = static_cast<std::ptrdiff_t>(m_rows.size());
    const auto columns = static_cast<std::ptrdiff_t>(m_columns.size());
    std::ptrdiff_t row = m_cells[from].row;
    std::ptrdiff_t column = m_cells[from].column;
    while (true) {
        (across ? column : row) += by;
        if (row < 0 || column < 0 || row >= rows || column >= columns)
            return from;
        const LoomCellIndex cell = cellAt(static_cast<std::size_t>(row), static_cast<std::size_t>(column));
        if (cell != noLoomCell)
            return cell;
    }
}

std::string LoomScene::toText() const
{
    const auto name = [this](LoomCellIndex cell) {
        QString text = itemOf(cell).name;
        if (itemOf(cell).kind == LoomItem::Kind::Group)
            text += QStringLiteral("#%1").arg(static_cast<int>(itemOf(cell).phase));
        if (m_options.blocks > 1)
            text += QStringLiteral(" b%1").arg(blockOf(cell));
        if (m_options.ranks > 1)
            text += QStringLiteral(" r%1").arg(rankOf(cell));
        return text;
    };
    QString text = QStringLiteral("size %1 x %2\n").arg(m_size.width()).arg(m_size.height());
    for (std::size_t row = 0; row < m_rows.size(); ++row) {
        text += QStringLiteral("row %1 %2\n").arg(m_rows[row].top).arg(textOf(m_rows[row]));
        for (std::size_t column = 0; column < m_columns.size(); ++column) {
            const LoomCellIndex cell = cellAt(row, column);
            if (cell == noLoomCell)
                continue;
            const std::string_view shape = itemOf(cell).collective ? nameOf(*itemOf(cell).collective)
                                                                   : nameOf(itemOf(cell).engine);
            text += QStringLiteral("  %1 %2 %3\n")
                        .arg(m_columns[column].left)
                        .arg(name(cell),
                             itemOf(cell).kind == LoomItem::Kind::Boundary
                                 ? QStringLiteral("boundary")
                                 : QString::fromUtf8(shape.data(), static_cast<qsizetype>(shape.size())));
        }
    }
    for (const LoomThread& thread : m_threads) {
        text += QStringLiteral("thread %1 %2 %3")
                    .arg(name(thread.from),
                         !thread.isDependency  ? QStringLiteral("keeps")
                             : thread.bothWays ? QStringLiteral("<->")
                                               : QStringLiteral("->"),
                         name(thread.to));
        if (thread.bundle != noLoomBundle)
            text += QStringLiteral(" %1 of %2")
                        .arg(m_bundles[thread.bundle].bytes)
                        .arg(m_bundles[thread.bundle].saved.size());
        text += QLatin1Char(':');
        for (const QPointF& point : pointsOf(thread))
            text += QStringLiteral(" %1,%2").arg(point.x()).arg(point.y());
        text += QLatin1Char('\n');
    }
    return text.toStdString();
}

} // namespace planscope::ui
