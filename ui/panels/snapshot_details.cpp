#include "ui/panels/detail_rows.h"
#include "ui/panels/figure_explanation.h"

#include "ui/models/display_names.h"

#include "base/match.h"
#include "report/number_format.h"
#include "study/pass_contracts.h"
#include "ui/models/shown_text.h"

#include <QCoreApplication>

#include <algorithm>

namespace planscope::ui {
namespace {

struct Details {
    Q_DECLARE_TR_FUNCTIONS(Details)
};

template <class Enum>
QString listOf(const std::vector<Enum>& values)
{
    QStringList words;
    for (const Enum value : values)
        words << wordsOf(value);
    return words.empty() ? QStringLiteral("–") : words.join(QStringLiteral(", "));
}

QString schemaText(const IrSchema& schema)
{
    return QStringLiteral("%1 %2.%3").arg(plainText(schema.name)).arg(schema.major).arg(schema.minor);
}

DetailRow digestRow(const QString& label, const Digest& digest)
{
    return textRow(label, plainText(digest.toString()));
}

std::vector<DetailRow> countRows(const AnyIr& ir)
{
    const auto row = [](const QString& label, std::size_t count) {
        return countRow(label, static_cast<std::int64_t>(count), {});
    };
    return std::visit(Match{
                          [&row](const ModelIR& model) {
                              return std::vector{row(Details::tr("operations"), model.operations.size()),
                                                 row(Details::tr("values"), model.values.size())};
                          },
                          [&row](const DistributedTaskIR& tasks) {
                              return std::vector{row(Details::tr("tasks"), tasks.tasks.size()),
                                                 row(Details::tr("boundary values"), tasks.values.size()),
                                                 row(Details::tr("stages"), tasks.stages.size()),
                                                 row(Details::tr("memory rows"), tasks.layerMemory.size())};
                          },
                          [&row](const PortablePlanIR& plan) {
                              return std::vector{row(Details::tr("tasks"), plan.tasks.size()),
                                                 row(Details::tr("boundary buffers"), plan.buffers.size()),
                                                 row(Details::tr("memory rows"), plan.layerMemory.size()),
                                                 row(Details::tr("objectives"), plan.objectives.size())};
                          },
                          [&row](const whole::ModelIR& model) {
                              return std::vector{row(Details::tr("operations"), model.operations.size()),
                                                 row(Details::tr("values"), model.values.size())};
                          },
                          [&row](const whole::DistributedTaskIR& tasks) {
                              return std::vector{row(Details::tr("task classes"), tasks.tasks.size()),
                                                 row(Details::tr("parameters and kept tensors"), tasks.values.size()),
                                                 row(Details::tr("stages"), tasks.stages.size()),
                                                 row(Details::tr("chunks"), tasks.shape.chunks.size())};
                          },
                          [&row](const whole::PortablePlanIR& plan) {
                              return std::vector{row(Details::tr("task classes"), plan.tasks.size()),
                                                 row(Details::tr("kept buffers"), plan.saved.size()),
                                                 row(Details::tr("buffers of one moment"), plan.transients.size()),
                                                 row(Details::tr("stages"), plan.stages.size())};
                          },
                      },
                      ir);
}

DetailSection memorySection(const MemoryFacts& row)
{
    DetailSection section{Details::tr("Memory on a rank"), DetailSection::Form::Facts, {}, {}, false};
    section.rows.push_back(countRow(Details::tr("parameters"), row.parameters.value(), Details::tr("elements")));
    section.rows.push_back(bytesRow(Details::tr("working"), row.working));
    section.rows.push_back(bytesRow(Details::tr("kept"), row.kept));
    section.rows.push_back(bytesRow(Details::tr("gradient"), row.gradient));
    if (row.workingIsAlias)
        section.note = Details::tr("The working bytes are another layer's and count 0 in the block's sum.");
    return section;
}

const CheckpointReport* reportOf(const DerivedHistory& derivation, IrKind stage)
{
    const auto& reports = derivation.history.checkpoints;
    const auto found = std::find_if(reports.begin(), reports.end(),
                                    [stage](const CheckpointReport& report) { return report.stage == stage; });
    return found == reports.end() ? nullptr : &*found;
}

QString verdictText(const CheckpointReport& report)
{
    const auto checks = static_cast<std::int64_t>(report.outcomes.size());
    return report.accepted ? Details::tr("✓ accepted, %1 checks").arg(checks)
                           : Details::tr("✖ rejected, %1 of %2 checks failed").arg(report.failedCount()).arg(checks);
}

DetailSection evidenceSection(const LineageGraph& lineage, const CheckOutcome& outcome)
{
    DetailSection evidence{outcome.passed ? Details::tr("✓ Evidence") : Details::tr("✖ Evidence"),
                           DetailSection::Form::Words,
                           {},
                           {},
                           false};
    evidence.rows.push_back(textRow(Details::tr("compared"), plainText(outcome.subject)));
    evidence.rows.push_back(textRow(Details::tr("expected"), plainText(outcome.expected)));
    evidence.rows.push_back(textRow(Details::tr("actual"), plainText(outcome.actual)));
    const QString name = plainText(outcome.culprit);
    for (const EntityKey::Kind kind : {EntityKey::Kind::Task, EntityKey::Kind::Value, EntityKey::Kind::Operation})
        if (const EntityKey culprit{kind, name}; !name.isEmpty() && !lineage.find(culprit).empty()) {
            evidence.rows.push_back(linkRow(Details::tr("culprit"), culprit));
            return evidence;
        }
    evidence.rows.push_back(textRow(Details::tr("culprit"), name.isEmpty() ? QStringLiteral("–") : name));
    return evidence;
}

} // namespace

EntityDetails checkpointDetails(const DerivedHistory& derivation, const CheckpointReport& report)
{
    EntityDetails details;
    details.title = Details::tr("Checkpoint of %1").arg(irName(report.stage));
    details.subtitle = verdictText(report);
    details.verdict = report.accepted ? EntityDetails::Verdict::Passed : EntityDetails::Verdict::Failed;
    if (const PassContract* const contract = contractFor(report.schema)) {
        DetailSection section{Details::tr("Pass contract"), DetailSection::Form::Facts, {}, {}, false};
        section.rows.push_back(
            textRow(Details::tr("pass"),
                    Details::tr("%1, revision %2").arg(plainText(contract->name)).arg(contract->revision)));
        section.rows.push_back(textRow(Details::tr("input"), schemaText(contract->newestInput)));
        section.rows.push_back(textRow(Details::tr("output"), schemaText(contract->outputSchema)));
        section.rows.push_back(textRow(Details::tr("bindings"), listOf(contract->bindings)));
        section.rows.push_back(textRow(Details::tr("requires"), listOf(contract->required)));
        section.rows.push_back(textRow(Details::tr("preserves"), listOf(contract->preserved)));
        section.rows.push_back(textRow(Details::tr("produces"), listOf(contract->produced)));
        section.rows.push_back(
            textRow(Details::tr("deterministic"), contract->deterministic ? Details::tr("yes") : Details::tr("no")));
        details.sections.push_back(std::move(section));
    }
    DetailSection record{Details::tr("Record"),
                         DetailSection::Form::Facts,
                         {},
                         Details::tr("Host time is of this computer, not a prediction."),
                         false};
    record.rows.push_back(textRow(Details::tr("schema"), schemaText(report.schema)));
    record.rows.push_back(digestRow(Details::tr("input"), report.record.input));
    record.rows.push_back(digestRow(Details::tr("output"), report.record.output));
    record.rows.push_back(digestRow(Details::tr("session"), report.record.session));
    record.rows.push_back({Details::tr("host time"),
                           plainText(humanNanoseconds(report.record.hostNanoseconds)),
                           QString::number(report.record.hostNanoseconds),
                           QStringLiteral("ns"),
                           {},
                           {}});
    details.sections.push_back(std::move(record));

    DetailSection lineage{Details::tr("Lineage"), DetailSection::Form::Facts, {}, {}, false};
    const auto part = [](std::int64_t some, std::int64_t all) { return Details::tr("%1 of %2").arg(some).arg(all); };
    lineage.rows.push_back(
        textRow(Details::tr("outputs with a source"), part(report.lineage.withSources, report.lineage.entities)));
    lineage.rows.push_back(
        textRow(Details::tr("sources covered"), part(report.lineage.sourcesCovered, report.lineage.sourcesTotal)));
    details.sections.push_back(std::move(lineage));

    DetailSection outcome{Details::tr("Published"), DetailSection::Form::Facts, {}, {}, false};
    for (const IrKind kind : {IrKind::Model, IrKind::Distributed, IrKind::PortablePlan}) {
        const SnapshotPtr snapshot = derivation.snapshot(kind);
        outcome.rows.push_back(snapshot ? digestRow(irName(kind), snapshot->digest())
                                        : textRow(irName(kind), Details::tr("not published")));
    }
    details.sections.push_back(std::move(outcome));
    return details;
}

EntityDetails snapshotDetails(const DetailSources& sources, const EntityKey& key)
{
    const DerivedHistory& derivation = sources.history();
    const auto kind = enumFromName<IrKind>(key.name.toStdString());
    const SnapshotPtr snapshot = kind ? derivation.snapshot(*kind) : nullptr;
    if (snapshot == nullptr)
        return absentDetails(key);
    EntityDetails details;
    details.title = irName(*kind);
    details.subtitle = schemaText(snapshot->schema());
    DetailSection identity{Details::tr("Digest"), DetailSection::Form::Words, {},
                           Details::tr("SHA-256 of the canonical JSON that IR text shows; “planscope-cli derive --stage "
                                       "%1 | sha256sum” gives it again.")
                               .arg(key.name),
                           false};
    identity.rows.push_back(textRow(Details::tr("of the canonical bytes"), plainText(snapshot->digest().toString())));
    identity.rows.push_back(
        textRow(*kind == IrKind::Model ? Details::tr("of the model spec") : Details::tr("of its parent"),
                plainText(snapshot->parentDigest().toString())));
    identity.rows.push_back(
        textRow(Details::tr("of the session"), plainText(derivation.session.fingerprint.toString())));
    details.sections.push_back(std::move(identity));

    DetailSection contents{Details::tr("Contents"), DetailSection::Form::Facts, countRows(snapshot->ir()), {}, false};
    contents.rows.push_back(
        bytesRow(Details::tr("canonical bytes"), Bytes{static_cast<std::int64_t>(snapshot->bytes().size())}));
    details.sections.push_back(std::move(contents));
    if (const CheckpointReport* const report = reportOf(derivation, *kind)) {
        EntityDetails checkpoint = checkpointDetails(derivation, *report);
        details.verdict = checkpoint.verdict;
        details.subtitle += QStringLiteral(" · ") + checkpoint.subtitle;
        std::move(checkpoint.sections.begin(), checkpoint.sections.end() - 1, std::back_inserter(details.sections));
    }
    return details;
}

EntityDetails operationDetails(const DetailSources& sources, const EntityKey& key)
{
    const SnapshotPtr snapshot = sources.history().snapshot(IrKind::Model);
    const auto* const ir = snapshot ? &snapshot->as<ModelIR>() : nullptr;
    const std::string kind = key.name.toStdString();
    const auto matches = [&kind](const ModelOperation& operation) { return operation.kind == kind; };
    if (ir == nullptr || std::none_of(ir->operations.begin(), ir->operations.end(), matches))
        return absentDetails(key);
    const ModelOperation& operation = *std::find_if(ir->operations.begin(), ir->operations.end(), matches);
    EntityDetails details;
    details.title = key.name;
    details.subtitle = Details::tr("operation of ModelIR, of %1").arg(shownText(operation.model.name));
    DetailSection model{Details::tr("Model"), DetailSection::Form::Facts, {}, {}, false};
    model.rows.push_back(countRow(Details::tr("hidden size"), operation.model.hiddenSize, Details::tr("elements")));
    model.rows.push_back(
        countRow(Details::tr("feed-forward size"), operation.model.feedforwardSize, Details::tr("elements")));
    model.rows.push_back(
        countRow(Details::tr("sequence length"), operation.model.sequenceLength, Details::tr("tokens")));
    model.rows.push_back(
        countRow(Details::tr("attention heads"), operation.model.attentionHeads, Details::tr("heads")));
    model.rows.push_back(
        countRow(Details::tr("head size"), operation.model.attentionHeadSize, Details::tr("elements")));
    model.rows.push_back(countRow(Details::tr("blocks"), operation.model.blockCount, Details::tr("blocks")));
    details.sections.push_back(std::move(model));
    DetailSection values{Details::tr("Values"), DetailSection::Form::Links, {}, {}, false};
    const auto add = [&](const QString& label, const std::vector<ModelValueId>& ids) {
        for (const ModelValue& value : ir->values)
            if (std::find(ids.begin(), ids.end(), value.id) != ids.end())
                values.rows.push_back(linkRow(label, {EntityKey::Kind::Value, plainText(value.name)}));
    };
    add(Details::tr("operand"), operation.operands);
    add(Details::tr("result"), operation.results);
    details.sections.push_back(std::move(values));
    addLineage(details, *sources.lineage, key);
    return details;
}

EntityDetails layerDetails(const DetailSources& sources, const EntityKey& key)
{
    const SnapshotPtr snapshot = sources.history().snapshot(IrKind::Distributed);
    const auto layer = enumFromName<Layer>(key.name.toStdString());
    if (snapshot == nullptr || !layer)
        return absentDetails(key);
    const auto& ir = snapshot->as<DistributedTaskIR>();
    EntityDetails details;
    details.title = key.name;
    details.subtitle = Details::tr("layer · %1").arg(wordsOf(primitiveOf(*layer)));
    for (const MemoryFacts& row : ir.layerMemory)
        if (row.layer == *layer)
            details.sections.push_back(memorySection(row));
    DetailSection tasks{Details::tr("Tasks"), DetailSection::Form::Links, {}, {}, false};
    for (const DistributedTask& task : ir.tasks)
        if (task.layer == *layer)
            tasks.rows.push_back(linkRow(wordsOf(task.phase), {EntityKey::Kind::Task, plainText(task.name)}));
    if (details.sections.empty() && tasks.rows.empty())
        return absentDetails(key);
    if (!tasks.rows.empty())
        details.sections.push_back(std::move(tasks));
    const std::string subject = key.name.toStdString() + ".memory";
    addExplanation(details, Details::tr("Why these numbers"), explanationsOf(sources.result, subject), subject);
    return details;
}

/// One section an outcome: a code may stand for several.
EntityDetails checkDetails(const DetailSources& sources, const EntityKey& key)
{
    const DerivedHistory& derivation = sources.history();
    for (const CheckpointReport& report : derivation.history.checkpoints) {
        const QString stage = plainText(nameOf(report.stage));
        EntityDetails details;
        bool passed = true;
        for (const CheckOutcome& outcome : report.outcomes) {
            if (stage + QLatin1Char('/') + plainText(outcome.code) != key.name)
                continue;
            details.title = plainText(outcome.code);
            details.sections.push_back(evidenceSection(*sources.lineage, outcome));
            passed = passed && outcome.passed;
        }
        if (details.sections.empty())
            continue;
        details.verdict = passed ? EntityDetails::Verdict::Passed : EntityDetails::Verdict::Failed;
        details.subtitle = passed ? Details::tr("✓ holds at the checkpoint of %1").arg(irName(report.stage))
                                  : Details::tr("✖ failed at the checkpoint of %1").arg(irName(report.stage));
        DetailSection checkpoint{Details::tr("Checkpoint"), DetailSection::Form::Links, {}, verdictText(report), false};
        checkpoint.rows.push_back(linkRow(Details::tr("of"), {EntityKey::Kind::Snapshot, stage}));
        checkpoint.rows.back().shown = irName(report.stage);
        details.sections.push_back(std::move(checkpoint));
        return details;
    }
    return absentDetails(key);
}

} // namespace planscope::ui
