#include "ui/panels/problems_panel.h"

#include "ui/models/model_roles.h"
#include "ui/models/table_text.h"
#include "ui/panels/copy_actions.h"

#include <QHeaderView>
#include <QLabel>
#include <QStackedLayout>
#include <QTreeView>

#include <algorithm>

namespace planscope::ui {

ProblemsPanel::ProblemsPanel(const ViewContext& context, QAbstractItemModel* problems, int pathRole, int candidateRole,
                             QWidget* parent)
    : QWidget(parent), m_context(context), m_pathRole(pathRole), m_candidateRole(candidateRole)
{
    m_empty = new QLabel(tr("No problems: every candidate keeps the laws, and every check holds."), this);
    m_empty->setContentsMargins(8, 8, 8, 8);
    m_list = new QTreeView(this);
    m_list->setModel(problems);
    m_list->setAccessibleName(tr("Problems"));
    m_list->setRootIsDecorated(false);
    m_list->setUniformRowHeights(true);
    m_list->setAllColumnsShowFocus(true);
    m_list->header()->setStretchLastSection(true);
    // What is wrong is read first; code and path stand behind it.
    constexpr int behindCandidate = 2;
    m_list->header()->moveSection(problems->columnCount() - 1, behindCandidate);
    connect(m_list, &QTreeView::activated, this, &ProblemsPanel::jump);
    addCopyActions(m_list, {[this] {
                                const QModelIndexList cells = m_list->selectionModel()->selectedIndexes();
                                return cells.isEmpty() ? QString{} : tsvOf(*m_list->model(), cells);
                            },
                            [this] { return tsvOf(*m_list->model()); }});

    // Both pages ask for the same height, so that the dock and the views above keep theirs when problems come and go.
    m_list->setMinimumHeight(2 * fontMetrics().height() + m_list->header()->sizeHint().height());
    m_empty->setMinimumHeight(m_list->minimumHeight());
    m_empty->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    m_empty->setWordWrap(true);
    m_pages = new QStackedLayout(this);
    m_pages->addWidget(m_empty);
    m_pages->addWidget(m_list);
    connect(problems, &QAbstractItemModel::modelReset, this, &ProblemsPanel::showCount);
    connect(problems, &QAbstractItemModel::rowsInserted, this, &ProblemsPanel::showCount);
    connect(problems, &QAbstractItemModel::rowsRemoved, this, &ProblemsPanel::showCount);
    showCount();
}

void ProblemsPanel::next()
{
    const int count = m_list->model()->rowCount();
    if (count == 0)
        return;
    const QModelIndex current = m_list->currentIndex();
    const QModelIndex following = m_list->model()->index(current.isValid() ? (current.row() + 1) % count : 0, 0);
    m_list->setCurrentIndex(following);
    jump(following);
}

void ProblemsPanel::jump(const QModelIndex& problem)
{
    if (const auto key = problem.data(EntityRole).value<EntityKey>(); !key.isNull()) {
        m_context.selection->activate(key);
        return;
    }
    Q_EMIT culpritRequested(problem.data(m_pathRole).toString(),
                            static_cast<std::size_t>(problem.data(m_candidateRole).toULongLong()));
}

void ProblemsPanel::showCount()
{
    const bool isEmpty = m_list->model()->rowCount() == 0;
    m_pages->setCurrentWidget(isEmpty ? static_cast<QWidget*>(m_empty) : m_list);
    fitColumns();
}

/// What is wrong gives way, down to a line's beginning: a bar to scroll sideways would cover the row it is for. All of it
/// is in the tool tip.
void ProblemsPanel::fitColumns()
{
    const int message = m_list->model()->columnCount() - 1;
    const QAbstractItemView& cells = *m_list;
    int others = 0;
    for (int column = 0; column < message; ++column) {
        m_list->resizeColumnToContents(column); // but the last one shown, which takes the room that is left
        others += std::max(cells.sizeHintForColumn(column), m_list->header()->sectionSizeHint(column));
    }
    m_list->resizeColumnToContents(message);
    constexpr int least = 200;
    const int room = std::max(least, m_list->viewport()->width() - others);
    m_list->setColumnWidth(message, std::min(m_list->columnWidth(message), room));
}

void ProblemsPanel::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fitColumns();
}

} // namespace planscope::ui
