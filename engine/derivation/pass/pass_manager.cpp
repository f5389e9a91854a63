#include "derivation/pass/pass_manager.h"

#include "derivation/distributed/distributed_verifier.h"
#include "derivation/model/model_verifier.h"
#include "derivation/pass/pass_transaction.h"
#include "derivation/portable_plan/portable_plan_verifier.h"
#include "derivation/whole/distributed/distributed_verifier.h"
#include "derivation/whole/model/model_verifier.h"
#include "derivation/whole/portable_plan/portable_plan_verifier.h"

#include <algorithm>

namespace planscope {
namespace {

Diagnostic managerFault(std::string code, Origin origin, std::string message)
{
    return {Severity::Error, origin, std::move(code), {}, std::move(message), {}, {}};
}

/// Marks the manager as busy until the transaction is over, however it ends.
class BusyScope {
public:
    explicit BusyScope(bool& busy)
        : m_busy(busy)
    {
        m_busy = true;
    }
    ~BusyScope() { m_busy = false; }
    BusyScope(const BusyScope&) = delete;
    BusyScope& operator=(const BusyScope&) = delete;

private:
    bool& m_busy;
};

constexpr std::string_view reentrantCode = "pass.reentrant";

} // namespace

std::int64_t CheckpointReport::failedCount() const
{
    return std::count_if(outcomes.begin(), outcomes.end(), [](const CheckOutcome& o) { return !o.passed; });
}

Diagnostic diagnosticOf(const CheckOutcome& outcome, IrKind stage)
{
    std::string message = outcome.subject + ": expected " + outcome.expected + ", found " + outcome.actual;
    if (!outcome.culprit.empty())
        message += " (" + outcome.culprit + ')';
    return {Severity::Error,    Origin::Check,  outcome.code,      "checkpoints." + std::string{nameOf(stage)},
            std::move(message), outcome.actual, {outcome.expected}};
}

Diagnostics verifyAny(const AnyIr& ir)
{
    return std::visit([](const auto& alternative) { return verify(alternative); }, ir);
}

const AnalysisValue* PassContext::analysis(AnalysisKind kind) const
{
    const auto found = std::find_if(m_required.begin(), m_required.end(),
                                    [kind](const AnalysisValue& value) { return kindOf(value) == kind; });
    return found == m_required.end() ? nullptr : &*found;
}

PassManager::PassManager(SynthesisSession session, std::vector<std::shared_ptr<const CheckpointObserver>> observers)
    : m_session(std::move(session))
    , m_observers(std::move(observers))
{
}

Result<SnapshotPtr> PassManager::start(AnyIr source)
{
    if (m_busy) {
        m_entered = true;
        return refuse(managerFault(std::string{reentrantCode}, Origin::Work,
                                   "the manager was told to start during a transition"));
    }
    if (!m_history.snapshots.empty())
        return refuse(managerFault("pass.already_started", Origin::Work, "the history has its source already"));
    if (Diagnostics faults = verifyAny(source); !faults.empty())
        return refuse(std::move(faults));
    // Not a const object: writing to it by const_cast would be a fault that pass.input_changed finds, not undefined.
    m_history.snapshots.push_back(std::make_shared<IrSnapshot>(std::move(source)));
    return m_history.snapshots.back();
}

Result<SnapshotPtr> PassManager::run(const Pass& pass)
{
    if (m_busy) {
        m_entered = true;
        return refuse(managerFault(std::string{reentrantCode}, pass.contract().origin,
                                   "pass " + std::string{pass.contract().name} + " was to be run during a transition"));
    }
    if (m_history.snapshots.empty())
        return refuse(managerFault("pass.not_started", pass.contract().origin, "there is no snapshot to run on"));
    const BusyScope scope{m_busy};
    m_entered = false;
    return runTransaction(pass);
}

Result<SnapshotPtr> PassManager::runTransaction(const Pass& pass)
{
    PassTransaction transaction{pass, m_session, m_history};
    const auto prepare = [&] {
        Diagnostics found = transaction.checkPreconditions();
        if (found.empty())
            found = transaction.run();
        if (found.empty())
            found = transaction.freezeOutput();
        if (found.empty())
            found = transaction.checkRelation();
        if (found.empty())
            found = transaction.settleAnalyses();
        if (m_entered)
            found.push_back(
                managerFault(std::string{reentrantCode}, pass.contract().origin,
                             "pass " + std::string{pass.contract().name} + " called the manager that was running it"));
        return found;
    };
    Diagnostics faults = prepare();
    if (transaction.replacement() != nullptr)
        m_history.snapshots.back() = transaction.replacement();
    if (!faults.empty())
        return refuse(std::move(faults));

    CheckpointReport report = transaction.observe(m_observers);
    if (m_entered) {
        report.accepted = false;
        report.outcomes.push_back({std::string{reentrantCode}, "observers", "no call of the manager", "a call",
                                   "an observer tried to publish", false});
    }
    if (report.accepted)
        return transaction.publish(m_history, std::move(report));
    for (const CheckOutcome& outcome : report.outcomes)
        if (!outcome.passed)
            faults.push_back(diagnosticOf(outcome, report.stage));
    m_history.checkpoints.push_back(std::move(report));
    return refuse(std::move(faults));
}

} // namespace planscope
