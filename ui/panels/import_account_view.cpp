#include "ui/panels/import_account_view.h"

#include "ui/models/import_account_model.h"
#include "ui/models/table_text.h"
#include "ui/panels/copy_actions.h"

#include <QHeaderView>

#include <algorithm>

namespace planscope::ui {

ImportAccountView::ImportAccountView(QWidget* parent)
    : QTreeView(parent)
    , m_account(new ImportAccountModel(this))
{
    setModel(m_account);
    setAccessibleName(tr("What became of each field"));
    setRootIsDecorated(false);
    setUniformRowHeights(true);
    setAllColumnsShowFocus(true);
    setSelectionMode(QAbstractItemView::ExtendedSelection);
    header()->setStretchLastSection(true);
    addCopyActions(this, {[this] {
                              const QModelIndexList cells = selectionModel()->selectedIndexes();
                              return cells.isEmpty() ? QString{} : tsvOf(*m_account, cells);
                          },
                          [this] { return tsvOf(*m_account); }});
}

void ImportAccountView::setRows(const std::vector<ImportRow>& rows, const Theme& theme)
{
    setFont(theme.body());
    header()->setFont(theme.label());
    m_account->setRows(rows);
    // A long value gives way: where a field went matters more, and the value is in the tool tip.
    const int longest = theme.space(36);
    for (int column = 0; column + 1 < m_account->columnCount(); ++column) {
        resizeColumnToContents(column);
        if (column == static_cast<int>(ImportAccountModel::Column::Value))
            setColumnWidth(column, std::min(columnWidth(column), longest));
    }
}

int countOfOutcome(const CaseImport& import, ImportOutcome outcome)
{
    return static_cast<int>(std::count_if(import.rows.begin(), import.rows.end(),
                                          [outcome](const ImportRow& row) { return row.outcome == outcome; }));
}

} // namespace planscope::ui
