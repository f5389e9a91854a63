#include "ui/panels/compare_stages.h"

#include "ui/charts/stacked_bar_chart.h"
#include "ui/models/difference_model.h"
#include "ui/models/stage_key.h"
#include "ui/panels/card.h"
#include "ui/panels/compare_charts.h"
#include "ui/panels/copy_actions.h"
#include "ui/panels/page.h"
#include "ui/panels/result_table.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QVBoxLayout>

#include <algorithm>

namespace planscope::ui {

CompareStages::CompareStages(QWidget* parent)
    : ComparePart(parent)
    , m_model(new DifferenceModel(this))
    , m_figure(new QComboBox(this))
    , m_page(new Page(this))
    , m_card(new Card({}, {}, nullptr))
    , m_chart(new StackedBarChart)
    , m_table(new ResultTable(tr("A figure of every stage of A and B"), m_model, ResultTable::Order::AsGiven, nullptr))
{
    for (const auto column : {DifferenceModel::Column::Group, DifferenceModel::Column::Fact})
        m_table->hideColumn(static_cast<int>(column));
    m_figure->setAccessibleName(tr("Figure of the stages"));
    m_figure->setToolTip(m_figure->accessibleName());
    auto* bar = new QHBoxLayout;
    bar->setContentsMargins(16, 8, 16, 0);
    bar->addWidget(m_figure);
    bar->addStretch(1);
    m_card->add(m_chart, 1);
    m_card->add(m_table, 0, Qt::AlignTop | Qt::AlignLeft);
    m_page->add(m_card);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(bar);
    column->addWidget(m_page, 1);
    setFocusProxy(m_table);
    connect(m_figure, &QComboBox::activated, this, [this](int) { showRows(); });
    connect(m_chart, &StackedBarChart::selected, this, &ComparePart::selected);
    connect(m_chart, &StackedBarChart::activated, this, &ComparePart::activated);
    connect(m_table, &ResultTable::selected, this, &ComparePart::selected);
    connect(m_table, &ResultTable::opened, this, &ComparePart::activated);
    addCopyActions(m_chart, {[] { return QString{}; }, [this] { return m_table->allText(); }});
}

QString CompareStages::title() const
{
    return tr("Stages");
}

QString CompareStages::exportName() const
{
    return QStringLiteral("stages");
}

void CompareStages::setShown(const CompareShown& shown, const Theme& theme)
{
    if (m_shown.pair == shown.pair && m_shown.mode == shown.mode && m_theme == theme)
        return;
    m_shown = shown;
    if (m_theme != theme) {
        m_theme = theme;
        m_page->setTheme(theme);
        m_card->setTheme(theme);
        m_table->setTheme(theme);
        m_figure->setFont(theme.body());
    }
    offerFigures();
    showRows();
}

void CompareStages::offerFigures()
{
    std::vector<std::string> figures = stageFiguresOf(m_shown.pair->comparison);
    if (figures == m_figures)
        return;
    const std::string before = m_figures.empty() ? "memory.peak" : m_figures[std::size_t(m_figure->currentIndex())];
    m_figures = std::move(figures);
    m_figure->clear();
    for (const std::string& figure : m_figures)
        m_figure->addItem(stageFigureName(figure));
    const auto kept = std::find(m_figures.begin(), m_figures.end(), before);
    m_figure->setCurrentIndex(kept == m_figures.end() ? 0 : static_cast<int>(kept - m_figures.begin()));
}

void CompareStages::showFigure(std::string_view figure)
{
    const auto found = std::find(m_figures.begin(), m_figures.end(), figure);
    if (found == m_figures.end())
        return;
    m_figure->setCurrentIndex(static_cast<int>(found - m_figures.begin()));
    showRows();
}

void CompareStages::showRows()
{
    if (m_figures.empty())
        return;
    const std::string& figure = m_figures[static_cast<std::size_t>(m_figure->currentIndex())];
    std::vector<DifferenceRow> rows = stageDifferenceRows(m_shown.pair->comparison, figure, m_shown.mode);
    const bool isTime = figure.starts_with("time.");
    m_card->setTitle(m_figure->currentText());
    m_card->setSubtitle(!isTime ? tr("Of a rank of each pipeline stage")
                            : m_shown.mode == EstimateMode::PeakOnly
                            ? tr("Of each pipeline stage in a step, at peak rates")
                            : tr("Of each pipeline stage in a step, predicted by the system's evidence"));
    const StackedBarData bars = stagePairBars(m_shown.pair->comparison, figure, m_shown.mode);
    m_chart->setVisible(!bars.bars.empty());
    if (!bars.bars.empty())
        m_chart->setData(bars, *m_theme);
    m_model->setDifferences(std::move(rows));
    m_table->fitToRows();
}

/// A figure of a stage comes in front; of a stage its row is shown.
void CompareStages::showSelection(const EntityKey& key)
{
    if (const QString figure = stageFigureOf(key); !figure.isEmpty())
        showFigure(figure.toStdString());
    m_chart->setSelected(key);
    if (const auto stage = stageOf(key); stage && *stage < m_model->rowCount())
        m_table->showRow(m_model->index(*stage, static_cast<int>(DifferenceModel::Column::Subject)));
    else
        m_table->showRow({});
}

void CompareStages::stepDifference(bool forward)
{
    const int rows = m_model->rowCount();
    const int here = m_table->currentIndex().isValid() ? m_table->currentIndex().row() : (forward ? -1 : rows);
    for (int step = 1; step <= rows; ++step) {
        const int row = ((here + (forward ? step : -step)) % rows + rows) % rows;
        if (m_model->row(row).change != Change::Same) {
            m_table->setCurrentIndex(m_model->index(row, static_cast<int>(DifferenceModel::Column::Subject)));
            return;
        }
    }
}

QString CompareStages::copyText() const
{
    return m_table->allText();
}

QSize CompareStages::exportSize() const
{
    constexpr int wide = 1440;
    return {wide, m_page->heightFor(wide) + m_figure->sizeHint().height() + 8};
}

} // namespace planscope::ui
