#include "ui/panels/result_table.h"

#include "ui/models/model_roles.h"
#include "ui/models/table_text.h"
#include "ui/panels/copy_actions.h"

#include <QFontMetrics>
#include <QHeaderView>
#include <QPainter>
#include <QScrollBar>
#include <QSortFilterProxyModel>
#include <QStyledItemDelegate>

#include <algorithm>

namespace planscope::ui {
namespace {

/// Sorts by exact values; totals stay below.
class SortedRows final : public QSortFilterProxyModel {
public:
    using QSortFilterProxyModel::QSortFilterProxyModel;

protected:
    bool lessThan(const QModelIndex& left, const QModelIndex& right) const override
    {
        const bool leftIsTotal = left.data(TotalRole).toBool();
        const bool rightIsTotal = right.data(TotalRole).toBool();
        if (leftIsTotal != rightIsTotal)
            return (sortOrder() == Qt::AscendingOrder) == rightIsTotal;
        return QSortFilterProxyModel::lessThan(left, right);
    }
};

class FigureDelegate final : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        QStyledItemDelegate::paint(painter, option, index);
        if (!index.data(TotalRole).toBool())
            return;
        painter->setPen(QPen(option.palette.color(QPalette::Mid), 1));
        painter->drawLine(option.rect.topLeft(), option.rect.topRight());
    }

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override
    {
        QStyledItemDelegate::initStyleOption(option, index);
        if (index.data(TotalRole).toBool())
            option->font.setWeight(QFont::DemiBold);
    }
};

} // namespace

ResultTable::ResultTable(const QString& name, QAbstractItemModel* model, Order order, QWidget* parent)
    : QTableView(parent)
{
    setAccessibleName(name);
    if (order == Order::Sortable) {
        m_sorted = new SortedRows(this);
        m_sorted->setSourceModel(model);
        m_sorted->setSortRole(SortRole);
        model = m_sorted;
    }
    setModel(model);
    setItemDelegate(new FigureDelegate(this));
    setShowGrid(false);
    setFrameShape(QFrame::NoFrame);
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setWordWrap(false);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    setTabKeyNavigation(false);
    verticalHeader()->hide();
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setSectionsClickable(m_sorted != nullptr);
    if (m_sorted) {
        setSortingEnabled(true);
        horizontalHeader()->setSortIndicator(-1, Qt::DescendingOrder);
        m_sorted->sort(-1);
    }
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    connect(selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex& current) {
        if (!m_showing && !keyOf(current).isNull())
            Q_EMIT selected(keyOf(current));
    });
    connect(this, &QTableView::clicked, this, [this](const QModelIndex& index) { // the current row may not be selected
        if (!keyOf(index).isNull())
            Q_EMIT selected(keyOf(index));
    });
    addCopyActions(this, {[this] { return copyText(); }, [this] { return allText(); }});
    connect(this, &QTableView::activated, this, [this](const QModelIndex& index) {
        if (!keyOf(index).isNull())
            Q_EMIT opened(keyOf(index));
    });
}

EntityKey ResultTable::keyOf(const QModelIndex& index) const
{
    return index.data(EntityRole).value<EntityKey>();
}

void ResultTable::setTheme(const Theme& theme)
{
    setPalette(theme.palette());
    setFont(theme.body());
    horizontalHeader()->setFont(theme.label());
    verticalHeader()->setDefaultSectionSize(QFontMetrics(theme.body()).height() + theme.space(2));
    fitToRows();
}

void ResultTable::fitToRows()
{
    resizeColumnsToContents();
    for (int column = 0; column < model()->columnCount(); ++column)
        setColumnWidth(column, columnWidth(column) + fontMetrics().averageCharWidth() * 2);
    updateGeometry();
}

QSize ResultTable::sizeHint() const
{
    const int rows = model()->rowCount();
    const int height = horizontalHeader()->sizeHint().height() + rows * verticalHeader()->defaultSectionSize() + 2;
    return {horizontalHeader()->length() + 2, height};
}

QSize ResultTable::minimumSizeHint() const
{
    // Room for the bar that a narrow window needs to reach the last columns.
    const QSize whole = sizeHint();
    const int bar = width() < whole.width() ? horizontalScrollBar()->sizeHint().height() : 0;
    return {std::min(whole.width(), fontMetrics().averageCharWidth() * 30), whole.height() + bar};
}

/// The height depends on whether the columns fit the width.
void ResultTable::resizeEvent(QResizeEvent* event)
{
    QTableView::resizeEvent(event);
    const int whole = sizeHint().width();
    if ((event->oldSize().width() < whole) != (event->size().width() < whole))
        updateGeometry();
}

/// Of several rows of one entity, the one that was chosen stays.
void ResultTable::showSelection(const EntityKey& key)
{
    QModelIndex found = !key.isNull() && keyOf(currentIndex()) == key ? currentIndex() : QModelIndex{};
    for (int row = 0; row < model()->rowCount() && !key.isNull() && !found.isValid(); ++row)
        if (const QModelIndex index = model()->index(row, 0); keyOf(index) == key)
            found = index;
    showRow(found);
}

void ResultTable::showRow(const QModelIndex& row)
{
    m_showing = true;
    if (!row.isValid())
        clearSelection();
    else if (row.row() != currentIndex().row() || !selectionModel()->isRowSelected(row.row()))
        setCurrentIndex(row);
    m_showing = false;
}

bool ResultTable::hasSelectedCells() const
{
    return selectionModel()->hasSelection();
}

QRect ResultTable::selectedRowRect() const
{
    const QModelIndex row = currentIndex();
    if (!row.isValid() || !selectionModel()->isRowSelected(row.row()))
        return {};
    return visualRect(row).translated(viewport()->pos());
}

QString ResultTable::copyText() const
{
    return hasSelectedCells() ? tsvOf(*model(), selectionModel()->selectedIndexes()) : QString{};
}

QString ResultTable::allText() const
{
    return tsvOf(*model());
}

} // namespace planscope::ui
