#include "ui/panels/rank_work_view.h"

#include "report/mapping_text.h"
#include "ui/charts/stacked_bar_chart.h"
#include "ui/models/rank_work_model.h"
#include "ui/models/stage_key.h"
#include "ui/models/stage_work_model.h"
#include "ui/panels/card.h"
#include "ui/panels/chart_copy.h"
#include "ui/panels/page.h"
#include "ui/panels/result_notice.h"
#include "ui/panels/result_table.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>

namespace planscope::ui {

RankWorkView::RankWorkView(const ViewContext& context, QWidget* parent)
    : View(context, parent)
    , m_model(new RankWorkModel(this))
    , m_stageModel(new StageWorkModel(this))
    , m_trafficModel(new StageTrafficModel(this))
    , m_page(new Page(this))
    , m_notice(new ResultNotice(nullptr))
    , m_tooLarge(new ResultNotice(nullptr))
    , m_choice(new QWidget)
    , m_choiceLabel(new QLabel(tr("&Show")))
    , m_scope(new QLabel)
    , m_fact(new QComboBox)
    , m_chartCard(new Card(tr("Work of each rank by phase"), {}, nullptr))
    , m_tableCard(new Card(tr("All facts"),
                           tr("Of each of the ranks in the row; the last row of a group is the plan's total"), nullptr))
    , m_stageCard(new Card(tr("Operations of a step"),
                           tr("Of each of the ranks in the row; the last row is all ranks together"), nullptr))
    , m_trafficCard(new Card(tr("Traffic, messages and time of a step"),
                             tr("Of each of the ranks in the row; messages by the ranks they are exchanged with, whole "
                                "buffers sent and received"),
                             nullptr))
    , m_chart(new StackedBarChart)
    , m_table(new ResultTable(tr("Work of each rank by phase"), m_model, ResultTable::Order::AsGiven, nullptr))
    , m_stageTable(new ResultTable(tr("Operations of a step"), m_stageModel, ResultTable::Order::AsGiven, nullptr))
    , m_trafficTable(new ResultTable(tr("Traffic, messages and time of a step"), m_trafficModel,
                                     ResultTable::Order::AsGiven, nullptr))
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_page);

    // In the order of RankFact.
    m_fact->addItems({tr("Operations"), tr("Bytes read"), tr("Bytes written"), tr("Message bytes"),
                      tr("Predicted time, system evidence")});
    m_fact->setAccessibleName(tr("Fact shown by the bars"));
    m_choiceLabel->setBuddy(m_fact);
    auto* row = new QHBoxLayout(m_choice);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(m_choiceLabel);
    row->addWidget(m_fact);
    row->addStretch(1);
    m_scope->setWordWrap(true);
    auto* chosen = new QWidget;
    auto* column = new QVBoxLayout(chosen);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_choice);
    column->addWidget(m_chart, 1);
    m_chartCard->add(chosen, 1);
    m_tableCard->add(m_table, 0, Qt::AlignTop | Qt::AlignLeft);
    m_stageCard->add(m_stageTable, 0, Qt::AlignTop | Qt::AlignLeft);
    m_trafficCard->add(m_trafficTable, 0, Qt::AlignTop | Qt::AlignLeft);
    for (QWidget* part : std::initializer_list<QWidget*>{m_notice, m_tooLarge, m_scope, m_chartCard, m_tableCard,
                                                         m_stageCard, m_trafficCard})
        m_page->add(part);

    Selection* selection = this->context().selection;
    connect(m_fact, &QComboBox::currentIndexChanged, this, [this] { showChart(); });
    addChartCopy(m_chart);
    connect(m_chart, &StackedBarChart::selected, selection, &Selection::select);
    connect(m_chart, &StackedBarChart::activated, selection, &Selection::activate);
    for (ResultTable* table : tables()) {
        connect(table, &ResultTable::selected, selection, &Selection::select);
        connect(table, &ResultTable::opened, selection, &Selection::activate);
    }
}

QString RankWorkView::title() const
{
    return tr("Per-rank work");
}

QString RankWorkView::exportName() const
{
    return QStringLiteral("rank-work");
}

bool RankWorkView::isBestFor(EntityKey::Kind kind) const
{
    return kind == EntityKey::Kind::Rank;
}

RankFact RankWorkView::fact() const
{
    return static_cast<RankFact>(m_fact->currentIndex());
}

void RankWorkView::showTheme()
{
    const Theme& theme = context().theme->theme();
    if (m_theme == theme)
        return;
    m_theme = theme;
    m_page->setTheme(theme);
    for (Card* card : {m_chartCard, m_tableCard, m_stageCard, m_trafficCard})
        card->setTheme(theme);
    for (ResultTable* table : tables())
        table->setTheme(theme);
    m_choiceLabel->setFont(theme.body());
    m_fact->setFont(theme.body());
    m_scope->setFont(theme.body());
}

void RankWorkView::showChart()
{
    const Theme& theme = context().theme->theme();
    if (hasBlockPlan())
        m_chart->setData(rankBarsOf(*m_shown.block(), fact()), theme);
    else if (m_work)
        m_chart->setData(rankBarsOf(*m_work, fact()), theme);
    m_chart->setSelected(barOf(ranksOf(context().selection->current())));
}

std::vector<ResultTable*> RankWorkView::tables() const
{
    return {m_table, m_stageTable, m_trafficTable};
}

bool RankWorkView::hasBlockPlan() const
{
    return m_shown.block() && m_shown.block()->derivation && m_shown.block()->derivation->complete();
}

void RankWorkView::refresh()
{
    const Theme& theme = context().theme->theme();
    const CandidateStatePtr state = context().study->currentState();
    const AnyResult now = anyResult();
    const bool isNew = now != m_shown || m_theme != theme;
    if (now != m_shown) {
        m_shown = now;
        m_work = now.whole() ? whole::rankWorkOf(*now.whole()) : std::nullopt;
    }
    showTheme();
    m_notice->setNotice(noticeOf(state.get()), theme);
    const bool isTooLarge = now.whole() && now.history() && now.history()->complete() && !m_work;
    m_tooLarge->setNotice(isTooLarge ? Notice{tr("✖ The work of a step cannot be counted"),
                                              tr("A sum over all microbatches and ranks leaves 127 bits."), Role::Error}
                                     : Notice{},
                          theme);
    const bool hasBlock = hasBlockPlan();
    m_scope->setVisible(hasBlock || m_work);
    m_chartCard->setVisible(hasBlock || m_work);
    m_tableCard->setVisible(hasBlock);
    m_stageCard->setVisible(m_work.has_value());
    m_trafficCard->setVisible(m_work.has_value());
    if (!isNew)
        return;
    m_model->setResult(hasBlock ? now.block() : nullptr);
    m_stageModel->setWork(m_work);
    m_trafficModel->setWork(m_work);
    for (ResultTable* table : tables())
        table->fitToRows();
    if (hasBlock)
        showBlock();
    else if (m_work)
        showWhole();
    showChart();
}

void RankWorkView::showBlock()
{
    const auto& training = m_shown.block()->derivation->training;
    const auto& shape = training.shape();
    m_chartCard->setSubtitle(
        tr("One block and one microbatch on each rank of a tensor-parallel group; the optimizer once an iteration"));
    m_scope->setText(tr("%1 = %2. Every stage and replica runs the same tasks; a rank runs them for %3 and %4.")
                         .arg(QString::fromStdString(counted(shape.worldSize, "rank")),
                              QString::fromStdString(degreesText(training.mapping())),
                              QString::fromStdString(counted(shape.blocksPerStage, "block")),
                              QString::fromStdString(counted(shape.microbatchCount, "microbatch", "microbatches"))));
}

void RankWorkView::showWhole()
{
    const auto& training = m_shown.whole()->derivation->training;
    const auto& shape = training.shape();
    m_chartCard->setSubtitle(
        tr("One step of all microbatches on each rank; stages that do the same share a bar; messages by "
           "the ranks they are exchanged with"));
    m_scope->setText(tr("%1 = %2, %3 in each stage. The ranks of a stage do the same; a step has %4.")
                         .arg(QString::fromStdString(counted(shape.worldSize, "rank")),
                              QString::fromStdString(degreesText(training.mapping())),
                              QString::fromStdString(counted(m_work->stages.front().rankCount, "rank")),
                              QString::fromStdString(counted(shape.microbatchCount, "microbatch", "microbatches"))));
}

void RankWorkView::showSelection(const EntityKey& key)
{
    const EntityKey ranks = ranksOf(key);
    m_chart->setSelected(barOf(ranks));
    if (const QModelIndex row = rowOfTask(key); row.isValid())
        m_table->showRow(row);
    else
        m_table->showSelection(key);
    m_stageTable->showSelection(ranks);
    m_trafficTable->showSelection(ranks);
    if (key == m_revealed)
        return;
    m_revealed = key;
    for (ResultTable* table : {m_table, m_stageTable})
        if (table->hasSelectedCells())
            m_page->reveal(table, [table] { return table->selectedRowRect(); });
}

/// The phase, of the ranks that run it, to whose work a task belongs.
QModelIndex RankWorkView::rowOfTask(const EntityKey& key) const
{
    if (key.kind != EntityKey::Kind::Task || !hasBlockPlan())
        return {};
    const std::string name = key.name.toStdString();
    for (const PlanTask& task : m_shown.block()->derivation->plan().tasks)
        if (task.name == name)
            return m_model->indexOf(task.ranks.first, task.phase);
    return {};
}

/// Of a stage, or a figure of it, the ranks; another key as it is.
EntityKey RankWorkView::ranksOf(const EntityKey& key) const
{
    const std::optional<int> stage = m_work ? stageOf(key) : std::nullopt;
    const bool isKnown = stage && static_cast<std::size_t>(*stage) < m_work->stages.size();
    return isKnown ? ranksKey(m_work->stages[static_cast<std::size_t>(*stage)]) : key;
}

/// What the bar stands for that the ranks are part of; another key as it is.
EntityKey RankWorkView::barOf(const EntityKey& ranks) const
{
    if (m_work && ranks.kind == EntityKey::Kind::Rank)
        for (const whole::StageRun& run : m_work->runs)
            for (std::size_t stage = run.first; stage < run.first + run.count; ++stage)
                if (ranksKey(m_work->stages[stage]) == ranks)
                    return ranksKey(m_work->stages[run.first]);
    return ranks;
}

QString RankWorkView::copyText() const
{
    QStringList texts;
    for (const ResultTable* table : tables())
        if (table->model()->rowCount() > 0)
            texts << table->allText();
    return texts.join(QLatin1Char('\n'));
}

QSize RankWorkView::exportSize() const
{
    constexpr int wide = 1440;
    return {wide, m_page->heightFor(wide)};
}

} // namespace planscope::ui
