#include "ui/models/snapshot_table_model.h"

#include "ui/models/model_roles.h"

#include <algorithm>

namespace planscope::ui {
namespace {

QVariant alignmentOf(bool isNumber)
{
    return QVariant::fromValue(Qt::Alignment{(isNumber ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter});
}

} // namespace

SnapshotTableModel::SnapshotTableModel(std::vector<TableHeading> headings, QObject* parent)
    : QAbstractTableModel(parent)
    , m_headings(std::move(headings))
{
}

int SnapshotTableModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int SnapshotTableModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_headings.size());
}

QVariant SnapshotTableModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const TableRow& row = m_rows[static_cast<std::size_t>(index.row())];
    const TableCell& cell = row.cells[static_cast<std::size_t>(index.column())];
    switch (role) {
    case Qt::DisplayRole: return cell.text;
    case Qt::ToolTipRole: return cell.toolTip;
    case Qt::TextAlignmentRole: return alignmentOf(cell.isNumber);
    case ExactRole: return cell.exact;
    case SortRole: return cell.sort;
    case EntityRole: return QVariant::fromValue(row.key);
    case TotalRole: return row.isTotal;
    default: return {};
    }
}

QVariant SnapshotTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount())
        return {};
    const TableHeading& heading = m_headings[static_cast<std::size_t>(section)];
    switch (role) {
    case Qt::DisplayRole: return heading.text;
    case Qt::ToolTipRole: return heading.toolTip.isEmpty() ? QVariant{} : heading.toolTip;
    case Qt::TextAlignmentRole: return alignmentOf(heading.isNumber);
    case ExactRole: return heading.exact;
    default: return {};
    }
}

QModelIndex SnapshotTableModel::indexOf(const EntityKey& key) const
{
    const auto found = key.isNull()
        ? m_rows.end()
        : std::find_if(m_rows.begin(), m_rows.end(), [&key](const TableRow& row) { return row.key == key; });
    return found == m_rows.end() ? QModelIndex{} : index(static_cast<int>(found - m_rows.begin()), 0);
}

void SnapshotTableModel::setRows(std::vector<TableRow> rows)
{
    const bool sameEntities = !rows.empty()
        && std::equal(rows.begin(), rows.end(), m_rows.begin(), m_rows.end(),
                      [](const TableRow& a, const TableRow& b) { return a.key == b.key && a.isTotal == b.isTotal; });
    if (sameEntities) {
        if (rows == m_rows)
            return;
        m_rows = std::move(rows);
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
        return;
    }
    beginResetModel();
    m_rows = std::move(rows);
    endResetModel();
}

} // namespace planscope::ui
