#include "ui/panels/figure_grid.h"

#include "ui/models/model_roles.h"
#include "ui/models/table_text.h"
#include "ui/panels/copy_actions.h"

#include <QFontMetrics>
#include <QHeaderView>
#include <QScrollBar>
#include <QSortFilterProxyModel>
#include <QStyledItemDelegate>

#include <algorithm>

namespace planscope::ui {
namespace {

/// By exact values; totals stay below in either order.
class SortedFigures final : public QSortFilterProxyModel {
public:
    using QSortFilterProxyModel::QSortFilterProxyModel;

protected:
    bool lessThan(const QModelIndex& left, const QModelIndex& right) const override
    {
        const bool leftIsTotal = left.data(TotalRole).toBool();
        if (leftIsTotal != right.data(TotalRole).toBool())
            return leftIsTotal == (sortOrder() == Qt::DescendingOrder);
        return QSortFilterProxyModel::lessThan(left, right);
    }
};

/// Words that begin where the number of the column before ends, or at the edge, need room before them.
QString afterRoom(const QString& text, int column)
{
    return QString(column == 0 ? 1 : 2, QChar{0x2002}) + text;
}

class RoomyHeader final : public QHeaderView {
public:
    using QHeaderView::QHeaderView;

protected:
    void initStyleOptionForIndex(QStyleOptionHeader* option, int section) const override
    {
        QHeaderView::initStyleOptionForIndex(option, section);
        if ((option->textAlignment & Qt::AlignLeft) != 0)
            option->text = afterRoom(option->text, section);
    }
};

class StrongTotals final : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override
    {
        QStyledItemDelegate::initStyleOption(option, index);
        if ((option->displayAlignment & Qt::AlignLeft) != 0)
            option->text = afterRoom(option->text, index.column());
        if (index.data(TotalRole).toBool())
            option->font.setWeight(QFont::DemiBold);
    }
};

} // namespace

FigureGrid::FigureGrid(const QString& name, QAbstractItemModel* model, Entities entities, Find find, QWidget* parent)
    : QTableView(parent)
    , m_sorted(new SortedFigures(this))
    , m_find(std::move(find))
{
    m_sorted->setSourceModel(model);
    m_sorted->setSortRole(SortRole);
    setHorizontalHeader(new RoomyHeader(Qt::Horizontal, this));
    horizontalHeader()->setSectionsClickable(true);
    setModel(m_sorted);
    setItemDelegate(new StrongTotals(this));
    setAccessibleName(name);
    setShowGrid(false);
    setFrameShape(QFrame::NoFrame);
    setSelectionBehavior(entities == Entities::OfRows ? QAbstractItemView::SelectRows
                                                      : QAbstractItemView::SelectItems);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setWordWrap(false);
    setTabKeyNavigation(false);
    setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    verticalHeader()->hide();
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    horizontalHeader()->setHighlightSections(false);
    setSortingEnabled(true);
    horizontalHeader()->setSortIndicator(-1, Qt::DescendingOrder);
    m_sorted->sort(-1);
    connect(selectionModel(), &QItemSelectionModel::currentChanged, this,
            [this](const QModelIndex& current) { tell(current); });
    connect(this, &QTableView::clicked, this, &FigureGrid::tell); // the current cell may not be selected
    connect(this, &QTableView::activated, this, [this](const QModelIndex& index) {
        if (const auto key = index.data(EntityRole).value<EntityKey>(); !key.isNull())
            Q_EMIT opened(key);
    });
    addCopyActions(this, {[this] { return copyText(); }, [this] { return allText(); }});
}

void FigureGrid::tell(const QModelIndex& index)
{
    const auto key = index.data(EntityRole).value<EntityKey>();
    if (!m_showing && !key.isNull())
        Q_EMIT selected(key);
}

void FigureGrid::setTheme(const Theme& theme)
{
    setPalette(theme.palette());
    setFont(theme.body());
    horizontalHeader()->setFont(theme.label());
    verticalHeader()->setDefaultSectionSize(QFontMetrics(theme.body()).height() + theme.space(2));
    fitColumns();
}

void FigureGrid::fitColumns()
{
    const QFontMetrics metrics(font());
    const QFontMetrics headMetrics(horizontalHeader()->font());
    const int least = metrics.horizontalAdvance(QStringLiteral("99.9 GiB"));
    const int room = metrics.horizontalAdvance(afterRoom({}, 1)) + metrics.averageCharWidth() + 8;
    constexpr int measured = 256; // rows beyond are much the same
    for (int column = 0; column < model()->columnCount(); ++column) {
        // A header draws its sign of order beside its text.
        int wide = headMetrics.horizontalAdvance(model()->headerData(column, Qt::Horizontal).toString())
            + 2 * headMetrics.averageCharWidth();
        for (int row = 0; row < std::min(measured, model()->rowCount()); ++row)
            wide = std::max(wide, metrics.horizontalAdvance(model()->index(row, column).data().toString()));
        setColumnWidth(column, (column == 0 ? wide : std::max(wide, least)) + room);
    }
}

QSize FigureGrid::fullSize() const
{
    const int rows = model()->rowCount() * verticalHeader()->defaultSectionSize();
    return {horizontalHeader()->length() + 2,
            horizontalHeader()->sizeHint().height() + rows + horizontalScrollBar()->sizeHint().height() + 2};
}

QSize FigureGrid::minimumSizeHint() const
{
    return {fontMetrics().averageCharWidth() * 30,
            horizontalHeader()->sizeHint().height() + 2 * verticalHeader()->defaultSectionSize()};
}

/// Of several cells of one entity, the one that was chosen stays.
void FigureGrid::showSelection(const EntityKey& key)
{
    m_showing = true;
    const bool isThere = !key.isNull() && currentIndex().data(EntityRole).value<EntityKey>() == key
        && selectionModel()->isSelected(currentIndex());
    if (!isThere) {
        const QModelIndex found = key.isNull() ? QModelIndex{} : m_sorted->mapFromSource(m_find(key));
        if (found.isValid())
            setCurrentIndex(found);
        else
            clearSelection();
    }
    m_showing = false;
}

QString FigureGrid::copyText() const
{
    return selectionModel()->hasSelection() ? tsvOf(*model(), selectionModel()->selectedIndexes()) : QString{};
}

QString FigureGrid::allText() const
{
    return model()->rowCount() > 0 ? tsvOf(*model()) : QString{};
}

} // namespace planscope::ui
