#include "study/snapshot_verification.h"

#include "derivation/checks/independent_checks.h"
#include "derivation/model/build_transformer_model_ir.h"
#include "derivation/passes/distribute_transformer_training_pass.h"
#include "derivation/passes/plan_transformer_training_pass.h"
#include "study/candidate_result.h"
#include "study/spec_recovery.h"

#include <algorithm>
#include <array>

namespace planscope {
namespace {

Diagnostic fault(std::string code, std::string path, std::string message, std::string given = {},
                 std::vector<std::string> legal = {})
{
    return {Severity::Error,    Origin::Import,   std::move(code), std::move(path),
            std::move(message), std::move(given), std::move(legal)};
}

const std::array<IrSchema, countOf<IrKind>()>& knownSchemas()
{
    static const std::array<IrSchema, countOf<IrKind>()> schemas{
        ModelIR::currentSchema(), DistributedTaskIR::currentSchema(), PortablePlanIR::currentSchema()};
    return schemas;
}

IrSchema statedSchema(JsonValue snapshot)
{
    IrSchema stated;
    if (const auto schema = snapshot.find("schema")) {
        const auto name = schema->find("name");
        const auto major = schema->find("major");
        const auto minor = schema->find("minor");
        stated.name = name && name->isString() ? excerpt(name->text()) : std::string{};
        stated.major = major ? major->integer().value_or(0) : 0;
        stated.minor = minor ? minor->integer().value_or(0) : 0;
    }
    return stated;
}

std::optional<IrKind> kindOfSchema(const IrSchema& schema)
{
    for (std::size_t k = 0; k < knownSchemas().size(); ++k)
        if (knownSchemas()[k].name == schema.name)
            return static_cast<IrKind>(k);
    return std::nullopt;
}

template <class Ir>
void decode(VerifiedSnapshot& found, JsonValue json, std::string_view text)
{
    if (auto ir = decodeCanonical<Ir>(json, text)) {
        found.faults = verifyAny(*ir);
        found.snapshot = std::make_shared<const IrSnapshot>(AnyIr{std::move(*ir)});
    } else {
        found.faults = std::move(ir.error());
    }
}

VerifiedSnapshot verifySnapshot(JsonValue json, std::string_view text)
{
    VerifiedSnapshot found;
    found.schema = statedSchema(json);
    found.kind = kindOfSchema(found.schema);
    found.digest = Digest::of(text);
    if (!found.kind) {
        std::vector<std::string> names;
        for (const IrSchema& schema : knownSchemas())
            names.push_back(schema.name);
        found.faults = {fault("verify.unknown_schema", "schema.name", "this is no snapshot that this program knows",
                              found.schema.name, std::move(names))};
        return found;
    }
    switch (*found.kind) {
    case IrKind::Model: decode<ModelIR>(found, json, text); break;
    case IrKind::Distributed: decode<DistributedTaskIR>(found, json, text); break;
    case IrKind::PortablePlan: decode<PortablePlanIR>(found, json, text); break;
    }
    return found;
}

/// Requires: output is not the model, which no pass makes.
const Pass& passTo(IrKind output)
{
    static const DistributeTransformerTrainingPass distribute;
    static const PlanTransformerTrainingPass plan;
    return output == IrKind::Distributed ? static_cast<const Pass&>(distribute) : plan;
}

/// Verifies what needs the snapshots together.
class BundleVerification {
public:
    explicit BundleVerification(SnapshotVerification& found)
        : m_found(found)
    {
    }

    void run()
    {
        if (!isChain())
            return;
        for (std::size_t k = 1; k < m_found.snapshots.size(); ++k)
            checkParent(static_cast<IrKind>(k - 1), static_cast<IrKind>(k));
        if (!at(IrKind::Model).faults.empty())
            return; // the spec cannot be trusted to be there
        if (m_found.snapshots.size() == 1)
            return buildModelAgain();
        const auto training = statedTraining();
        if (!training)
            return append(m_found.faults, training.error());
        if (isWhole())
            deriveAgain(*training);
        else
            distributeAgain(*training);
        checkTransitions(*training);
    }

private:
    const VerifiedSnapshot& at(IrKind kind) const { return m_found.snapshots[static_cast<std::size_t>(kind)]; }

    bool isWhole() const { return m_found.snapshots.size() == countOf<IrKind>(); }

    /// From the model on, each the next stage of the one before.
    bool isChain() const
    {
        return !m_found.snapshots.empty()
            && std::all_of(m_found.snapshots.begin(), m_found.snapshots.end(), [this](const VerifiedSnapshot& s) {
                   return s.decoded() && *s.kind == static_cast<IrKind>(&s - m_found.snapshots.data());
               });
    }

    void checkParent(IrKind from, IrKind to)
    {
        VerifiedTransition& transition = m_found.transitions.emplace_back();
        transition.from = from;
        transition.to = to;
        const Digest& named = at(to).snapshot->parentDigest();
        if (named != at(from).digest)
            transition.faults.push_back(
                fault("verify.parent_digest", std::string{nameOf(to)} + ".source_digest",
                      "it names another parent than the " + std::string{nameOf(from)} + " snapshot beside it",
                      named.toString(), {at(from).digest.toString()}));
    }

    Result<TransformerTraining> statedTraining() const
    {
        const auto& model = at(IrKind::Model).snapshot->as<ModelIR>();
        const auto& tasks = at(IrKind::Distributed).snapshot->as<DistributedTaskIR>();
        return isWhole() ? recoverTraining(model, tasks, at(IrKind::PortablePlan).snapshot->as<PortablePlanIR>())
                         : recoverBlockTraining(model, tasks);
    }

    void buildModelAgain()
    {
        const TransformerModelSpec& spec = at(IrKind::Model).snapshot->as<ModelIR>().operations.front().model;
        m_found.rederived = true;
        compare(at(IrKind::Model), IrSnapshot{AnyIr{buildTransformerModelIr(spec)}});
    }

    /// Not by derive(): that refuses a training whose first stage overflows, and there is none here.
    void distributeAgain(const TransformerTraining& training)
    {
        PassManager manager{synthesisSessionFor(training), {independentChecks(training)}};
        auto published = manager.start(buildTransformerModelIr(training.model()));
        if (published)
            published = manager.run(passTo(IrKind::Distributed));
        if (!published)
            append(m_found.faults, published.error());
        m_found.rederived = published.has_value();
        for (const SnapshotPtr& expected : manager.history().snapshots)
            compare(at(expected->kind()), *expected);
    }

    void deriveAgain(const TransformerTraining& training)
    {
        const auto derivation = derive(training);
        if (!derivation)
            return append(m_found.faults, derivation.error());
        append(m_found.faults, (*derivation)->diagnostics);
        m_found.rederived = (*derivation)->complete();
        for (const SnapshotPtr& expected : (*derivation)->history.snapshots)
            compare(at(expected->kind()), *expected);
    }

    void compare(const VerifiedSnapshot& found, const IrSnapshot& expected)
    {
        if (found.digest == expected.digest())
            return;
        const std::string& given = found.snapshot->bytes();
        const auto differs =
            std::mismatch(given.begin(), given.end(), expected.bytes().begin(), expected.bytes().end());
        const auto offset = static_cast<std::size_t>(differs.first - given.begin());
        m_found.faults.push_back(
            fault("verify.rederivation", std::string{nameOf(expected.kind())},
                  "the specs that the bundle states derive into another snapshot; the bytes differ from offset "
                      + std::to_string(offset) + " on: \"" + excerpt(std::string_view{given}.substr(offset), shown)
                      + "\" instead of \"" + excerpt(std::string_view{expected.bytes()}.substr(offset), shown) + '"',
                  found.digest.toString(), {expected.digest().toString()}));
    }

    void checkTransitions(const TransformerTraining& training)
    {
        const SynthesisSession session = synthesisSessionFor(training);
        const auto checks = independentChecks(training);
        for (VerifiedTransition& transition : m_found.transitions) {
            const VerifiedSnapshot& input = at(transition.from);
            const VerifiedSnapshot& output = at(transition.to);
            if (!checkable(input) || !checkable(output))
                continue;
            append(transition.faults, passTo(transition.to).checkRelation(*input.snapshot, *output.snapshot, session));
            transition.outcomes = checks->observe(
                {input.snapshot, output.snapshot, &session, {}, summariseLineage(*input.snapshot, *output.snapshot)});
            for (const CheckOutcome& outcome : transition.outcomes)
                if (!outcome.passed)
                    transition.faults.push_back(diagnosticOf(outcome, transition.to));
        }
    }

    /// Relations and checks may take time quadratic in the tasks, and no block has more than one in a layer and
    /// phase. A snapshot that has is refused already: it cannot be what was derived again.
    static bool checkable(const VerifiedSnapshot& found)
    {
        constexpr std::size_t mostTasks = countOf<Layer>() * countOf<Phase>();
        if (!found.faults.empty())
            return false;
        switch (*found.kind) {
        case IrKind::Model: return true;
        case IrKind::Distributed: return found.snapshot->as<DistributedTaskIR>().tasks.size() <= mostTasks;
        case IrKind::PortablePlan: return found.snapshot->as<PortablePlanIR>().tasks.size() <= mostTasks;
        }
        return false;
    }

    static constexpr std::size_t shown = 60; ///< bytes of each side of a difference

    SnapshotVerification& m_found;
};

void verifyBundle(JsonValue bundle, std::string_view bytes, SnapshotVerification& found)
{
    std::string joined = "[";
    std::string kinds;
    for (const JsonValue element : bundle.elements()) {
        if (found.snapshots.size() == countOf<IrKind>())
            break;
        const std::string text = element.compact();
        joined += (found.snapshots.empty() ? "" : ",") + text;
        found.snapshots.push_back(verifySnapshot(element, text));
        const auto kind = found.snapshots.back().kind;
        kinds += (kinds.empty() ? "" : ", ") + (kind ? std::string{nameOf(*kind)} : "unknown");
    }
    joined += ']';

    constexpr std::string_view wholeChain = "model, distributed, portable_plan";
    if (bundle.childCount() == 0 || bundle.childCount() > countOf<IrKind>())
        found.faults.push_back(fault("verify.bundle", {},
                                     "a bundle is the array of one to three snapshots of a derivation; this array has "
                                         + std::to_string(bundle.childCount()),
                                     std::to_string(bundle.childCount()), {"1", "2", "3"}));
    else if (!wholeChain.starts_with(kinds))
        found.faults.push_back(fault("verify.bundle", {},
                                     "a bundle holds " + std::string{wholeChain}
                                         + " in this order, or the first of them, not " + kinds,
                                     kinds, {std::string{wholeChain}}));
    else if (joined != bytes)
        found.faults.push_back(
            fault("encoding.not_canonical", {}, "the bundle's bytes are not the canonical encoding of what they say"));
    BundleVerification{found}.run();
}

} // namespace

bool SnapshotVerification::passed() const
{
    return allFaults().empty();
}

Diagnostics SnapshotVerification::allFaults() const
{
    Diagnostics all = faults;
    for (const VerifiedSnapshot& snapshot : snapshots)
        append(all, snapshot.faults);
    for (const VerifiedTransition& transition : transitions)
        append(all, transition.faults);
    return all;
}

SnapshotVerification verifySnapshots(std::string_view bytes)
{
    SnapshotVerification found;
    const auto document = JsonDocument::parse(bytes);
    if (!document)
        found.faults = document.error();
    else if (document->root().isArray())
        verifyBundle(document->root(), bytes, found);
    else
        found.snapshots.push_back(verifySnapshot(document->root(), bytes));
    return found;
}

} // namespace planscope
