#pragma once

#include "base/diagnostic.h"
#include "derivation/pass/pass_manager.h"
#include "evaluation/estimate/estimate.h"
#include "evaluation/system/system_profile.h"
#include "frontend/candidate.h"
#include "spec/transformer_training.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace planscope {

/// Left of the red boundary: what was derived from a training. Immutable; share freely.
struct Derivation {
    TransformerTraining training;
    SynthesisSession session;
    PassHistory history;     ///< model, distributed, portable plan; fewer when a transition was rejected
    Diagnostics diagnostics; ///< check.* and the like, when it was

    SnapshotPtr snapshot(IrKind kind) const; ///< null when not published
    bool complete() const { return snapshot(IrKind::PortablePlan) != nullptr; }
    /// Requires: complete().
    const PortablePlanIR& plan() const;
};
using DerivationPtr = std::shared_ptr<const Derivation>;

enum class ResultStatus {
    Ok,
    Refused,  ///< the case breaks a law; nothing was derived
    Rejected, ///< a check or the reference rejected a transition
};
template <>
struct EnumNames<ResultStatus> {
    static constexpr std::array<std::string_view, 3> names{"ok", "refused", "rejected"};
};

/// Everything known of one candidate; the only thing that app and ui read. Immutable.
struct CandidateResult {
    std::optional<std::string> name; ///< absent when the file gives none that is a string
    std::string nameJson = "null";   ///< what the file gives instead, in JSON
    ResultStatus status = ResultStatus::Refused;
    Diagnostics diagnostics;
    DerivationPtr derivation;                    ///< null when refused
    std::shared_ptr<const SystemProfile> system; ///< null when refused
    NetworkTierBinding tiers;
    Digest evidence;
    std::optional<Estimate> estimate; ///< absent unless Ok
};
using CandidateResultPtr = std::shared_ptr<const CandidateResult>;

struct DeriveOptions {
    IrKind stopAfter = IrKind::PortablePlan; ///< for derive() only; evaluating needs the plan
    std::vector<std::shared_ptr<const CheckpointObserver>> extraObservers; ///< after the independent checks
};

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
