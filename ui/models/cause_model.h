#pragma once

#include "ui/models/snapshot_table_model.h"
#include "ui/models/study_comparison.h"

namespace planscope::ui {

/// "Recompute", "Tensor parallel + Pipeline parallel": the labels of a cause's fields.
QString titleOf(const Cause& cause);
/// The table that shares out a measure; null when it has none.
const CauseTable* causeTableOf(const ComparedPair& pair, Measure measure);
/// The measure as that table shares it out; null when it does not.
const AttributedMeasure* measureOf(const ComparedPair& pair, Measure measure);
/// A component, a phase, a layer or an operation as people read it: "time.recompute" is "Recompute".
QString partName(std::string_view name);

/// What stands behind one cause's share of a measure, largest first: of a time the tasks, on all their runs in an
/// iteration on a rank, and the components that are no tasks; of memory and operations the components. The rows add up
/// to the share, which stands last.
class CauseModel final : public SnapshotTableModel {
    Q_OBJECT
public:
    enum class Column { Part, Kind, Share, OfCause };

    explicit CauseModel(QObject* parent = nullptr);

    /// Null empties the table. Of a time, the tasks are there once `followed` is.
    void setCause(const ComparedPair* pair, const FollowedCauses* followed, Measure measure, std::size_t cause);
};

} // namespace planscope::ui
