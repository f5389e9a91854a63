#pragma once

#include "study/whole_rank_work.h"
#include "ui/models/snapshot_table_model.h"

#include <optional>

namespace planscope::ui {

/// The operations of each rank of each stage of a whole model in a step, by what they are for; the ranks of a stage
/// stand in one row, since they do the same. The last row is all ranks together.
class StageWorkModel final : public SnapshotTableModel {
    Q_OBJECT
public:
    enum class Column {
        Stage,
        Ranks,
        Blocks,
        Parameters,
        Optimized,
        Forward,
        Recompute,
        ActivationGradient,
        WeightGradient,
        Optimizer,
        Operations,
    };

    explicit StageWorkModel(QObject* parent = nullptr);

    /// Nothing empties the table.
    void setWork(const std::optional<whole::RankWork>& work);
};

/// What each rank of each stage reads and writes in a step, the bytes of its messages by the ranks they are exchanged
/// with, and how long its work takes; the last row is all ranks together.
class StageTrafficModel final : public SnapshotTableModel {
    Q_OBJECT
public:
    enum class Column { Stage, Ranks, Read, Write, Tensor, Pipeline, Data, Embedding, Messages, PeakOnly, Evidence };

    explicit StageTrafficModel(QObject* parent = nullptr);

    /// Nothing empties the table.
    void setWork(const std::optional<whole::RankWork>& work);
};

/// The ranks of a stage as an entity: "16-31", or "0" of a single one.
EntityKey ranksKey(const whole::StageWork& stage);

} // namespace planscope::ui
