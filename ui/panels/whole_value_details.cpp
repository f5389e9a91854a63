#include "ui/panels/detail_rows.h"
#include "ui/panels/figure_explanation.h"
#include "ui/panels/task_sections.h"

#include "base/match.h"
#include "study/stage_saved_tensors.h"

#include <QCoreApplication>

#include <algorithm>
#include <string>

namespace planscope::ui {
namespace {

struct Details {
    Q_DECLARE_TR_FUNCTIONS(Details)
};

EntityKey stageKeyOf(std::size_t stage)
{
    return {EntityKey::Kind::Stage, QString::number(stage)};
}

EntityKey operationKey(whole::Row row)
{
    return {EntityKey::Kind::Operation, plainText(operationNameOf(row))};
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

void addModelValue(EntityDetails& details, const whole::ModelIR& ir, const whole::ModelValue& value)
{
    DetailSection section = sectionOf(Details::tr("In ModelIR"));
    section.rows.push_back(textRow(Details::tr("shape"), shapeText(value.shape)));
    section.rows.push_back(textRow(Details::tr("element type"), plainText(value.elementType)));
    section.rows.push_back(textRow(Details::tr("role"), wordsOf(value.role)));
    const auto uses = [&value](const std::vector<whole::ModelOperand>& operands) {
        return std::any_of(operands.begin(), operands.end(),
                           [&value](const whole::ModelOperand& operand) { return operand.value == value.id; });
    };
    for (const whole::ModelOperation& operation : ir.operations)
        if (uses(operation.results))
            section.rows.push_back(
                linkRow(Details::tr("made by"), {EntityKey::Kind::Operation, plainText(operation.name)}));
    for (const whole::ModelOperation& operation : ir.operations)
        if (uses(operation.operands))
            section.rows.push_back(
                linkRow(Details::tr("used by"), {EntityKey::Kind::Operation, plainText(operation.name)}));
    details.sections.push_back(std::move(section));
}

QString shardingText(const whole::DistributedTaskIR& ir, const whole::DistributedValue& value)
{
    QStringList cuts;
    for (const AxisSharding& axis : value.sharding)
        for (const MeshAxis& known : ir.mesh.axes)
            if (known.name == axis.meshAxis && known.size.value() > 1)
                cuts << Details::tr("axis %1 cut in %2 over %3")
                            .arg(QString::number(axis.tensorAxis), QString::number(known.size.value()),
                                 plainText(axis.meshAxis));
    return cuts.empty() ? Details::tr("whole on each rank") : cuts.join(QStringLiteral(", "));
}

void addDistributedValue(EntityDetails& details, const whole::DistributedTaskIR& ir,
                         const whole::DistributedValue& value)
{
    DetailSection section = sectionOf(Details::tr("In DistributedTaskIR"));
    QStringList extents;
    for (const Elements extent : value.shape)
        extents << QString::number(extent.value());
    section.rows.push_back(textRow(Details::tr("shape over all ranks"), extents.join(QStringLiteral(" × "))));
    section.rows.push_back(textRow(Details::tr("sharding"), shardingText(ir, value)));
    section.rows.push_back(countRow(Details::tr("on one rank"), value.elements.value(), Details::tr("elements")));
    section.rows.push_back(textRow(Details::tr("element type"), wordsOf(value.elementType)));
    if (const auto* const parameter = std::get_if<whole::ParameterContent>(&value.content)) {
        if (parameter->linear)
            section.rows.push_back(textRow(Details::tr("rows × columns on one rank"),
                                           QStringLiteral("%1 × %2")
                                               .arg(parameter->linear->outputs)
                                               .arg(parameter->linear->inputs)));
        section.rows.push_back(linkRow(Details::tr("operation"), operationKey(ownerOf(parameter->tensor))));
    }
    details.sections.push_back(std::move(section));
}

/// Neighbouring stages of which the same is true: "stages 1–6".
QString stagesText(std::size_t first, std::size_t last)
{
    return first == last ? Details::tr("stage %1").arg(first) : Details::tr("stages %1–%2").arg(first).arg(last);
}

/// How often each rank of each stage has one run of a unit's parameters.
std::vector<std::int64_t> copiesOf(const whole::PortablePlanIR& plan, whole::Unit unit)
{
    const auto& chunks = plan.program.shape.chunks;
    std::vector<std::int64_t> copies(plan.stages.size());
    for (std::size_t chunk = 0; chunk < chunks.size(); ++chunk)
        if (unit == whole::Unit::Block)
            copies[chunk % copies.size()] += chunks[chunk];
    if (unit == whole::Unit::Embedding)
        copies.front() = 1;
    else if (unit == whole::Unit::Head)
        copies.back() = 1;
    return copies;
}

/// The stages whose ranks hold a parameter of the unit.
void addHolders(EntityDetails& details, const whole::PortablePlanIR& plan, whole::Unit unit)
{
    DetailSection section = sectionOf(Details::tr("Held by each rank of"), DetailSection::Form::Links);
    const std::vector<std::int64_t> copies = copiesOf(plan, unit);
    for (std::size_t first = 0, last = 0; first < copies.size(); first = last + 1) {
        for (last = first; last + 1 < copies.size() && copies[last + 1] == copies[first];)
            ++last;
        if (copies[first] == 0)
            continue;
        section.rows.push_back(linkRow(Details::tr("×%1").arg(copies[first]), stageKeyOf(first)));
        section.rows.back().shown = stagesText(first, last);
    }
    details.sections.push_back(std::move(section));
}

/// What each stage keeps of the tensor; of neighbouring stages that keep as much one row.
DetailSection keptSection(const whole::PortablePlanIR& plan, std::size_t index)
{
    struct Kept {
        std::size_t first, last;
        whole::StageSavedTensor tensor;
    };
    std::vector<Kept> all;
    for (std::size_t stage = 0; stage < plan.stages.size(); ++stage)
        for (const whole::StageSavedTensor& tensor : savedTensorsOf(plan, static_cast<std::int64_t>(stage))) {
            if (tensor.index != index)
                continue;
            if (!all.empty() && all.back().last + 1 == stage && all.back().tensor.multiplicity == tensor.multiplicity)
                all.back().last = stage;
            else
                all.push_back({stage, stage, tensor});
        }
    DetailSection section = sectionOf(Details::tr("Kept of a microbatch on each rank"));
    for (const Kept& kept : all)
        section.rows.push_back(linkedRow(
            bytesRow(Details::tr("%1, ×%2").arg(stagesText(kept.first, kept.last)).arg(kept.tensor.multiplicity),
                     kept.tensor.kept),
            stageKeyOf(kept.first)));
    return section;
}

void addSaved(EntityDetails& details, const whole::PortablePlanIR& plan, const whole::SavedBuffer& buffer)
{
    DetailSection section = sectionOf(Details::tr("In PortablePlanIR"));
    section.rows.push_back(countRow(Details::tr("elements"), buffer.elements.value(), Details::tr("elements")));
    section.rows.push_back(textRow(Details::tr("element type"), wordsOf(buffer.elementType)));
    section.rows.push_back(bytesRow(Details::tr("on one rank"), buffer.bytes));
    section.rows.push_back(linkRow(Details::tr("needed by"), operationKey(buffer.owner)));
    section.rows.push_back(linkRow(buffer.rebuilt ? Details::tr("there again after") : Details::tr("born after"),
                                   taskKey(nameOfId(plan.tasks, buffer.birth))));
    section.rows.push_back(linkRow(Details::tr("free after"), taskKey(nameOfId(plan.tasks, buffer.death))));
    section.note = buffer.rebuilt
        ? Details::tr("Not kept: a fully recomputed block has it again while it runs backward.")
        : Details::tr("Of one microbatch%1.")
              .arg(unitOf(buffer.tensor) == whole::Unit::Block ? Details::tr(" and one block") : QString{});
    details.sections.push_back(std::move(section));

    DetailSection reason = sectionOf(Details::tr("Why it is kept"));
    reason.rows.push_back(textRow(wordsOf(buffer.reason), plainText(textOf(buffer.reason))));
    for (const std::string& alias : buffer.aliases)
        reason.rows.push_back(textRow(Details::tr("shares its storage"), plainText(alias)));
    if (!buffer.aliases.empty())
        reason.note = Details::tr("One storage, counted here alone.");
    details.sections.push_back(std::move(reason));

    details.sections.push_back(keptSection(plan, static_cast<std::size_t>(&buffer - plan.saved.data())));
}

/// A buffer that a rank of a stage holds for ever, or one that exists while a moment lasts; with its formulas.
bool addPlanBuffer(EntityDetails& details, const DetailSources& sources, const whole::PortablePlanIR& plan,
                   const EntityKey& key)
{
    DetailSection section = sectionOf(Details::tr("In PortablePlanIR"));
    const auto explain = [&](const std::string& subject) {
        details.sections.push_back(std::move(section));
        addExplanation(details, Details::tr("Why these numbers"), explanationsOf(sources.result, subject), subject);
        return true;
    };
    for (std::size_t stage = 0; stage < plan.stages.size(); ++stage)
        if (const whole::PersistentBuffer* const buffer = named(plan.stages[stage].persistent, key.name)) {
            details.subtitle = Details::tr("held from the first step to the last");
            section.rows = {bytesRow(Details::tr("on one rank"), buffer->bytes),
                            textRow(Details::tr("holds"), wordsOf(buffer->kind)),
                            linkRow(Details::tr("stage"), stageKeyOf(stage))};
            return explain("stages." + std::to_string(stage) + '.' + std::string{nameOf(buffer->kind)});
        }
    if (const whole::TransientBuffer* const buffer = named(plan.transients, key.name)) {
        details.subtitle = Details::tr("exists while one moment of a backward lasts");
        section.rows = {bytesRow(Details::tr("on one rank"), buffer->bytes),
                        textRow(Details::tr("moment"), plainText(nameOf(buffer->moment))),
                        textRow(Details::tr("what"), wordsOf(buffer->term))};
        return explain("transient." + buffer->name);
    }
    return false;
}

} // namespace

EntityDetails wholeValueDetails(const DetailSources& sources, const EntityKey& key)
{
    EntityDetails details;
    details.title = key.name;
    const auto* const model = published<whole::ModelIR>(sources.history());
    const auto* const tasks = published<whole::DistributedTaskIR>(sources.history());
    const auto* const plan = published<whole::PortablePlanIR>(sources.history());
    const whole::ModelValue* const stated = model ? named(model->values, key.name) : nullptr;
    const whole::DistributedValue* const laid = tasks ? named(tasks->values, key.name) : nullptr;
    const whole::SavedBuffer* const saved = plan ? named(plan->saved, key.name) : nullptr;
    const auto* const parameter = laid ? std::get_if<whole::ParameterContent>(&laid->content) : nullptr;
    details.subtitle = saved ? Details::tr("tensor kept for backward")
        : parameter          ? Details::tr("parameters")
                             : Details::tr("value of the model");
    if (saved)
        addSaved(details, *plan, *saved);
    if (laid)
        addDistributedValue(details, *tasks, *laid);
    if (stated)
        addModelValue(details, *model, *stated);
    if (parameter && plan)
        addHolders(details, *plan, unitOf(ownerOf(parameter->tensor)));
    if (laid) {
        const std::string subject = (saved ? "saved." : "weights.") + key.name.toStdString();
        addExplanation(details, Details::tr("Why these numbers"), explanationsOf(sources.result, subject), subject);
    }
    if (details.sections.empty() && !(plan && addPlanBuffer(details, sources, *plan, key)))
        return absentDetails(key);
    addLineage(details, *sources.lineage, key);
    return details;
}

} // namespace planscope::ui
