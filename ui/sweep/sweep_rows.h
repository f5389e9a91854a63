#pragma once

#include "sweep/point_space.h"
#include "sweep/standings.h"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace planscope::ui {

/// What a table of mappings shows.
enum class SweepColumn {
    Front,
    Time,
    Memory,
    Mfu,
    TokensPerSecond,
    Tensor,
    Pipeline,
    Data,
    Microbatch,
    VirtualStages,
    Communication,
    Recompute,
    AllGatherRedo,
    OptimizerSharding,
    FusedActivation,
    TensorTier,
    PipelineTier,
    DataTier,
    Accelerators,
    MessageBytes,
};
inline constexpr int sweepColumnCount = 20;

/// A kept mapping of a sweep.
struct SweepRow {
    sweep::EvaluatedPoint evaluated;
    sweep::Point point;
};

/// The column's value as a number that sorts: names by their place in the enumeration, truth values as 0 and 1. Of
/// Front 0: which points are on it changes while a sweep runs.
double valueOf(const SweepRow& row, SweepColumn column);

/// Rows in the order of their index. Appending shares what was there before, so that a copy is cheap and a worker reads
/// its own while the GUI thread goes on.
class SweepRows {
public:
    using Chunk = std::shared_ptr<const std::vector<SweepRow>>;

    /// Requires: not null; indices above those of the rows before.
    void append(Chunk chunk);
    std::size_t size() const { return m_ends.empty() ? 0 : m_ends.back(); }
    /// Requires: position < size().
    const SweepRow& at(std::size_t position) const;
    /// The position of the point of that index, or size().
    std::size_t find(std::int64_t index) const;
    std::span<const Chunk> chunks() const { return m_chunks; }

private:
    std::vector<Chunk> m_chunks;
    std::vector<std::size_t> m_ends; ///< rows up to and with each chunk
};

} // namespace planscope::ui
