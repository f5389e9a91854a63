#include "ui/graph/loom_scene_builder.h"

#include <algorithm>
#include <map>
#include <optional>

namespace planscope::ui {
namespace {

constexpr double edgeGap = 20; ///< around all columns
constexpr double blockRowHeight = 22;

bool isMlp(Layer layer)
{
    return layer >= Layer::MlpFork;
}

} // namespace

LoomPhase loomPhaseOf(Phase phase)
{
    switch (phase) {
    case Phase::Forward: return LoomPhase::Forward;
    case Phase::Recompute:
    case Phase::Recommunication: return LoomPhase::Recompute;
    case Phase::ActivationGradient: return LoomPhase::ActivationGradient;
    case Phase::WeightGradient: return LoomPhase::WeightGradient;
    case Phase::Optimizer: return LoomPhase::Optimizer;
    }
    return LoomPhase::Forward;
}

LoomScene makeLoomScene(const LoomInput& input, const LoomOptions& options)
{
    return LoomSceneBuilder(input, options).build();
}

LoomSceneBuilder::LoomSceneBuilder(const LoomInput& input, const LoomOptions& options)
    : m_input(input)
{
    m_scene.m_options = options;
    m_scene.m_options.blocks = std::max(1, options.blocks);
    m_scene.m_options.ranks = std::max(1, options.ranks);
}

LoomScene LoomSceneBuilder::build() &&
{
    addItems();
    addRows();
    addColumns();
    addCells();
    addItemEdges();
    addThreads();
    indexThreads();
    return std::move(m_scene);
}

LoomSceneBuilder::Stage LoomSceneBuilder::stageOf(Phase phase)
{
    switch (phase) {
    case Phase::Forward: return Stage::Forward;
    case Phase::Recompute:
    case Phase::Recommunication: return Stage::Recompute;
    case Phase::ActivationGradient:
    case Phase::WeightGradient: return Stage::Backward;
    case Phase::Optimizer: return Stage::Optimizer;
    }
    return Stage::Forward;
}

bool LoomSceneBuilder::isFolded(Layer layer) const
{
    return isMlp(layer) ? m_scene.m_options.mlpFolded : m_scene.m_options.attentionFolded;
}

void LoomSceneBuilder::addItems()
{
    std::map<std::pair<bool, LoomPhase>, std::uint32_t> groups;
    std::map<std::uint32_t, std::array<double, countOf<Engine>()>> shares;
    for (std::uint32_t task = 0; task < m_input.tasks.size(); ++task) {
        const LoomTask& source = m_input.tasks[task];
        const LoomPhase phase = loomPhaseOf(source.phase);
        const auto fresh = static_cast<std::uint32_t>(m_scene.m_items.size());
        std::uint32_t item = fresh;
        if (isFolded(source.layer))
            item = groups.try_emplace({isMlp(source.layer), phase}, fresh).first->second;
        if (item == fresh) {
            LoomItem made;
            made.phase = phase;
            made.engine = source.engine;
            if (isFolded(source.layer)) {
                made.kind = LoomItem::Kind::Group;
                made.key.name = isMlp(source.layer) ? QStringLiteral("mlp") : QStringLiteral("attention");
            } else {
                made.key = {EntityKey::Kind::Task, source.name};
                made.collective = source.collective;
            }
            m_scene.m_items.push_back(std::move(made));
        }
        LoomItem& into = m_scene.m_items[item];
        into.facts += source.facts;
        into.tasks.push_back(task);
        auto& share = shares[item];
        share[static_cast<std::size_t>(source.engine)] +=
            source.facts.seconds.value_or(source.facts.operations.toDouble());
        into.engine = static_cast<Engine>(std::max_element(share.begin(), share.end()) - share.begin());
        m_scene.m_totals[static_cast<std::size_t>(phase)] += source.facts;
        m_scene.m_named.push_back({{EntityKey::Kind::Task, source.name}, source.layer, source.primitive, item});
        m_itemOfTask.push_back(item);
    }
    m_blockItems = static_cast<std::uint32_t>(m_scene.m_items.size());
    for (const LoomBoundary& boundary : m_input.boundaries) {
        LoomItem made;
        made.kind = LoomItem::Kind::Boundary;
        made.key = {EntityKey::Kind::Value, boundary.name};
        made.boundaryBytes = boundary.bytes;
        const auto task = boundary.entersBlock && !boundary.consumers.empty()
            ? std::optional(boundary.consumers.front())
            : boundary.producer;
        if (task)
            made.phase = m_scene.m_items[m_itemOfTask[*task]].phase;
        m_scene.m_named.push_back({made.key, {}, {}, static_cast<std::uint32_t>(m_scene.m_items.size())});
        m_scene.m_items.push_back(std::move(made));
    }
}

void LoomSceneBuilder::addRow(LoomRow row)
{
    row.top = m_bottom + LoomScene::rowGap;
    m_bottom = row.top + row.height;
    m_scene.m_rows.push_back(std::move(row));
}

void LoomSceneBuilder::addBlockRows()
{
    if (m_scene.m_options.blocks > 1)
        m_blockRows.push_back({.kind = LoomRow::Kind::Block, .height = blockRowHeight});
    for (const bool mlp : {false, true}) {
        const bool folded = mlp ? m_scene.m_options.mlpFolded : m_scene.m_options.attentionFolded;
        m_blockRows.push_back(
            {.kind = LoomRow::Kind::Group, .height = LoomScene::cellHeight, .mlp = mlp, .folded = folded});
        for (std::size_t k = 0; !folded && k < countOf<Layer>(); ++k)
            if (const auto layer = static_cast<Layer>(k); isMlp(layer) == mlp)
                m_blockRows.push_back(
                    {.kind = LoomRow::Kind::Layer, .height = LoomScene::cellHeight, .mlp = mlp, .layer = layer});
    }
}

void LoomSceneBuilder::addRows()
{
    addBlockRows();
    const int blocks = m_scene.m_options.blocks;
    m_scene.m_rows.reserve(m_blockRows.size() * static_cast<std::size_t>(blocks) + m_input.boundaries.size());
    const auto addBoundaries = [this](bool entering, int block) {
        for (const LoomBoundary& boundary : m_input.boundaries)
            if (boundary.entersBlock == entering)
                addRow({.kind = LoomRow::Kind::Boundary, .height = LoomScene::cellHeight, .block = block});
    };
    addBoundaries(true, 0);
    m_firstBlockRow = m_scene.m_rows.size();
    for (int block = 0; block < blocks; ++block)
        for (LoomRow row : m_blockRows) {
            row.block = block;
            addRow(row);
        }
    addBoundaries(false, blocks - 1);
    m_scene.m_rowsPerBlock = m_blockRows.size();
}

void LoomSceneBuilder::addColumns()
{
    double left = edgeGap;
    for (int rank = 0; rank < m_scene.m_options.ranks; ++rank) {
        for (std::size_t phase = 0; phase < loomPhaseCount; ++phase) {
            m_scene.m_columns.push_back({left, LoomScene::cellWidth, static_cast<LoomPhase>(phase), rank});
            left += LoomScene::cellWidth + LoomScene::columnGap;
        }
        left += LoomScene::rankGap - LoomScene::columnGap;
    }
    m_scene.m_size = {left - LoomScene::rankGap + edgeGap, m_bottom + LoomScene::rowGap};
}

void LoomSceneBuilder::addCell(std::uint32_t item, std::size_t row, std::size_t column)
{
    m_scene.m_slots[row * m_scene.m_columns.size() + column] = static_cast<LoomCellIndex>(m_scene.m_cells.size());
    m_scene.m_cells.push_back({item, static_cast<std::uint32_t>(row), static_cast<std::uint32_t>(column)});
}

void LoomSceneBuilder::addCells()
{
    for (std::uint32_t item = 0; item < m_blockItems; ++item) {
        const LoomItem& placed = m_scene.m_items[item];
        const Layer layer = m_input.tasks[placed.tasks.front()].layer;
        const auto row = std::find_if(m_blockRows.begin(), m_blockRows.end(), [&](const LoomRow& candidate) {
            return placed.kind == LoomItem::Kind::Group
                ? candidate.kind == LoomRow::Kind::Group && candidate.mlp == isMlp(layer)
                : candidate.layer == layer;
        });
        m_scene.m_itemRow.push_back(static_cast<std::uint32_t>(m_firstBlockRow)
                                    + static_cast<std::uint32_t>(row - m_blockRows.begin()));
        m_scene.m_itemColumn.push_back(static_cast<std::uint32_t>(placed.phase));
    }
    const auto blocks = static_cast<std::size_t>(m_scene.m_options.blocks);
    const auto ranks = static_cast<std::size_t>(m_scene.m_options.ranks);
    m_scene.m_slots.assign(m_scene.m_rows.size() * m_scene.m_columns.size(), noLoomCell);
    m_scene.m_cells.reserve(blocks * ranks * m_blockItems + ranks * m_input.boundaries.size());
    for (std::size_t block = 0; block < blocks; ++block)
        for (std::size_t rank = 0; rank < ranks; ++rank)
            for (std::uint32_t item = 0; item < m_blockItems; ++item)
                addCell(item, m_scene.m_itemRow[item] + block * m_scene.m_rowsPerBlock,
                        m_scene.m_itemColumn[item] + rank * loomPhaseCount);
    std::size_t entering = 0;
    std::size_t leaving = m_firstBlockRow + blocks * m_scene.m_rowsPerBlock;
    for (std::uint32_t k = 0; k < m_input.boundaries.size(); ++k) {
        const std::size_t row = m_input.boundaries[k].entersBlock ? entering++ : leaving++;
        const auto column = static_cast<std::size_t>(m_scene.m_items[m_blockItems + k].phase);
        m_scene.m_itemRow.push_back(static_cast<std::uint32_t>(row));
        m_scene.m_itemColumn.push_back(static_cast<std::uint32_t>(column));
        for (std::size_t rank = 0; rank < ranks; ++rank)
            addCell(m_blockItems + k, row, column + rank * loomPhaseCount);
    }
}

void LoomSceneBuilder::addItemEdges()
{
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> known;
    for (std::uint32_t task = 0; task < m_input.tasks.size(); ++task)
        for (const std::uint32_t dependency : m_input.tasks[task].dependencies) {
            const std::uint32_t from = m_itemOfTask[dependency];
            const std::uint32_t to = m_itemOfTask[task];
            if (from == to)
                continue;
            const Stage before = stageOf(m_input.tasks[dependency].phase);
            const Stage after = stageOf(m_input.tasks[task].phase);
            const Repeat repeat = before == after ? Repeat::EveryBlock
                : after == Stage::Optimizer       ? Repeat::FirstBlock
                : before == Stage::Forward        ? Repeat::LastBlock
                                                  : Repeat::EveryBlock;
            const auto [at, isNew] = known.try_emplace({std::min(from, to), std::max(from, to)}, m_itemEdges.size());
            if (isNew)
                m_itemEdges.push_back({from, to, repeat, false});
            else if (m_itemEdges[at->second].from != from)
                m_itemEdges[at->second].bothWays = true;
        }
}

/// One block's last task of a stage before the next block's first: forward and optimizer down, backward up.
void LoomSceneBuilder::addLinks(std::vector<ThreadEdge>& edges) const
{
    std::array<std::optional<std::uint32_t>, 4> first;
    std::array<std::optional<std::uint32_t>, 4> last;
    for (std::uint32_t task = 0; task < m_input.tasks.size(); ++task) {
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
    const int lastBlock = m_scene.m_options.blocks - 1;
    for (std::uint32_t k = 0; k < m_input.boundaries.size(); ++k)
        for (int rank = 0; rank < m_scene.m_options.ranks; ++rank) {
            const LoomBoundary& boundary = m_input.boundaries[k];
            const LoomCellIndex value = m_scene.copyOf(m_blockItems + k, 0, rank);
            std::vector<std::uint32_t> seen;
            for (const std::uint32_t consumer : boundary.consumers) {
                const std::uint32_t item = m_itemOfTask[consumer];
                if (std::find(seen.begin(), seen.end(), item) != seen.end())
                    continue;
                seen.push_back(item);
                edges.push_back(
                    {{value, m_scene.copyOf(item, boundary.entersBlock ? 0 : lastBlock, rank)}, false, true});
            }
            if (boundary.producer)
                edges.push_back(
                    {{m_scene.copyOf(m_itemOfTask[*boundary.producer], lastBlock, rank), value}, false, true});
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
                edges.push_back(
                    {{m_scene.copyOf(edge.from, block, rank), m_scene.copyOf(edge.to, block, rank)}, edge.bothWays});
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
                                     edges[k].isBoundary});
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
