#include "ui/graph/loom_scene_builder.h"

#include <QCoreApplication>

#include <algorithm>

namespace planscope::ui {
namespace {

constexpr double edgeGap = 20; ///< around all columns
constexpr double blockRowHeight = 22;

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

int foldBitOf(const LoomInput& input, std::uint32_t group)
{
    return static_cast<int>(std::count_if(input.groups.begin(), input.groups.begin() + group,
                                          [](const LoomGroup& before) { return before.isFoldable; }));
}

LoomScene makeLoomScene(const LoomInput& input, const LoomOptions& options)
{
    return LoomSceneBuilder(input, options).build();
}

LoomSceneBuilder::LoomSceneBuilder(const LoomInput& input, const LoomOptions& options)
    : m_input(input)
    , m_isFolded(input.groups.size(), false)
{
    m_scene.m_options = options;
    m_scene.m_options.blocks = std::max(1, options.blocks);
    m_scene.m_options.ranks = std::max(1, options.ranks);
    for (std::uint32_t group = 0; group < input.groups.size(); ++group)
        m_isFolded[group] =
            input.groups[group].isFoldable && (options.folded >> foldBitOf(input, group) & 1U) != 0;
}

LoomScene LoomSceneBuilder::build() &&
{
    addItems();
    addRows();
    addColumns();
    placeItems();
    addCells();
    addItemEdges();
    addSavedEdges();
    addThreads();
    indexThreads();
    return std::move(m_scene);
}

void LoomSceneBuilder::addItems()
{
    std::map<std::pair<std::uint32_t, LoomPhase>, std::uint32_t> groups;
    std::map<std::uint32_t, std::array<double, countOf<Engine>()>> shares;
    for (std::uint32_t task = 0; task < m_input.tasks.size(); ++task) {
        const LoomTask& source = m_input.tasks[task];
        const std::uint32_t group = m_input.places[source.place].group;
        const auto fresh = static_cast<std::uint32_t>(m_scene.m_items.size());
        std::uint32_t item = fresh;
        if (m_isFolded[group])
            item = groups.try_emplace({group, source.phase}, fresh).first->second;
        if (item == fresh) {
            LoomItem made;
            made.phase = source.phase;
            made.group = group;
            made.repeats = m_input.groups[group].repeats;
            if (m_isFolded[group]) {
                made.kind = LoomItem::Kind::Group;
                made.name = m_input.groups[group].name;
            } else {
                made.name = source.name;
                made.key = source.key;
                made.collective = source.collective;
                made.axis = source.axis;
                made.note = source.note;
            }
            m_scene.m_items.push_back(std::move(made));
        }
        auto& share = shares[item];
        share[static_cast<std::size_t>(source.engine)] +=
            source.facts.seconds.value_or(source.facts.operations.toDouble());
        m_scene.m_items[item].engine =
            static_cast<Engine>(std::max_element(share.begin(), share.end()) - share.begin());
        addTask(task, item);
    }
    m_taskItems = static_cast<std::uint32_t>(m_scene.m_items.size());
    addBoundaryItems();
}

void LoomSceneBuilder::addTask(std::uint32_t task, std::uint32_t item)
{
    const LoomTask& source = m_input.tasks[task];
    LoomItem& into = m_scene.m_items[item];
    into.facts += source.facts;
    into.tasks.push_back(task);
    for (std::int64_t run = 0; run < source.runs; ++run)
        m_scene.m_totals[static_cast<std::size_t>(source.phase)] += source.facts;
    m_scene.m_named.push_back({source.key, item});
    for (const EntityKey& kind : source.kinds)
        m_scene.m_named.push_back({kind, item});
    m_itemOfTask.push_back(item);
}

void LoomSceneBuilder::addBoundaryItems()
{
    for (const LoomBoundary& boundary : m_input.boundaries) {
        LoomItem made;
        made.kind = LoomItem::Kind::Boundary;
        made.name = boundary.name;
        made.key = boundary.key;
        made.note = boundary.note;
        made.boundaryBytes = boundary.bytes;
        made.phase = boundary.phase;
        made.group = m_input.places[boundary.place].group;
        made.repeats = false;
        m_scene.m_named.push_back({made.key, static_cast<std::uint32_t>(m_scene.m_items.size())});
        m_scene.m_items.push_back(std::move(made));
    }
}

void LoomSceneBuilder::addRow(LoomRow row)
{
    row.top = m_bottom + LoomScene::rowGap;
    m_bottom = row.top + row.height;
    m_scene.m_rows.push_back(std::move(row));
}

void LoomSceneBuilder::addGroupRows(std::uint32_t group, std::vector<LoomRow>& rows)
{
    const LoomGroup& source = m_input.groups[group];
    if (!source.isBoundary) {
        LoomRow header;
        header.kind = LoomRow::Kind::Group;
        header.name = source.name;
        header.label = source.name;
        header.height = LoomScene::cellHeight;
        header.group = group;
        header.isBand = source.isBand;
        header.isFoldable = source.isFoldable;
        header.folded = m_isFolded[group];
        header.note = source.note;
        rows.push_back(std::move(header));
    }
    bool striped = true;
    for (std::size_t place = 0; place < m_input.places.size() && !m_isFolded[group]; ++place) {
        if (m_input.places[place].group != group)
            continue;
        LoomRow row;
        row.kind = source.isBoundary ? LoomRow::Kind::Boundary : LoomRow::Kind::Layer;
        row.name = m_input.places[place].name;
        row.label = m_input.places[place].label;
        row.height = LoomScene::cellHeight;
        row.group = group;
        row.striped = striped && !source.isBoundary;
        striped = !striped;
        rows.push_back(std::move(row));
    }
}

void LoomSceneBuilder::addRows()
{
    std::array<std::vector<LoomRow>, 3> parts; // before the blocks, one block, after them
    auto& [before, block, after] = parts;
    const int blocks = m_scene.m_options.blocks;
    const bool repeats =
        std::any_of(m_input.groups.begin(), m_input.groups.end(), [](const LoomGroup& group) { return group.repeats; });
    if (repeats && (blocks > 1 || m_input.namesBlocks)) {
        LoomRow row;
        row.kind = LoomRow::Kind::Block;
        row.name = QStringLiteral("block");
        row.height = blockRowHeight;
        row.isBand = m_input.namesBlocks;
        row.note = m_input.blocksNote;
        block.push_back(std::move(row));
    }
    bool isAfter = false;
    for (std::uint32_t group = 0; group < m_input.groups.size(); ++group) {
        isAfter |= m_input.groups[group].repeats;
        addGroupRows(group, m_input.groups[group].repeats ? block : isAfter ? after : before);
    }
    m_scene.m_rows.reserve(before.size() + block.size() * static_cast<std::size_t>(blocks) + after.size());
    for (const LoomRow& row : before)
        addRow(row);
    m_firstBlockRow = m_scene.m_rows.size();
    for (int copy = 0; copy < blocks; ++copy)
        for (LoomRow row : block) {
            row.block = copy;
            if (row.kind == LoomRow::Kind::Block) {
                row.label = blocks > 1 ? QCoreApplication::translate("Loom", "block %1").arg(copy)
                                       : QCoreApplication::translate("Loom", "block \u00d7%1").arg(m_input.blocks);
                row.isBand = m_input.namesBlocks || copy > 0;
            }
            addRow(std::move(row));
        }
    for (LoomRow row : after) {
        row.block = blocks - 1;
        addRow(std::move(row));
    }
    m_scene.m_rowsPerBlock = block.size();
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

/// The row and column of each item in the first block, on the first rank.
void LoomSceneBuilder::placeItems()
{
    std::map<std::pair<bool, QString>, std::uint32_t> rows; // by name, groups apart
    for (std::uint32_t row = 0; row < m_scene.m_rows.size(); ++row)
        rows.try_emplace({m_scene.m_rows[row].kind == LoomRow::Kind::Group, m_scene.m_rows[row].name}, row);
    const auto place = [&](std::uint32_t item, std::uint32_t source) {
        const bool isGroup = m_scene.m_items[item].kind == LoomItem::Kind::Group;
        m_scene.m_itemRow.push_back(
            rows.at({isGroup, isGroup ? m_scene.m_items[item].name : m_input.places[source].name}));
        m_scene.m_itemColumn.push_back(static_cast<std::uint32_t>(m_scene.m_items[item].phase));
    };
    for (std::uint32_t item = 0; item < m_taskItems; ++item)
        place(item, m_input.tasks[m_scene.m_items[item].tasks.front()].place);
    for (std::uint32_t k = 0; k < m_input.boundaries.size(); ++k)
        place(m_taskItems + k, m_input.boundaries[k].place);
}

void LoomSceneBuilder::addCell(std::uint32_t item, std::size_t row, std::size_t column)
{
    m_scene.m_slots[row * m_scene.m_columns.size() + column] = static_cast<LoomCellIndex>(m_scene.m_cells.size());
    m_scene.m_cells.push_back({item, static_cast<std::uint32_t>(row), static_cast<std::uint32_t>(column)});
}

/// What stands before the blocks, the blocks, what stands behind them, values at the boundary.
void LoomSceneBuilder::addCells()
{
    const auto blocks = static_cast<std::size_t>(m_scene.m_options.blocks);
    const auto ranks = static_cast<std::size_t>(m_scene.m_options.ranks);
    const auto items = static_cast<std::uint32_t>(m_scene.m_items.size());
    m_scene.m_slots.assign(m_scene.m_rows.size() * m_scene.m_columns.size(), noLoomCell);
    m_scene.m_cells.reserve(blocks * ranks * items);
    const auto add = [&](std::size_t block, std::size_t rank, auto&& isWanted) {
        for (std::uint32_t item = 0; item < items; ++item)
            if (isWanted(item))
                addCell(item, m_scene.m_itemRow[item] + block * m_scene.m_rowsPerBlock,
                        m_scene.m_itemColumn[item] + rank * loomPhaseCount);
    };
    const auto isFixedTask = [this](std::uint32_t item) {
        return item < m_taskItems && !m_scene.m_items[item].repeats;
    };
    for (std::size_t rank = 0; rank < ranks; ++rank)
        add(0, rank, [&](std::uint32_t item) { return isFixedTask(item) && isBeforeBlocks(item); });
    for (std::size_t block = 0; block < blocks; ++block)
        for (std::size_t rank = 0; rank < ranks; ++rank)
            add(block, rank, [&](std::uint32_t item) { return m_scene.m_items[item].repeats; });
    for (std::size_t rank = 0; rank < ranks; ++rank)
        add(0, rank, [&](std::uint32_t item) { return isFixedTask(item) && !isBeforeBlocks(item); });
    for (std::size_t rank = 0; rank < ranks; ++rank)
        add(0, rank, [this](std::uint32_t item) { return item >= m_taskItems; });
}

} // namespace planscope::ui
