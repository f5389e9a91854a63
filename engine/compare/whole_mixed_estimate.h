#pragma once

#include "compare/whole_cause_field.h"
#include "derivation/whole/model/model_ir.h"
#include "derivation/whole/portable_plan/portable_plan_ir.h"
#include "evaluation/estimate/system_model.h"
#include "evaluation/whole/estimate.h"

#include <array>
#include <optional>
#include <vector>

namespace planscope::whole {

/// Estimates mappings that have some fields of A and the others of B, by laws, algebra and the execution of programs:
/// plans are made as the passes make them, but nothing is encoded, digested or verified, and the figures are, bit for
/// bit, those of deriving them. One object, one thread.
class MixedEstimate {
public:
    MixedEstimate(StatedCase a, StatedCase b);

    FieldSet changed() const { return m_changed; }

    /// Makes the plan of the mapping that has these fields as B has them, or says what is illegal about it: a broken
    /// law, a limit, or work beyond 64 bits. What it says is no slower than what it makes.
    std::optional<MixedFault> mix(FieldSet fromB);

    /// Of the mapping that mix() was last called for, which was legal. Valid until the next call. The plan's ids mean
    /// nothing.
    const PortablePlanIR& plan() const { return *m_plan; }
    const StatedCase& mapping() const { return m_mix; }
    const SystemModel& system() const;

    /// Its step in both modes. Fails: a tier that does not hold its group, a time that is not finite.
    /// Requires: no context parallelism, whose messages have no time.
    tl::expected<std::array<StepTime, countOf<EstimateMode>()>, MixedFault> steps() const;
    /// The peak of each stage. Fails: one beyond 64 bits.
    tl::expected<std::vector<StagePeak>, MixedFault> peaks() const;

private:
    StatedCase m_a;
    StatedCase m_b;
    FieldSet m_changed;
    StatedCase m_mix;
    std::array<ModelIR, 2> m_models; ///< of A's and B's spec
    std::optional<PortablePlanIR> m_plan;
    /// Of A's and B's system; made when first asked for. A whole model has one datatype.
    mutable std::array<std::optional<SystemModel>, 2> m_systems;
};

} // namespace planscope::whole
