#include "study/snapshot_verification.h"

#include "base/match.h"
#include "derivation/checks/independent_checks.h"
#include "derivation/model/build_transformer_model_ir.h"
#include "derivation/passes/distribute_transformer_training_pass.h"
#include "derivation/passes/plan_transformer_training_pass.h"
#include "derivation/whole/checks/independent_checks.h"
#include "derivation/whole/model/build_model_ir.h"
#include "derivation/whole/passes/distribute_pass.h"
#include "derivation/whole/passes/plan_pass.h"
#include "study/candidate_result.h"
#include "study/spec_recovery.h"
#include "study/whole_result.h"

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

/// Both accountings name their schemas alike; the major version tells them apart.
Accounting accountingOf(const IrSchema& schema)
{
    return schema.major == whole::ModelIR::currentSchema().major ? Accounting::Whole : Accounting::Block;
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
    found.accounting = accountingOf(found.schema);
    const bool isWhole = found.accounting == Accounting::Whole;
    switch (*found.kind) {
    case IrKind::Model:
        isWhole ? decode<whole::ModelIR>(found, json, text) : decode<ModelIR>(found, json, text);
        break;
    case IrKind::Distributed:
        isWhole ? decode<whole::DistributedTaskIR>(found, json, text) : decode<DistributedTaskIR>(found, json, text);
        break;
    case IrKind::PortablePlan:
        isWhole ? decode<whole::PortablePlanIR>(found, json, text) : decode<PortablePlanIR>(found, json, text);
        break;
    }
    return found;
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
        if (at(IrKind::Model).accounting == Accounting::Whole)
            verifyWholeModel();
        else
            verifyBlock();
    }

private:
    void verifyBlock()
    {
        const auto& model = at(IrKind::Model).snapshot->as<ModelIR>();
        if (m_found.snapshots.size() == 1)
            return compareModel(buildTransformerModelIr(model.operations.front().model));
        const auto& tasks = at(IrKind::Distributed).snapshot->as<DistributedTaskIR>();
        deriveAndCheck(isComplete() ? recoverTraining(model, tasks,
                                                      at(IrKind::PortablePlan).snapshot->as<PortablePlanIR>())
                                    : recoverBlockTraining(model, tasks));
    }

    void verifyWholeModel()
    {
        const auto& model = at(IrKind::Model).snapshot->as<whole::ModelIR>();
        if (m_found.snapshots.size() == 1)
            return compareModel(whole::buildModelIr(model.spec));
        deriveAndCheck(recoverTraining(model, at(IrKind::Distributed).snapshot->as<whole::DistributedTaskIR>()));
    }

    template <class Training>
    void deriveAndCheck(const Result<Training>& training)
    {
        if (!training)
            return append(m_found.faults, training.error());
        if (isComplete())
            deriveAgain(*training);
        else
            distributeAgain(*training);
        checkTransitions(*training);
    }

    const VerifiedSnapshot& at(IrKind kind) const { return m_found.snapshots[static_cast<std::size_t>(kind)]; }

    bool isComplete() const { return m_found.snapshots.size() == countOf<IrKind>(); }

    /// From the model on, each the next stage of the one before.
    bool isChain() const
    {
        return !m_found.snapshots.empty()
            && std::all_of(m_found.snapshots.begin(), m_found.snapshots.end(), [this](const VerifiedSnapshot& s) {
                   return s.decoded() && *s.kind == static_cast<IrKind>(&s - m_found.snapshots.data())
                       && s.accounting == m_found.snapshots.front().accounting;
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

    void compareModel(AnyIr built)
    {
        m_found.rederived = true;
        compare(at(IrKind::Model), IrSnapshot{std::move(built)});
    }

    static AnyIr modelOf(const TransformerTraining& training) { return buildTransformerModelIr(training.model()); }
    static AnyIr modelOf(const whole::Training& training) { return whole::buildModelIr(training.model()); }

    /// Not by derive(): that refuses a training whose first stage overflows, and there is none here.
    template <class Training>
    void distributeAgain(const Training& training)
    {
        PassManager manager{synthesisSessionFor(training), {independentChecks(training)}};
        Diagnostics faults = runPasses(manager, modelOf(training), {&passTo(IrKind::Distributed, training)},
                                       IrKind::Distributed);
        m_found.rederived = faults.empty();
        append(m_found.faults, std::move(faults));
        for (const SnapshotPtr& expected : manager.history().snapshots)
            compare(at(expected->kind()), *expected);
    }

    template <class Training>
    void deriveAgain(const Training& training)
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

    /// The two passes that derive a training, by the kind of what they make. Requires: not the model.
    static const Pass& passTo(IrKind kind, const TransformerTraining&)
    {
        static const DistributeTransformerTrainingPass distribute;
        static const PlanTransformerTrainingPass plan;
        return kind == IrKind::Distributed ? static_cast<const Pass&>(distribute) : plan;
    }
    static const Pass& passTo(IrKind kind, const whole::Training&)
    {
        static const whole::DistributePass distribute;
        static const whole::PlanPass plan;
        return kind == IrKind::Distributed ? static_cast<const Pass&>(distribute) : plan;
    }

    template <class Training>
    void checkTransitions(const Training& training)
    {
        const SynthesisSession session = synthesisSessionFor(training);
        const auto checks = independentChecks(training);
        for (VerifiedTransition& transition : m_found.transitions) {
            const VerifiedSnapshot& input = at(transition.from);
            const VerifiedSnapshot& output = at(transition.to);
            if (!checkable(input) || !checkable(output))
                continue;
            append(transition.faults,
                   passTo(transition.to, training).checkRelation(*input.snapshot, *output.snapshot, session));
            transition.outcomes = checks->observe(
                {input.snapshot, output.snapshot, &session, {}, summariseLineage(*input.snapshot, *output.snapshot)});
            for (const CheckOutcome& outcome : transition.outcomes)
                if (!outcome.passed)
                    transition.faults.push_back(diagnosticOf(outcome, transition.to));
        }
    }

    /// Relations and checks may take time quadratic in the tasks, and neither a block nor the units of a whole model
    /// have more than a few in a row and phase. A snapshot that has is refused already: it cannot be what was derived again.
    static bool checkable(const VerifiedSnapshot& found)
    {
        constexpr std::size_t mostOfBlock = countOf<Layer>() * countOf<Phase>();
        constexpr std::size_t mostOfModel = 4 * countOf<whole::Row>() * countOf<whole::Phase>();
        if (!found.faults.empty())
            return false;
        return std::visit(Match{
                              [](const ModelIR&) { return true; },
                              [](const whole::ModelIR&) { return true; },
                              [](const DistributedTaskIR& ir) { return ir.tasks.size() <= mostOfBlock; },
                              [](const PortablePlanIR& ir) { return ir.tasks.size() <= mostOfBlock; },
                              [](const whole::DistributedTaskIR& ir) { return ir.tasks.size() <= mostOfModel; },
                              [](const whole::PortablePlanIR& ir) { return ir.tasks.size() <= mostOfModel; },
                          },
                          found.snapshot->ir());
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
    else if (std::any_of(found.snapshots.begin(), found.snapshots.end(), [&](const VerifiedSnapshot& snapshot) {
                 return snapshot.accounting != found.snapshots.front().accounting;
             }))
        found.faults.push_back(fault("verify.bundle", {}, "the snapshots are of one block and of a whole model"));
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
