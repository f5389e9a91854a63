#pragma once

#include "compare/cause_field.h"
#include "derivation/transformer/block_work_buffer.h"
#include "evaluation/estimate/estimate_figures.h"

#include <array>
#include <optional>

namespace planscope {

/// What a mixed mapping comes to. Times mean something only with timeLegal, the rest only with workLegal.
struct MixedFigures {
    bool workLegal = false; ///< the laws hold and every integer fits
    bool timeLegal = false; ///< and the tiers hold their groups, and every figure is finite
    TrainingShape shape;
    EstimateFigures estimate;
};

/// Estimates mappings that have some fields of A and the others of B, by laws, algebra and estimate alone: no IR is
/// made, and the figures are, bit for bit, those of deriving one. Holds buffers that each estimate reuses: one object,
/// one thread.
class MixedEstimate {
public:
    MixedEstimate(StatedCase a, StatedCase b);

    FieldSet changed() const { return m_changed; }

    /// Valid until the next call.
    const MixedFigures& figures(FieldSet fromB);
    /// Of the mapping that figures() was last called for, which is legal. Valid as long.
    std::span<const Invocation> invocations() const { return m_buffer.invocations(); }
    const BlockTotals& totals() const { return m_buffer.totals; }
    const StatedCase& mapping() const { return m_mix; }
    const SystemModel& system() const { return systemOf(m_mix); }

    /// Says what is illegal about that mapping; what makes it so for work comes first. Slow.
    /// Requires: it is not legal for time.
    MixedFault fault(FieldSet fromB) const;

private:
    const SystemModel& systemOf(const StatedCase& mix) const;

    StatedCase m_a;
    StatedCase m_b;
    FieldSet m_changed;
    StatedCase m_mix;
    BlockWorkBuffer m_buffer;
    MixedFigures m_figures;
    /// Of A's and B's system, for each datatype; made when first asked for.
    mutable std::array<std::array<std::optional<SystemModel>, countOf<Datatype>()>, 2> m_systems;
};

} // namespace planscope
