#pragma once

#include <QAbstractTableModel>

#include "ui/models/table_cell.h"
#include "ui/sweep/sweep_order.h"

namespace planscope::ui {

/// The mappings of a sweep in an order that was made elsewhere: whatever their number, a row costs when it is looked
/// at.
class SweepTableModel final : public QAbstractTableModel {
    Q_OBJECT
public:
    explicit SweepTableModel(QObject* parent = nullptr);

    void setOrder(SweepOrderPtr order); ///< null: no rows
    const SweepOrderPtr& order() const { return m_order; }
    /// Requires: a row of the model.
    const SweepRow& row(int row) const;
    /// The row of the point of that index, or -1; goes through all rows.
    int rowOf(std::int64_t index) const;

    /// The exact values of the first rows as tab-separated text with a heading line.
    QString toTsv(int mostRows) const;

    static SweepColumn columnOf(int section) { return static_cast<SweepColumn>(section); }
    /// As a heading: "Memory".
    static QString titleOf(SweepColumn column);
    /// As files name it, with its unit: "memory_bytes".
    static QString exactTitleOf(SweepColumn column);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    void sort(int column, Qt::SortOrder order) override; ///< tells sortRequested()

Q_SIGNALS:
    void sortRequested(planscope::ui::SweepColumn column, bool descending);

private:
    bool isOnFront(const SweepRow& row) const;

    SweepOrderPtr m_order;
};

/// A row's column as shown and exactly.
TableCell sweepCell(const SweepRow& row, SweepColumn column);
/// "8 × 35 × 9, microbatch 1, 3 virtual stages".
QString sweepTitle(const sweep::Point& point);

} // namespace planscope::ui
