#include "ui/sweep/sweep_table.h"

#include "ui/sweep/sweep_table_model.h"

#include <QHeaderView>

#include <algorithm>

namespace planscope::ui {

SweepTable::SweepTable(SweepTableModel* mappings, QWidget* parent)
    : QTableView(parent)
{
    setModel(mappings);
    setAccessibleName(tr("Mappings found"));
    setShowGrid(false);
    setFrameShape(QFrame::NoFrame);
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setWordWrap(false);
    setTabKeyNavigation(false);
    setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    verticalHeader()->hide();
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    horizontalHeader()->setHighlightSections(false);
    setSortingEnabled(true);
    setMinimumHeight(90);
    horizontalHeader()->setSortIndicator(static_cast<int>(SweepColumn::Time), Qt::AscendingOrder);
}

void SweepTable::setTheme(const Theme& theme)
{
    setPalette(theme.palette());
    setFont(theme.body());
    horizontalHeader()->setFont(theme.label());
    verticalHeader()->setDefaultSectionSize(QFontMetrics(theme.body()).height() + theme.space(2));
    const QFontMetrics metrics(theme.body());
    for (int column = 0; column < sweepColumnCount; ++column) {
        const QString heading = SweepTableModel::titleOf(SweepTableModel::columnOf(column));
        setColumnWidth(column,
                       std::max(metrics.horizontalAdvance(heading) + theme.space(8),
                                metrics.horizontalAdvance(QStringLiteral("999.9 GiB")) + theme.space(3)));
    }
    setColumnWidth(static_cast<int>(SweepColumn::Communication),
                   metrics.horizontalAdvance(QStringLiteral("Reduce-scatter + all-gather")));
}

} // namespace planscope::ui
