#include "ui/panels/rank_work_view.h"

#include "report/mapping_text.h"
#include "ui/charts/stacked_bar_chart.h"
#include "ui/models/rank_work_model.h"
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
    , m_page(new Page(this))
    , m_notice(new ResultNotice(nullptr))
    , m_choice(new QWidget)
    , m_choiceLabel(new QLabel(tr("&Show")))
    , m_scope(new QLabel)
    , m_fact(new QComboBox)
    , m_chartCard(new Card(
          tr("Work of each rank by phase"),
          tr("One block and one microbatch on each rank of a tensor-parallel group; the optimizer once an iteration"),
          nullptr))
    , m_tableCard(new Card(tr("All facts"),
                           tr("Of each of the ranks in the row; the last row of a group is the plan's total"), nullptr))
    , m_chart(new StackedBarChart)
    , m_table(new ResultTable(tr("Work of each rank by phase"), m_model, ResultTable::Order::AsGiven, nullptr))
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
    for (QWidget* part : std::initializer_list<QWidget*>{m_notice, m_scope, m_chartCard, m_tableCard})
        m_page->add(part);

    Selection* selection = this->context().selection;
    connect(m_fact, &QComboBox::currentIndexChanged, this, [this] { showChart(); });
    addChartCopy(m_chart);
    connect(m_chart, &StackedBarChart::selected, selection, &Selection::select);
    connect(m_chart, &StackedBarChart::activated, selection, &Selection::activate);
    connect(m_table, &ResultTable::selected, selection, &Selection::select);
    connect(m_table, &ResultTable::opened, selection, &Selection::activate);
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
    m_chartCard->setTheme(theme);
    m_tableCard->setTheme(theme);
    m_table->setTheme(theme);
    m_choiceLabel->setFont(theme.body());
    m_fact->setFont(theme.body());
    m_scope->setFont(theme.body());
}

void RankWorkView::showChart()
{
    if (m_shown && m_shown->derivation && m_shown->derivation->complete())
        m_chart->setData(rankBarsOf(*m_shown, fact()), context().theme->theme());
    m_chart->setSelected(context().selection->current());
}

void RankWorkView::refresh()
{
    const Theme& theme = context().theme->theme();
    const CandidateStatePtr state = context().study->currentState();
    const CandidateResultPtr now = result();
    const bool isNew = now != m_shown || m_theme != theme;
    m_shown = now;
    showTheme();
    m_notice->setNotice(noticeOf(state.get()), theme);
    const bool hasPlan = now && now->derivation && now->derivation->complete();
    for (QWidget* part : std::initializer_list<QWidget*>{m_scope, m_chartCard, m_tableCard})
        part->setVisible(hasPlan);
    if (!isNew)
        return;
    m_model->setResult(hasPlan ? now : nullptr);
    m_table->fitToRows();
    if (!hasPlan)
        return;
    const auto& training = now->derivation->training;
    const auto& shape = training.shape();
    m_scope->setText(tr("%1 ranks = %2. Every stage and replica runs the same tasks; a rank runs them for %3 and %4.")
                         .arg(QString::number(shape.worldSize), QString::fromStdString(degreesText(training.mapping())),
                              QString::fromStdString(counted(shape.blocksPerStage, "block")),
                              QString::fromStdString(counted(shape.microbatchCount, "microbatch", "microbatches"))));
    showChart();
}

void RankWorkView::showSelection(const EntityKey& key)
{
    m_chart->setSelected(key);
    if (const QModelIndex row = rowOfTask(key); row.isValid())
        m_table->showRow(row);
    else
        m_table->showSelection(key);
    if (key == m_revealed)
        return;
    m_revealed = key;
    if (m_table->hasSelectedCells())
        m_page->reveal(m_table, [this] { return m_table->selectedRowRect(); });
}

/// The phase, of the ranks that run it, to whose work a task belongs.
QModelIndex RankWorkView::rowOfTask(const EntityKey& key) const
{
    if (key.kind != EntityKey::Kind::Task || !m_shown || !m_shown->derivation || !m_shown->derivation->complete())
        return {};
    const std::string name = key.name.toStdString();
    for (const PlanTask& task : m_shown->derivation->plan().tasks)
        if (task.name == name)
            return m_model->indexOf(task.ranks.first, task.phase);
    return {};
}

QString RankWorkView::copyText() const
{
    return m_table->model()->rowCount() > 0 ? m_table->allText() : QString{};
}

QSize RankWorkView::exportSize() const
{
    constexpr int wide = 1440;
    return {wide, m_page->heightFor(wide)};
}

} // namespace planscope::ui
