#include "ui/panels/estimate_view.h"

#include "ui/charts/stacked_bar_chart.h"
#include "ui/models/entity_match.h"
#include "ui/models/memory_model.h"
#include "ui/models/primitive_cost_model.h"
#include "ui/models/time_model.h"
#include "ui/panels/card.h"
#include "ui/panels/chart_copy.h"
#include "ui/panels/headline_figures.h"
#include "ui/panels/page.h"
#include "ui/panels/result_charts.h"
#include "ui/panels/result_notice.h"
#include "ui/panels/result_table.h"

#include <QVBoxLayout>

namespace planscope::ui {

EstimateView::EstimateView(const ViewContext& context, QWidget* parent)
    : View(context, parent)
    , m_timeModel(new TimeModel(this))
    , m_memoryModel(new MemoryModel(this))
    , m_primitiveModel(new PrimitiveCostModel(this))
    , m_page(new Page(this))
    , m_notice(new ResultNotice(nullptr))
    , m_noTime(new ResultNotice(nullptr))
    , m_headline(
          new Card(tr("Estimate"), tr("Predicted for the target, with its efficiencies (system evidence)"), nullptr))
    , m_timeCard(new Card(tr("Iteration time by component"),
                          tr("Peak only: every efficiency is 1; latencies and volume factors stay"), nullptr))
    , m_memoryCard(new Card(tr("Memory by component"), tr("A rank of the first pipeline stage"), nullptr))
    , m_primitiveCard(new Card(tr("Cost by primitive"), tr("One block and one microbatch on one rank"), nullptr))
    , m_figures(new FigureRow(nullptr))
    , m_timeChart(new StackedBarChart)
    , m_memoryChart(new StackedBarChart)
    , m_timeTable(new ResultTable(tr("Iteration time by component"), m_timeModel, ResultTable::Order::AsGiven, nullptr))
    , m_memoryTable(new ResultTable(tr("Memory by component"), m_memoryModel, ResultTable::Order::AsGiven, nullptr))
    , m_primitiveTable(
          new ResultTable(tr("Cost by primitive"), m_primitiveModel, ResultTable::Order::Sortable, nullptr))
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_page);
    m_headline->add(m_figures);
    m_timeCard->add(m_timeChart, 1);
    m_timeCard->add(m_timeTable, 0, Qt::AlignTop | Qt::AlignLeft);
    m_memoryCard->add(m_memoryChart, 1);
    m_memoryCard->add(m_memoryTable, 0, Qt::AlignTop | Qt::AlignLeft);
    m_primitiveCard->add(m_primitiveTable, 0, Qt::AlignTop | Qt::AlignLeft);
    for (QWidget* part :
         std::initializer_list<QWidget*>{m_notice, m_noTime, m_headline, m_timeCard, m_memoryCard, m_primitiveCard})
        m_page->add(part);

    Selection* selection = this->context().selection;
    connect(m_figures, &FigureRow::selected, selection, &Selection::select);
    connect(m_figures, &FigureRow::activated, selection, &Selection::activate);
    for (StackedBarChart* chart : {m_timeChart, m_memoryChart}) {
        addChartCopy(chart);
        connect(chart, &StackedBarChart::selected, selection, &Selection::select);
        connect(chart, &StackedBarChart::activated, selection, &Selection::activate);
    }
    for (ResultTable* table : {m_timeTable, m_memoryTable, m_primitiveTable}) {
        connect(table, &ResultTable::selected, selection, &Selection::select);
        connect(table, &ResultTable::opened, selection, &Selection::activate);
    }
}

QString EstimateView::title() const
{
    return tr("Estimate");
}

QString EstimateView::exportName() const
{
    return QStringLiteral("estimate");
}

bool EstimateView::isBestFor(EntityKey::Kind kind) const
{
    return kind == EntityKey::Kind::Component || kind == EntityKey::Kind::Primitive;
}

void EstimateView::showTheme()
{
    const Theme& theme = context().theme->theme();
    if (m_theme == theme)
        return;
    m_theme = theme;
    m_page->setTheme(theme);
    for (Card* card : {m_headline, m_timeCard, m_memoryCard, m_primitiveCard})
        card->setTheme(theme);
    for (ResultTable* table : {m_timeTable, m_memoryTable, m_primitiveTable})
        table->setTheme(theme);
}

void EstimateView::refresh()
{
    const Theme& theme = context().theme->theme();
    const CandidateStatePtr state = context().study->currentState();
    const CandidateResultPtr now = result();
    const bool isNew = now != m_shown || m_theme != theme;
    m_shown = now;
    showTheme();
    m_notice->setNotice(noticeOf(state.get()), theme);
    const bool hasEstimate = now && now->estimate;
    const bool hasTimes = hasEstimate && now->estimate->modes.has_value();
    m_noTime->setNotice(hasEstimate ? noTimeNotice(now) : Notice{}, theme);
    m_headline->setVisible(hasEstimate);
    m_memoryCard->setVisible(hasEstimate);
    m_timeCard->setVisible(hasTimes);
    m_primitiveCard->setVisible(hasTimes);
    if (!isNew)
        return;
    m_timeModel->setResult(now);
    m_memoryModel->setResult(now);
    m_primitiveModel->setResult(now);
    for (ResultTable* table : {m_timeTable, m_memoryTable, m_primitiveTable})
        table->fitToRows();
    if (!hasEstimate)
        return;
    m_figures->setFigures(headlineFiguresOf(*now), theme);
    m_timeChart->setData(timeBarsOf(*now), theme);
    m_memoryChart->setData(memoryBarsOf(*now), theme);
}

void EstimateView::showSelection(const EntityKey& key)
{
    m_figures->setSelected(key);
    m_timeChart->setSelected(key);
    m_memoryChart->setSelected(key);
    m_timeTable->showSelection(key);
    m_memoryTable->showSelection(key);
    m_primitiveTable->showSelection(primitiveOf(key));
    if (key == m_revealed)
        return;
    m_revealed = key;
    for (ResultTable* table : {m_timeTable, m_memoryTable, m_primitiveTable})
        if (table->hasSelectedCells())
            m_page->reveal(table, [table] { return table->selectedRowRect(); });
}

/// The primitive of a task or a layer, in whose row its cost is; another key as it is.
EntityKey EstimateView::primitiveOf(const EntityKey& key) const
{
    const bool hasPlan = m_shown && m_shown->derivation && m_shown->derivation->complete();
    if (!hasPlan || (key.kind != EntityKey::Kind::Task && key.kind != EntityKey::Kind::Layer))
        return key;
    for (const PlanTask& task : m_shown->derivation->plan().tasks)
        if (standsFor(key, QString::fromStdString(task.name), task.layer, task.primitive)) {
            const std::string_view name = nameOf(task.primitive);
            return {EntityKey::Kind::Primitive, QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()))};
        }
    return key;
}

QString EstimateView::copyText() const
{
    if (!m_shown || !m_shown->estimate)
        return {};
    QStringList tables{m_figures->allText()};
    for (const ResultTable* table : {m_timeTable, m_memoryTable, m_primitiveTable})
        if (table->model()->rowCount() > 0)
            tables << table->allText();
    return tables.join(QLatin1Char('\n'));
}

QSize EstimateView::exportSize() const
{
    constexpr int wide = 1440;
    return {wide, m_page->heightFor(wide)};
}

} // namespace planscope::ui
