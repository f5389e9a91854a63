#pragma once

#include "ui/models/table_row.h"

#include <QAbstractTableModel>

#include <vector>

namespace planscope::ui {

/// The part that all tables of a result share: cells made when the result is set, and nothing computed after. Rows of
/// the same entities keep their places, and so their selection; other rows reset the model.
class SnapshotTableModel : public QAbstractTableModel {
    Q_OBJECT
public:
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    /// Display, ToolTip, TextAlignment, and of ModelRole: Exact, Sort, Entity, Total.
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    /// Display, ToolTip, TextAlignment; Exact: the column's name and unit in files.
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

    /// The first row of that entity, or an invalid index.
    QModelIndex indexOf(const EntityKey& key) const;

protected:
    SnapshotTableModel(std::vector<TableHeading> headings, QObject* parent);
    void setRows(std::vector<TableRow> rows);

private:
    std::vector<TableHeading> m_headings;
    std::vector<TableRow> m_rows;
};

} // namespace planscope::ui
