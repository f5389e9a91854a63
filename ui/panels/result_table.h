#pragma once

#include "ui/models/entity_key.h"
#include "ui/theme/theme.h"

#include <QTableView>

class QAbstractItemModel;
class QSortFilterProxyModel;

namespace planscope::ui {

/// A table of a result's figures, as tall as its rows: no grid, totals in bold below a line, rows selected by
/// their entity. Copies the exact values.
class ResultTable final : public QTableView {
    Q_OBJECT
public:
    enum class Order { AsGiven, Sortable };

    /// The model has the roles of model_roles.h and outlives the table.
    ResultTable(const QString& name, QAbstractItemModel* model, Order order, QWidget* parent);

    void setTheme(const Theme& theme);
    /// The rows, or their number, changed: the table takes the size that they need.
    void fitToRows();
    void showSelection(const EntityKey& key);
    /// Selects the row without telling selected(); an invalid one selects none.
    void showRow(const QModelIndex& row);
    QString copyText() const; ///< of the selected cells; empty when none is
    QString allText() const;
    bool hasSelectedCells() const;
    QRect selectedRowRect() const; ///< of the current row, in the table; empty when it is not selected

Q_SIGNALS:
    void selected(const planscope::ui::EntityKey& key);
    void opened(const planscope::ui::EntityKey& key); ///< Enter or a double click

protected:
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
    void resizeEvent(QResizeEvent* event) override;

private:
    EntityKey keyOf(const QModelIndex& index) const;

    QSortFilterProxyModel* m_sorted = nullptr; ///< null when the order is the model's
    bool m_showing = false;                    ///< the selection is being set from outside
};

} // namespace planscope::ui
