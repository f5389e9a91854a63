#pragma once

#include "ui/graph/loom_router.h"
#include "ui/graph/loom_scene.h"

#include <map>
#include <utility>
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
        bool isDependency = true;
        std::uint32_t bundle = noLoomBundle;
    };
    struct ThreadEdge {
        LoomEdge cells;
        bool bothWays = false;
        bool isBoundary = false;
        bool isDependency = true;
        std::uint32_t bundle = noLoomBundle;
    };

    static Stage stageOf(LoomPhase phase);
    bool isBeforeBlocks(std::uint32_t item) const { return m_scene.m_itemRow[item] < m_firstBlockRow; }
    void addItems();
    void addTask(std::uint32_t task, std::uint32_t item);
    void addBoundaryItems();
    void addGroupRows(std::uint32_t group, std::vector<LoomRow>& rows);
    void addRow(LoomRow row);
    void addRows();
    void addColumns();
    void placeItems();
    void addCells();
    void addCell(std::uint32_t item, std::size_t row, std::size_t column);
    Repeat repeatOf(std::uint32_t from, std::uint32_t to) const;
    void addItemEdges();
    void addSavedEdges();
    void addThreads();
    void addLinks(std::vector<ThreadEdge>& edges) const;
    void addBoundaryEdges(std::vector<ThreadEdge>& edges) const;
    void indexThreads();
    LoomGrid grid() const;

    const LoomInput& m_input;
    LoomScene m_scene;
    std::vector<bool> m_isFolded; ///< by group
    std::vector<std::uint32_t> m_itemOfTask;
    std::vector<ItemEdge> m_itemEdges;
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> m_edgeOf; ///< by its items, the smaller first
    double m_bottom = 0;           ///< of the last row
    std::uint32_t m_taskItems = 0; ///< items before the boundary's
    std::size_t m_firstBlockRow = 0;
};

} // namespace planscope::ui
