#pragma once

#include "sweep/objective.h"

#include <array>
#include <cstdint>
#include <span>
#include <optional>
#include <vector>

namespace planscope::sweep {

/// A point with its figures.
struct EvaluatedPoint {
    std::int64_t index = 0; ///< in the PointSpace
    Figures figures;
    friend bool operator==(const EvaluatedPoint&, const EvaluatedPoint&) = default;
};

inline constexpr std::size_t mostObjectives = 3;

/// The points that no other point beats: none is at least as good in every objective and better in one. Of points that
/// are equal in all of them the one of the lowest index stands for all. What it holds depends on the points given,
/// not on their order. A value; one thread changes it.
class ParetoFront {
public:
    /// Requires: one to three different objectives.
    explicit ParetoFront(std::vector<Objective> objectives);

    const std::vector<Objective>& objectives() const { return m_objectives; }
    /// Whether the point is now on the front.
    bool add(const EvaluatedPoint& point);
    std::size_t size() const { return m_members.size(); }
    /// Ascending in the first objective's cost, then the second's, the third's, the index.
    std::vector<EvaluatedPoint> members() const;
    /// A member that is at least as good in every objective, and better in one or of a lower index: what keeps such a
    /// point off the front; the first of members(). Nothing when the point is on it, or would be.
    std::optional<EvaluatedPoint> dominatorOf(const EvaluatedPoint& point) const;

private:
    using Costs = std::array<double, mostObjectives>; ///< unused ones are 0
    struct Member {
        Costs costs;
        EvaluatedPoint point;
    };
    Costs costsOf(const Figures& figures) const;
    static bool keepsOff(const Member& member, const Costs& costs, std::int64_t index);

    std::vector<Objective> m_objectives;
    std::vector<Member> m_members; ///< those that have kept others off lately stand first
};

/// The best points by one objective; of equal ones those of the lowest indices. Depends on the points given, not on
/// their order. A value; one thread changes it.
class BestPoints {
public:
    BestPoints(Objective objective, std::size_t most)
        : m_objective(objective)
        , m_most(most)
    {
    }
    Objective objective() const { return m_objective; }
    void add(const EvaluatedPoint& point);
    /// Best first.
    std::vector<EvaluatedPoint> points() const;

private:
    bool before(const EvaluatedPoint& a, const EvaluatedPoint& b) const;

    Objective m_objective;
    std::size_t m_most;
    std::vector<EvaluatedPoint> m_heap; ///< the worst one first
};

} // namespace planscope::sweep
