#pragma once

#include "ui/models/entity_key.h"
#include "ui/theme/theme.h"

#include <QTableView>

#include <functional>

class QAbstractItemModel;
class QSortFilterProxyModel;

namespace planscope::ui {

/// A table of figures that scrolls in both directions below a header that sorts; totals stay last. The entities are
/// those of cells or of rows. Copies the exact values.
class FigureGrid final : public QTableView {
    Q_OBJECT
public:
    enum class Entities { OfRows, OfCells };
    /// Where the model has an entity; an invalid index when nowhere.
    using Find = std::function<QModelIndex(const EntityKey&)>;

    /// The model has the roles of model_roles.h and outlives the grid.
    FigureGrid(const QString& name, QAbstractItemModel* model, Entities entities, Find find, QWidget* parent);

    void setTheme(const Theme& theme);
    /// Takes widths that fit: once for the rows that there are, so that columns keep their places while figures change.
    void fitColumns();
    void showSelection(const EntityKey& key);
    QSize fullSize() const; ///< at which no cell is out of sight
    QString copyText() const; ///< of the selected cells; empty when none is
    QString allText() const;

Q_SIGNALS:
    void selected(const planscope::ui::EntityKey& key);
    void opened(const planscope::ui::EntityKey& key); ///< Enter or a double click

protected:
    QSize minimumSizeHint() const override;

private:
    void tell(const QModelIndex& index);

    QSortFilterProxyModel* m_sorted;
    Find m_find;
    bool m_showing = false; ///< the selection is being set from outside
};

} // namespace planscope::ui
