#pragma once

#include <QString> // first: moc cannot read <compare> before Qt's headers

#include "study/whole_result.h"
#include "ui/models/snapshot_table_model.h"

namespace planscope::ui {

/// Every exact figure of each stage of a whole model: what a rank of it holds and keeps, its peak, what it does in a
/// step. A row a stage; each cell is an entity of its own, a figure of the stage (ui/models/stage_key.h).
class StageTableModel final : public SnapshotTableModel {
    Q_OBJECT
public:
    explicit StageTableModel(QObject* parent = nullptr);

    /// Null, or a result without estimate, empties the table; without times theirs are absent.
    void setResult(const whole::CandidateResultPtr& result, EstimateMode mode);

    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    /// The cell of a figure of a stage, of a stage its first; an invalid index for other entities.
    QModelIndex cellOf(const EntityKey& key) const;
};

} // namespace planscope::ui
