#include "ui/models/time_model.h"

#include "report/whole_breakdown.h"
#include "ui/models/display_names.h"

namespace planscope::ui {
namespace {

std::vector<TimePart> partsOf(const AnyResult& result)
{
    if (result.block() && result.block()->estimate)
        return timeParts(*result.block()->estimate);
    if (result.whole() && result.whole()->estimate)
        return whole::timeParts(*result.whole()->estimate);
    return {};
}

} // namespace

TimeModel::TimeModel(QObject* parent)
    : SnapshotTableModel({{tr("Iteration time"), QStringLiteral("component"), false, {}},
                          {tr("Peak only"), QStringLiteral("peak_only_seconds"), true, tr("Predicted at peak rates")},
                          {tr("% of total"), QStringLiteral("peak_only_share"), true, tr("Of the peak-only total")},
                          {tr("System evidence"), QStringLiteral("system_evidence_seconds"), true,
                           tr("Predicted with the profile's efficiencies")},
                          {tr("% of total"), QStringLiteral("system_evidence_share"), true,
                           tr("Of the system-evidence total")}},
                         parent)
{
}

void TimeModel::setResult(const AnyResult& result)
{
    std::vector<TableRow> rows;
    for (const TimePart& part : partsOf(result)) {
        const QString name = QString::fromUtf8(part.name.data(), static_cast<qsizetype>(part.name.size()));
        TableRow row{{EntityKey::Kind::Component, QStringLiteral("time.%1").arg(name)},
                     {textCell(displayName(part.name), part.name)},
                     part.name == "total"};
        for (std::size_t mode = 0; mode < part.seconds.size(); ++mode) {
            row.cells.push_back(secondsCell(part.seconds[mode]));
            row.cells.push_back(part.share ? percentCell((*part.share)[mode], tr("of the total")) : absentCell());
        }
        rows.push_back(std::move(row));
    }
    setRows(std::move(rows));
}

} // namespace planscope::ui
