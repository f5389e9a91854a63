#include "ui/panels/strip_content.h"

#include "report/breakdown.h"
#include "report/mapping_text.h"
#include "report/number_format.h"
#include "ui/models/table_cell.h"
#include "ui/models/table_text.h"
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

QString countOf(qint64 count, const char* one, const char* many)
{
    return QStringLiteral("%1 %2").arg(QString::number(count), count == 1 ? tr(one) : tr(many));
}

StripCardContent specsCard(const TransformerTraining& training)
{
    const auto& model = training.model();
    const auto& workload = training.workload();
    const auto& mapping = training.mapping();
    StripCardContent card;
    card.title = tr("Specs");
    card.subtitle = text(model.name);
    card.lines = {
        {tr("%1, hidden %2, global batch %3, %4")
             .arg(countOf(model.blockCount, "block", "blocks"), QString::number(model.hiddenSize),
                  QString::number(workload.globalBatchSize), text(nameOf(workload.datatype))),
         {}},
        {tr("%1, %2").arg(text(degreesText(mapping)), text(scheduleText(mapping.pipeline.schedule))), {}},
    };
    card.verdict = {tr("✓ every law holds"), {}, Role::Ok};
    card.key = {EntityKey::Kind::Component, QStringLiteral("shape")};
    card.facts = specsFacts(training);
    return card;
}

StripLine verdictOf(const CheckpointReport& report)
{
    const auto checks = static_cast<qint64>(report.outcomes.size());
    if (report.accepted)
        return {tr("✓ %1").arg(countOf(checks, "check", "checks")), {}, Role::Ok};
    return {tr("✖ %1 of %2 failed").arg(QString::number(report.failedCount()), countOf(checks, "check", "checks")),
            {},
            Role::Error};
}

const CheckpointReport* reportOf(const Derivation& derivation, IrKind kind)
{
    const auto& reports = derivation.history.checkpoints;
    const auto found = std::find_if(reports.begin(), reports.end(),
                                    [kind](const CheckpointReport& report) { return report.stage == kind; });
    return found == reports.end() ? nullptr : &*found;
}

std::vector<StripLine> countsOf(const IrSnapshot& snapshot)
{
    switch (snapshot.kind()) {
    case IrKind::Model: {
        const auto& ir = snapshot.as<ModelIR>();
        return {{countOf(static_cast<qint64>(ir.operations.size()), "operation", "operations"), {}},
                {countOf(static_cast<qint64>(ir.values.size()), "value", "values"), {}}};
    }
    case IrKind::Distributed: {
        const auto& ir = snapshot.as<DistributedTaskIR>();
        const auto collectives = std::count_if(ir.tasks.begin(), ir.tasks.end(), [](const DistributedTask& task) {
            return std::holds_alternative<Collective>(task.body);
        });
        QString mesh;
        for (const MeshAxis& axis : ir.mesh.axes)
            mesh += (mesh.isEmpty() ? QString{} : QStringLiteral(" × "))
                + QStringLiteral("%1 = %2").arg(text(axis.name), QString::number(axis.size.value()));
        return {{tr("%1, %2").arg(countOf(static_cast<qint64>(ir.tasks.size()), "task", "tasks"),
                                  countOf(collectives, "collective", "collectives")),
                 {}},
                {countOf(static_cast<qint64>(ir.values.size()), "value", "values"), {}},
                {tr("mesh %1").arg(mesh), {}}};
    }
    case IrKind::PortablePlan: {
        const auto& ir = snapshot.as<PortablePlanIR>();
        return {{countOf(static_cast<qint64>(ir.tasks.size()), "task", "tasks"), {}},
                {countOf(static_cast<qint64>(ir.buffers.size()), "boundary buffer", "boundary buffers"), {}},
                {countOf(static_cast<qint64>(ir.layerMemory.size()), "memory row", "memory rows"), {}}};
    }
    }
    Q_UNREACHABLE();
}

StripCardContent snapshotCard(const CandidateResult& result, const CandidateResult* before, IrKind kind)
{
    StripCardContent card;
    card.title = kind == IrKind::Model ? tr("ModelIR")
        : kind == IrKind::Distributed  ? tr("DistributedTaskIR")
                                       : tr("PortablePlanIR");
    card.key = {EntityKey::Kind::Snapshot, text(nameOf(kind))};
    const CheckpointReport* report = reportOf(*result.derivation, kind);
    const SnapshotPtr snapshot = result.derivation->snapshot(kind);
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
    const SnapshotPtr earlier = before && before->derivation ? before->derivation->snapshot(kind) : nullptr;
    card.isUnchanged = earlier && earlier->digest() == snapshot->digest();
    card.lines = countsOf(*snapshot);
    card.verdict = report ? verdictOf(*report) : StripLine{tr("✓ verified"), {}, Role::Ok};
    card.facts = snapshotFacts(*snapshot, report);
    return card;
}

StripLine tierLine(const CandidateResult& result, const QString& name, std::int64_t tier)
{
    const auto& networks = result.system->networks;
    if (tier < 0 || static_cast<std::size_t>(tier) >= networks.size())
        return {tr("%1: %2, no such tier").arg(name, QString::number(tier)), {}, Role::Error};
    const NetworkTier& network = networks[static_cast<std::size_t>(tier)];
    return {tr("%1: %2 · %3, %4B/s")
                .arg(name, QString::number(tier), text(network.name), text(humanRate(network.peakBytesPerSecond))),
            tr("%1 bytes/s").arg(text(exactDigits(network.peakBytesPerSecond)))};
}

StripCardContent systemCard(const CandidateResult& result)
{
    const SystemProfile& system = *result.system;
    const EngineTable& matrix = tableFor(system.matrix, result.derivation->training.workload().datatype);
    StripCardContent card;
    card.title = tr("System and tiers");
    card.subtitle = text(system.name);
    card.digest = text(result.evidence.toString());
    card.lines = {{tr("%1/s matrix peak").arg(text(humanOperations(matrix.peakOperationsPerSecond))),
                   tr("%1 operations/s").arg(text(exactDigits(matrix.peakOperationsPerSecond)))},
                  tierLine(result, tr("tensor"), result.tiers.tensor),
                  tierLine(result, tr("pipeline"), result.tiers.pipeline),
                  tierLine(result, tr("data"), result.tiers.data)};
    card.verdict = {tr("evidence, no snapshot"), {}, Role::Muted};
    card.key = {EntityKey::Kind::Component, QStringLiteral("system")};
    card.facts = systemFacts(result);
    return card;
}

void addTimes(StripCardContent& card, const CandidateResult& result)
{
    const auto& modes = *result.estimate->modes;
    const ModeEstimate& peak = modes[static_cast<std::size_t>(EstimateMode::PeakOnly)];
    const ModeEstimate& evidence = modes[static_cast<std::size_t>(EstimateMode::SystemEvidence)];
    const TableCell total = secondsCell(evidence.iteration.total);
    const TableCell bound = secondsCell(peak.iteration.total);
    card.headline = {total.text, total.toolTip};
    card.lines = {
        {tr("an iteration; peak only %1").arg(bound.text), tr("peak only %1").arg(bound.toolTip), Role::Muted}};
    const TableCell mfu = percentCell(evidence.utilisation.mfu, tr("of the matrix peak"));
    card.notes.push_back({tr("MFU %1").arg(mfu.text), tr("MFU %1").arg(mfu.toolTip)});
    const double tokens = evidence.utilisation.tokensPerSecond;
    card.notes.push_back(
        {tr("%1 tokens/s").arg(text(humanRate(tokens))), tr("%1 tokens/s").arg(text(exactDigits(tokens)))});
}

StripCardContent estimateCard(const CandidateResult& result)
{
    StripCardContent card;
    card.title = tr("Estimate");
    card.key = {EntityKey::Kind::Component, QStringLiteral("time.total")};
    if (!result.estimate) {
        card.subtitle = tr("none");
        card.lines = {{tr("There is no plan to estimate."), {}, Role::Muted}};
        card.verdict = {tr("– no plan"), {}, Role::Muted};
        card.facts = {textFact("status", "no plan")};
        return card;
    }
    card.subtitle = tr("predicted for the target");
    const Estimate& estimate = *result.estimate;
    const TableCell used = bytesCell(estimate.memory.total);
    const TableCell capacity = bytesCell(estimate.capacity);
    card.facts = estimateFacts(result);
    if (estimate.modes) {
        addTimes(card, result);
    } else {
        card.headline = {tr("no time"), {}, Role::Error};
        const auto error = std::find_if(estimate.diagnostics.begin(), estimate.diagnostics.end(),
                                        [](const Diagnostic& found) { return found.severity == Severity::Error; });
        if (error != estimate.diagnostics.end())
            card.lines = {{text(error->message), text(error->code), Role::Error}};
    }
    card.lines.push_back(
        {tr("memory %1 of %2").arg(used.text, capacity.text), tr("%1 of %2").arg(used.toolTip, capacity.toolTip)});
    card.gauge = StripGauge{memoryParts(estimate).back().shareOfCapacity.value_or(0)};
    card.verdict = estimate.overCapacity ? StripLine{tr("▲ over capacity"), {}, Role::Warn}
                          : StripLine{tr("✓ memory fits"), {}, Role::Ok};
    return card;
}

StripStep stepTo(const Derivation& derivation, IrKind kind, const QString& name)
{
    const CheckpointReport* report = reportOf(derivation, kind);
    if (!report)
        return {name, {}};
    return {name,
            {tr("host %1").arg(text(humanNanoseconds(report->record.hostNanoseconds))),
             tr("%1 ns on this computer").arg(report->record.hostNanoseconds), Role::Muted}};
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
    const Derivation& derivation = *result.derivation;
    StripContent strip;
    strip.cards = {specsCard(derivation.training),
                   snapshotCard(result, before, IrKind::Model),
                   snapshotCard(result, before, IrKind::Distributed),
                   snapshotCard(result, before, IrKind::PortablePlan),
                   systemCard(result),
                   estimateCard(result)};
    strip.steps[1] = {tr("build"), {}};
    strip.steps[2] = stepTo(derivation, IrKind::Distributed, tr("distribute"));
    strip.steps[3] = stepTo(derivation, IrKind::PortablePlan, tr("plan"));
    strip.steps[5] = {tr("estimate"), {}};
    return strip;
}

} // namespace planscope::ui
