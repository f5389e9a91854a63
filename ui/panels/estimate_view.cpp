#include "ui/panels/estimate_view.h"

#include "report/whole_breakdown.h"
#include "ui/charts/stacked_bar_chart.h"
#include "ui/models/entity_match.h"
#include "ui/models/memory_model.h"
#include "ui/models/operation_cost_model.h"
#include "ui/models/primitive_cost_model.h"
#include "ui/models/stage_key.h"
#include "ui/models/time_model.h"
#include "ui/models/token_operations_model.h"
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
    , m_operationModel(new OperationCostModel(this))
    , m_tokenModel(new TokenOperationsModel(this))
    , m_page(new Page(this))
    , m_notice(new ResultNotice(nullptr))
    , m_noTime(new ResultNotice(nullptr))
    , m_overCapacity(new ResultNotice(nullptr))
    , m_headline(
          new Card(tr("Estimate"), tr("Predicted for the target, with its efficiencies (system evidence)"), nullptr))
    , m_timeCard(new Card(tr("Iteration time by component"), {}, nullptr))
    , m_memoryCard(new Card(tr("Memory by component"), {}, nullptr))
    , m_primitiveCard(new Card(tr("Cost by primitive"), tr("One block and one microbatch on one rank"), nullptr))
    , m_operationCard(new Card(tr("Cost by operation"),
                               tr("One microbatch on its way through the whole model, on one tensor rank"), nullptr))
    , m_tokenCard(new Card(tr("Operations a token"),
                           tr("Of the published model, forward and backward; what MFU and other reports count"),
                           nullptr))
    , m_figures(new FigureRow(nullptr))
    , m_timeChart(new StackedBarChart)
    , m_memoryChart(new StackedBarChart)
    , m_timeTable(new ResultTable(tr("Iteration time by component"), m_timeModel, ResultTable::Order::AsGiven, nullptr))
    , m_memoryTable(new ResultTable(tr("Memory by component"), m_memoryModel, ResultTable::Order::AsGiven, nullptr))
    , m_primitiveTable(
          new ResultTable(tr("Cost by primitive"), m_primitiveModel, ResultTable::Order::Sortable, nullptr))
    , m_operationTable(
          new ResultTable(tr("Cost by operation"), m_operationModel, ResultTable::Order::Sortable, nullptr))
    , m_tokenTable(new ResultTable(tr("Operations a token"), m_tokenModel, ResultTable::Order::AsGiven, nullptr))
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
    m_operationCard->add(m_operationTable, 0, Qt::AlignTop | Qt::AlignLeft);
    m_tokenCard->add(m_tokenTable, 0, Qt::AlignTop | Qt::AlignLeft);
    for (QWidget* part : std::initializer_list<QWidget*>{m_notice, m_noTime, m_overCapacity, m_headline, m_timeCard,
                                                         m_memoryCard, m_primitiveCard, m_operationCard, m_tokenCard})
        m_page->add(part);

    Selection* selection = this->context().selection;
    connect(m_figures, &FigureRow::selected, selection, &Selection::select);
    connect(m_figures, &FigureRow::activated, selection, &Selection::activate);
    for (StackedBarChart* chart : {m_timeChart, m_memoryChart}) {
        addChartCopy(chart);
        connect(chart, &StackedBarChart::selected, selection, &Selection::select);
        connect(chart, &StackedBarChart::activated, selection, &Selection::activate);
    }
    for (ResultTable* table : tables()) {
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

std::vector<ResultTable*> EstimateView::tables() const
{
    return {m_timeTable, m_memoryTable, m_primitiveTable, m_operationTable, m_tokenTable};
}

void EstimateView::showTheme()
{
    const Theme& theme = context().theme->theme();
    if (m_theme == theme)
        return;
    m_theme = theme;
    m_page->setTheme(theme);
    for (Card* card : {m_headline, m_timeCard, m_memoryCard, m_primitiveCard, m_operationCard, m_tokenCard})
        card->setTheme(theme);
    for (ResultTable* table : tables())
        table->setTheme(theme);
}

void EstimateView::refresh()
{
    const Theme& theme = context().theme->theme();
    const CandidateStatePtr state = context().study->currentState();
    const AnyResult now = anyResult();
    const bool isNew = now != m_shown || m_theme != theme;
    m_shown = now;
    showTheme();
    m_notice->setNotice(noticeOf(state.get()), theme);
    m_noTime->setNotice(noTimeNotice(now), theme);
    m_overCapacity->setNotice(overCapacityNotice(now), theme);
    showParts();
    if (!isNew)
        return;
    m_timeModel->setResult(now);
    m_memoryModel->setResult(now);
    m_primitiveModel->setResult(now.block());
    m_operationModel->setResult(now.whole());
    m_tokenModel->setResult(now.whole());
    for (ResultTable* table : tables())
        table->fitToRows();
    if (!hasEstimate())
        return;
    describe();
    m_figures->setFigures(headlineFiguresOf(now), theme);
    m_timeChart->setData(timeBarsOf(now), theme);
    m_memoryChart->setData(memoryBarsOf(now), theme);
}

bool EstimateView::hasEstimate() const
{
    return (m_shown.block() && m_shown.block()->estimate) || (m_shown.whole() && m_shown.whole()->estimate);
}

/// What there is nothing of is not there.
void EstimateView::showParts()
{
    m_headline->setVisible(hasEstimate());
    m_memoryCard->setVisible(hasEstimate());
    m_timeCard->setVisible(m_shown.hasTime());
    m_primitiveCard->setVisible(m_shown.hasTime() && m_shown.block());
    m_operationCard->setVisible(m_shown.hasTime() && m_shown.whole());
    m_tokenCard->setVisible(hasEstimate() && m_shown.whole());
}

/// Of whose time and memory the cards speak.
void EstimateView::describe()
{
    const QString peakOnly = tr("Peak only: every efficiency is 1; latencies and volume factors stay");
    if (m_shown.block()) {
        m_timeCard->setSubtitle(peakOnly);
        m_memoryCard->setSubtitle(tr("A rank of the first pipeline stage"));
        return;
    }
    const whole::Estimate& estimate = *m_shown.whole()->estimate;
    const std::size_t fullest = whole::fullestStage(estimate);
    const whole::StagePeak& peak = estimate.peaks[fullest];
    m_memoryCard->setSubtitle(tr("A rank of stage %1, the fullest, at its peak: %2 of microbatch %3 in chunk %4")
                                  .arg(QString::number(fullest),
                                       QString::fromStdString(std::string{nameOf(peak.moment)}),
                                       QString::number(peak.step.microbatch), QString::number(peak.step.chunk)));
    if (!estimate.modes)
        return;
    const auto lastIn = [&estimate](EstimateMode mode) {
        return (*estimate.modes)[static_cast<std::size_t>(mode)].time.lastStage;
    };
    const std::size_t evidence = lastIn(EstimateMode::SystemEvidence);
    const std::size_t bound = lastIn(EstimateMode::PeakOnly);
    const QString last = evidence == bound
        ? tr("Of stage %1, which ends last").arg(evidence)
        : tr("Of the stage that ends last: %1, peak only %2").arg(evidence).arg(bound);
    m_timeCard->setSubtitle(QStringLiteral("%1. %2").arg(last, peakOnly));
}

void EstimateView::showSelection(const EntityKey& key)
{
    const EntityKey memory = memoryOf(key);
    m_figures->setSelected(memory);
    m_timeChart->setSelected(key);
    m_memoryChart->setSelected(memory);
    m_timeTable->showSelection(key);
    m_memoryTable->showSelection(memory);
    m_primitiveTable->showSelection(rowOf(key));
    m_operationTable->showSelection(rowOf(key));
    m_tokenTable->showSelection(key);
    if (key == m_revealed)
        return;
    m_revealed = key;
    for (ResultTable* table : tables())
        if (table->hasSelectedCells())
            m_page->reveal(table, [table] { return table->selectedRowRect(); });
}

/// Of a figure of the stage whose memory is shown, the figure here; another key as it is.
EntityKey EstimateView::memoryOf(const EntityKey& key) const
{
    const std::optional<int> stage = m_shown.whole() && m_shown.whole()->estimate ? stageOf(key) : std::nullopt;
    const QString figure = stageFigureOf(key);
    const bool isShown = stage && static_cast<std::size_t>(*stage) == whole::fullestStage(*m_shown.whole()->estimate)
        && figure.startsWith(QLatin1String("memory."));
    return isShown ? EntityKey{EntityKey::Kind::Component, figure} : key;
}

/// What has a row of costs: the primitive of a task or a layer, the operation of a whole model's task; another key as
/// it is.
EntityKey EstimateView::rowOf(const EntityKey& key) const
{
    if (key.kind != EntityKey::Kind::Task && key.kind != EntityKey::Kind::Layer)
        return key;
    const auto named = [](EntityKey::Kind kind, std::string_view name) {
        return EntityKey{kind, QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()))};
    };
    if (const CandidateResultPtr& block = m_shown.block(); block && block->derivation && block->derivation->complete())
        for (const PlanTask& task : block->derivation->plan().tasks)
            if (standsFor(key, QString::fromStdString(task.name), task.layer, task.primitive))
                return named(EntityKey::Kind::Primitive, nameOf(task.primitive));
    if (const auto& whole = m_shown.whole(); whole && whole->derivation && whole->derivation->complete())
        for (const whole::PlanTask& task : whole->derivation->plan().tasks)
            if (key.name == QString::fromStdString(task.name))
                return named(EntityKey::Kind::Operation, operationNameOf(task.invocation.row));
    return key;
}

QString EstimateView::copyText() const
{
    if (!hasEstimate())
        return {};
    QStringList texts{m_figures->allText()};
    for (const ResultTable* table : tables())
        if (table->model()->rowCount() > 0)
            texts << table->allText();
    return texts.join(QLatin1Char('\n'));
}

QSize EstimateView::exportSize() const
{
    constexpr int wide = 1440;
    return {wide, m_page->heightFor(wide)};
}

} // namespace planscope::ui
