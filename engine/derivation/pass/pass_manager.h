#pragma once

#include "derivation/pass/pass.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace planscope {

/// One result of a check at a checkpoint.
struct CheckOutcome {
    std::string code;     ///< "check.primitive_count"
    std::string subject;  ///< what was compared: "forward operations"
    std::string expected;
    std::string actual;
    std::string culprit;  ///< entity or fact at fault; "" when it passed
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
///   input verified → contract's preconditions → run → input unchanged → output schema, verifier,
///   parent digest → relation of both → declared analyses → checkpoint → observers → publish.
/// A transition commits whole or not at all. Diagnostics: pass.* for the contract, verify.* for the
/// verifiers, lineage.* for the relation, check.* for the observers.
/// Threads: one manager, one thread; passes and observers may be shared.
class PassManager {
public:
    PassManager(SynthesisSession session, std::vector<std::shared_ptr<const CheckpointObserver>> observers);

    /// Starts the history with a source snapshot and its analyses. Fails when its verifier finds a fault.
    Result<SnapshotPtr> start(AnyIr source);
    /// Runs one pass on the newest snapshot.
    Result<SnapshotPtr> run(const Pass& pass);

    const PassHistory& history() const { return m_history; }
    const SynthesisSession& session() const { return m_session; }

private:
    SynthesisSession m_session;
    std::vector<std::shared_ptr<const CheckpointObserver>> m_observers;
    PassHistory m_history;
};

/// The verifier of whatever IR this is.
Diagnostics verifyAny(const AnyIr& ir);

} // namespace planscope
