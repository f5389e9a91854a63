#pragma once

#include "frontend/import_account.h"
#include "ui/models/snapshot_table_model.h"

namespace planscope::ui {

/// What became of each field of imported files: what was refused or assumed first, then what was ignored and read.
class ImportAccountModel final : public SnapshotTableModel {
    Q_OBJECT
public:
    enum class Column { Outcome, Field, Value, Note };

    explicit ImportAccountModel(QObject* parent = nullptr);

    void setRows(const std::vector<ImportRow>& rows);
};

} // namespace planscope::ui
