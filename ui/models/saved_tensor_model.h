#pragma once

#include <QString> // first: moc cannot read <compare> before Qt's headers

#include "study/whole_result.h"
#include "ui/models/snapshot_table_model.h"

namespace planscope::ui {

/// The tensors that one stage of a whole model saves for backward: what, whose, how large, how often, and why; the last
/// row is what one microbatch keeps of them in all.
class SavedTensorModel final : public SnapshotTableModel {
    Q_OBJECT
public:
    enum class Column {
        Name, Owner, Type, Elements, Bytes, Multiplicity, Kept, Rebuilt, Reason, Aliases, Birth, Death,
    };

    explicit SavedTensorModel(QObject* parent = nullptr);

    /// Null, or a result without plan, empties the table. Requires: the plan has the stage.
    void setStage(const whole::CandidateResultPtr& result, int stage);
};

} // namespace planscope::ui
