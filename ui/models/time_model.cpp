#include "ui/models/time_model.h"

#include "ui/models/display_names.h"

namespace planscope::ui {

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

void TimeModel::setResult(const CandidateResultPtr& result)
{
    std::vector<TableRow> rows;
    if (result && result->estimate && result->estimate->modes) {
        for (const NamedFigure<IterationTime>& figure : iterationTimeFigures) {
            const QString name = QString::fromUtf8(figure.name.data(), static_cast<qsizetype>(figure.name.size()));
            TableRow row{{EntityKey::Kind::Component, QStringLiteral("time.%1").arg(name)},
                         {textCell(displayName(figure.name), figure.name)},
                         figure.member == &IterationTime::total};
            for (const ModeEstimate& mode : *result->estimate->modes) {
                const double seconds = mode.iteration.*figure.member;
                const double total = mode.iteration.total;
                row.cells.push_back(secondsCell(seconds));
                row.cells.push_back(total > 0 ? percentCell(seconds / total, tr("of the total")) : absentCell());
            }
            rows.push_back(std::move(row));
        }
    }
    setRows(std::move(rows));
}

} // namespace planscope::ui
