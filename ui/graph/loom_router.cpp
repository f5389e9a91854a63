#include "ui/graph/loom_router.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <tuple>

namespace planscope::ui {
namespace {

enum Side : std::size_t { Top, Bottom, Left, Right };

/// 1/2, 1/4, 3/4, 1/8, 5/8, …: any number of places between 0 and 1, no two the same.
double placeBetween(unsigned k)
{
    double place = 0;
    double step = 0.5;
    for (unsigned rest = k + 1; rest != 0; rest >>= 1, step /= 2)
        place += (rest & 1U) != 0 ? step : 0;
    return place;
}

/// A coordinate that is either known or waits for its track in a gap.
struct Place {
    double value = 0;
    std::int32_t run = -1;
};
struct Corner {
    Place x;
    Place y;
};

/// A stretch in a gap, between two columns (vertical) or two rows.
struct Run {
    std::uint32_t gap = 0;
    double low = 0;
    double high = 0;
    std::uint32_t track = 0;
};

class Router {
public:
    Router(const LoomGrid& grid, const std::vector<LoomEdge>& edges)
        : m_grid(grid)
        , m_edges(edges)
    {
        m_used.resize(grid.cells.size());
        m_middles.assign(grid.cells.size(), 0);
        m_columnCount = grid.columns.size();
        findNeighbours();
    }

    LoomRoutes route()
    {
        std::vector<std::uint32_t> bent;
        std::vector<std::pair<std::uint32_t, std::uint32_t>> stretch(m_edges.size());
        m_corners.reserve(m_edges.size() * 3);
        const auto record = [&](std::uint32_t edge, auto&& make) {
            const auto begin = static_cast<std::uint32_t>(m_corners.size());
            if (!make())
                return false;
            stretch[edge] = {begin, static_cast<std::uint32_t>(m_corners.size())};
            return true;
        };
        for (std::uint32_t k = 0; k < m_edges.size(); ++k)
            if (!record(k, [&] { return straight(m_edges[k]); }))
                bent.push_back(k);
        for (const std::uint32_t k : bent)
            record(k, [&] { return weave(m_edges[k]) || aside(m_edges[k]) || around(m_edges[k]); });
        assignTracks(m_vertical, m_grid.columns, m_verticalAt);
        assignTracks(m_horizontal, m_grid.rows, m_horizontalAt);

        LoomRoutes routes;
        routes.points.reserve(m_corners.size());
        for (const auto& [begin, end] : stretch) {
            routes.firstPoint.push_back(static_cast<std::uint32_t>(routes.points.size()));
            for (std::uint32_t k = begin; k < end; ++k)
                routes.points.emplace_back(settled(m_corners[k].x, m_verticalAt),
                                           settled(m_corners[k].y, m_horizontalAt));
        }
        routes.firstPoint.push_back(static_cast<std::uint32_t>(routes.points.size()));
        return routes;
    }

private:
    static constexpr double spine = 14;               ///< where straight threads leave a cell's top and bottom
    static constexpr std::uint32_t farthestWeave = 8; ///< rows
    static constexpr double gapBeyond = 20;           ///< beside the first and last row or column

    static double settled(const Place& place, const std::vector<double>& runs)
    {
        return place.run < 0 ? place.value : runs[static_cast<std::size_t>(place.run)];
    }

    void findNeighbours()
    {
        const std::size_t rows = m_grid.rows.size();
        m_neighbour.assign(m_grid.cells.size(), {noLoomCell, noLoomCell, noLoomCell, noLoomCell});
        std::vector<LoomCellIndex> above(m_columnCount, noLoomCell);
        for (std::size_t row = 0; row < rows; ++row) {
            LoomCellIndex before = noLoomCell;
            for (std::size_t column = 0; column < m_columnCount; ++column) {
                const LoomCellIndex cell = m_grid.cellAt[row * m_columnCount + column];
                if (cell == noLoomCell)
                    continue;
                if (before != noLoomCell) {
                    m_neighbour[before][Right] = cell;
                    m_neighbour[cell][Left] = before;
                }
                if (above[column] != noLoomCell) {
                    m_neighbour[above[column]][Bottom] = cell;
                    m_neighbour[cell][Top] = above[column];
                }
                before = above[column] = cell;
            }
        }
    }

    std::uint32_t rowOf(LoomCellIndex cell) const { return m_grid.cells[cell].first; }
    std::uint32_t columnOf(LoomCellIndex cell) const { return m_grid.cells[cell].second; }
    LoomGrid::Span rowSpan(LoomCellIndex cell) const { return m_grid.rows[rowOf(cell)]; }
    LoomGrid::Span columnSpan(LoomCellIndex cell) const { return m_grid.columns[columnOf(cell)]; }
    double middle(LoomCellIndex cell) const { return (rowSpan(cell).begin + rowSpan(cell).end) / 2; }

    /// Gap k lies before row or column k; the last one after all.
    static LoomGrid::Span gap(const std::vector<LoomGrid::Span>& spans, std::uint32_t k)
    {
        const double begin = k == 0 ? spans.front().begin - gapBeyond : spans[k - 1].end;
        const double end = k == spans.size() ? spans.back().end + gapBeyond : spans[k].begin;
        return {begin, end};
    }

    // Of two sides that face each other across free slots only one gets its middle. Other places of a left side are in
    // the upper half, of a right side in the lower one, of a top left of those of a bottom: so what leaves one cell
    // never lies on what leaves the other.
    double sidePort(LoomCellIndex cell, Side side)
    {
        const LoomCellIndex facing = m_neighbour[cell][side];
        if (!isMiddleUsed(cell, side)
            && (facing == noLoomCell || !isMiddleUsed(facing, side == Right ? Left : Right))) {
            useMiddle(cell, side);
            return middle(cell);
        }
        const double part = placeBetween(m_used[cell][side]++) / 2 + (side == Right ? 0.5 : 0);
        return rowSpan(cell).begin + part * (rowSpan(cell).end - rowSpan(cell).begin);
    }
    double endPort(LoomCellIndex cell, Side side)
    {
        const LoomGrid::Span span = columnSpan(cell);
        if (side == Bottom && !isMiddleUsed(cell, Bottom)) {
            useMiddle(cell, Bottom);
            return span.begin + spine;
        }
        const double part = placeBetween(m_used[cell][side]++) / 4 + (side == Top ? 0.12 : 0.45);
        return span.begin + part * (span.end - span.begin);
    }
    bool isMiddleUsed(LoomCellIndex cell, Side side) const { return (m_middles[cell] & (1U << side)) != 0; }
    void useMiddle(LoomCellIndex cell, Side side)
    {
        m_middles[cell] = static_cast<std::uint8_t>(m_middles[cell] | (1U << side));
    }

    bool straight(const LoomEdge& edge)
    {
        const auto& next = m_neighbour[edge.from];
        const LoomGrid::Span from = rowSpan(edge.from);
        const LoomGrid::Span to = rowSpan(edge.to);
        if (next[Bottom] == edge.to || next[Top] == edge.to) {
            const bool down = next[Bottom] == edge.to;
            const double x = columnSpan(edge.from).begin + spine;
            useMiddle(edge.from, down ? Bottom : Top);
            useMiddle(edge.to, down ? Top : Bottom);
            corner({x}, {down ? from.end : from.begin});
            corner({x}, {down ? to.begin : to.end});
            return true;
        }
        if (next[Right] == edge.to || next[Left] == edge.to) {
            const bool right = next[Right] == edge.to;
            const LoomGrid::Span a = columnSpan(edge.from);
            const LoomGrid::Span b = columnSpan(edge.to);
            useMiddle(edge.from, right ? Right : Left);
            useMiddle(edge.to, right ? Left : Right);
            corner({right ? a.end : a.begin}, {middle(edge.from)});
            corner({right ? b.begin : b.end}, {middle(edge.from)});
            return true;
        }
        return false;
    }

    /// From a cell's top or bottom along the gap beside its row into the column of a cell further left.
    bool weave(const LoomEdge& edge)
    {
        const std::uint32_t from = rowOf(edge.from);
        const std::uint32_t to = rowOf(edge.to);
        if (columnOf(edge.to) >= columnOf(edge.from) || from == to)
            return false;
        const bool up = to < from;
        const LoomCellIndex next = m_neighbour[edge.to][up ? Bottom : Top];
        if (next != noLoomCell && (up ? rowOf(next) < from : rowOf(next) > from))
            return false;
        if ((up ? from - to : to - from) > farthestWeave)
            return false;
        const double out = endPort(edge.from, up ? Top : Bottom);
        const double in = endPort(edge.to, up ? Bottom : Top);
        const Place y = horizontalRun(up ? from : from + 1, in, out);
        corner({out}, {up ? rowSpan(edge.from).begin : rowSpan(edge.from).end});
        corner({out}, y);
        corner({in}, y);
        corner({in}, {up ? rowSpan(edge.to).end : rowSpan(edge.to).begin});
        return true;
    }

    /// From side to side with one vertical stretch in the gap beside one of the two columns.
    bool aside(const LoomEdge& edge)
    {
        const std::uint32_t a = columnOf(edge.from);
        const std::uint32_t b = columnOf(edge.to);
        const bool right = b >= a;
        const std::uint32_t nearTo = a == b ? b + 1 : right ? b : b + 1;
        const std::uint32_t nearFrom = right ? a + 1 : a;
        std::uint32_t chosen = nearTo;
        const Side leaves = right ? Right : Left;
        const Side enters = a == b ? Right : right ? Left : Right;
        if (!reaches(edge.from, leaves, nearTo)) {
            if (!reaches(edge.to, enters, nearFrom))
                return false;
            chosen = nearFrom;
        }
        const double y1 = sidePort(edge.from, leaves);
        const double y2 = sidePort(edge.to, enters);
        const Place x = verticalRun(chosen, y1, y2);
        corner({sideOf(edge.from, leaves)}, {y1});
        corner(x, {y1});
        corner(x, {y2});
        corner({sideOf(edge.to, enters)}, {y2});
        return true;
    }

    /// The way that is always there: beside the one column, along a row's gap, beside the other column.
    bool around(const LoomEdge& edge)
    {
        const bool right = columnOf(edge.to) > columnOf(edge.from);
        const Side leaves = right ? Right : Left;
        const Side enters = right ? Left : Right;
        const std::uint32_t first = columnOf(edge.from) + (right ? 1 : 0);
        const std::uint32_t second = columnOf(edge.to) + (right ? 0 : 1);
        const std::uint32_t row = rowOf(edge.to) + (rowOf(edge.to) < rowOf(edge.from) ? 1 : 0);
        const LoomGrid::Span across = gap(m_grid.rows, row);
        const double y1 = sidePort(edge.from, leaves);
        const double y2 = sidePort(edge.to, enters);
        const auto reach = [&](double y) { return std::pair(std::min(y, across.begin), std::max(y, across.end)); };
        const auto [low1, high1] = reach(y1);
        const auto [low2, high2] = reach(y2);
        const Place x1 = verticalRun(first, low1, high1);
        const Place x2 = verticalRun(second, low2, high2);
        const LoomGrid::Span gap1 = gap(m_grid.columns, first);
        const LoomGrid::Span gap2 = gap(m_grid.columns, second);
        const Place y = horizontalRun(row, std::min(gap1.begin, gap2.begin), std::max(gap1.end, gap2.end));
        corner({sideOf(edge.from, leaves)}, {y1});
        corner(x1, {y1});
        corner(x1, y);
        corner(x2, y);
        corner(x2, {y2});
        corner({sideOf(edge.to, enters)}, {y2});
        return true;
    }

    double sideOf(LoomCellIndex cell, Side side) const
    {
        return side == Right ? columnSpan(cell).end : columnSpan(cell).begin;
    }
    /// Whether the row is free from a cell's side to a gap between columns.
    bool reaches(LoomCellIndex cell, Side side, std::uint32_t gapIndex) const
    {
        const LoomCellIndex next = m_neighbour[cell][side];
        if (side == Right)
            return gapIndex > columnOf(cell) && (next == noLoomCell || columnOf(next) >= gapIndex);
        return gapIndex <= columnOf(cell) && (next == noLoomCell || columnOf(next) < gapIndex);
    }

    void corner(Place x, Place y) { m_corners.push_back({x, y}); }
    Place verticalRun(std::uint32_t gapIndex, double a, double b)
    {
        m_vertical.push_back({gapIndex, std::min(a, b), std::max(a, b)});
        return {0, static_cast<std::int32_t>(m_vertical.size()) - 1};
    }
    Place horizontalRun(std::uint32_t gapIndex, double a, double b)
    {
        m_horizontal.push_back({gapIndex, std::min(a, b), std::max(a, b)});
        return {0, static_cast<std::int32_t>(m_horizontal.size()) - 1};
    }

    /// In each gap: runs that would meet get different tracks, and the tracks share the gap evenly.
    static void assignTracks(std::vector<Run>& runs, const std::vector<LoomGrid::Span>& spans, std::vector<double>& at)
    {
        std::vector<std::uint32_t> order(runs.size());
        for (std::uint32_t k = 0; k < order.size(); ++k)
            order[k] = k;
        std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
            return std::tie(runs[a].gap, runs[a].low, a) < std::tie(runs[b].gap, runs[b].low, b);
        });
        at.resize(runs.size());
        std::vector<double> ends;
        for (std::size_t begin = 0; begin < order.size();) {
            std::size_t end = begin;
            const std::uint32_t gapIndex = runs[order[begin]].gap;
            ends.clear();
            for (; end < order.size() && runs[order[end]].gap == gapIndex; ++end) {
                Run& run = runs[order[end]];
                std::uint32_t track = 0;
                while (track < ends.size() && ends[track] >= run.low)
                    ++track;
                if (track == ends.size())
                    ends.push_back(0);
                ends[track] = run.high;
                run.track = track;
            }
            const LoomGrid::Span span = gap(spans, gapIndex);
            const double pitch = (span.end - span.begin) / static_cast<double>(ends.size() + 1);
            for (; begin < end; ++begin)
                at[order[begin]] = span.begin + pitch * (runs[order[begin]].track + 1);
        }
    }

    const LoomGrid& m_grid;
    const std::vector<LoomEdge>& m_edges;
    std::size_t m_columnCount = 0;
    std::vector<std::array<LoomCellIndex, 4>> m_neighbour; ///< by Side: the next cell in the column or row
    std::vector<std::array<std::uint16_t, 4>> m_used;      ///< by Side: places given away
    std::vector<std::uint8_t> m_middles; ///< bits by Side: its middle, or a top's or bottom's spine, is taken
    std::vector<Corner> m_corners;
    std::vector<Run> m_vertical;
    std::vector<Run> m_horizontal;
    std::vector<double> m_verticalAt;
    std::vector<double> m_horizontalAt;
};

} // namespace

LoomRoutes routeLoom(const LoomGrid& grid, const std::vector<LoomEdge>& edges)
{
    return Router(grid, edges).route();
}

} // namespace planscope::ui
