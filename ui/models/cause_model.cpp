#include "ui/models/cause_model.h"

#include "compare/iteration_figures.h"
#include "ui/models/display_names.h"
#include "ui/models/fact_cell.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace planscope::ui {
namespace {

/// Those that no task's time is part of.
constexpr std::array<std::string_view, 3> taskless{"pipeline_parallel", "data_parallel", "pipeline_bubble"};

std::vector<TableHeading> headings()
{
    return {
        {CauseModel::tr("Part"), QStringLiteral("part"), false, {}},
        {CauseModel::tr("Kind"), QStringLiteral("kind"), false, {}},
        {CauseModel::tr("Share"), QStringLiteral("share"), true,
         CauseModel::tr("What of the cause's share is this part's, in an iteration on a rank")},
        {CauseModel::tr("Of the cause"), QStringLiteral("of_cause"), true, {}},
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
void addComponents(std::vector<Part>& parts, const CauseTable& table, Measure measure, std::size_t cause)
{
    const bool isTime = modeOf(measure).has_value();
    const std::string_view group = groupOf(nameOf(measure));
    for (const AttributedMeasure& component : table.measures) {
        const std::string_view name = component.name;
        if (groupOf(name) != group || name == nameOf(measure))
            continue;
        const std::string_view last = name.substr(name.rfind('.') + 1);
        if (isTime && std::find(taskless.begin(), taskless.end(), last) == taskless.end())
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
    return table && table->find(nameOf(measure)) ? &*table : nullptr;
}

QString partName(std::string_view name)
{
    for (const std::string_view layer : EnumNames<Layer>::names)
        if (name == layer)
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
    addComponents(parts, *table, measure, cause);
    std::stable_sort(parts.begin(), parts.end(), [](const Part& left, const Part& right) {
        return std::abs(left.share) > std::abs(right.share);
    });
    const AttributedMeasure& shared = *table->find(nameOf(measure));
    const double whole = shared.shares[cause];
    std::vector<TableRow> rows;
    for (const Part& part : parts)
        if (part.share != 0)
            rows.push_back(rowOf(part, whole, shared.unit, false));
    rows.push_back(rowOf({{}, tr("Share of %1").arg(titleOf(table->causes[cause])), {}, whole}, whole, shared.unit, true));
    setRows(std::move(rows));
}

} // namespace planscope::ui
