#pragma once

#include "study/whole_rank_work.h"
#include "ui/models/snapshot_table_model.h"

#include <optional>

namespace planscope::ui {

/// What each rank of each stage of a whole model does in a step, by what it works for; the ranks of a stage stand in one
/// row, since they do the same. The last row is all ranks together.
class StageWorkModel final : public SnapshotTableModel {
    Q_OBJECT
public:
    enum class Column {
        Stage, Ranks, Blocks, Parameters, Optimized, Forward, Recompute, ActivationGradient, WeightGradient, Optimizer,
        Operations, Read, Write, PeakOnly, Evidence,
    };

    explicit StageWorkModel(QObject* parent = nullptr);

    /// Nothing empties the table.
    void setWork(const std::optional<whole::RankWork>& work);
};

/// The bytes of the messages of each rank of each stage in a step, by the ranks they are exchanged with; the last row is
/// all ranks together.
class StageMessagesModel final : public SnapshotTableModel {
    Q_OBJECT
public:
    enum class Column { Stage, Ranks, Tensor, Pipeline, Data, Embedding, All };

    explicit StageMessagesModel(QObject* parent = nullptr);

    /// Nothing empties the table.
    void setWork(const std::optional<whole::RankWork>& work);
};

/// The ranks of a stage as an entity: "16-31", or "0" of a single one.
EntityKey ranksKey(const whole::StageWork& stage);

} // namespace planscope::ui
