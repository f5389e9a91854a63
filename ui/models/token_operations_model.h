#pragma once

#include <QString> // first: moc cannot read <compare> before Qt's headers

#include "study/whole_result.h"
#include "ui/models/snapshot_table_model.h"

namespace planscope::ui {

/// Operations of a training step of a whole model, a token and in all, by the conventions in which people count them.
/// Of the published model: no padding, no recomputation.
class TokenOperationsModel final : public SnapshotTableModel {
    Q_OBJECT
public:
    enum class Column { Convention, Counts, PerToken, PerStep };

    explicit TokenOperationsModel(QObject* parent = nullptr);

    /// Null, or a result without plan, empties the table.
    void setResult(const whole::CandidateResultPtr& result);
};

} // namespace planscope::ui
