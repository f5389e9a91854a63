#pragma once

#include "study/any_result.h"
#include "ui/models/snapshot_table_model.h"

namespace planscope::ui {

/// Memory of one rank by component, its total and the system's capacity: of the first stage, of a whole model of the
/// fullest stage at its peak.
class MemoryModel final : public SnapshotTableModel {
    Q_OBJECT
public:
    enum class Column { Component, Bytes, ShareOfTotal, ShareOfCapacity };

    explicit MemoryModel(QObject* parent = nullptr);

    /// A result without estimate empties the table.
    void setResult(const AnyResult& result);
};

} // namespace planscope::ui
