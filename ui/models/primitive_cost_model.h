#pragma once

#include "study/candidate_result.h"
#include "ui/models/snapshot_table_model.h"

namespace planscope::ui {

/// What the invocations of each primitive cost in one block and microbatch on one rank; primitives in use only.
class PrimitiveCostModel final : public SnapshotTableModel {
    Q_OBJECT
public:
    enum class Column { Primitive, Invocations, Operations, Bytes, PeakOnly, Evidence, EvidenceShare };

    explicit PrimitiveCostModel(QObject* parent = nullptr);

    /// Null empties the table.
    void setResult(const CandidateResultPtr& result);
};

} // namespace planscope::ui
