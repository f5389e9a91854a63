#pragma once

#include "study/any_result.h"
#include "ui/models/snapshot_table_model.h"

namespace planscope::ui {

/// Iteration time by component and its total, peak-only beside system evidence: of a whole model as the stage spends it
/// that ends last.
class TimeModel final : public SnapshotTableModel {
    Q_OBJECT
public:
    enum class Column { Component, PeakOnly, PeakOnlyShare, Evidence, EvidenceShare };

    explicit TimeModel(QObject* parent = nullptr);

    /// A result without times empties the table.
    void setResult(const AnyResult& result);
};

} // namespace planscope::ui
