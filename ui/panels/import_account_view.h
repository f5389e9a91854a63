#pragma once

#include "frontend/import_account.h"
#include "ui/theme/theme.h"

#include <QTreeView>

#include <vector>

namespace planscope::ui {

class ImportAccountModel;

/// The table of what became of each field of imported files. Copies exact rows.
class ImportAccountView final : public QTreeView {
    Q_OBJECT
public:
    explicit ImportAccountView(QWidget* parent);

    void setRows(const std::vector<ImportRow>& rows, const Theme& theme);

private:
    ImportAccountModel* m_account;
};

int countOfOutcome(const CaseImport& import, ImportOutcome outcome);

} // namespace planscope::ui
