#include "ui/export/report_parts.h"

#include "ui/models/checkpoint_tree_model.h"
#include "ui/models/model_roles.h"

#include <QCoreApplication>

#include <algorithm>

namespace planscope::ui {
namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("ReportCandidate", text);
}

QString cell(const QModelIndex& row, CheckpointTreeModel::Column column)
{
    return row.siblingAtColumn(static_cast<int>(column)).data().toString();
}

/// The record of a checkpoint but for the host time, which differs from run to run.
void addRecord(ReportFlow& flow, const QModelIndex& record)
{
    using Column = CheckpointTreeModel::Column;
    std::vector<std::pair<QString, QString>> facts{{cell(record, Column::Item), cell(record, Column::Actual)}};
    const QAbstractItemModel& model = *record.model();
    for (int k = 0; k < model.rowCount(record); ++k) {
        const QModelIndex fact = model.index(k, 0, record);
        if (fact.data(ExactRole).toString() != QLatin1String("host_nanoseconds"))
            facts.emplace_back(cell(fact, Column::Item), cell(fact, Column::Actual));
    }
    flow.facts(facts);
}

void addChecks(ReportFlow& flow, const QModelIndex& checkpoint)
{
    using Column = CheckpointTreeModel::Column;
    ReportTable table{{{tr("Check")}, {tr("Verdict")}, {tr("Expected")}, {tr("Actual")}, {tr("Culprit")}}, {}};
    const auto add = [&table](const QModelIndex& row, const QString& name) {
        const QVariant passed = row.data(PassedRole);
        ReportRow cells;
        cells.cells = {{name},
                       {cell(row, Column::Verdict), passed.toBool() ? Role::Ok : Role::Error},
                       {cell(row, Column::Expected)},
                       {cell(row, Column::Actual)},
                       {cell(row, Column::Culprit)}};
        table.rows.push_back(std::move(cells));
    };
    const QAbstractItemModel& model = *checkpoint.model();
    for (int k = 0; k < model.rowCount(checkpoint); ++k) {
        const QModelIndex check = model.index(k, 0, checkpoint);
        if (!check.data(PassedRole).isValid())
            continue; // the contract, the record
        add(check, cell(check, Column::Item));
        if (!check.data(PassedRole).toBool()) // then what failed of it
            for (int outcome = 0; outcome < model.rowCount(check); ++outcome)
                if (const QModelIndex failed = model.index(outcome, 0, check); !failed.data(PassedRole).toBool())
                    add(failed, QStringLiteral("    %1").arg(cell(failed, Column::Item)));
    }
    const bool hasCulprit = std::any_of(table.rows.begin(), table.rows.end(),
                                        [](const ReportRow& row) { return !row.cells.back().text.isEmpty(); });
    if (!hasCulprit) {
        table.columns.pop_back();
        for (ReportRow& row : table.rows)
            row.cells.pop_back();
    }
    flow.table(std::move(table));
}

} // namespace

void addCheckpoints(ReportFlow& flow, const AnyResult& result)
{
    CheckpointTreeModel model;
    model.setResult(result);
    flow.heading(2, tr("Checkpoints"));
    flow.caption(tr("Each transition is checked independently of the pass that made it, and published whole or not at "
                    "all."));
    for (int k = 0; k < model.rowCount(); ++k) {
        const QModelIndex checkpoint = model.index(k, 0);
        flow.heading(3,
                     QStringLiteral("%1  %2").arg(cell(checkpoint, CheckpointTreeModel::Column::Item),
                                                  cell(checkpoint, CheckpointTreeModel::Column::Verdict)));
        for (int part = 0; part < model.rowCount(checkpoint); ++part) {
            const QModelIndex below = model.index(part, 0, checkpoint);
            if (cell(below, CheckpointTreeModel::Column::Item) == CheckpointTreeModel::tr("Record"))
                addRecord(flow, below);
        }
        addChecks(flow, checkpoint);
    }
}

} // namespace planscope::ui
