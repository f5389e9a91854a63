#pragma once

#include <QString> // first: moc cannot read <compare> before Qt's headers

#include "study/whole_result.h"
#include "ui/models/snapshot_table_model.h"

namespace planscope::ui {

/// What each operation of a whole model costs in one microbatch on its way through all blocks, on one tensor rank;
/// operations in use only.
class OperationCostModel final : public SnapshotTableModel {
    Q_OBJECT
public:
    enum class Column { Operation, Unit, Invocations, Operations, Bytes, Message, PeakOnly, Evidence, EvidenceShare };

    explicit OperationCostModel(QObject* parent = nullptr);

    /// Null, or a result without times, empties the table.
    void setResult(const whole::CandidateResultPtr& result);
};

} // namespace planscope::ui
