#pragma once

#include "ui/graph/loom_router.h"
#include "ui/graph/loom_scene.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <vector>

namespace planscope::ui::test {

/// Every polyline is orthogonal, begins and ends on the sides of its cells, enters no cell, and shares no stretch with
/// another.
inline void expectThreadRules(const LoomGrid& grid, const std::vector<LoomEdge>& edges, const LoomRoutes& routes)
{
    const auto rectOf = [&](LoomCellIndex cell) {
        const auto& row = grid.rows[grid.cells[cell].first];
        const auto& column = grid.columns[grid.cells[cell].second];
        return QRectF(QPointF(column.begin, row.begin), QPointF(column.end, row.end));
    };
    const auto onSide = [&](LoomCellIndex cell, QPointF point) {
        const QRectF rect = rectOf(cell);
        const bool inside = rect.adjusted(0.01, 0.01, -0.01, -0.01).contains(point);
        return rect.adjusted(-0.01, -0.01, 0.01, 0.01).contains(point) && !inside;
    };
    struct Stretch {
        double low, high;
        std::size_t edge;
    };
    std::map<std::pair<bool, double>, std::vector<Stretch>> lines;
    for (std::size_t k = 0; k < edges.size(); ++k) {
        const std::uint32_t begin = routes.firstPoint[k];
        const std::uint32_t end = routes.firstPoint[k + 1];
        ASSERT_GE(end - begin, 2U) << "edge " << k;
        EXPECT_TRUE(onSide(edges[k].from, routes.points[begin])) << "edge " << k;
        EXPECT_TRUE(onSide(edges[k].to, routes.points[end - 1])) << "edge " << k;
        for (std::uint32_t p = begin; p + 1 < end; ++p) {
            const QPointF a = routes.points[p];
            const QPointF b = routes.points[p + 1];
            const bool vertical = a.x() == b.x();
            ASSERT_TRUE(vertical || a.y() == b.y()) << "edge " << k;
            const auto [low, high] = vertical ? std::pair(std::min(a.y(), b.y()), std::max(a.y(), b.y()))
                                              : std::pair(std::min(a.x(), b.x()), std::max(a.x(), b.x()));
            lines[{vertical, vertical ? a.x() : a.y()}].push_back({low, high, k});
            const QRectF stretch = QRectF(a, b).normalized();
            for (std::size_t row = 0; row < grid.rows.size(); ++row)
                for (std::size_t column = 0; column < grid.columns.size(); ++column) {
                    const LoomCellIndex cell = grid.cellAt[row * grid.columns.size() + column];
                    if (cell == noLoomCell)
                        continue;
                    const QRectF inner = rectOf(cell).adjusted(0.01, 0.01, -0.01, -0.01);
                    EXPECT_FALSE(stretch.right() > inner.left() && stretch.left() < inner.right()
                                 && stretch.bottom() > inner.top() && stretch.top() < inner.bottom())
                        << "edge " << k << " enters cell " << cell;
                }
        }
    }
    for (auto& [line, stretches] : lines) {
        std::sort(stretches.begin(), stretches.end(), [](const auto& a, const auto& b) { return a.low < b.low; });
        double reached = -1e9;
        for (const Stretch& stretch : stretches) {
            EXPECT_GE(stretch.low, reached - 1e-9) << "edge " << stretch.edge << " lies on another at " << line.second;
            reached = std::max(reached, stretch.high);
        }
    }
}

/// The threads of a scene by the same rules.
inline void expectThreadRules(const LoomScene& scene)
{
    LoomGrid grid;
    for (const LoomRow& row : scene.rows())
        grid.rows.push_back({row.top, row.top + row.height});
    for (const LoomColumn& column : scene.columns())
        grid.columns.push_back({column.left, column.left + column.width});
    for (std::size_t row = 0; row < scene.rows().size(); ++row)
        for (std::size_t column = 0; column < scene.columns().size(); ++column)
            grid.cellAt.push_back(scene.cellAt(row, column));
    for (const LoomCell& cell : scene.cells())
        grid.cells.emplace_back(cell.row, cell.column);
    std::vector<LoomEdge> edges;
    LoomRoutes routes;
    for (const LoomThread& thread : scene.threads()) {
        edges.push_back({thread.from, thread.to});
        routes.firstPoint.push_back(static_cast<std::uint32_t>(routes.points.size()));
        for (const QPointF& point : scene.pointsOf(thread))
            routes.points.push_back(point);
    }
    routes.firstPoint.push_back(static_cast<std::uint32_t>(routes.points.size()));
    expectThreadRules(grid, edges, routes);
}

} // namespace planscope::ui::test
