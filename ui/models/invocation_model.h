#pragma once

#include "study/candidate_result.h"
#include "ui/models/snapshot_table_model.h"

namespace planscope::ui {

/// Every invocation of a block in program order: its exact work on one rank and its predicted time in both modes.
class InvocationModel final : public SnapshotTableModel {
    Q_OBJECT
public:
    enum class Column {
        Task, Layer, Phase, Primitive, Engine, Collective,
        Operations, Read, Write, Message, Intensity, PeakOnly, Evidence,
    };

    explicit InvocationModel(QObject* parent = nullptr);

    /// Null empties the table.
    void setResult(const CandidateResultPtr& result);
};

} // namespace planscope::ui
