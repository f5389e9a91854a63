#pragma once

#include "study/candidate_result.h"
#include "ui/models/snapshot_table_model.h"

namespace planscope::ui {

/// The work of each logical rank of a tensor-parallel group by phase, for one block and microbatch; ranks of equal work
/// stand in one row. A group's last row is the total, which is the plan's.
class RankWorkModel final : public SnapshotTableModel {
    Q_OBJECT
public:
    enum class Column { Ranks, Phase, Invocations, Operations, Read, Write, Message, PeakOnly, Evidence };

    explicit RankWorkModel(QObject* parent = nullptr);

    /// Null empties the table.
    void setResult(const CandidateResultPtr& result);
    using SnapshotTableModel::indexOf;
    /// The row of that phase of the group that has the rank, or an invalid index.
    QModelIndex indexOf(std::int64_t rank, Phase phase) const;

private:
    struct Place {
        std::int64_t first = 0;
        std::int64_t count = 0;
        Phase phase = Phase::Forward;
        int row = 0;
    };
    std::vector<Place> m_places;
};

} // namespace planscope::ui
