#pragma once

#include "base/diagnostic.h"
#include "derivation/pass/analysis_store.h"
#include "derivation/pass/snapshot.h"
#include "derivation/session/synthesis_session.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace planscope {

enum class BindingKind { Workload, Strategy };
template <>
struct EnumNames<BindingKind> {
    static constexpr std::array<std::string_view, 2> names{"workload", "strategy"};
};

/// What a pass promises, as data; the manager holds it to every word.
struct PassContract {
    std::string_view name;
    std::int64_t revision = 1; ///< grows whenever the same input may give another output
    Accounting accounting = Accounting::Block; ///< of input, output and session
    IrKind input = IrKind::Model;
    IrSchema oldestInput; ///< the input's schema: same name, between these versions
    IrSchema newestInput;
    IrKind output = IrKind::Distributed;
    IrSchema outputSchema;
    std::vector<BindingKind> bindings;   ///< bindings the pass reads
    std::vector<AnalysisKind> required;  ///< of the input; must be in the store
    std::vector<AnalysisKind> preserved; ///< of the input; carried over to the output unchanged
    std::vector<AnalysisKind> produced;  ///< of the output; each must be made, and no other
    /// The same input and bindings give the same output. A promise that others build on (results are
    /// shared by digest); the manager does not run a pass twice to hold it to it.
    bool deterministic = true;
    Origin origin = Origin::Work; ///< what a failure of this pass is a failure of
};

/// All that a pass may read beside its input, and where it leaves analyses of its output.
/// Bindings that the contract does not name are absent.
class PassContext {
public:
    const WorkloadBinding* workload = nullptr;
    const StrategyBinding* strategy = nullptr;
    const whole::WorkloadBinding* wholeWorkload = nullptr; ///< these two under Accounting::Whole, else the first two
    const whole::StrategyBinding* wholeStrategy = nullptr;

    /// A required analysis of the input; null when the contract does not require it.
    const AnalysisValue* analysis(AnalysisKind kind) const;
    void produce(AnalysisValue value) { m_produced.push_back(std::move(value)); }

private:
    friend class PassTransaction;
    std::vector<AnalysisValue> m_required;
    std::vector<AnalysisValue> m_produced;
};

/// A transition between IRs. run() is a function of its arguments: no log, clock, global or file.
/// Threads: const and stateless; one object may run in many managers at once.
class Pass {
public:
    virtual ~Pass() = default;
    virtual const PassContract& contract() const = 0;
    /// Requires: an input of the contract's kind and schema.
    /// Fails:    with the diagnostics of what made the output impossible; nothing is published then.
    virtual Result<AnyIr> run(const IrSnapshot& input, PassContext& context) const = 0;
    /// The cross-stage relation: every entity of the output has declared lineage into the input, its
    /// rule's predicate holds, and every source entity that must be covered is. Empty when it holds.
    virtual Diagnostics checkRelation(const IrSnapshot& input, const IrSnapshot& output,
                                      const SynthesisSession& session) const = 0;
};

/// What happened in one transition. The duration is the host's, never a prediction.
struct PassRecord {
    std::string pass;
    std::int64_t revision = 0;
    Digest input;
    Digest output;
    Digest session;
    std::int64_t hostNanoseconds = 0; ///< of run() alone
    std::vector<AnalysisKind> required, preserved, produced;
};

/// Counts over the lineage of a transition's output.
struct LineageSummary {
    std::int64_t entities = 0;       ///< of the output
    std::int64_t withSources = 0;    ///< of them, those with at least one source
    std::int64_t sourcesCovered = 0; ///< entities of the input that some output entity names
    std::int64_t sourcesTotal = 0;   ///< entities of the input
};
LineageSummary summariseLineage(const IrSnapshot& input, const IrSnapshot& output);

} // namespace planscope
