#pragma once

#include "base/diagnostic.h"
#include "base/digest.h"
#include "derivation/pass/pass_manager.h"

#include <optional>
#include <string_view>
#include <vector>

namespace planscope {

/// One snapshot as it was found in a file.
struct VerifiedSnapshot {
    std::optional<IrKind> kind; ///< absent when no schema of that name is known
    Accounting accounting = Accounting::Block; ///< by the schema's major version
    IrSchema schema;            ///< as stated, as far as it can be read
    Digest digest;              ///< of its bytes in the file
    Diagnostics faults;         ///< encoding.*, verify.*: what is wrong with it alone
    SnapshotPtr snapshot;       ///< null when it does not decode

    bool decoded() const { return snapshot != nullptr; }
};

/// One transition of a bundle, checked again.
struct VerifiedTransition {
    IrKind from = IrKind::Model;
    IrKind to = IrKind::Distributed;
    std::vector<CheckOutcome> outcomes; ///< of the independent checks; empty when they could not be run
    Diagnostics faults;                 ///< verify.parent_digest, lineage.*, check.*
};

/// Everything that could be checked about the snapshots of a file.
struct SnapshotVerification {
    std::vector<VerifiedSnapshot> snapshots; ///< in the order of the file
    std::vector<VerifiedTransition> transitions;
    bool rederived = false; ///< the specs were recovered, and derived again
    Diagnostics faults;     ///< file.*, verify.bundle, the laws and verify.rederivation: what is wrong with the whole

    bool passed() const;
    /// Every fault, in the order file, snapshots, transitions.
    Diagnostics allFaults() const;
};

/// Verifies canonical bytes: one snapshot, or a bundle, the array of a derivation's snapshots from the model on: all
/// three, or those up to the stage after which it was stopped.
///
/// A snapshot is decoded, its bytes compared with the canonical ones, and its verifier run; that its ids
/// derive from its parent's digest is one of the rules. A bundle's parent digests, cross-stage relations and
/// independent checks are run too; then the specs are recovered from it (the model from the ModelIR, workload and
/// mapping from the other two, as far as they are there) and derived again: each digest must come out
/// (verify.rederivation). So no change of a bundle stays unseen; of a lone snapshot, one that keeps all rules can only
/// be seen by its digest.
///
/// Codes of its own: verify.unknown_schema, verify.bundle, verify.parent_digest, verify.rederivation.
/// Never crashes or throws on any bytes. Threads: a pure function.
SnapshotVerification verifySnapshots(std::string_view bytes);

} // namespace planscope
