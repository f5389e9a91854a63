#include "evaluation/estimate/invocation_timer.h"

#include <limits>

namespace planscope {

InvocationTimer::InvocationTimer(const SystemModel& system, const TierModel& tensorTier, std::int64_t tensorDegree)
    : m_system(&system)
{
    constexpr double none = std::numeric_limits<double>::quiet_NaN();
    for (std::size_t k = 0; k < m_collectives.size(); ++k) {
        const auto operation = networkOperationOf(static_cast<CollectiveKind>(k));
        m_collectives[k] = operation ? tensorTier.costOf(*operation, tensorDegree) : NetworkCost{none, none, {}};
    }
}

} // namespace planscope
