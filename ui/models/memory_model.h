#pragma once

#include "study/candidate_result.h"
#include "ui/models/snapshot_table_model.h"

namespace planscope::ui {

/// Memory of the first stage on one rank by component, its total and the system's capacity.
class MemoryModel final : public SnapshotTableModel {
    Q_OBJECT
public:
    enum class Column { Component, Bytes, ShareOfTotal, ShareOfCapacity };

    explicit MemoryModel(QObject* parent = nullptr);

    /// Null empties the table.
    void setResult(const CandidateResultPtr& result);
};

} // namespace planscope::ui
