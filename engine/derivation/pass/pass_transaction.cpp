#include "derivation/pass/pass_transaction.h"

#include "base/match.h"

#include <algorithm>
#include <cassert>
#include <chrono>
#include <exception>
#include <tuple>
#include <type_traits>

namespace planscope {
namespace {

std::string versionText(const IrSchema& schema)
{
    return schema.name + ' ' + std::to_string(schema.major) + '.' + std::to_string(schema.minor);
}

bool notNewer(const IrSchema& a, const IrSchema& b)
{
    return std::tie(a.major, a.minor) <= std::tie(b.major, b.minor);
}

bool within(const IrSchema& schema, const IrSchema& oldest, const IrSchema& newest)
{
    return schema.name == oldest.name && notNewer(oldest, schema) && notNewer(schema, newest);
}

/// Runs a step of foreign code; what it throws becomes text.
template <class Step>
std::optional<std::string> exceptionOf(const Step& step)
{
    try {
        step();
    } catch (const std::exception& exception) {
        return exception.what();
    } catch (...) {
        return "something that is no std::exception";
    }
    return std::nullopt;
}

SnapshotPtr copyFromBytes(const IrSnapshot& snapshot)
{
    return std::visit(
        [&](const auto& alternative) -> SnapshotPtr {
            auto decoded = decodeCanonical<std::remove_cvref_t<decltype(alternative)>>(snapshot.bytes());
            assert(decoded && "the bytes of a snapshot decode");
            return std::make_shared<const IrSnapshot>(AnyIr{std::move(*decoded)});
        },
        snapshot.ir());
}

bool contains(const std::vector<AnalysisKind>& kinds, AnalysisKind kind)
{
    return std::find(kinds.begin(), kinds.end(), kind) != kinds.end();
}

} // namespace

PassTransaction::PassTransaction(const Pass& pass, const SynthesisSession& session, const PassHistory& history)
    : m_pass(pass)
    , m_contract(pass.contract())
    , m_session(session)
    , m_published(history.analyses)
    , m_input(history.snapshots.back())
{
}

Diagnostic PassTransaction::fault(std::string_view code, std::string path, std::string message, std::string given,
                                  std::vector<std::string> legal) const
{
    return {Severity::Error,
            m_contract.origin,
            std::string{code},
            std::move(path),
            "pass " + std::string{m_contract.name} + ": " + std::move(message),
            std::move(given),
            std::move(legal)};
}

/// A pass imports nothing, so Origin::Import is only the default of a diagnostic that names no origin.
Diagnostics PassTransaction::attributed(Diagnostics faults) const
{
    for (Diagnostic& found : faults)
        if (found.origin == Origin::Import)
            found.origin = m_contract.origin;
    return faults;
}

Diagnostics PassTransaction::checkPreconditions()
{
    if (m_input->kind() != m_contract.input) {
        const std::string given{nameOf(m_input->kind())};
        const std::string legal{nameOf(m_contract.input)};
        return {fault("pass.input_kind", "input", "the input is a " + given + ", not a " + legal, given, {legal})};
    }
    if (!within(m_input->schema(), m_contract.oldestInput, m_contract.newestInput)) {
        const std::string given = versionText(m_input->schema());
        return {fault("pass.input_schema", "input.schema",
                      "the input's schema is " + given + ", not within " + versionText(m_contract.oldestInput) + " to "
                          + versionText(m_contract.newestInput),
                      given)};
    }

    if (m_session.accounting() != m_contract.accounting) {
        const std::string given{nameOf(m_session.accounting())};
        const std::string legal{nameOf(m_contract.accounting)};
        return {fault("pass.binding", "contract.bindings",
                      "the session binds the " + given + " accounting, not the " + legal + " one", given, {legal})};
    }
    Diagnostics found;
    for (const BindingKind binding : m_contract.bindings) {
        switch (binding) {
        case BindingKind::Workload: bindWorkload(); continue;
        case BindingKind::Strategy: bindStrategy(); continue;
        }
        found.push_back(fault("pass.binding", "contract.bindings", "the session has no binding of the kind it names",
                              std::to_string(static_cast<int>(binding)), allNames<BindingKind>()));
    }
    if (!found.empty())
        return found;

    for (const AnalysisKind kind : m_contract.required) {
        if (const AnalysisValue* value = m_published.find({m_input->digest(), kind, m_session.fingerprint}))
            m_context.m_required.push_back(*value);
        else
            found.push_back(fault("pass.required_analysis", "contract.required",
                                  "the input has no analysis " + std::string{nameOf(kind)} + " in this session",
                                  std::string{nameOf(kind)}));
    }
    return found;
}

void PassTransaction::bindWorkload()
{
    std::visit(Match{
                   [this](const BlockBindings& bindings) { m_context.workload = &bindings.workload; },
                   [this](const whole::Bindings& bindings) { m_context.wholeWorkload = &bindings.workload; },
               },
               m_session.bindings);
}

void PassTransaction::bindStrategy()
{
    std::visit(Match{
                   [this](const BlockBindings& bindings) { m_context.strategy = &bindings.strategy; },
                   [this](const whole::Bindings& bindings) { m_context.wholeStrategy = &bindings.strategy; },
               },
               m_session.bindings);
}

Diagnostics PassTransaction::run()
{
    Diagnostics found;
    const auto begin = std::chrono::steady_clock::now();
    const auto thrown = exceptionOf([&] {
        if (auto made = m_pass.run(*m_input, m_context))
            m_made = std::move(*made);
        else
            found = attributed(std::move(made.error()));
    });
    const auto end = std::chrono::steady_clock::now();
    m_hostNanoseconds = std::chrono::duration_cast<std::chrono::nanoseconds>(end - begin).count();
    if (thrown)
        found.push_back(fault("pass.exception", "run", "it threw: " + *thrown, *thrown));
    append(found, checkInputUnchanged());
    return found;
}

Diagnostics PassTransaction::checkInputUnchanged()
{
    if (canonicalBytesOf(m_input->ir()) == m_input->bytes())
        return {};
    m_replacement = copyFromBytes(*m_input);
    return {fault("pass.input_changed", "input",
                  "it changed its input, which no longer has the digest " + m_input->digest().toString())};
}

Diagnostics PassTransaction::freezeOutput()
{
    if (kindOf(m_made) != m_contract.output) {
        const std::string given{nameOf(kindOf(m_made))};
        const std::string legal{nameOf(m_contract.output)};
        return {fault("pass.output_kind", "output", "the output is a " + given + ", not a " + legal, given, {legal})};
    }
    if (schemaOf(m_made) != m_contract.outputSchema) {
        const std::string given = versionText(schemaOf(m_made));
        const std::string legal = versionText(m_contract.outputSchema);
        return {fault("pass.output_schema", "output.schema", "the output's schema is " + given + ", not " + legal,
                      given, {legal})};
    }
    if (Diagnostics found = verifyAny(m_made); !found.empty())
        return attributed(std::move(found));
    m_output = std::make_shared<IrSnapshot>(std::move(m_made));
    if (m_output->parentDigest() != m_input->digest()) {
        const std::string given = m_output->parentDigest().toString();
        const std::string legal = m_input->digest().toString();
        return {fault("pass.parent_digest", "output.source_digest",
                      "the output names the parent " + given + ", its input is " + legal, given, {legal})};
    }
    return {};
}

Diagnostics PassTransaction::checkRelation() const
{
    Diagnostics found;
    const auto thrown = exceptionOf([&] { found = attributed(m_pass.checkRelation(*m_input, *m_output, m_session)); });
    if (thrown)
        found.push_back(fault("pass.exception", "check_relation", "it threw: " + *thrown, *thrown));
    return found;
}

Diagnostics PassTransaction::settleAnalyses()
{
    Diagnostics found;
    const auto keyOf = [this](const IrSnapshot& ir, AnalysisKind kind) {
        return AnalysisStore::Key{ir.digest(), kind, m_session.fingerprint};
    };
    const auto complain = [&](std::string_view code, AnalysisKind kind, std::string_view message) {
        const std::string name{nameOf(kind)};
        found.push_back(fault(code, "analyses." + name, std::string{message}, name));
    };
    for (AnalysisValue& value : m_context.m_produced) {
        const AnalysisKind kind = kindOf(value);
        if (!contains(m_contract.produced, kind))
            complain("pass.analysis_undeclared", kind, "it produced an analysis that its contract does not declare");
        else if (!m_analyses.emplace(keyOf(*m_output, kind), std::move(value)).second)
            complain("pass.analysis_twice", kind, "it produced an analysis more than once");
    }
    for (const AnalysisKind kind : m_contract.produced)
        if (!m_analyses.contains(keyOf(*m_output, kind)))
            complain("pass.analysis_missing", kind, "it did not produce an analysis that its contract declares");
    for (const AnalysisKind kind : m_contract.preserved) {
        const AnalysisValue* value = m_published.find(keyOf(*m_input, kind));
        if (value == nullptr)
            complain("pass.preserved_missing", kind, "the input has no such analysis to preserve");
        else if (!m_analyses.emplace(keyOf(*m_output, kind), *value).second)
            complain("pass.analysis_twice", kind, "its contract both produces and preserves an analysis");
    }
    return found;
}

PassRecord PassTransaction::record() const
{
    return {std::string{m_contract.name}, m_contract.revision,   m_input->digest(),
            m_output->digest(),           m_session.fingerprint, m_hostNanoseconds,
            m_contract.required,          m_contract.preserved,  m_contract.produced};
}

CheckpointReport PassTransaction::observe(std::span<const std::shared_ptr<const CheckpointObserver>> observers) const
{
    const PassCheckpoint checkpoint{m_input, m_output, &m_session, record(), summariseLineage(*m_input, *m_output)};
    CheckpointReport report{m_output->kind(), false, checkpoint.record, checkpoint.lineage, m_output->schema(), {}};
    for (const auto& observer : observers) {
        const auto thrown = exceptionOf([&] {
            std::vector<CheckOutcome> outcomes = observer->observe(checkpoint);
            std::move(outcomes.begin(), outcomes.end(), std::back_inserter(report.outcomes));
        });
        if (thrown)
            report.outcomes.push_back({"check.observer_exception", "observer " + std::string{observer->name()},
                                       "an answer", "the exception: " + *thrown, std::string{observer->name()}, false});
    }
    report.accepted = report.failedCount() == 0;
    return report;
}

SnapshotPtr PassTransaction::publish(PassHistory& history, CheckpointReport report)
{
    history.snapshots.reserve(history.snapshots.size() + 1);
    history.checkpoints.reserve(history.checkpoints.size() + 1);
    // Nothing below allocates, so either all of it happens or, above, none.
    history.snapshots.push_back(m_output);
    history.checkpoints.push_back(std::move(report));
    history.analyses.publish(std::move(m_analyses));
    return m_output;
}

} // namespace planscope
