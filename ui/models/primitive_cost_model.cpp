#include "ui/models/primitive_cost_model.h"

#include "evaluation/estimate/task_times.h"
#include "ui/models/display_names.h"

namespace planscope::ui {

PrimitiveCostModel::PrimitiveCostModel(QObject* parent)
    : SnapshotTableModel({{tr("Primitive"), QStringLiteral("primitive"), false, {}},
                          {tr("Invocations"), QStringLiteral("invocations"), true, {}},
                          {tr("Operations"), QStringLiteral("operations"), true, {}},
                          {tr("Memory traffic"), QStringLiteral("bytes"), true, tr("Bytes read and written locally")},
                          {tr("Peak only"), QStringLiteral("peak_only_seconds"), true, tr("Predicted at peak rates")},
                          {tr("System evidence"), QStringLiteral("system_evidence_seconds"), true,
                           tr("Predicted with the profile's efficiencies")},
                          {tr("% of block"), QStringLiteral("system_evidence_share"), true,
                           tr("Of the sum of all primitives with system evidence")}},
                         parent)
{
}

void PrimitiveCostModel::setResult(const CandidateResultPtr& result)
{
    std::vector<TableRow> rows;
    if (result && result->estimate && result->estimate->modes) {
        const auto costs = [&result](EstimateMode mode) {
            return primitiveCosts(result->derivation->plan(), *result->system, result->tiers, mode);
        };
        const auto peakOnly = costs(EstimateMode::PeakOnly);
        const auto evidence = costs(EstimateMode::SystemEvidence);
        for (std::size_t k = 0; peakOnly && evidence && k < evidence->size(); ++k) {
            const PrimitiveCost& cost = (*evidence)[k];
            if (cost.invocations == 0)
                continue;
            const std::string_view name = nameOf(static_cast<Primitive>(k));
            const QString exact = QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
            rows.push_back({{EntityKey::Kind::Primitive, exact},
                            {textCell(displayName(name), name), countCell(cost.invocations),
                             operationsCell(cost.operations), bytesCell(cost.bytes),
                             secondsCell((*peakOnly)[k].seconds), secondsCell(cost.seconds),
                             percentCell(cost.share, tr("of the block"))}});
        }
    }
    setRows(std::move(rows));
}

} // namespace planscope::ui
