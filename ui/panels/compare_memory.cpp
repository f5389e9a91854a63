#include "ui/panels/compare_memory.h"

#include "ui/charts/stacked_bar_chart.h"
#include "ui/models/difference_model.h"
#include "ui/models/model_roles.h"
#include "ui/panels/card.h"
#include "ui/panels/compare_charts.h"
#include "ui/panels/copy_actions.h"
#include "ui/panels/page.h"
#include "ui/panels/result_table.h"

#include <QVBoxLayout>

namespace planscope::ui {

CompareMemory::CompareMemory(QWidget* parent)
    : ComparePart(parent)
    , m_model(new DifferenceModel(this))
    , m_page(new Page(this))
    , m_card(new Card(tr("Memory by component"), {}, nullptr))
    , m_chart(new StackedBarChart)
    , m_table(new ResultTable(tr("Memory of A and B by component"), m_model, ResultTable::Order::AsGiven, nullptr))
{
    for (const auto column : {DifferenceModel::Column::Group, DifferenceModel::Column::Subject})
        m_table->hideColumn(static_cast<int>(column));
    m_card->add(m_chart, 1);
    m_card->add(m_table, 0, Qt::AlignTop | Qt::AlignLeft);
    m_page->add(m_card);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_page);
    setFocusProxy(m_table);
    connect(m_chart, &StackedBarChart::selected, this, &ComparePart::selected);
    connect(m_chart, &StackedBarChart::activated, this, &ComparePart::activated);
    connect(m_table, &ResultTable::selected, this, &ComparePart::selected);
    connect(m_table, &ResultTable::opened, this, &ComparePart::activated);
    addCopyActions(m_chart, {[] { return QString{}; }, [this] { return m_table->allText(); }});
}

QString CompareMemory::title() const
{
    return tr("Memory");
}

QString CompareMemory::exportName() const
{
    return QStringLiteral("memory");
}

void CompareMemory::setShown(const CompareShown& shown, const Theme& theme)
{
    if (m_pair == shown.pair && m_theme == theme)
        return;
    m_pair = shown.pair;
    if (m_theme != theme) {
        m_theme = theme;
        m_page->setTheme(theme);
        m_card->setTheme(theme);
        m_table->setTheme(theme);
    }
    m_card->setSubtitle(m_pair->comparison.accounting == Accounting::Block
                            ? tr("A rank of the first pipeline stage, against its capacity")
                            : tr("A rank of the fullest stage at its peak, against its capacity"));
    m_model->setDifferences(memoryDifferenceRows(m_pair->comparison));
    m_table->fitToRows();
    m_chart->setData(memoryPairBars(*m_pair), theme);
}

void CompareMemory::showSelection(const EntityKey& key)
{
    m_chart->setSelected(key);
    m_table->showSelection(key);
}

void CompareMemory::stepDifference(bool forward)
{
    const int rows = m_model->rowCount();
    const int here = m_table->currentIndex().isValid() ? m_table->currentIndex().row() : (forward ? -1 : rows);
    for (int step = 1; step <= rows; ++step) {
        const int row = ((here + (forward ? step : -step)) % rows + rows) % rows;
        if (m_model->row(row).change != Change::Same) {
            m_table->setCurrentIndex(m_model->index(row, static_cast<int>(DifferenceModel::Column::Fact)));
            return;
        }
    }
}

QString CompareMemory::copyText() const
{
    return m_table->allText();
}

QSize CompareMemory::exportSize() const
{
    constexpr int wide = 1440;
    return {wide, m_page->heightFor(wide)};
}

} // namespace planscope::ui
