#pragma once

#include "base/diagnostic.h"
#include "spec/laws.h"
#include "sweep/field_sets.h"
#include "sweep/mapping_space.h"

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace planscope::sweep {

/// Of all combinations of a space's values, how many keep the laws, and which law refuses how many of the others.
/// combinations = lawful + the sum of refused.
struct SpaceCounts {
    std::int64_t combinations = 0;
    std::int64_t lawful = 0;
    std::array<std::int64_t, countOf<Law>()> refused{}; ///< indexed by Law
    friend bool operator==(const SpaceCounts&, const SpaceCounts&) = default;
};

/// The lawful points of a space, in a fixed order, each with an index from 0 that needs no enumeration: to go to any
/// point costs as little as to the next. A shard is a range of indices; a run goes on from where it ended.
///
/// Order: fields vary as in nested loops, the outermost first: tensor degree, pipeline degree, data degree, microbatch
/// size, virtual stages, communication, recompute, redo, optimizer sharding, fused activation, tiers of tensor,
/// pipeline, data; numbers ascending, names as their enumeration has them, false before true.
///
/// A combination that breaks laws is counted once, for the law at which those loops would first turn back:
/// divides_hidden, divides_feedforward, divides_heads with the tensor degree; divides_blocks with the pipeline degree;
/// divides_batch, then world_size with the data degree; divides_local_batch with the microbatch size; schedule_kind or
/// virtual_stages with the virtual stages; divides_sequence with the communication; redo.communication, then
/// redo.full_recompute with the redo; then optimizer_sharding. What is refused is never visited: values are found as
/// divisors, and the rest is counted by products, so that a range of any length costs nothing.
///
/// Immutable; any thread.
class PointSpace {
public:
    /// Combinations of degrees, and of degrees with sizes, that one space may hold.
    static constexpr std::int64_t mostPlacements = std::int64_t{1} << 22;

    /// Milliseconds, for a count while a space is edited.
    /// Fails: space.too_large when the combinations leave 2^63 - 1, or lawful (t, p, D), (D, b) or (p, v) may be more
    /// than mostPlacements. Requires: a lawful statement.
    static Result<PointSpace> create(MappingSpace statement);

    const MappingSpace& statement() const { return m_statement; }
    const SpaceCounts& counts() const { return m_counts; }
    std::int64_t size() const { return m_counts.lawful; }

    /// Requires: index < size().
    Point at(std::int64_t index) const;
    /// The index of a lawful point of the space; nothing for any other.
    std::optional<std::int64_t> indexOf(const Point& point) const;

    /// Why a point is none of the space's: space.not_chosen for each field whose value is not among its choices, with
    /// them as legal; then the laws that it breaks, in their order, last mapping.world_size when the space does not
    /// have its ranks. Empty exactly when indexOf() finds it.
    Diagnostics refusals(const Point& point) const;

    /// Goes through points in order without looking each one up. Refers to the space.
    class Cursor {
    public:
        /// Requires: index < space.size().
        Cursor(const PointSpace& space, std::int64_t index);
        std::int64_t index() const { return m_index; }
        const Point& point() const { return m_point; }
        /// Requires: there is a next point.
        void next();

    private:
        const PointSpace* m_space;
        std::size_t m_placement;
        std::int64_t m_index;
        Point m_point;
    };

private:
    /// Lawful degrees; the points on them are one run of indices.
    struct Placement {
        std::int64_t first = 0;                            ///< index of their first point
        std::uint32_t tensor = 0, pipeline = 0, data = 0; ///< places in the lists of degrees
    };
    /// What is exchanged and recomputed, together: the laws of the redo tie the three.
    struct Exchange {
        TensorCommunication communication = TensorCommunication::AllReduce;
        RecomputePolicy recompute = RecomputePolicy::None;
        bool redo = false;
    };
    class Builder;

    explicit PointSpace(MappingSpace statement);
    std::size_t placementOf(std::int64_t index) const;
    Point pointOn(const Placement& placement, std::int64_t offset) const;
    std::int64_t pointsOn(const Placement& placement) const;
    const std::vector<Exchange>& exchangesOn(const Placement& placement) const;
    const std::vector<bool>& shardingsOn(const Placement& placement) const;

    MappingSpace m_statement;
    FieldSets m_sets;
    SpaceCounts m_counts;
    IntegerList m_tensorDegrees, m_pipelineDegrees, m_dataDegrees; ///< those that break no law by themselves
    std::vector<IntegerList> m_virtualStages;                      ///< lawful ones, by pipeline degree
    std::vector<IntegerList> m_microbatchSizes;                    ///< lawful ones, by data degree
    /// Where the tensor degree does not divide the sequence, and where it does.
    std::array<std::vector<Exchange>, 2> m_exchanges;
    std::array<std::vector<bool>, 2> m_shardings;     ///< on one replica, on several
    std::vector<bool> m_fusions;
    std::int64_t m_tierCombinations = 1;
    std::vector<Placement> m_placements; ///< in order, each with a point
};

/// See MappingSpace::virtualStages. Requires: both are at least 1.
PipelineSchedule scheduleOf(std::int64_t stages, std::int64_t virtualStages);

} // namespace planscope::sweep
