#include "ui/panels/detail_rows.h"
#include "ui/panels/figure_explanation.h"
#include "ui/panels/task_sections.h"

#include "report/number_format.h"
#include "report/whole_breakdown.h"
#include "ui/models/shown_text.h"

#include <QCoreApplication>

#include <algorithm>

namespace planscope::ui {
namespace {

struct Details {
    Q_DECLARE_TR_FUNCTIONS(Details)
};

QString runsText(whole::Unit unit)
{
    return unit == whole::Unit::Block ? Details::tr("once a microbatch and block") : Details::tr("once a microbatch");
}

QString collectiveText(const whole::DistributedTask& task)
{
    const QString kind = wordsOf(*task.invocation.collective);
    return task.reduction ? Details::tr("%1 (%2)").arg(kind, wordsOf(*task.reduction)) : kind;
}

/// "tp, 4 ranks".
QString groupText(const whole::DistributedTaskIR& ir, whole::GroupAxis axis)
{
    const QString name = plainText(nameOf(axis));
    for (const MeshAxis& known : ir.mesh.axes)
        if (known.name == nameOf(axis))
            return Details::tr("%1, %2 ranks").arg(name).arg(known.size.value());
    return name;
}

/// The stages on which a unit runs, as links.
void addStages(DetailSection& section, const whole::PlanProgram& program, whole::Unit unit)
{
    const auto stages = static_cast<std::size_t>(program.rule.stages);
    const auto& chunks = program.shape.chunks;
    const auto has = [&](std::size_t stage) {
        if (unit == whole::Unit::Embedding)
            return stage == 0;
        if (unit == whole::Unit::Head)
            return stage + 1 == stages;
        for (std::size_t chunk = stage; chunk < chunks.size(); chunk += stages)
            if (chunks[chunk] > 0)
                return true;
        return false;
    };
    std::size_t count = 0, last = 0;
    for (std::size_t stage = 0; stage < stages; ++stage)
        if (has(stage)) {
            ++count;
            last = stage;
        }
    if (count == 1)
        section.rows.push_back(linkRow(Details::tr("stage"), {EntityKey::Kind::Stage, QString::number(last)}));
    else
        section.rows.push_back(textRow(Details::tr("stages"), count == stages
                                           ? Details::tr("all %1").arg(count)
                                           : Details::tr("%1 of %2").arg(count).arg(stages)));
}

DetailSection placementSection(const whole::DistributedTaskIR& ir, const whole::DistributedTask& task,
                               const whole::PortablePlanIR* plan)
{
    DetailSection section = sectionOf(Details::tr("Placement"));
    const whole::Invocation& invocation = task.invocation;
    const whole::Unit unit = unitOf(invocation.row);
    section.rows.push_back(linkRow(Details::tr("operation"),
                                   {EntityKey::Kind::Operation, plainText(operationNameOf(invocation.row))}));
    section.rows.push_back(textRow(Details::tr("unit"), wordsOf(unit)));
    section.rows.push_back(textRow(Details::tr("runs"), runsText(unit)));
    if (invocation.part)
        section.rows.push_back(textRow(Details::tr("part of the kernel"), wordsOf(*invocation.part)));
    if (invocation.collective) {
        section.rows.push_back(textRow(Details::tr("collective"), collectiveText(task)));
        section.rows.push_back(textRow(Details::tr("group"), groupText(ir, *invocation.group)));
        section.rows.push_back(textRow(Details::tr("at"), wordsOf(*invocation.site)));
    }
    if (task.repeats)
        section.rows.push_back(linkRow(Details::tr("repeats"), taskKey(nameOfId(ir.tasks, *task.repeats))));
    if (plan != nullptr)
        addStages(section, plan->program, unit);
    return section;
}

/// What is kept from this task on, and what is free after it.
DetailSection savedSection(const whole::PortablePlanIR& plan, const whole::PlanTask& task)
{
    DetailSection section = sectionOf(Details::tr("Tensors kept for backward"), DetailSection::Form::Links);
    const auto add = [&](const QString& label, whole::PlanTask const& at, PlanTaskId whole::SavedBuffer::* when) {
        for (const whole::SavedBuffer& buffer : plan.saved)
            if (buffer.*when == at.id)
                section.rows.push_back(linkRow(label, {EntityKey::Kind::Value, plainText(buffer.name)}));
    };
    add(Details::tr("kept after it"), task, &whole::SavedBuffer::birth);
    add(Details::tr("free after it"), task, &whole::SavedBuffer::death);
    return section;
}

void addIfAny(EntityDetails& details, DetailSection section)
{
    if (!section.rows.empty())
        details.sections.push_back(std::move(section));
}

/// What all runs of the operation cost in one microbatch.
DetailSection costSection(const whole::CandidateResult& result, const QString& operation)
{
    DetailSection section = sectionOf(Details::tr("Predicted cost of a microbatch"));
    section.rightOfBoundary = true;
    section.note = Details::tr("All runs in all blocks on one tensor rank, messages and gradients with them; on %1.")
                       .arg(shownText(result.system->name));
    for (const whole::OperationCost& cost : operationCosts(result)) {
        if (plainText(nameOf(cost.row)) != operation && plainText(operationNameOf(cost.row)) != operation)
            continue;
        const auto label = [&](const QString& what) {
            return plainText(nameOf(cost.row)) == operation ? what
                                                            : Details::tr("%1, %2").arg(what, wordsOf(cost.row));
        };
        section.rows.push_back(countRow(label(Details::tr("runs")), cost.invocations, Details::tr("runs")));
        section.rows.push_back(operationsRow(label(Details::tr("operations")), cost.operations));
        section.rows.push_back(bytesRow(label(Details::tr("local bytes")), cost.bytes));
        section.rows.push_back(bytesRow(label(Details::tr("messages")), cost.message));
        for (const EstimateMode mode : {EstimateMode::SystemEvidence, EstimateMode::PeakOnly})
            section.rows.push_back(
                secondsRow(label(wordsOf(mode)), cost.seconds[static_cast<std::size_t>(mode)]));
        section.rows.push_back({label(Details::tr("share of all")), plainText(humanPercent(cost.share)),
                                plainText(exactDigits(cost.share)), {}, {}, {}});
    }
    return section;
}

} // namespace

EntityDetails wholeTaskDetails(const DetailSources& sources, const EntityKey& key)
{
    const auto* const tasks = published<whole::DistributedTaskIR>(sources.history());
    const whole::DistributedTask* const task = tasks ? named(tasks->tasks, key.name) : nullptr;
    if (task == nullptr)
        return absentDetails(key);
    const auto* const plan = published<whole::PortablePlanIR>(sources.history());
    const whole::PlanTask* const planned = plan ? named(plan->tasks, key.name) : nullptr;

    EntityDetails details;
    details.title = key.name;
    const whole::Invocation& invocation = task->invocation;
    details.subtitle = QStringLiteral("%1 · %2 · %3")
                           .arg(wordsOf(unitOf(invocation.row)),
                                invocation.collective ? wordsOf(*invocation.collective)
                                                      : Details::tr("%1 engine").arg(wordsOf(invocation.engine)),
                                wordsOf(invocation.phase));
    details.sections.push_back(workSection(
        task->facts, Details::tr("Each run, %1.").arg(runsText(unitOf(task->invocation.row)))));
    const std::string subject = key.name.toStdString();
    const std::vector<Explanation> explanations = explanationsOf(sources.result, subject);
    addExplanation(details, Details::tr("Why these numbers"), explanations, subject);
    addLineage(details, *sources.lineage, key);
    details.sections.push_back(placementSection(*tasks, *task, plan));
    details.sections.push_back(dependencySection(tasks->tasks, *task));
    if (planned != nullptr) {
        details.sections.push_back(
            needsSection(planned->requires_, planned->alternatives, planned->concurrency, planned->demand));
        addIfAny(details, savedSection(*plan, *planned));
    }
    const QString system = shownText(sources.result.head()->system->name);
    addIfAny(details, timeSection(explanations, subject, Details::tr("Each run on one rank of %1.").arg(system)));
    for (const EstimateMode mode : {EstimateMode::SystemEvidence, EstimateMode::PeakOnly})
        addExplanation(details, Details::tr("Why: %1").arg(wordsOf(mode)), explanations,
                       subject + ".time." + std::string{nameOf(mode)});
    return details;
}

EntityDetails wholeOperationDetails(const DetailSources& sources, const EntityKey& key)
{
    const auto* const model = published<whole::ModelIR>(sources.history());
    const whole::ModelOperation* const operation = model ? named(model->operations, key.name) : nullptr;
    if (operation == nullptr)
        return absentDetails(key);
    EntityDetails details;
    details.title = key.name;
    const auto position = static_cast<std::int64_t>(operation - model->operations.data());
    for (const whole::ModelBody& body : model->bodies)
        if (body.firstOperation <= position && position < body.firstOperation + body.operationCount) {
            details.subtitle = Details::tr("%1 of the %2").arg(wordsOf(operation->kind), wordsOf(body.unit));
            if (body.repetitions > 1)
                details.subtitle += Details::tr(", repeated ×%1").arg(body.repetitions);
        }
    DetailSection values = sectionOf(Details::tr("Operands and results"), DetailSection::Form::Links);
    const auto add = [&](const std::vector<whole::ModelOperand>& operands) {
        for (const whole::ModelOperand& operand : operands) {
            QString label = wordsOf(operand.role);
            if (readInBackward(operation->kind, operand.role))
                label += Details::tr(", read in backward");
            values.rows.push_back(
                linkRow(label, {EntityKey::Kind::Value, nameOfId(model->values, operand.value)}));
        }
    };
    add(operation->operands);
    add(operation->results);
    details.sections.push_back(std::move(values));
    if (const auto* const tasks = published<whole::DistributedTaskIR>(sources.history())) {
        DetailSection made = sectionOf(Details::tr("Task classes"), DetailSection::Form::Links);
        for (const whole::DistributedTask& task : tasks->tasks)
            if (operationNameOf(task.invocation.row) == operation->name)
                made.rows.push_back(linkRow(wordsOf(task.invocation.phase), taskKey(plainText(task.name))));
        addIfAny(details, std::move(made));
    }
    addLineage(details, *sources.lineage, key);
    addIfAny(details, costSection(sources.whole(), key.name));
    return details;
}

} // namespace planscope::ui
