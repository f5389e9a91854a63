#include "ui/graph/loom_scene_builder.h"

#include <algorithm>
#include <optional>

// The part of a scene's making that joins its cells.
namespace planscope::ui {

LoomSceneBuilder::Stage LoomSceneBuilder::stageOf(LoomPhase phase)
{
    switch (phase) {
    case LoomPhase::Forward: return Stage::Forward;
    case LoomPhase::Recompute: return Stage::Recompute;
    case LoomPhase::ActivationGradient:
    case LoomPhase::WeightGradient: return Stage::Backward;
    case LoomPhase::Optimizer: return Stage::Optimizer;
    }
    return Stage::Forward;
}

/// In which of the blocks an edge between two tasks is drawn.
LoomSceneBuilder::Repeat LoomSceneBuilder::repeatOf(std::uint32_t from, std::uint32_t to) const
{
    const Stage before = stageOf(m_input.tasks[from].phase);
    const Stage after = stageOf(m_input.tasks[to].phase);
    if (after == Stage::Optimizer && before != after)
        return Repeat::FirstBlock;
    const std::uint32_t fromItem = m_itemOfTask[from];
    const std::uint32_t toItem = m_itemOfTask[to];
    if (!m_scene.m_items[fromItem].repeats || !m_scene.m_items[toItem].repeats) {
        const std::uint32_t fixed = m_scene.m_items[fromItem].repeats ? toItem : fromItem;
        return isBeforeBlocks(fixed) ? Repeat::FirstBlock : Repeat::LastBlock;
    }
    return before == Stage::Forward && after != before ? Repeat::LastBlock : Repeat::EveryBlock;
}

void LoomSceneBuilder::addItemEdges()
{
    for (std::uint32_t task = 0; task < m_input.tasks.size(); ++task)
        for (const std::uint32_t dependency : m_input.tasks[task].dependencies) {
            const std::uint32_t from = m_itemOfTask[dependency];
            const std::uint32_t to = m_itemOfTask[task];
            if (from == to)
                continue;
            const auto [at, isNew] =
                m_edgeOf.try_emplace({std::min(from, to), std::max(from, to)}, m_itemEdges.size());
            if (isNew)
                m_itemEdges.push_back({from, to, repeatOf(dependency, task)});
            else if (m_itemEdges[at->second].from != from)
                m_itemEdges[at->second].bothWays = true;
        }
}

/// Tensors that live between the same two cells share a thread: the dependency's where there is one.
void LoomSceneBuilder::addSavedEdges()
{
    for (std::uint32_t k = 0; k < m_input.saved.size(); ++k) {
        const LoomSaved& saved = m_input.saved[k];
        const std::uint32_t from = m_itemOfTask[saved.birth];
        const std::uint32_t to = m_itemOfTask[saved.death];
        const EntityKey key{EntityKey::Kind::Value, saved.name};
        m_scene.m_savedKeys.push_back(key);
        m_scene.m_named.push_back({key, from});
        m_scene.m_named.push_back({key, to});
        if (from == to || !m_scene.m_options.showsSaved)
            continue;
        const auto [at, isNew] = m_edgeOf.try_emplace({std::min(from, to), std::max(from, to)}, m_itemEdges.size());
        if (isNew) {
            const bool once = !m_scene.m_items[from].repeats || !m_scene.m_items[to].repeats;
            m_itemEdges.push_back({from, to, once ? Repeat::FirstBlock : Repeat::EveryBlock, false, false});
        }
        ItemEdge& edge = m_itemEdges[at->second];
        if (edge.bundle == noLoomBundle) {
            edge.bundle = static_cast<std::uint32_t>(m_scene.m_bundles.size());
            m_scene.m_bundles.emplace_back();
        }
        LoomBundle& bundle = m_scene.m_bundles[edge.bundle];
        bundle.saved.push_back(k);
        bundle.bytes += saved.bytes;
    }
}

/// One block's last task of a stage before the next block's first: forward and optimizer down, backward up.
void LoomSceneBuilder::addLinks(std::vector<ThreadEdge>& edges) const
{
    std::array<std::optional<std::uint32_t>, 4> first;
    std::array<std::optional<std::uint32_t>, 4> last;
    for (std::uint32_t task = 0; task < m_input.tasks.size(); ++task) {
        if (!m_scene.m_items[m_itemOfTask[task]].repeats)
            continue;
        const auto stage = static_cast<std::size_t>(stageOf(m_input.tasks[task].phase));
        last[stage] = m_itemOfTask[task];
        if (!first[stage])
            first[stage] = m_itemOfTask[task];
    }
    const auto stageAt = [](const auto& items, Stage stage) { return items[static_cast<std::size_t>(stage)]; };
    const auto backwardStart = stageAt(first, Stage::Recompute) ? stageAt(first, Stage::Recompute)
                                                                : stageAt(first, Stage::Backward);
    for (int block = 0; block + 1 < m_scene.m_options.blocks; ++block)
        for (int rank = 0; rank < m_scene.m_options.ranks; ++rank) {
            const auto link = [&](std::optional<std::uint32_t> from, int fromBlock, std::optional<std::uint32_t> to,
                                  int toBlock) {
                if (from && to)
                    edges.push_back({{m_scene.copyOf(*from, fromBlock, rank), m_scene.copyOf(*to, toBlock, rank)}});
            };
            link(stageAt(last, Stage::Forward), block, stageAt(first, Stage::Forward), block + 1);
            link(stageAt(last, Stage::Backward), block + 1, backwardStart, block);
            link(stageAt(last, Stage::Optimizer), block, stageAt(first, Stage::Optimizer), block + 1);
        }
}

void LoomSceneBuilder::addBoundaryEdges(std::vector<ThreadEdge>& edges) const
{
    for (std::uint32_t k = 0; k < m_input.boundaries.size(); ++k)
        for (int rank = 0; rank < m_scene.m_options.ranks; ++rank) {
            const LoomBoundary& boundary = m_input.boundaries[k];
            const int block = isBeforeBlocks(m_taskItems + k) ? 0 : m_scene.m_options.blocks - 1;
            const LoomCellIndex value = m_scene.copyOf(m_taskItems + k, 0, rank);
            std::vector<std::uint32_t> seen;
            for (const std::uint32_t consumer : boundary.consumers) {
                const std::uint32_t item = m_itemOfTask[consumer];
                if (std::find(seen.begin(), seen.end(), item) != seen.end())
                    continue;
                seen.push_back(item);
                edges.push_back({{value, m_scene.copyOf(item, block, rank)}, false, true});
            }
            if (boundary.producer)
                edges.push_back({{m_scene.copyOf(m_itemOfTask[*boundary.producer], block, rank), value}, false, true});
        }
}

LoomGrid LoomSceneBuilder::grid() const
{
    LoomGrid grid;
    for (const LoomRow& row : m_scene.m_rows)
        grid.rows.push_back({row.top, row.top + row.height});
    for (const LoomColumn& column : m_scene.m_columns)
        grid.columns.push_back({column.left, column.left + column.width});
    grid.cellAt = m_scene.m_slots;
    grid.cells.reserve(m_scene.m_cells.size());
    for (const LoomCell& cell : m_scene.m_cells)
        grid.cells.emplace_back(cell.row, cell.column);
    return grid;
}

void LoomSceneBuilder::addThreads()
{
    std::vector<ThreadEdge> edges;
    const int blocks = m_scene.m_options.blocks;
    const int ranks = m_scene.m_options.ranks;
    edges.reserve(m_itemEdges.size() * static_cast<std::size_t>(blocks) * static_cast<std::size_t>(ranks));
    for (int block = 0; block < blocks; ++block)
        for (int rank = 0; rank < ranks; ++rank)
            for (const ItemEdge& edge : m_itemEdges) {
                if ((edge.repeat == Repeat::FirstBlock && block != 0)
                    || (edge.repeat == Repeat::LastBlock && block != blocks - 1))
                    continue;
                edges.push_back({{m_scene.copyOf(edge.from, block, rank), m_scene.copyOf(edge.to, block, rank)},
                                 edge.bothWays, false, edge.isDependency, edge.bundle});
            }
    addLinks(edges);
    addBoundaryEdges(edges);

    std::vector<LoomEdge> plain;
    plain.reserve(edges.size());
    for (const ThreadEdge& edge : edges)
        plain.push_back(edge.cells);
    LoomRoutes routes = routeLoom(grid(), plain);
    m_scene.m_points = std::move(routes.points);
    m_scene.m_threads.reserve(edges.size());
    for (std::size_t k = 0; k < edges.size(); ++k)
        m_scene.m_threads.push_back({edges[k].cells.from, edges[k].cells.to, routes.firstPoint[k],
                                     routes.firstPoint[k + 1] - routes.firstPoint[k], edges[k].bothWays,
                                     edges[k].isBoundary, edges[k].isDependency, edges[k].bundle});
}

void LoomSceneBuilder::indexThreads()
{
    const auto fill = [this](LoomScene::Index& index, std::size_t keys, auto&& forEachKey) {
        index.starts.assign(keys + 1, 0);
        for (const LoomThread& thread : m_scene.m_threads)
            forEachKey(thread, [&](std::size_t key) { ++index.starts[key + 1]; });
        for (std::size_t key = 0; key < keys; ++key)
            index.starts[key + 1] += index.starts[key];
        index.entries.resize(index.starts.back());
        std::vector<std::uint32_t> next(index.starts.begin(), index.starts.end() - 1);
        for (std::uint32_t k = 0; k < m_scene.m_threads.size(); ++k)
            forEachKey(m_scene.m_threads[k], [&](std::size_t key) { index.entries[next[key]++] = k; });
    };
    fill(m_scene.m_out, m_scene.m_cells.size(), [](const LoomThread& thread, auto&& at) { at(thread.from); });
    fill(m_scene.m_in, m_scene.m_cells.size(), [](const LoomThread& thread, auto&& at) { at(thread.to); });
    const auto ranks = static_cast<std::size_t>(m_scene.m_options.ranks);
    const std::size_t bands = ranks * static_cast<std::size_t>(m_scene.m_options.blocks);
    fill(m_scene.m_bands, bands, [&](const LoomThread& thread, auto&& at) {
        const int from = m_scene.blockOf(thread.from);
        const int to = m_scene.blockOf(thread.to);
        for (int block = std::min(from, to); block <= std::max(from, to); ++block)
            at(static_cast<std::size_t>(block) * ranks + static_cast<std::size_t>(m_scene.rankOf(thread.from)));
    });
}

} // namespace planscope::ui
