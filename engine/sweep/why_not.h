#pragma once

#include "sweep/point_space.h"
#include "sweep/standings.h"

#include <optional>

namespace planscope::sweep {

/// Why a mapping is not among a sweep's best.
struct WhyNot {
    std::optional<std::int64_t> index; ///< of the point, when it is a lawful one of the space
    /// Everything that keeps it out of the results, told as for a case: values the space does not have, broken laws,
    /// tiers, the system's capacity, the space's bounds (constraints.at_most, constraints.at_least). Empty for a point
    /// that is among them.
    Diagnostics refusals;
    std::optional<Figures> figures; ///< where the laws and tiers let it have any
    /// For a point among the results that is not on the front: one that is at least as good in each objective.
    std::optional<EvaluatedPoint> dominator;
};

/// `front` is that of a sweep over the space. Microseconds to milliseconds; any thread.
WhyNot whyNot(const PointSpace& space, const Point& point, const ParetoFront& front);

} // namespace planscope::sweep
