#pragma once

#include "derivation/pass/pass_manager.h"

#include <map>
#include <memory>
#include <span>

namespace planscope {

/// One attempted transition, from the contract's preconditions to the publication. Changes nothing of
/// the history before publish(); dropping it at any earlier point is the roll-back.
///
/// The steps are called in the order in which they stand here, each once, and only while no step has
/// found a fault. Owns nothing beyond the transition: pass, session and history outlive it.
class PassTransaction {
public:
    /// Requires: a history with at least one snapshot.
    PassTransaction(const Pass& pass, const SynthesisSession& session, const PassHistory& history);

    /// pass.input_kind, pass.input_schema, pass.binding, pass.required_analysis.
    Diagnostics checkPreconditions();
    /// Runs the pass. Fails with what the pass fails with, pass.exception when it throws,
    /// pass.input_changed when it wrote to its input (whose content replacement() then restores).
    Diagnostics run();
    /// pass.output_kind, pass.output_schema, the verifier's verify.*, pass.parent_digest.
    Diagnostics freezeOutput();
    /// The pass's own cross-stage relation: lineage.*; pass.exception when it throws.
    Diagnostics checkRelation() const;
    /// pass.analysis_undeclared, pass.analysis_twice, pass.analysis_missing, pass.preserved_missing.
    Diagnostics settleAnalyses();

    /// Shows the checkpoint to every observer; one that throws gives a failed check.observer_exception.
    CheckpointReport observe(std::span<const std::shared_ptr<const CheckpointObserver>> observers) const;

    /// Snapshot, analyses and report at once; only a failed allocation can throw, before anything changed.
    SnapshotPtr publish(PassHistory& history, CheckpointReport report);

    /// A sound copy of the input when run() found it changed, else null.
    const SnapshotPtr& replacement() const { return m_replacement; }

private:
    void bindWorkload();
    void bindStrategy();
    Diagnostics checkInputUnchanged();
    PassRecord record() const;
    Diagnostic fault(std::string_view code, std::string path, std::string message, std::string given = {},
                     std::vector<std::string> legal = {}) const;
    Diagnostics attributed(Diagnostics faults) const;

    const Pass& m_pass;
    const PassContract& m_contract;
    const SynthesisSession& m_session;
    const AnalysisStore& m_published;
    SnapshotPtr m_input;
    SnapshotPtr m_replacement;
    PassContext m_context;
    AnyIr m_made;
    SnapshotPtr m_output;
    std::int64_t m_hostNanoseconds = 0;
    std::map<AnalysisStore::Key, AnalysisValue> m_analyses;
};

} // namespace planscope
