#pragma once

#include "derivation/pass/pass.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace planscope {

/// One result of a check at a checkpoint.
struct CheckOutcome {
    std::string code;    ///< "check.primitive_count"
    std::string subject; ///< what was compared: "forward operations"
    std::string expected;
    std::string actual;
    std::string culprit; ///< entity or fact at fault; "" when it passed
    bool passed = true;
};

/// Handed to the observers after every verification and before anything is published.
struct PassCheckpoint {
    SnapshotPtr input;
    SnapshotPtr output;
    const SynthesisSession* session = nullptr;
    PassRecord record;
    LineageSummary lineage;
};

/// Looks at a checkpoint and says what it found; may reject it by a failed outcome. Read-only and
/// synchronous: it runs inside the transaction and cannot publish. An exception rejects too.
class CheckpointObserver {
public:
    virtual ~CheckpointObserver() = default;
    virtual std::string_view name() const = 0;
    virtual std::vector<CheckOutcome> observe(const PassCheckpoint& checkpoint) const = 0;
};

/// What a failed outcome at that stage's checkpoint says to a person. Requires: !outcome.passed.
Diagnostic diagnosticOf(const CheckOutcome& outcome, IrKind stage);

/// A checkpoint as it was judged.
struct CheckpointReport {
    IrKind stage = IrKind::Distributed;
    bool accepted = false;
    PassRecord record;
    LineageSummary lineage;
    IrSchema schema;
    std::vector<CheckOutcome> outcomes; ///< of all observers, in their order
    std::int64_t failedCount() const;
};

/// What a manager has published: snapshots in order, analyses, and a report for every transition
/// that reached its checkpoint. A transition that failed has left neither snapshot nor analysis.
struct PassHistory {
    std::vector<SnapshotPtr> snapshots;
    AnalysisStore analyses;
    std::vector<CheckpointReport> checkpoints;
};

/// Runs passes as transactions:
///   contract's preconditions → run → input unchanged → output schema, verifier, parent digest →
///   relation of both → declared analyses → checkpoint → observers → publish.
/// The input was verified when it was published, and cannot have changed since.
///
/// A transition commits whole or not at all. A failed one leaves the history as it was, but for the
/// report of a checkpoint that was reached. Diagnostics: pass.* for the contract, verify.* for the
/// verifiers, lineage.* for the relation, check.* for the observers; their origin is Check for
/// observers, else what the contract says unless the pass names a more precise one.
///
/// pass.not_started and pass.already_started: run() before start(), start() twice. pass.reentrant: a
/// pass or an observer called the manager that runs it; the call is refused, and so is the transition.
/// Threads: one manager, one thread; passes and observers may be shared.
class PassManager {
public:
    PassManager(SynthesisSession session, std::vector<std::shared_ptr<const CheckpointObserver>> observers);

    /// Starts the history with a source snapshot. Fails when its verifier finds a fault.
    Result<SnapshotPtr> start(AnyIr source);
    /// Runs one pass on the newest snapshot.
    Result<SnapshotPtr> run(const Pass& pass);

    const PassHistory& history() const { return m_history; }
    const SynthesisSession& session() const { return m_session; }

private:
    Result<SnapshotPtr> runTransaction(const Pass& pass);

    SynthesisSession m_session;
    std::vector<std::shared_ptr<const CheckpointObserver>> m_observers;
    PassHistory m_history;
    bool m_busy = false;    ///< a transaction is open
    bool m_entered = false; ///< somebody called the manager during it
};

/// The verifier of whatever IR this is.
Diagnostics verifyAny(const AnyIr& ir);

} // namespace planscope
