#include "ui/models/difference_model.h"

#include "ui/models/display_names.h"
#include "ui/models/stage_key.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <optional>
#include <string>

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
    static constexpr std::array<std::pair<std::string_view, FactGroup>, 9> groups{{
        {"time", FactGroup::Time},
        {"utilisation", FactGroup::Utilisation},
        {"memory", FactGroup::Memory},
        {"stages", FactGroup::Stage},
        {"block", FactGroup::Block},
        {"block_memory", FactGroup::BlockMemory},
        {"program", FactGroup::Program},
        {"parameters", FactGroup::Parameters},
        {"flops_per_token", FactGroup::TokenOperations},
    }};
    const auto* const found =
        std::find_if(groups.begin(), groups.end(), [name](const auto& one) { return one.first == name; });
    return found == groups.end() ? FactGroup::Shape : found->second;
}

QString figureName(std::string_view name)
{
    if (name == "mfu" || name == "hfu")
        return text(name).toUpper();
    if (name == "mfu_causal")
        return tr("MFU, causal attention");
    return name == "mfu_full" ? tr("MFU, full attention") : displayName(name);
}

/// Whose a figure is whose path names nobody.
QString subjectOf(FactGroup group, Accounting accounting)
{
    switch (group) {
    case FactGroup::Memory: return accounting == Accounting::Block ? tr("First stage") : tr("Fullest stage");
    case FactGroup::BlockMemory: return tr("One block");
    case FactGroup::Parameters: return tr("Published model");
    case FactGroup::TokenOperations: return tr("One token");
    default: return tr("Training");
    }
}

EntityKey figureKey(FactGroup group, std::string_view path, std::string_view name)
{
    const auto component = [](const QString& of) { return EntityKey{EntityKey::Kind::Component, of}; };
    switch (group) {
    case FactGroup::Time: return component(QStringLiteral("time.") + text(name));
    case FactGroup::Memory:
        return name == "capacity" || name == "peak_stage" ? EntityKey{}
                                                          : component(QStringLiteral("memory.") + text(name));
    case FactGroup::Parameters:
    case FactGroup::TokenOperations: return component(text(path));
    default: return {};
    }
}

/// "time.system_evidence.recompute": of the system evidence, the recompute.
DifferenceRow figureRow(FactGroup group, const ComparedFact& fact, Accounting accounting)
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
    row.isTotal = name == "total" || (group == FactGroup::Memory && name == "peak");
    row.subject = last != first ? displayName(path.substr(first + 1, last - first - 1)) : subjectOf(group, accounting);
    if (group == FactGroup::Program) // "program.block.forward.operations"
        row.subject.replace(QLatin1Char('.'), QStringLiteral(", "));
    row.key = figureKey(group, path, name);
    return row;
}

/// What the path of a stage's figure says: "time.peak_only.stages[3].busy" of stage 3 "time.busy" in that mode,
/// "stages[3].peak.parts.weights" of it "memory.weights".
struct StageFigure {
    int stage = 0;
    std::string name;
    std::optional<EstimateMode> mode;
};
StageFigure stageFigureIn(std::string_view path)
{
    StageFigure figure;
    const std::size_t open = path.find('['), close = path.find(']');
    figure.stage = std::stoi(std::string{path.substr(open + 1, close - open - 1)});
    const std::string_view last = path.substr(close + 2);
    if (const std::size_t stages = path.find("stages"); stages > 0) {
        figure.mode = enumFromName<EstimateMode>(path.substr(5, stages - 6));
        figure.name = "time." + std::string{last};
    } else if (last == "peak.bytes") {
        figure.name = "memory.peak";
    } else if (last.starts_with("peak.parts.")) {
        figure.name = "memory." + std::string{last.substr(std::string_view{"peak.parts."}.size())};
    } else {
        figure.name = last;
    }
    return figure;
}

/// What a stage holds for ever is a part of its peak, under the same name.
bool isHeld(std::string_view figure)
{
    return figure == "weights" || figure == "gradients" || figure == "optimizer";
}

DifferenceRow stageRow(const StageFigure& figure, const ComparedFact& fact)
{
    DifferenceRow row;
    row.group = FactGroup::Stage;
    row.fact = fact;
    row.change = changeOf(fact);
    row.isTotal = figure.name == "memory.peak";
    row.subject = figure.mode
        ? tr("Stage %1, %2").arg(QString::number(figure.stage), displayName(nameOf(*figure.mode)).toLower())
        : tr("Stage %1").arg(figure.stage);
    row.name = stageFigureName(figure.name);
    const bool isExplained = figure.name != "operations" && !figure.name.starts_with("messages.");
    row.key = isHeld(figure.name) ? stageFigureKey(figure.stage, "memory." + figure.name)
        : isExplained             ? stageFigureKey(figure.stage, figure.name)
                                  : stageKey(figure.stage);
    return row;
}

template <class Visit>
void visitGroup(const Comparison& comparison, FactGroup group, Visit&& visit)
{
    for (const FigureGroup& figures : comparison.figures)
        if (groupNamed(figures.name) == group)
            for (const ComparedFact& fact : figures.facts)
                visit(fact);
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
        if (entity.key.kind == SemanticKey::Kind::Stage)
            subject = tr("Stage %1").arg(subject);
        if (entity.key.kind == SemanticKey::Kind::Edge)
            subject = tr("Messages %1").arg(subject);
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
    case FactGroup::Stage: return tr("Stages");
    case FactGroup::Task: return tr("Task");
    case FactGroup::Block: return tr("Block work");
    case FactGroup::BlockMemory: return tr("Block memory");
    case FactGroup::Program: return tr("Work of a microbatch");
    case FactGroup::Parameters: return tr("Parameters");
    case FactGroup::TokenOperations: return tr("Operations a token");
    case FactGroup::Shape: return tr("Shape");
    case FactGroup::Model: return QStringLiteral("ModelIR");
    case FactGroup::Distributed: return QStringLiteral("DistributedTaskIR");
    case FactGroup::Plan: return QStringLiteral("PortablePlanIR");
    }
    Q_UNREACHABLE();
}

QString stageFigureName(std::string_view figure)
{
    constexpr std::string_view memory = "memory.", messages = "messages.", time = "time.";
    if (figure == "memory.peak")
        return tr("Peak of memory");
    if (figure.starts_with(memory))
        return tr("Of the peak: %1").arg(displayName(figure.substr(memory.size())).toLower());
    if (figure.starts_with(messages))
        return tr("Messages over %1").arg(text(figure.substr(messages.size())));
    return figure.starts_with(time) ? tr("%1 time").arg(displayName(figure.substr(time.size()))) : displayName(figure);
}

std::vector<DifferenceRow> differenceRows(const Comparison& comparison)
{
    std::vector<DifferenceRow> rows;
    const auto addGroups = [&](std::initializer_list<FactGroup> wanted) {
        for (const FactGroup group : wanted)
            visitGroup(comparison, group, [&](const ComparedFact& fact) {
                rows.push_back(group == FactGroup::Stage ? stageRow(stageFigureIn(fact.name), fact)
                                                         : figureRow(group, fact, comparison.accounting));
            });
    };
    addGroups({FactGroup::Time, FactGroup::Utilisation, FactGroup::Memory, FactGroup::Stage});
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
    addGroups({FactGroup::Block, FactGroup::BlockMemory, FactGroup::Program, FactGroup::Parameters,
               FactGroup::TokenOperations, FactGroup::Shape});
    for (const IrComparison& ir : comparison.irs)
        addIr(rows, ir);
    return rows;
}

std::vector<DifferenceRow> memoryDifferenceRows(const Comparison& comparison)
{
    std::vector<DifferenceRow> rows;
    visitGroup(comparison, FactGroup::Memory, [&](const ComparedFact& fact) {
        rows.push_back(figureRow(FactGroup::Memory, fact, comparison.accounting));
    });
    if (comparison.accounting == Accounting::Whole) // files begin with the peak and what it is judged by
        std::stable_partition(rows.begin(), rows.end(), [](const DifferenceRow& row) {
            const std::string& path = row.fact.name;
            return path != "memory.peak" && path != "memory.capacity" && path != "memory.peak_stage";
        });
    return rows;
}

std::vector<std::string> stageFiguresOf(const Comparison& comparison)
{
    std::vector<std::string> figures;
    visitGroup(comparison, FactGroup::Stage, [&figures](const ComparedFact& fact) {
        const StageFigure found = stageFigureIn(fact.name);
        if (found.stage == 0 && !isHeld(found.name)
            && std::find(figures.begin(), figures.end(), found.name) == figures.end())
            figures.push_back(found.name);
    });
    return figures;
}

std::vector<DifferenceRow> stageDifferenceRows(const Comparison& comparison, std::string_view figure,
                                               EstimateMode mode)
{
    std::vector<DifferenceRow> rows;
    visitGroup(comparison, FactGroup::Stage, [&](const ComparedFact& fact) {
        const StageFigure found = stageFigureIn(fact.name);
        if (found.name != figure || found.mode.value_or(mode) != mode)
            return;
        rows.push_back(stageRow(found, fact));
        rows.back().isTotal = false; // of what stands beside it
        rows.back().subject = tr("Stage %1").arg(found.stage);
    });
    return rows;
}

} // namespace planscope::ui
