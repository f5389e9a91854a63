#pragma once

#include "derivation/whole/portable_plan/portable_plan_ir.h"
#include "evaluation/whole/estimate.h"
#include "frontend/candidate.h"
#include "spec/whole/training.h"
#include "study/derived_history.h"
#include "study/result_head.h"

#include <memory>
#include <optional>
#include <string>

namespace planscope::whole {

/// Left of the red boundary: what was derived from the training of a whole model. Immutable; share freely.
struct Derivation : DerivedHistory {
    Training training;

    /// Requires: complete().
    const PortablePlanIR& plan() const;
};
using DerivationPtr = std::shared_ptr<const Derivation>;

/// Everything known of one candidate for a whole model; the only thing that app and ui read. Immutable.
struct CandidateResult : ResultHead {
    DerivationPtr derivation;                          ///< null when refused
    std::shared_ptr<const FrameworkProfile> framework; ///< null when refused
    std::optional<Estimate> estimate;                  ///< absent unless Ok
};
using CandidateResultPtr = std::shared_ptr<const CandidateResult>;

/// Left side only. Fails: integer.overflow of the work; nothing is published then. A rejected transition is not a
/// failure: the derivation then holds what was published before it.
Result<DerivationPtr> derive(const Training& training, const DeriveOptions& options = {});

/// Right side on a derivation already made: no pass runs. Requires: a derivation that was not stopped on purpose.
/// A tier that cannot hold its group, or context parallelism, leaves the status Ok: diagnostics and memory stand, times
/// are absent. A stage whose peak leaves 64 bits under the framework refuses the candidate (integer.overflow).
CandidateResultPtr evaluate(std::string name, DerivationPtr derivation, std::shared_ptr<const SystemProfile> system,
                            const NetworkTierBinding& tiers, std::shared_ptr<const FrameworkProfile> framework);

/// Both.
CandidateResultPtr evaluate(const Candidate& candidate, const DeriveOptions& options = {});

} // namespace planscope::whole
