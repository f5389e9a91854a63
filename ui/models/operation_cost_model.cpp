#include "ui/models/operation_cost_model.h"

#include "report/whole_breakdown.h"
#include "ui/models/display_names.h"

namespace planscope::ui {
namespace {

QString text(std::string_view utf8)
{
    return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size()));
}

} // namespace

OperationCostModel::OperationCostModel(QObject* parent)
    : SnapshotTableModel(
        {{tr("Operation"), QStringLiteral("operation"), false, {}},
         {tr("Of"), QStringLiteral("unit"), false, tr("Blocks count all of the model's")},
         {tr("Invocations"), QStringLiteral("invocations"), true, tr("Of forward, recompute and backward")},
         {tr("Operations"), QStringLiteral("operations"), true, {}},
         {tr("Memory traffic"), QStringLiteral("bytes"), true, tr("Bytes read and written locally")},
         {tr("Messages"), QStringLiteral("message_bytes"), true, tr("Exchanged between tensor ranks")},
         {tr("Peak only"), QStringLiteral("peak_only_seconds"), true, tr("Predicted at peak rates")},
         {tr("System evidence"), QStringLiteral("system_evidence_seconds"), true,
          tr("Predicted with the profile's efficiencies")},
         {tr("% of all"), QStringLiteral("system_evidence_share"), true,
          tr("Of the sum of all operations with system evidence")}},
        parent)
{
}

void OperationCostModel::setResult(const whole::CandidateResultPtr& result)
{
    std::vector<TableRow> rows;
    for (const whole::OperationCost& cost :
         result ? whole::operationCosts(*result) : std::vector<whole::OperationCost>{}) {
        const std::string_view unit = nameOf(unitOf(cost.row));
        rows.push_back(
            {{EntityKey::Kind::Operation, text(operationNameOf(cost.row))},
             {textCell(text(nameOf(cost.row))), textCell(displayName(unit), unit), countCell(cost.invocations),
              operationsCell(cost.operations), bytesCell(cost.bytes), bytesCell(cost.message),
              secondsCell(cost.seconds[static_cast<std::size_t>(EstimateMode::PeakOnly)]),
              secondsCell(cost.seconds[static_cast<std::size_t>(EstimateMode::SystemEvidence)]),
              percentCell(cost.share, tr("of all operations"))}});
    }
    setRows(std::move(rows));
}

} // namespace planscope::ui
