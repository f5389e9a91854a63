#pragma once

#include "ui/graph/loom_scene.h"

#include <utility>
#include <vector>

namespace planscope::ui {

/// The grid that threads are routed in: rows and columns of slots, some of which hold a cell.
struct LoomGrid {
    struct Span {
        double begin = 0;
        double end = 0;
    };
    std::vector<Span> rows;                                     ///< ascending, with gaps between them
    std::vector<Span> columns;                                  ///< ascending, with gaps between them
    std::vector<LoomCellIndex> cellAt;                          ///< row by row; noLoomCell where there is none
    std::vector<std::pair<std::uint32_t, std::uint32_t>> cells; ///< row and column of each cell
};

struct LoomEdge {
    LoomCellIndex from = 0;
    LoomCellIndex to = 0;
};

/// The corners of each edge's polyline, one after the other.
struct LoomRoutes {
    std::vector<QPointF> points;
    std::vector<std::uint32_t> firstPoint; ///< of each edge, and the end of the last
};

/// Routes each edge with horizontal and vertical stretches only. Neighbours in a column or row are joined straight;
/// others run in the gaps, each stretch on a track of its own. No stretch enters a cell; no two stretches lie on each
/// other, though they may cross.
/// Requires: no edge from a cell to itself, no two edges between the same two cells.
LoomRoutes routeLoom(const LoomGrid& grid, const std::vector<LoomEdge>& edges);

} // namespace planscope::ui
