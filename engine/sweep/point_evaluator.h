#pragma once

#include "derivation/transformer/block_work_buffer.h"
#include "evaluation/estimate/system_model.h"
#include "sweep/mapping_space.h"

#include <memory>
#include <optional>

namespace planscope::sweep {

/// What keeps a lawful point out of the results; the first in this order counts. The names are the diagnostics' codes.
enum class Filter {
    TierUnknown,
    TierCapacity,
    TierFilling,
    IntegerOverflow, ///< a fact or a term of memory leaves 2^63 - 1
    NotFinite,
    OverCapacity,
    AtMost,  ///< a bound of the space, of whichever objective
    AtLeast, ///< likewise
};

} // namespace planscope::sweep

namespace planscope {
template <>
struct EnumNames<sweep::Filter> {
    static constexpr std::array<std::string_view, 8> names{
        "network_tiers.unknown", "network_tiers.capacity", "network_tiers.filling", "integer.overflow",
        "time.not_finite",       "memory.over_capacity",   "constraints.at_most",   "constraints.at_least"};
};
} // namespace planscope

namespace planscope::sweep {

/// The figures of a point, or what keeps it out.
struct Evaluation {
    std::optional<Filter> filter;
    Figures figures; ///< meaningful where nothing, or only a bound or the capacity, keeps the point out
};

/// Evaluates points of one space by the laws, the block algebra and the estimate, without an IR: the figures are, bit
/// for bit, those of evaluate(). Nothing is reused from one point to the next, and nothing allocated. Holds a buffer:
/// one object, one thread.
class PointEvaluator {
public:
    /// Refers to neither argument later. The system model is one of the space's system and datatype.
    PointEvaluator(const MappingSpace& space, std::shared_ptr<const SystemModel> system);

    /// Requires: a point that keeps the laws.
    Evaluation evaluate(const Point& point);

private:
    TransformerModelSpec m_model; ///< without its name, which no figure depends on
    TransformerTrainingWorkloadSpec m_workload;
    std::shared_ptr<const SystemModel> m_system;
    Constraints m_constraints;
    BlockWorkBuffer m_buffer;
};

} // namespace planscope::sweep
