#pragma once

#include "sweep/point_evaluator.h"
#include "sweep/point_space.h"
#include "sweep/standings.h"

#include <atomic>
#include <functional>
#include <span>
#include <string_view>
#include <utility>

namespace planscope::sweep {

/// How many points each filter kept out; indexed by Filter.
using FilterCounts = std::array<std::int64_t, countOf<Filter>()>;

/// All that a sweep keeps of the points it has gone through, whatever their number: an unbroken range of indices. Two
/// sweeps over neighbouring ranges merge to that of both.
struct Tally {
    std::int64_t begin = 0; ///< the first point
    std::int64_t end = 0;   ///< the first one not gone through
    FilterCounts filtered{};
    std::int64_t kept = 0; ///< points in the results; end - begin = kept + the sum of filtered
    ParetoFront front;
    BestPoints best;

    /// Nothing yet, from that index on, with the objectives that the space states.
    explicit Tally(const MappingSpace& space, std::int64_t first = 0);
    /// Requires: of the same space and objectives; next.begin == end.
    void append(const Tally& next);
};

/// The points of one shard of a space: shard k of n, counted from 1.
struct Shard {
    std::int64_t number = 1;
    std::int64_t count = 1;
    friend bool operator==(Shard, Shard) = default;
};
/// Its indices, [first, second). The shards of one count hold each point once and differ in size by at most one.
/// Requires: 1 <= number <= count.
std::pair<std::int64_t, std::int64_t> rangeOf(Shard shard, std::int64_t points);

/// What a run has just gone through: neighbouring points, in order.
struct Batch {
    std::int64_t begin = 0;
    std::int64_t end = 0;
    std::span<const EvaluatedPoint> kept; ///< ascending indices; valid during the call
    std::string_view rows;                ///< the same as CSV (sweep_row.h); empty unless asked for
    const Tally* tally = nullptr;         ///< of the whole run, this batch included
    double pointsPerSecond = 0;           ///< of this run so far; on the host, so never part of a result
};

struct RunOptions {
    int threads = 0;   ///< 0: one for each processor
    bool rows = false; ///< make CSV
    Reuse reuse = Reuse::Blocks; ///< changes how long it takes, and nothing else
    const std::atomic<bool>* cancelled = nullptr; ///< set by any thread; the run ends within some milliseconds
    /// Called for one batch after the other, in the order of their points, on any thread but never on two at once.
    std::function<void(const Batch&)> onBatch;
};

/// Points of one batch; a run goes at most that many batches a thread ahead of the last one told.
inline constexpr std::int64_t batchPoints = 2048;
inline constexpr std::size_t batchesAhead = 2;

/// Goes through the points [tally.end, end) and adds them to the tally. What the tally holds afterwards, and each
/// batch, depends on the space and the range alone: not on threads, nor on whether one run or several did it.
/// False when it was cancelled; the tally then stands for what batches were told, and another run may go on from there.
/// Memory does not grow with the points, but for the front. Blocks; call it on a thread of its own.
/// Requires: end <= space.size().
bool run(const PointSpace& space, Tally& tally, std::int64_t end, const RunOptions& options);

} // namespace planscope::sweep
