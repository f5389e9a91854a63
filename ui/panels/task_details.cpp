#include "ui/panels/detail_rows.h"
#include "ui/panels/figure_explanation.h"
#include "ui/panels/task_sections.h"

#include "base/match.h"
#include "ui/models/shown_text.h"

#include <QCoreApplication>

#include <algorithm>

namespace planscope::ui {
namespace {

struct Details {
    Q_DECLARE_TR_FUNCTIONS(Details)
};

QString bodyText(const DistributedTaskIR& ir, const TaskBody& body)
{
    return std::visit(Match{
                          [](const LocalCompute&) { return Details::tr("local computation"); },
                          [](const Collective& collective) {
                              const QString kind = wordsOf(collective.kind);
                              return collective.reduction
                                  ? Details::tr("%1 (%2)").arg(kind, wordsOf(*collective.reduction))
                                  : kind;
                          },
                          [](const PointToPoint& transfer) {
                              return Details::tr("send %1 → %2").arg(transfer.source).arg(transfer.destination);
                          },
                          [&ir](const Reshard& reshard) {
                              return Details::tr("reshard %1 → %2")
                                  .arg(nameOfId(ir.values, reshard.from), nameOfId(ir.values, reshard.to));
                          },
                          [](const Control&) { return Details::tr("control"); },
                      },
                      body);
}

void addPlacement(EntityDetails& details, const DistributedTaskIR& ir, const DistributedTask& task)
{
    DetailSection section{Details::tr("Placement"), DetailSection::Form::Facts, {}, {}, false};
    section.rows.push_back(textRow(Details::tr("body"), bodyText(ir, task.body)));
    section.rows.push_back(textRow(Details::tr("logical ranks"), ranksText(task.ranks)));
    if (const auto* collective = std::get_if<Collective>(&task.body))
        section.rows.push_back(textRow(Details::tr("participants"), ranksText(collective->participants)));
    section.rows.push_back(linkRow(Details::tr("layer"), {EntityKey::Kind::Layer, plainText(nameOf(task.layer))}));
    section.rows.push_back(
        linkRow(Details::tr("primitive"), {EntityKey::Kind::Primitive, plainText(nameOf(task.primitive))}));
    if (task.repeats)
        section.rows.push_back(linkRow(Details::tr("repeats"), taskKey(nameOfId(ir.tasks, *task.repeats))));
    details.sections.push_back(std::move(section));
}

void addBuffers(EntityDetails& details, const PortablePlanIR& ir, const PlanTask& task)
{
    DetailSection section{Details::tr("Boundary buffers"), DetailSection::Form::Links, {}, {}, false};
    const auto add = [&](const QString& label, const std::vector<BufferId>& ids) {
        for (const BufferId id : ids)
            section.rows.push_back(linkRow(label, {EntityKey::Kind::Value, nameOfId(ir.buffers, id)}));
    };
    add(Details::tr("reads"), task.reads);
    add(Details::tr("writes"), task.writes);
    if (!section.rows.empty())
        details.sections.push_back(std::move(section));
}

QString shapeText(const std::vector<Extent>& shape)
{
    QStringList extents;
    for (const Extent& extent : shape)
        extents << std::visit(Match{
                                  [](const KnownExtent& known) { return QString::number(known.elements); },
                                  [](const SymbolicExtent& symbolic) { return plainText(symbolic.symbol); },
                              },
                              extent);
    return extents.join(QStringLiteral(" × "));
}

void addModelValue(EntityDetails& details, const ModelValue& value)
{
    DetailSection section{Details::tr("In ModelIR"), DetailSection::Form::Facts, {}, {}, false};
    section.rows.push_back(textRow(Details::tr("shape"), shapeText(value.shape)));
    section.rows.push_back(textRow(Details::tr("element type"), plainText(value.elementType)));
    details.sections.push_back(std::move(section));
}

void addDistributedValue(EntityDetails& details, const DistributedTaskIR& ir, const DistributedValue& value)
{
    DetailSection section{Details::tr("In DistributedTaskIR"), DetailSection::Form::Facts, {}, {}, false};
    QStringList extents;
    for (const Elements extent : value.shape)
        extents << QString::number(extent.value());
    section.rows.push_back(textRow(Details::tr("shape"), extents.join(QStringLiteral(" × "))));
    QStringList sharding;
    for (const AxisSharding& axis : value.sharding)
        sharding << Details::tr("axis %1 over %2").arg(axis.tensorAxis).arg(plainText(axis.meshAxis));
    section.rows.push_back(textRow(Details::tr("sharding"),
                                   sharding.empty() ? Details::tr("replicated") : sharding.join(QStringLiteral(", "))));
    if (value.producer)
        section.rows.push_back(linkRow(Details::tr("producer"), taskKey(nameOfId(ir.tasks, *value.producer))));
    for (const TaskId consumer : value.consumers)
        section.rows.push_back(linkRow(Details::tr("consumer"), taskKey(nameOfId(ir.tasks, consumer))));
    details.sections.push_back(std::move(section));
}

void addBuffer(EntityDetails& details, const PlanBuffer& buffer)
{
    DetailSection section{Details::tr("In PortablePlanIR"), DetailSection::Form::Facts, {}, {}, false};
    section.rows.push_back(bytesRow(Details::tr("buffer on a rank"), buffer.bytes));
    section.rows.push_back(bytesRow(Details::tr("alignment"), buffer.alignment));
    section.rows.push_back(textRow(Details::tr("memory space"), wordsOf(buffer.space)));
    details.sections.push_back(std::move(section));
}

} // namespace

EntityDetails taskDetails(const DetailSources& sources, const EntityKey& key)
{
    const DerivedHistory& derivation = sources.history();
    const auto* tasks = published<DistributedTaskIR>(derivation);
    const DistributedTask* const task = tasks ? named(tasks->tasks, key.name) : nullptr;
    if (task == nullptr)
        return absentDetails(key);
    const auto* plan = published<PortablePlanIR>(derivation);
    const PlanTask* const planned = plan ? named(plan->tasks, key.name) : nullptr;

    EntityDetails details;
    details.title = key.name;
    details.subtitle = Details::tr("%1 · %2 engine · %3")
                           .arg(wordsOf(task->primitive), wordsOf(engineOf(task->primitive)), wordsOf(task->phase));
    details.sections.push_back(workSection(task->facts, Details::tr("One block, one microbatch.")));
    const std::string subject = key.name.toStdString();
    const std::vector<Explanation> explanations = explanationsOf(sources.result, subject);
    addExplanation(details, Details::tr("Why these numbers"), explanations, subject);
    addExplanation(details, Details::tr("Why this intensity"), explanations, subject + ".intensity");
    addLineage(details, *sources.lineage, key);
    addPlacement(details, *tasks, *task);
    details.sections.push_back(dependencySection(tasks->tasks, *task));
    if (planned != nullptr) {
        details.sections.push_back(
            needsSection(planned->requires_, planned->alternatives, planned->group, planned->demand));
        addBuffers(details, *plan, *planned);
    }
    DetailSection times = timeSection(
        explanations, subject,
        Details::tr("On %1, one rank, one microbatch.").arg(shownText(sources.block().system->name)));
    if (!times.rows.empty())
        details.sections.push_back(std::move(times));
    for (const EstimateMode mode : {EstimateMode::SystemEvidence, EstimateMode::PeakOnly})
        addExplanation(details, Details::tr("Why: %1").arg(wordsOf(mode)), explanations,
                       subject + ".time." + std::string{nameOf(mode)});
    return details;
}

EntityDetails valueDetails(const DetailSources& sources, const EntityKey& key)
{
    const DerivedHistory& derivation = sources.history();
    EntityDetails details;
    details.title = key.name;
    details.subtitle = Details::tr("tensor at the boundary of the block");
    if (const auto* model = published<ModelIR>(derivation))
        if (const ModelValue* const value = named(model->values, key.name))
            addModelValue(details, *value);
    if (const auto* tasks = published<DistributedTaskIR>(derivation))
        if (const DistributedValue* const value = named(tasks->values, key.name))
            addDistributedValue(details, *tasks, *value);
    if (const auto* plan = published<PortablePlanIR>(derivation))
        if (const PlanBuffer* const buffer = named(plan->buffers, key.name))
            addBuffer(details, *buffer);
    if (details.sections.empty())
        return absentDetails(key);
    addLineage(details, *sources.lineage, key);
    return details;
}

} // namespace planscope::ui
