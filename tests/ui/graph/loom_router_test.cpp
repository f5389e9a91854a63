#include "ui/graph/loom_router.h"

#include "thread_rules.h"

#include <random>
#include <set>

namespace planscope::ui {
namespace {

/// Slots filled at random, and random edges between the cells: far denser than any plan.
TEST(LoomRouter, KeepsItsRulesOnAnyGraph)
{
    std::mt19937 random(7);
    const auto below = [&](std::size_t count) { return static_cast<std::uint32_t>(random() % count); };
    for (int round = 0; round < 200; ++round) {
        LoomGrid grid;
        const std::size_t rows = 1 + below(9);
        const std::size_t columns = 1 + below(7);
        for (std::size_t k = 0; k < rows; ++k)
            grid.rows.push_back({10 + 30.0 * static_cast<double>(k), 30 + 30.0 * static_cast<double>(k)});
        for (std::size_t k = 0; k < columns; ++k)
            grid.columns.push_back({20 + 200.0 * static_cast<double>(k), 180 + 200.0 * static_cast<double>(k)});
        for (std::uint32_t row = 0; row < rows; ++row)
            for (std::uint32_t column = 0; column < columns; ++column) {
                const bool filled = below(3) != 0;
                grid.cellAt.push_back(filled ? static_cast<LoomCellIndex>(grid.cells.size()) : noLoomCell);
                if (filled)
                    grid.cells.emplace_back(row, column);
            }
        if (grid.cells.size() < 2)
            continue;
        std::vector<LoomEdge> edges;
        std::set<std::pair<LoomCellIndex, LoomCellIndex>> joined;
        for (std::size_t k = 0; k < grid.cells.size(); ++k) {
            const LoomCellIndex a = below(grid.cells.size());
            const LoomCellIndex b = below(grid.cells.size());
            if (a != b && joined.insert({std::min(a, b), std::max(a, b)}).second)
                edges.push_back({a, b});
        }
        test::expectThreadRules(grid, edges, routeLoom(grid, edges));
        if (HasFailure())
            FAIL() << "round " << round;
    }
}

} // namespace
} // namespace planscope::ui
