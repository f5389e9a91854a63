#include "ui/panels/detail_rows.h"
#include "ui/panels/figure_explanation.h"

#include "base/match.h"
#include "derivation/dialect/entity_index.h"
#include "evaluation/estimate/task_times.h"
#include "report/number_format.h"
#include "report/result_explanation.h"
#include "study/work_total.h"

#include <QCoreApplication>

#include <algorithm>

namespace planscope::ui {
namespace {

struct Details {
    Q_DECLARE_TR_FUNCTIONS(Details)
};

template <class Entity>
const Entity* named(const std::vector<Entity>& entities, const QString& name)
{
    const std::string wanted = name.toStdString();
    const auto found = std::find_if(entities.begin(), entities.end(),
                                    [&wanted](const Entity& entity) { return entity.name == wanted; });
    return found == entities.end() ? nullptr : &*found;
}

template <class Ir>
const Ir* published(const Derivation& derivation)
{
    const SnapshotPtr snapshot = derivation.snapshot(Ir::kind);
    return snapshot ? &snapshot->as<Ir>() : nullptr;
}

template <class Entity, class Kind>
QString nameOfId(const std::vector<Entity>& entities, EntityId<Kind> id)
{
    const auto found =
        std::find_if(entities.begin(), entities.end(), [id](const Entity& entity) { return entity.id == id; });
    return found == entities.end() ? plainText(id.toString()) : plainText(found->name);
}

EntityKey taskKey(const QString& name)
{
    return {EntityKey::Kind::Task, name};
}

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

void addFacts(EntityDetails& details, const WorkloadFacts& facts)
{
    DetailSection section{Details::tr("Work of one rank"), DetailSection::Form::Facts, factRows(facts),
                          Details::tr("One block, one microbatch."), false};
    if (const auto intensity = arithmeticIntensity(facts))
        section.rows.push_back({Details::tr("intensity"),
                                plainText(threeDigits(*intensity)) + Details::tr(" FLOP/B"),
                                plainText(exactDigits(*intensity)),
                                QStringLiteral("FLOP/B"),
                                {},
                                {}});
    details.sections.push_back(std::move(section));
}

void addTimes(EntityDetails& details, const CandidateResult& result, const QString& name)
{
    if (result.status != ResultStatus::Ok || !result.estimate || !result.estimate->modes)
        return;
    const PortablePlanIR& plan = result.derivation->plan();
    const PlanTask* const task = named(plan.tasks, name);
    if (task == nullptr)
        return;
    const auto position = static_cast<std::size_t>(task - plan.tasks.data());
    DetailSection section{Details::tr("Predicted time"),
                          DetailSection::Form::Facts,
                          {},
                          Details::tr("On %1, one rank, one microbatch.").arg(plainText(result.system->name)),
                          true};
    for (const EstimateMode mode : {EstimateMode::SystemEvidence, EstimateMode::PeakOnly}) {
        const auto times = taskTimes(plan, *result.system, result.tiers, mode);
        if (!times)
            return;
        const TaskTime& time = (*times)[position];
        if (time.network > 0) {
            section.rows.push_back(secondsRow(Details::tr("%1, local").arg(wordsOf(mode)), time.local));
            section.rows.push_back(secondsRow(Details::tr("%1, network").arg(wordsOf(mode)), time.network));
        } else {
            section.rows.push_back(secondsRow(wordsOf(mode), time.local));
        }
    }
    details.sections.push_back(std::move(section));
}

void addNeeds(EntityDetails& details, const PlanTask& task)
{
    DetailSection section{Details::tr("Needs of any target"), DetailSection::Form::Facts, {}, {}, false};
    section.rows.push_back(textRow(Details::tr("capability"), wordsOf(task.requires_)));
    QStringList alternatives;
    for (const ResourceClass resource : task.alternatives)
        alternatives << wordsOf(resource);
    section.rows.push_back(textRow(Details::tr("resource"), alternatives.join(Details::tr(" or "))));
    section.rows.push_back(textRow(Details::tr("runs with"), wordsOf(task.group)));
    if (task.demand.compute)
        section.rows.push_back(operationsRow(Details::tr("compute"), *task.demand.compute));
    if (task.demand.memoryTraffic)
        section.rows.push_back(bytesRow(Details::tr("memory traffic"), *task.demand.memoryTraffic));
    if (task.demand.network)
        section.rows.push_back(bytesRow(Details::tr("network"), *task.demand.network));
    details.sections.push_back(std::move(section));
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

/// Before and after in the distributed tasks.
void addDependencies(EntityDetails& details, const DistributedTaskIR& ir, const DistributedTask& task)
{
    DetailSection section{Details::tr("Dependencies"), DetailSection::Form::Links, {}, {}, false};
    for (const TaskId before : task.dependencies)
        section.rows.push_back(linkRow(Details::tr("after"), taskKey(nameOfId(ir.tasks, before))));
    for (const DistributedTask& other : ir.tasks)
        if (std::find(other.dependencies.begin(), other.dependencies.end(), task.id) != other.dependencies.end())
            section.rows.push_back(linkRow(Details::tr("before"), taskKey(plainText(other.name))));
    if (section.rows.empty())
        section.note = Details::tr("It depends on no task, and none on it.");
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
    const Derivation& derivation = *sources.result->derivation;
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
    addFacts(details, task->facts);
    const std::string subject = key.name.toStdString();
    const std::vector<Explanation> explanations = explainResult(*sources.result, subject);
    addExplanation(details, Details::tr("Why these numbers"), explanations, subject);
    addExplanation(details, Details::tr("Why this intensity"), explanations, subject + ".intensity");
    addLineage(details, *sources.lineage, key);
    addPlacement(details, *tasks, *task);
    addDependencies(details, *tasks, *task);
    if (planned != nullptr) {
        addNeeds(details, *planned);
        addBuffers(details, *plan, *planned);
    }
    addTimes(details, *sources.result, key.name);
    for (const EstimateMode mode : {EstimateMode::SystemEvidence, EstimateMode::PeakOnly})
        addExplanation(details, Details::tr("Why: %1").arg(wordsOf(mode)), explanations,
                       subject + ".time." + std::string{nameOf(mode)});
    return details;
}

EntityDetails valueDetails(const DetailSources& sources, const EntityKey& key)
{
    const Derivation& derivation = *sources.result->derivation;
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
