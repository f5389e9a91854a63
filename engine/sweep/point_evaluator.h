#pragma once

#include "derivation/transformer/block_work_buffer.h"
#include "evaluation/estimate/block_figures.h"
#include "evaluation/estimate/system_model.h"
#include "sweep/mapping_space.h"

#include <memory>
#include <optional>
#include <vector>

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
    friend bool operator==(const Evaluation&, const Evaluation&) = default;
};

/// What one evaluation takes from earlier ones. The figures are the same either way, to the last bit.
enum class Reuse {
    Nothing,
    Blocks, ///< the work and time of a block, which many points of a space share
};

/// Evaluates points of one space by the laws, the block algebra and the estimate, without an IR: the figures are, bit
/// for bit, those of evaluate(). A point that a tier cannot hold is evaluated no further. Allocates nothing from point
/// to point. Holds buffers: one object, one thread.
class PointEvaluator {
public:
    /// Refers to neither argument later. The system model is one of the space's system and datatype.
    PointEvaluator(const MappingSpace& space, std::shared_ptr<const SystemModel> system, Reuse reuse = Reuse::Nothing);

    /// Requires: a point that keeps the laws.
    Evaluation evaluate(const Point& point);

private:
    /// All that a block's work and its time on a system depend on within one space.
    struct BlockKey {
        std::int64_t microbatchSize = 0; ///< 0: of no block
        std::int64_t tensorDegree = 0;
        std::int64_t optimizerShards = 0;
        std::int64_t tensorTier = 0;
        TensorCommunication communication = TensorCommunication::AllReduce;
        RecomputePolicy recompute = RecomputePolicy::None;
        bool fusedActivation = false;
        bool allGatherRedo = false;
        friend bool operator==(const BlockKey&, const BlockKey&) = default;
    };
    struct Block {
        BlockKey key;
        bool fits = false; ///< no fact leaves 2^63 - 1; nothing below means anything otherwise
        BlockMemory memory;
        double messageBytes = 0; ///< of all its invocations
        BlockFigures figures;
    };
    const Block& blockOf(const BlockParameters& parameters, std::int64_t tensorTier);

    TransformerModelSpec m_model; ///< without its name, which no figure depends on
    TransformerTrainingWorkloadSpec m_workload;
    std::shared_ptr<const SystemModel> m_system;
    Constraints m_constraints;
    Reuse m_reuse;
    BlockWorkBuffer m_buffer;
    std::vector<Block> m_blocks; ///< each key has one place; the last block that had it stays there
};

} // namespace planscope::sweep
