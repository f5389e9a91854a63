#pragma once

#include "ui/graph/loom_input.h"
#include "ui/models/entity_key.h"

#include <QPointF>
#include <QRectF>
#include <QString>

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace planscope::ui {

using LoomCellIndex = std::uint32_t;
inline constexpr LoomCellIndex noLoomCell = std::numeric_limits<LoomCellIndex>::max();

/// What a cell shows; all copies of a cell share one item.
struct LoomItem {
    enum class Kind { Task, Group, Boundary };
    Kind kind = Kind::Task;
    QString name;  ///< of the task, the boundary value or the folded group
    EntityKey key; ///< none of a folded group
    LoomPhase phase = LoomPhase::Forward;
    Engine engine = Engine::Vector; ///< of a group: the one with most of the work
    std::optional<CollectiveKind> collective;
    QString axis; ///< of a collective, where it is told
    QString note;
    LoomFacts facts;
    std::vector<std::uint32_t> tasks; ///< indices into the input's tasks: one, or those folded
    std::int64_t boundaryBytes = 0;   ///< of a boundary value
    std::uint32_t group = 0;
    bool repeats = true; ///< in each block; else it is drawn once on a rank
};

struct LoomRow {
    enum class Kind { Block, Group, Layer, Boundary };
    Kind kind = Kind::Layer;
    QString name;  ///< of a group, a layer or a boundary value
    QString label; ///< beside the loom
    double top = 0;
    double height = 0;
    int block = 0;
    std::uint32_t group = 0;
    bool isBand = false;     ///< set off from what is above it
    bool isFoldable = false; ///< of a group row
    bool folded = false;     ///< of a group row: its layers are summed in it
    bool striped = false;
    QString note; ///< told in the row
};

struct LoomColumn {
    double left = 0;
    double width = 0;
    LoomPhase phase = LoomPhase::Forward;
    int rank = 0;
};

struct LoomCell {
    std::uint32_t item = 0;
    std::uint32_t row = 0;
    std::uint32_t column = 0;
};

/// What is kept from one cell to another.
struct LoomBundle {
    std::vector<std::uint32_t> saved; ///< indices into the input's saved tensors
    std::int64_t bytes = 0;           ///< of all of them
};
inline constexpr std::uint32_t noLoomBundle = std::numeric_limits<std::uint32_t>::max();

/// A dependency, or what is kept: an orthogonal polyline from one cell's side to another's.
struct LoomThread {
    LoomCellIndex from = 0;
    LoomCellIndex to = 0;
    std::uint32_t firstPoint = 0;
    std::uint32_t pointCount = 0;
    bool bothWays = false;               ///< two folded cells that wait for each other in turns
    bool isBoundary = false;             ///< to or from a value at the boundary
    bool isDependency = true;            ///< else the bundle is all there is to it
    std::uint32_t bundle = noLoomBundle; ///< what is kept from the one to the other
};

/// Where everything of a loom is, in pixels at 100 %. Rows are the input's places, whether anything stands in them or
/// not; columns are phases; so a task stays where it is when a mapping changes. Threads run in the gaps between rows
/// and columns and through slots without a cell: none enters a cell, and no two share a stretch.
/// Immutable after makeLoomScene(); copies and threads as any value.
class LoomScene {
public:
    static constexpr double cellWidth = 168;
    static constexpr double cellHeight = 20;
    static constexpr double rowGap = 10;
    static constexpr double columnGap = 36;
    static constexpr double rankGap = 72;

    const std::vector<LoomItem>& items() const { return m_items; }
    const std::vector<LoomRow>& rows() const { return m_rows; }
    const std::vector<LoomColumn>& columns() const { return m_columns; }
    const std::vector<LoomCell>& cells() const { return m_cells; }
    const std::vector<LoomThread>& threads() const { return m_threads; }
    std::span<const QPointF> pointsOf(const LoomThread& thread) const
    {
        return {m_points.data() + thread.firstPoint, thread.pointCount};
    }
    const LoomItem& itemOf(LoomCellIndex cell) const { return m_items[m_cells[cell].item]; }
    int blockOf(LoomCellIndex cell) const { return m_rows[m_cells[cell].row].block; }
    int rankOf(LoomCellIndex cell) const { return m_columns[m_cells[cell].column].rank; }
    const std::vector<LoomBundle>& bundles() const { return m_bundles; }
    const LoomOptions& options() const { return m_options; }
    QSizeF size() const { return m_size; }
    /// Of one block on one rank, or what the input's runs say.
    const LoomFacts& totalsOf(LoomPhase phase) const { return m_totals[static_cast<std::size_t>(phase)]; }

    QRectF rectOf(LoomCellIndex cell) const;
    LoomCellIndex cellAt(std::size_t row, std::size_t column) const { return m_slots[row * m_columns.size() + column]; }
    /// The cell under a point, or noLoomCell.
    LoomCellIndex hit(QPointF point) const;
    /// The row whose height or gap above holds y, or nothing.
    std::optional<std::size_t> rowAt(double y) const;
    /// Half-open ranges of the rows and columns that touch the interval.
    std::pair<std::size_t, std::size_t> rowsIn(double top, double bottom) const;
    std::pair<std::size_t, std::size_t> columnsIn(double left, double right) const;
    /// Threads that may touch the rectangle; each once.
    std::vector<std::uint32_t> threadsIn(const QRectF& rect) const;

    /// The cells of the first block and rank that the key stands for, each once: of a task or a boundary value its own,
    /// of a layer, a primitive or an operation those of its tasks, of a kept tensor those it lives between. For a task
    /// that is folded: its group.
    std::vector<LoomCellIndex> findAll(const EntityKey& key) const;
    /// The first of them, or noLoomCell.
    LoomCellIndex find(const EntityKey& key) const;
    /// The copy of a cell's item in another block and rank, or noLoomCell.
    LoomCellIndex copyOf(std::uint32_t item, int block, int rank) const;
    /// The threads by which the tensor of that key is kept, in all copies; none where it is kept within a folded cell.
    std::vector<std::uint32_t> threadsKeeping(const EntityKey& key) const;
    /// The thread with something kept that is nearest to the point and no farther than `reach`; nothing if none is.
    std::optional<std::uint32_t> savedThreadAt(QPointF point, QSizeF reach) const;
    std::vector<std::uint32_t> threadsFrom(LoomCellIndex cell) const;
    std::vector<std::uint32_t> threadsTo(LoomCellIndex cell) const;

    enum class Step { Left, Right, Up, Down, Next, Previous };
    /// The nearest cell in the same row or column, or along the first thread; the cell itself where there is none.
    LoomCellIndex walk(LoomCellIndex from, Step step) const;

    /// For tests and for the eye: rows with their cells, then threads with their corners.
    std::string toText() const;

private:
    friend class LoomSceneBuilder;

    LoomOptions m_options;
    std::vector<LoomItem> m_items;
    std::vector<LoomRow> m_rows;
    std::vector<LoomColumn> m_columns;
    std::vector<LoomCell> m_cells;
    std::vector<LoomCellIndex> m_slots; ///< row by row
    std::vector<LoomThread> m_threads;
    std::vector<QPointF> m_points;
    std::array<LoomFacts, loomPhaseCount> m_totals;
    QSizeF m_size;

    struct Index { ///< lists of threads, one after the other
        std::vector<std::uint32_t> starts;
        std::vector<std::uint32_t> entries;
        std::span<const std::uint32_t> of(std::size_t key) const
        {
            return std::span(entries).subspan(starts[key], starts[key + 1] - starts[key]);
        }
    };
    Index m_out;                             ///< by cell
    Index m_in;                              ///< by cell
    Index m_bands;                           ///< by block · ranks + rank
    std::vector<std::uint32_t> m_itemRow;    ///< row of each item in the first block
    std::vector<std::uint32_t> m_itemColumn; ///< column of each item on the first rank
    std::size_t m_rowsPerBlock = 0;
    std::vector<LoomBundle> m_bundles;
    struct Named {
        EntityKey key;
        std::uint32_t item = 0;
    };
    std::vector<EntityKey> m_savedKeys; ///< indexed like the input's
    std::vector<Named> m_named;         ///< by which all tasks, folded or not, then values and kept tensors are found
};

/// Lays out a loom: rows, columns, cells and routed threads. Options beyond the input's sense are taken as stated:
/// any number of copies can be drawn.
LoomScene makeLoomScene(const LoomInput& input, const LoomOptions& options = {});

} // namespace planscope::ui
