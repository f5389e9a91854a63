#pragma once

#include "base/diagnostic.h"
#include "derivation/pass/pass_manager.h"
#include "evaluation/estimate/estimate.h"
#include "evaluation/system/system_profile.h"
#include "frontend/candidate.h"
#include "spec/transformer_training.h"
#include "study/derived_history.h"
#include "study/result_head.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace planscope {

/// Left of the red boundary: what was derived from a training. Immutable; share freely.
struct Derivation : DerivedHistory {
    TransformerTraining training;

    /// Requires: complete().
    const PortablePlanIR& plan() const;
};
using DerivationPtr = std::shared_ptr<const Derivation>;

/// Everything known of one candidate; the only thing that app and ui read. Immutable.
struct CandidateResult : ResultHead {
    DerivationPtr derivation;         ///< null when refused
    std::optional<Estimate> estimate; ///< absent unless Ok
};
using CandidateResultPtr = std::shared_ptr<const CandidateResult>;

/// Left side only. Fails: integer.overflow of the work, the block's memory or the first stage's (wherever the
/// derivation stops); nothing is published then. A rejected transition is not a failure: the derivation then holds
/// what was published before it.
Result<DerivationPtr> derive(const TransformerTraining& training, const DeriveOptions& options = {});

/// Right side on a derivation already made: no pass runs. Requires: a derivation that was not stopped on purpose.
/// A tier that cannot hold its group leaves the status Ok: diagnostics and memory stand, times are absent.
CandidateResultPtr evaluate(std::string name, DerivationPtr derivation, std::shared_ptr<const SystemProfile> system,
                            const NetworkTierBinding& tiers);

/// Both.
CandidateResultPtr evaluate(const Candidate& candidate, const DeriveOptions& options = {});

} // namespace planscope
