#pragma once

#include "study/candidate_result.h"
#include "ui/models/snapshot_table_model.h"

namespace planscope::ui {

/// Iteration time by component and its total, peak-only beside system evidence.
class TimeModel final : public SnapshotTableModel {
    Q_OBJECT
public:
    enum class Column { Component, PeakOnly, PeakOnlyShare, Evidence, EvidenceShare };

    explicit TimeModel(QObject* parent = nullptr);

    /// Null empties the table.
    void setResult(const CandidateResultPtr& result);
};

} // namespace planscope::ui
