#pragma once

#include "ui/graph/loom_router.h"
#include "ui/graph/loom_scene.h"

#include <vector>

namespace planscope::ui {

/// Makes one scene of one input; used once.
class LoomSceneBuilder {
public:
    LoomSceneBuilder(const LoomInput& input, const LoomOptions& options);
    LoomScene build() &&;

private:
    enum class Stage { Forward, Recompute, Backward, Optimizer };
    enum class Repeat { EveryBlock, FirstBlock, LastBlock };
    struct ItemEdge {
        std::uint32_t from = 0;
        std::uint32_t to = 0;
        Repeat repeat = Repeat::EveryBlock;
        bool bothWays = false;
    };
    struct ThreadEdge {
        LoomEdge cells;
        bool bothWays = false;
        bool isBoundary = false;
    };

    static Stage stageOf(Phase phase);
    bool isFolded(Layer layer) const;
    void addItems();
    void addBlockRows();
    void addRow(LoomRow row);
    void addRows();
    void addColumns();
    void addCells();
    void addCell(std::uint32_t item, std::size_t row, std::size_t column);
    void addItemEdges();
    void addThreads();
    void addLinks(std::vector<ThreadEdge>& edges) const;
    void addBoundaryEdges(std::vector<ThreadEdge>& edges) const;
    void indexThreads();
    LoomGrid grid() const;

    const LoomInput& m_input;
    LoomScene m_scene;
    std::vector<std::uint32_t> m_itemOfTask;
    std::vector<ItemEdge> m_itemEdges;
    std::vector<LoomRow> m_blockRows;
    double m_bottom = 0;            ///< of the last row
    std::uint32_t m_blockItems = 0; ///< items before the boundary's
    std::size_t m_firstBlockRow = 0;
};

} // namespace planscope::ui
