#include "ui/models/cause_model.h"

#include "compare/iteration_figures.h"
#include "ui/models/display_names.h"
#include "ui/models/fact_cell.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace planscope::ui {
namespace {

/// Those that no task's time is part of. The optimizer of a whole model is no task; gradients of replicated parameters,
/// which are none either, stand with the messages of the tasks.
bool isTaskless(std::string_view component, Accounting accounting)
{
    return component == "pipeline_parallel" || component == "data_parallel" || component == "pipeline_bubble"
        || (component == "optimizer" && accounting == Accounting::Whole);
}

std::vector<TableHeading> headings()
{
    return {
        {CauseModel::tr("Part"), QStringLiteral("part"), false, {}},
        {CauseModel::tr("Kind"), QStringLiteral("kind"), false, {}},
        {CauseModel::tr("Share"), QStringLiteral("share"), true,
         CauseModel::tr("What of the cause's share is this part's, in an iteration on a rank")},
        {CauseModel::tr("%"), QStringLiteral("of_cause"), true, CauseModel::tr("Of the cause's share")},
    };
}

struct Part {
    EntityKey key;
    QString name;
    QString kind;
    double share = 0;
};

TableRow rowOf(const Part& part, double whole, FactUnit unit, bool isTotal)
{
    TableCell share = deltaCell(part.share, unit);
    share.sort = part.share;
    const TableCell ofCause = whole != 0 ? percentCell(part.share / whole, CauseModel::tr("of the cause's share"))
                                         : absentCell();
    return {part.key, {textCell(part.name), textCell(part.kind), std::move(share), ofCause}, isTotal};
}

std::string_view groupOf(std::string_view measure)
{
    return measure.substr(0, measure.rfind('.'));
}

/// Components other than the total; of a time, those without tasks alone.
void addComponents(std::vector<Part>& parts, const CauseTable& table, Measure measure, Accounting accounting,
                   std::size_t cause)
{
    const bool isTime = modeOf(measure).has_value();
    const std::string_view whole = nameOf(measure, accounting);
    const std::string_view group = groupOf(whole);
    for (const AttributedMeasure& component : table.measures) {
        const std::string_view name = component.name;
        if (groupOf(name) != group || name == whole)
            continue;
        const std::string_view last = name.substr(name.rfind('.') + 1);
        if (isTime && !isTaskless(last, accounting))
            continue;
        EntityKey key;
        if (measure != Measure::RankOperations)
            key = {EntityKey::Kind::Component,
                   (isTime ? QStringLiteral("time.") : QStringLiteral("memory."))
                       + QString::fromUtf8(last.data(), static_cast<qsizetype>(last.size()))};
        parts.push_back({key, partName(name),
                         measure == Measure::RankOperations ? CauseModel::tr("phase") : CauseModel::tr("component"),
                         component.shares[cause]});
    }
}

/// What tasks and components leave of a whole model's time: the reduction of the gradients that tensor ranks replicate,
/// once a step. No row where the rest is the rounding of the others.
void addReplicatedGradients(std::vector<Part>& parts, const AttributedMeasure& shared, std::size_t cause)
{
    double rest = shared.shares[cause];
    for (const Part& part : parts)
        rest -= part.share;
    constexpr double rounding = 1e-12;
    if (std::abs(rest) > rounding * std::max(std::abs(shared.a.toDouble()), std::abs(shared.b.toDouble())))
        parts.push_back({{EntityKey::Kind::Component, QStringLiteral("time.tensor_parallel")},
                         CauseModel::tr("Replicated gradients"),
                         CauseModel::tr("component"),
                         rest});
}

} // namespace

QString titleOf(const Cause& cause)
{
    QStringList labels;
    for (const CauseField field : cause.fields.fields()) {
        const std::string_view label = labelOf(field);
        labels << QString::fromUtf8(label.data(), static_cast<qsizetype>(label.size()));
    }
    return labels.join(QStringLiteral(" + "));
}

const CauseTable* causeTableOf(const ComparedPair& pair, Measure measure)
{
    const std::optional<CauseTable>& table = modeOf(measure) ? pair.attribution.time : pair.attribution.work;
    return table && table->find(nameOf(measure, pair.comparison.accounting)) ? &*table : nullptr;
}

const AttributedMeasure* measureOf(const ComparedPair& pair, Measure measure)
{
    const CauseTable* const table = causeTableOf(pair, measure);
    return table ? table->find(nameOf(measure, pair.comparison.accounting)) : nullptr;
}

QString partName(std::string_view name)
{
    const auto isAmong = [name](const auto& names) {
        return std::find(names.begin(), names.end(), name) != names.end();
    };
    if (isAmong(EnumNames<Layer>::names) || isAmong(EnumNames<whole::Row>::names))
        return QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
    return displayName(name.substr(name.rfind('.') + 1));
}

CauseModel::CauseModel(QObject* parent)
    : SnapshotTableModel(headings(), parent)
{
}

void CauseModel::setCause(const ComparedPair* pair, const FollowedCauses* followed, Measure measure, std::size_t cause)
{
    const CauseTable* const table = pair ? causeTableOf(*pair, measure) : nullptr;
    const bool isTime = modeOf(measure).has_value();
    if (!table || cause >= table->causes.size() || (isTime && !followed)) {
        setRows({});
        return;
    }
    std::vector<Part> parts;
    if (isTime)
        for (const TaskShares& task : followed->tasks) {
            const QString name = QString::fromStdString(task.task);
            parts.push_back({{EntityKey::Kind::Task, name}, name, tr("task"), task.shares[cause]});
        }
    addComponents(parts, *table, measure, pair->comparison.accounting, cause);
    const AttributedMeasure& shared = *measureOf(*pair, measure);
    const double whole = shared.shares[cause];
    if (isTime && pair->comparison.accounting == Accounting::Whole)
        addReplicatedGradients(parts, shared, cause);
    std::stable_sort(parts.begin(), parts.end(),
                     [](const Part& left, const Part& right) { return std::abs(left.share) > std::abs(right.share); });
    std::vector<TableRow> rows;
    for (const Part& part : parts)
        if (part.share != 0)
            rows.push_back(rowOf(part, whole, shared.unit, false));
    rows.push_back(rowOf({{}, tr("Share of the cause"), {}, whole}, whole, shared.unit, true));
    setRows(std::move(rows));
}

} // namespace planscope::ui
