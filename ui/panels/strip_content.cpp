#include "ui/panels/strip_content.h"

#include "report/number_format.h"
#include "ui/models/table_text.h"
#include "ui/panels/strip_cards.h"
#include "ui/panels/strip_facts.h"

#include <QCoreApplication>

#include <algorithm>

namespace planscope::ui {
namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("DerivationStrip", text);
}

QString text(std::string_view utf8)
{
    return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size()));
}

StripLine verdictOf(const CheckpointReport& report)
{
    const auto checks = static_cast<qint64>(report.outcomes.size());
    if (report.accepted)
        return {tr("✓ %1").arg(countText(checks, "check", "checks")), {}, Role::Ok};
    return {tr("✖ %1 of %2 failed").arg(QString::number(report.failedCount()), countText(checks, "check", "checks")),
            {},
            Role::Error};
}

const CheckpointReport* reportOf(const DerivedHistory& derivation, IrKind kind)
{
    const auto& reports = derivation.history.checkpoints;
    const auto found = std::find_if(reports.begin(), reports.end(),
                                    [kind](const CheckpointReport& report) { return report.stage == kind; });
    return found == reports.end() ? nullptr : &*found;
}

/// `before`: what was shown before the last edit, or null.
StripCardContent snapshotCard(const DerivedHistory& derivation, const DerivedHistory* before, IrKind kind)
{
    StripCardContent card;
    card.title = kind == IrKind::Model ? tr("ModelIR")
        : kind == IrKind::Distributed  ? tr("DistributedTaskIR")
                                       : tr("PortablePlanIR");
    card.key = {EntityKey::Kind::Snapshot, text(nameOf(kind))};
    const CheckpointReport* report = reportOf(derivation, kind);
    const SnapshotPtr snapshot = derivation.snapshot(kind);
    if (!snapshot) {
        card.subtitle = tr("not published");
        card.lines = {{report ? tr("A check rejected the transition; nothing of it was published.")
                              : tr("The transition before it was rejected."),
                       {},
                       Role::Muted}};
        card.verdict = report ? verdictOf(*report) : StripLine{tr("– not reached"), {}, Role::Muted};
        card.facts = {textFact("status", "not published")};
        return card;
    }
    const IrSchema& schema = snapshot->schema();
    const QString version = QStringLiteral("%1.%2").arg(schema.major).arg(schema.minor);
    const QString shortName = text(schema.name).section(u'.', -1);
    card.subtitle = QStringLiteral("%1 %2").arg(shortName, version);
    card.schema = QStringLiteral("%1 %2").arg(text(schema.name), version);
    card.digest = text(snapshot->digest().toString());
    const SnapshotPtr earlier = before ? before->snapshot(kind) : nullptr;
    card.isUnchanged = earlier && earlier->digest() == snapshot->digest();
    card.lines = countsOf(*snapshot);
    card.verdict = report ? verdictOf(*report) : StripLine{tr("✓ verified"), {}, Role::Ok};
    card.facts = snapshotFacts(*snapshot, report);
    return card;
}

StripLine tierLine(const ResultHead& result, const QString& name, std::int64_t tier)
{
    const auto& networks = result.system->networks;
    if (tier < 0 || static_cast<std::size_t>(tier) >= networks.size())
        return {tr("%1: %2, no such tier").arg(name, QString::number(tier)), {}, Role::Error};
    const NetworkTier& network = networks[static_cast<std::size_t>(tier)];
    return {tr("%1: %2 · %3, %4B/s")
                .arg(name, QString::number(tier), text(network.name), text(humanRate(network.peakBytesPerSecond))),
            tr("%1 bytes/s").arg(text(exactDigits(network.peakBytesPerSecond)))};
}

/// `framework`: its name; "" of equal blocks, which know none.
StripCardContent systemCard(const ResultHead& result, Datatype datatype, const std::string& framework)
{
    const SystemProfile& system = *result.system;
    const EngineTable& matrix = tableFor(system.matrix, datatype);
    StripCardContent card;
    card.title = tr("System and tiers");
    card.subtitle = text(system.name);
    card.digest = text(result.evidence.toString());
    card.lines = {{tr("%1/s matrix peak").arg(text(humanOperations(matrix.peakOperationsPerSecond))),
                   tr("%1 operations/s").arg(text(exactDigits(matrix.peakOperationsPerSecond)))},
                  tierLine(result, tr("tensor"), result.tiers.tensor),
                  tierLine(result, tr("pipeline"), result.tiers.pipeline),
                  tierLine(result, tr("data"), result.tiers.data)};
    if (!framework.empty())
        card.lines.push_back({tr("framework: %1").arg(text(framework)), {}});
    card.verdict = {tr("evidence, no snapshot"), {}, Role::Muted};
    card.key = {EntityKey::Kind::Component, QStringLiteral("system")};
    card.facts = systemFacts(result, datatype, framework);
    return card;
}

StripStep stepTo(const DerivedHistory& derivation, IrKind kind, const QString& name)
{
    const CheckpointReport* report = reportOf(derivation, kind);
    if (!report)
        return {name, {}};
    return {name,
            {tr("host %1").arg(text(humanNanoseconds(report->record.hostNanoseconds))),
             tr("%1 ns on this computer").arg(report->record.hostNanoseconds), Role::Muted}};
}

/// Of either accounting.
template <class Result>
StripContent stripOf(const Result& result, const Result* before, const std::string& framework)
{
    const auto& derivation = *result.derivation;
    const DerivedHistory* const earlier = before ? before->derivation.get() : nullptr;
    StripContent strip;
    strip.cards = {specsCard(derivation.training),
                   snapshotCard(derivation, earlier, IrKind::Model),
                   snapshotCard(derivation, earlier, IrKind::Distributed),
                   snapshotCard(derivation, earlier, IrKind::PortablePlan),
                   systemCard(result, derivation.training.workload().datatype, framework),
                   estimateCard(result)};
    strip.steps[1] = {tr("build"), {}};
    strip.steps[2] = stepTo(derivation, IrKind::Distributed, tr("distribute"));
    strip.steps[3] = stepTo(derivation, IrKind::PortablePlan, tr("plan"));
    strip.steps[5] = {tr("estimate"), {}};
    return strip;
}

} // namespace

QString tabSeparated(const StripContent& content)
{
    QList<QStringList> lines{
        {QStringLiteral("card"), QStringLiteral("figure"), QStringLiteral("value"), QStringLiteral("unit")}};
    for (const StripCardContent& card : content.cards)
        for (const ExactFact& fact : card.facts)
            lines << QStringList{card.title, fact.name, fact.value, fact.unit};
    return lines.size() > 1 ? tsvOf(lines) : QString{};
}

StripContent stripContentOf(const CandidateResult& result, const CandidateResult* before)
{
    return stripOf(result, before, {});
}

StripContent stripContentOf(const whole::CandidateResult& result, const whole::CandidateResult* before)
{
    return stripOf(result, before, result.framework->name);
}

} // namespace planscope::ui
