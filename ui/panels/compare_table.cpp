#include "ui/panels/compare_table.h"

#include "ui/models/difference_filter.h"
#include "ui/models/difference_model.h"
#include "ui/models/model_roles.h"
#include "ui/models/table_text.h"
#include "ui/panels/copy_actions.h"

#include <QCheckBox>
#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QStyledItemDelegate>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

namespace planscope::ui {

/// Equal rows grey, B − A in the colour of its sign, totals strong.
class CompareTable::Delegate final : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    void setTheme(const Theme& theme) { m_theme = theme; }

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override
    {
        QStyledItemDelegate::initStyleOption(option, index);
        if (index.data(TotalRole).toBool())
            option->font.setWeight(QFont::DemiBold);
        const auto change = static_cast<Change>(index.data(ChangeRole).toInt());
        const int direction = index.data(DirectionRole).toInt();
        Role role = change == Change::Same ? Role::Muted : Role::Text;
        if (index.column() >= static_cast<int>(DifferenceModel::Column::Delta) && direction != 0)
            role = direction > 0 ? Role::Increase : Role::Decrease;
        option->palette.setColor(QPalette::Text, m_theme.color(role));
    }

private:
    Theme m_theme;
};

CompareTable::CompareTable(QWidget* parent)
    : ComparePart(parent)
    , m_model(new DifferenceModel(this))
    , m_filter(new DifferenceFilter(m_model, this))
    , m_table(new QTableView(this))
    , m_delegate(new Delegate(m_table))
    , m_group(new QComboBox(this))
    , m_changedOnly(new QCheckBox(tr("Changed only"), this))
    , m_words(new QLineEdit(this))
    , m_count(new QLabel(this))
{
    m_group->addItem(tr("All facts"));
    m_group->setAccessibleName(tr("Which facts"));
    m_group->setToolTip(m_group->accessibleName());
    m_words->setPlaceholderText(tr("Find a fact"));
    m_words->setAccessibleName(tr("Words of a task or a fact"));
    m_words->setClearButtonEnabled(true);
    m_words->setMaximumWidth(240);
    m_count->setTextFormat(Qt::PlainText);
    auto* bar = new QHBoxLayout;
    bar->setContentsMargins(16, 8, 16, 8);
    bar->setSpacing(12);
    bar->addWidget(m_group);
    bar->addWidget(m_changedOnly);
    bar->addWidget(m_words, 1);
    bar->addStretch(1);
    bar->addWidget(m_count);

    m_table->setModel(m_filter);
    m_table->setItemDelegate(m_delegate);
    m_table->setAccessibleName(tr("Every fact of A and B"));
    m_table->setShowGrid(false);
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setWordWrap(false);
    m_table->setTextElideMode(Qt::ElideMiddle);
    m_table->setTabKeyNavigation(false);
    m_table->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    m_table->horizontalHeader()->setHighlightSections(false);
    m_table->horizontalHeader()->setStretchLastSection(false);
    m_table->setSortingEnabled(true);
    m_table->horizontalHeader()->setSortIndicator(-1, Qt::DescendingOrder);
    m_filter->sort(-1);
    m_table->viewport()->installEventFilter(this);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(bar);
    auto* inset = new QHBoxLayout;
    inset->setContentsMargins(16, 0, 16, 8);
    inset->addWidget(m_table);
    column->addLayout(inset, 1);
    setFocusProxy(m_table);

    connect(m_group, &QComboBox::currentIndexChanged, this, [this](int index) {
        const QVariant group = m_group->itemData(index);
        m_filter->setGroup(group.isValid() ? std::optional{static_cast<FactGroup>(group.toInt())} : std::nullopt);
        showCount();
    });
    connect(m_changedOnly, &QCheckBox::toggled, this, [this](bool only) {
        m_filter->setChangedOnly(only);
        showCount();
    });
    connect(m_words, &QLineEdit::textChanged, this, [this](const QString& words) {
        m_filter->setWords(words);
        showCount();
    });
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& current) { tell(current); });
    connect(m_table, &QTableView::clicked, this, &CompareTable::tell);
    connect(m_table, &QTableView::activated, this, [this](const QModelIndex& index) {
        if (const auto key = index.data(EntityRole).value<EntityKey>(); !key.isNull())
            Q_EMIT activated(key);
    });
    addCopyActions(m_table,
                   {[this] {
                        const QModelIndexList cells = m_table->selectionModel()->selectedIndexes();
                        return cells.isEmpty() ? QString{} : tsvOf(*m_filter, cells);
                    },
                    [this] { return tsvOf(*m_filter); }});
}

QString CompareTable::title() const
{
    return tr("Table");
}

QString CompareTable::exportName() const
{
    return QStringLiteral("table");
}

void CompareTable::tell(const QModelIndex& index)
{
    const auto key = index.data(EntityRole).value<EntityKey>();
    if (!m_showing && !key.isNull())
        Q_EMIT selected(key);
}

void CompareTable::showTheme(const Theme& theme)
{
    if (m_theme == theme)
        return;
    m_theme = theme;
    m_delegate->setTheme(theme);
    setPalette(theme.palette());
    m_table->setPalette(theme.palette());
    m_table->setFont(theme.body());
    m_table->horizontalHeader()->setFont(theme.label());
    m_table->verticalHeader()->setDefaultSectionSize(QFontMetrics(theme.body()).height() + theme.space(2));
    for (QWidget* const control : std::initializer_list<QWidget*>{m_group, m_changedOnly, m_words})
        control->setFont(theme.body());
    m_count->setFont(theme.label());
    m_fitted = false;
}

void CompareTable::setShown(const CompareShown& shown, const Theme& theme)
{
    showTheme(theme);
    if (m_pair != shown.pair) {
        m_pair = shown.pair;
        m_model->setDifferences(differenceRows(m_pair->comparison));
        offerGroups();
    }
    showCount();
    if (!m_fitted)
        fitColumns();
}

/// Those that have facts: the accountings have not all of them alike.
void CompareTable::offerGroups()
{
    std::vector<bool> isThere(static_cast<std::size_t>(factGroupCount));
    for (int row = 0; row < m_model->rowCount(); ++row)
        isThere[static_cast<std::size_t>(m_model->row(row).group)] = true;
    if (isThere == m_groups)
        return;
    m_groups = isThere;
    const QVariant before = m_group->currentData();
    m_group->setCurrentIndex(0);
    while (m_group->count() > 1)
        m_group->removeItem(1);
    for (int group = 0; group < factGroupCount; ++group)
        if (isThere[static_cast<std::size_t>(group)])
            m_group->addItem(titleOf(static_cast<FactGroup>(group)), group);
    if (before.isValid())
        m_group->setCurrentIndex(std::max(0, m_group->findData(before)));
}

/// By what most figures need, so that columns stay where they are while figures change. What the window has beyond that
/// belongs to the names; where it has less, names give way before numbers do.
void CompareTable::fitColumns()
{
    using Column = DifferenceModel::Column;
    m_fitted = true;
    QHeaderView* const header = m_table->horizontalHeader();
    const QFontMetrics metrics(m_table->font());
    const auto width = [&metrics](const char* widest) {
        return metrics.horizontalAdvance(QString::fromUtf8(widest)) + 2 * metrics.averageCharWidth();
    };
    const auto set = [header](Column column, int size) { header->resizeSection(static_cast<int>(column), size); };
    const int group = width("Iteration time");
    const int fact = width("Recommunication");
    const int side = width("99.9 MFLOP");
    const int delta = width("▼ −99.9 MFLOP");
    const int relative = width("−100.0 %");
    const int subject = width("System evidence");
    const int extra = std::max(0, m_table->viewport()->width() - group - fact - 2 * side - delta - relative - subject);
    const int forFact = std::min(extra / 4, width("System evidence seconds") - fact);
    const int forGroup = std::min(extra / 4, width("DistributedTaskIR") - group);
    set(Column::Group, group + forGroup);
    set(Column::Subject, subject + extra - forFact - forGroup);
    set(Column::Fact, fact + forFact);
    set(Column::A, side);
    set(Column::B, side);
    set(Column::Delta, delta);
    set(Column::Relative, relative);
}

bool CompareTable::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_table->viewport() && event->type() == QEvent::Resize && m_fitted)
        fitColumns();
    return ComparePart::eventFilter(watched, event);
}

void CompareTable::showCount()
{
    m_count->setText(tr("%1 of %2 facts").arg(m_filter->rowCount()).arg(m_model->rowCount()));
}

void CompareTable::setChangedOnly(bool changedOnly)
{
    m_changedOnly->setChecked(changedOnly);
}

bool CompareTable::changedOnly() const
{
    return m_changedOnly->isChecked();
}

QModelIndex CompareTable::rowOf(const EntityKey& key) const
{
    if (key.isNull())
        return {};
    if (const QModelIndex current = m_table->currentIndex(); current.data(EntityRole).value<EntityKey>() == key)
        return current; // of several facts of one entity, the one that was chosen
    for (int row = 0; row < m_model->rowCount(); ++row) {
        if (m_model->row(row).key != key)
            continue;
        if (const QModelIndex shown = m_filter->mapFromSource(m_model->index(row, 0)); shown.isValid())
            return shown;
    }
    return {};
}

void CompareTable::showSelection(const EntityKey& key)
{
    m_showing = true;
    const QModelIndex found = rowOf(key);
    if (!found.isValid())
        m_table->clearSelection();
    else if (found.row() != m_table->currentIndex().row() || !m_table->selectionModel()->isRowSelected(found.row()))
        m_table->setCurrentIndex(found);
    m_showing = false;
}

void CompareTable::stepDifference(bool forward)
{
    const int rows = m_filter->rowCount();
    const int here = m_table->currentIndex().isValid() ? m_table->currentIndex().row() : (forward ? -1 : rows);
    for (int step = 1; step <= rows; ++step) {
        const int row = ((here + (forward ? step : -step)) % rows + rows) % rows;
        if (static_cast<Change>(m_filter->index(row, 0).data(ChangeRole).toInt()) != Change::Same) {
            m_table->setCurrentIndex(m_filter->index(row, 0));
            return;
        }
    }
}

QString CompareTable::copyText() const
{
    return tsvOf(*m_filter);
}

} // namespace planscope::ui
