#include "ui/models/difference_model.h"

#include "ui/models/display_names.h"

#include <QCoreApplication>

namespace planscope::ui {
namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("DifferenceModel", text);
}

QString text(std::string_view utf8)
{
    return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size()));
}

Change changeOf(const ComparedFact& fact)
{
    if (!fact.differs())
        return Change::Same;
    return !fact.a ? Change::Added : !fact.b ? Change::Removed : Change::Changed;
}

FactGroup groupNamed(std::string_view name)
{
    if (name == "time")
        return FactGroup::Time;
    if (name == "utilisation")
        return FactGroup::Utilisation;
    if (name == "memory")
        return FactGroup::Memory;
    if (name == "block")
        return FactGroup::Block;
    return name == "block_memory" ? FactGroup::BlockMemory : FactGroup::Shape;
}

QString figureName(std::string_view name)
{
    if (name == "mfu" || name == "hfu")
        return text(name).toUpper();
    return displayName(name);
}

/// "time.system_evidence.recompute": of the system evidence, the recompute.
DifferenceRow figureRow(FactGroup group, const ComparedFact& fact)
{
    const std::string_view path = fact.name;
    const std::size_t first = path.find('.');
    const std::size_t last = path.rfind('.');
    const std::string_view name = path.substr(last + 1);
    DifferenceRow row;
    row.group = group;
    row.name = figureName(name);
    row.fact = fact;
    row.change = changeOf(fact);
    row.isTotal = name == "total";
    if (last != first)
        row.subject = displayName(path.substr(first + 1, last - first - 1));
    else
        row.subject = group == FactGroup::Memory ? tr("First stage")
            : group == FactGroup::BlockMemory    ? tr("One block")
                                                 : tr("Training");
    if (group == FactGroup::Time)
        row.key = {EntityKey::Kind::Component, QStringLiteral("time.") + text(name)};
    if (group == FactGroup::Memory && name != "capacity")
        row.key = {EntityKey::Kind::Component, QStringLiteral("memory.") + text(name)};
    return row;
}

EntityKey entityKey(const SemanticKey& key)
{
    const QString name = QString::fromStdString(key.name);
    switch (key.kind) {
    case SemanticKey::Kind::Snapshot: return {EntityKey::Kind::Snapshot, name};
    case SemanticKey::Kind::Operation: return {EntityKey::Kind::Operation, name};
    case SemanticKey::Kind::Task: return {EntityKey::Kind::Task, name};
    case SemanticKey::Kind::Value: return {EntityKey::Kind::Value, name};
    case SemanticKey::Kind::Layer: return {EntityKey::Kind::Layer, name};
    case SemanticKey::Kind::Check: return {EntityKey::Kind::Check, name};
    case SemanticKey::Kind::Rank: return {EntityKey::Kind::Rank, name};
    case SemanticKey::Kind::Component: return {EntityKey::Kind::Component, name};
    case SemanticKey::Kind::Stage: return {EntityKey::Kind::Stage, name};
    case SemanticKey::Kind::Edge: return {EntityKey::Kind::Edge, name};
    }
    Q_UNREACHABLE();
}

void addIr(std::vector<DifferenceRow>& rows, const IrComparison& ir)
{
    const FactGroup group = ir.kind == IrKind::Model ? FactGroup::Model
        : ir.kind == IrKind::Distributed             ? FactGroup::Distributed
                                                     : FactGroup::Plan;
    const auto add = [&rows, group](const EntityKey& key, const QString& subject, const ComparedFact& fact) {
        rows.push_back({group, key, subject, displayName(fact.name), fact, changeOf(fact), false});
    };
    const EntityKey whole{EntityKey::Kind::Snapshot, text(nameOf(ir.kind))};
    for (const ComparedFact& fact : ir.facts)
        add(whole, titleOf(group), fact);
    for (const ComparedEntity& entity : ir.entities) {
        if (ir.kind == IrKind::PortablePlan && entity.key.kind == SemanticKey::Kind::Task)
            continue; // among the tasks, with their predicted times
        QString subject = QString::fromStdString(entity.key.name);
        if (!entity.part.empty())
            subject += QLatin1Char(' ') + QString::fromStdString(entity.part);
        for (const ComparedFact& fact : entity.facts)
            add(entityKey(entity.key), subject, fact);
    }
}

} // namespace

QString titleOf(FactGroup group)
{
    switch (group) {
    case FactGroup::Time: return tr("Iteration time");
    case FactGroup::Utilisation: return tr("Utilisation");
    case FactGroup::Memory: return tr("Memory");
    case FactGroup::Task: return tr("Task");
    case FactGroup::Block: return tr("Block work");
    case FactGroup::BlockMemory: return tr("Block memory");
    case FactGroup::Shape: return tr("Shape");
    case FactGroup::Model: return QStringLiteral("ModelIR");
    case FactGroup::Distributed: return QStringLiteral("DistributedTaskIR");
    case FactGroup::Plan: return QStringLiteral("PortablePlanIR");
    }
    Q_UNREACHABLE();
}

std::vector<DifferenceRow> differenceRows(const Comparison& comparison)
{
    std::vector<DifferenceRow> rows;
    const auto addGroups = [&](std::initializer_list<FactGroup> wanted) {
        for (const FactGroup group : wanted)
            for (const FigureGroup& figures : comparison.figures)
                for (const ComparedFact& fact : figures.facts)
                    if (groupNamed(figures.name) == group)
                        rows.push_back(figureRow(group, fact));
    };
    addGroups({FactGroup::Time, FactGroup::Utilisation, FactGroup::Memory});
    for (const ComparedTask& task : comparison.tasks) {
        const QString name = QString::fromStdString(task.name);
        for (const ComparedFact& fact : task.facts)
            rows.push_back({FactGroup::Task,
                            {EntityKey::Kind::Task, name},
                            name,
                            displayName(fact.name),
                            fact,
                            changeOf(fact),
                            false});
    }
    addGroups({FactGroup::Block, FactGroup::BlockMemory, FactGroup::Shape});
    for (const IrComparison& ir : comparison.irs)
        addIr(rows, ir);
    return rows;
}

std::vector<DifferenceRow> memoryDifferenceRows(const Comparison& comparison)
{
    std::vector<DifferenceRow> rows;
    for (const FigureGroup& figures : comparison.figures)
        for (const ComparedFact& fact : figures.facts)
            if (figures.name == "memory")
                rows.push_back(figureRow(FactGroup::Memory, fact));
    return rows;
}

} // namespace planscope::ui
