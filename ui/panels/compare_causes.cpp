#include "ui/panels/compare_causes.h"

#include "compare/iteration_figures.h"
#include "ui/charts/waterfall_chart.h"
#include "ui/models/cause_model.h"
#include "ui/models/fact_cell.h"
#include "ui/models/table_text.h"
#include "ui/panels/card.h"
#include "ui/panels/compare_charts.h"
#include "ui/panels/copy_actions.h"
#include "ui/panels/page.h"
#include "ui/panels/result_table.h"
#include "ui/panels/turning_layout.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QVBoxLayout>

namespace planscope::ui {

CompareCauses::CompareCauses(StudyComparison& comparison, QWidget* parent)
    : ComparePart(parent)
    , m_comparison(comparison)
    , m_model(new CauseModel(this))
    , m_page(new Page(this))
    , m_quantity(new QComboBox(this))
    , m_causeCard(new Card(tr("By cause"),
                           tr("What each field that differs has of B − A; choose one to see what is behind it"),
                           nullptr))
    , m_componentCard(new Card(tr("By component"), tr("Components that do not differ are left out"), nullptr))
    , m_behindCard(
          new Card(tr("Behind the cause"), tr("What its share is made of, in an iteration on a rank"), nullptr))
    , m_layerCard(new Card({}, {}, nullptr))
    , m_rows{new TurningLayout, new TurningLayout}
    , m_byCause(new WaterfallChart)
    , m_byComponent(new WaterfallChart)
    , m_byLayer(new WaterfallChart)
    , m_behind(new ResultTable(tr("Behind the cause"), m_model, ResultTable::Order::Sortable, nullptr))
    , m_notes(new QLabel)
{
    m_quantity->addItems({tr("Iteration time"), tr("Memory of a stage"), tr("Operations of a rank")});
    m_quantity->setAccessibleName(tr("Quantity whose difference is explained"));
    m_quantity->setToolTip(m_quantity->accessibleName());
    m_notes->setWordWrap(true);
    m_notes->setTextFormat(Qt::PlainText);
    m_notes->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* bar = new QHBoxLayout;
    bar->setContentsMargins(16, 8, 16, 0);
    bar->addWidget(m_quantity);
    bar->addStretch(1);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(bar);
    column->addWidget(m_page, 1);

    m_behind->hideColumn(static_cast<int>(CauseModel::Column::Kind)); // copied, not shown: names tell it
    m_behind->setAutoScroll(false); // as high as its rows: a selection moves no columns
    auto* causes = new QWidget;
    auto* stack = new QVBoxLayout(causes);
    stack->setContentsMargins(0, 0, 0, 0);
    stack->addWidget(m_byCause);
    stack->addWidget(m_notes);
    m_causeCard->add(causes, 1);
    m_behindCard->add(m_behind, 0, Qt::AlignTop | Qt::AlignLeft);
    m_componentCard->add(m_byComponent, 1);
    m_layerCard->add(m_byLayer, 1);
    const std::array<std::array<Card*, 2>, 2> pairs{{{m_causeCard, m_componentCard}, {m_behindCard, m_layerCard}}};
    for (std::size_t k = 0; k < pairs.size(); ++k) {
        auto* row = new QWidget;
        row->setLayout(m_rows[k]);
        m_rows[k]->setContentsMargins(0, 0, 0, 0);
        for (Card* const card : pairs[k])
            m_rows[k]->addWidget(card, 1);
        m_page->add(row);
    }

    connect(m_quantity, &QComboBox::activated, this, [this](int) { showFalls(); });
    connect(m_byCause, &WaterfallChart::chosen, this, &CompareCauses::chooseCause);
    connect(m_byCause, &WaterfallChart::opened, this, [this](std::size_t cause) {
        chooseCause(cause);
        m_behind->setFocus();
        m_page->reveal(m_behind, [this] { return QRect(0, 0, m_behind->width(), m_behind->height() / 4); });
    });
    for (WaterfallChart* const chart : {m_byComponent, m_byLayer}) {
        connect(chart, &WaterfallChart::chosen, this,
                [this, chart](std::size_t step) { Q_EMIT selected(chart->data().bars[step].key); });
        connect(chart, &WaterfallChart::opened, this,
                [this, chart](std::size_t step) { Q_EMIT activated(chart->data().bars[step].key); });
    }
    connect(m_behind, &ResultTable::selected, this, &ComparePart::selected);
    connect(m_behind, &ResultTable::opened, this, &ComparePart::activated);
    connect(&m_comparison, &StudyComparison::followedChanged, this, &CompareCauses::showBehind);

    const auto copies = [this](WaterfallChart* chart, WaterfallBy by) {
        addCopyActions(
            chart,
            {[] { return QString{}; },
             [this, by] { return m_shown.pair ? tsvOf(waterfallLines(*m_shown.pair, measure(), by)) : QString{}; }});
    };
    copies(m_byCause, WaterfallBy::Cause);
    copies(m_byComponent, WaterfallBy::Component);
    copies(m_byLayer, WaterfallBy::Layer);
    setFocusProxy(m_byCause);
}

QString CompareCauses::title() const
{
    return tr("Causes");
}

QString CompareCauses::exportName() const
{
    return QStringLiteral("causes");
}

Measure CompareCauses::measure() const
{
    switch (static_cast<Quantity>(m_quantity->currentIndex())) {
    case Quantity::Time:
        return m_shown.mode == EstimateMode::PeakOnly ? Measure::PeakOnlyTime : Measure::SystemEvidenceTime;
    case Quantity::Memory: return Measure::StageMemory;
    case Quantity::Operations: return Measure::RankOperations;
    }
    Q_UNREACHABLE();
}

void CompareCauses::setQuantity(Quantity quantity)
{
    m_quantity->setCurrentIndex(static_cast<int>(quantity));
    if (m_shown.pair)
        showFalls();
}

void CompareCauses::showTheme(const Theme& theme)
{
    m_theme = theme;
    if (m_themed == theme)
        return;
    m_themed = theme;
    m_page->setTheme(theme);
    for (Card* const card : {m_causeCard, m_componentCard, m_behindCard, m_layerCard})
        card->setTheme(theme);
    constexpr int wideSteps = 225; // where two charts have room beside each other
    for (TurningLayout* const row : m_rows) {
        row->setSpacing(theme.space(4));
        row->setWideFrom(theme.space(wideSteps));
    }
    m_behind->setTheme(theme);
    m_quantity->setFont(theme.body());
    m_notes->setFont(theme.label());
    QPalette muted = theme.palette();
    muted.setColor(QPalette::WindowText, theme.color(Role::Muted));
    m_notes->setPalette(muted);
}

void CompareCauses::setShown(const CompareShown& shown, const Theme& theme)
{
    const bool same = shown.pair == m_shown.pair && shown.mode == m_shown.mode && m_themed == theme;
    m_shown = shown;
    showTheme(theme);
    if (!same)
        showFalls();
}

void CompareCauses::showFalls()
{
    const ComparedPair& pair = *m_shown.pair;
    m_byCause->setData(waterfallData(pair, measure(), WaterfallBy::Cause), m_theme);
    m_byComponent->setData(waterfallData(pair, measure(), WaterfallBy::Component), m_theme);
    m_byLayer->setData(waterfallData(pair, measure(), WaterfallBy::Layer), m_theme);
    const bool isBlock = pair.comparison.accounting == Accounting::Block;
    m_layerCard->setTitle(isBlock ? tr("By layer") : tr("By operation"));
    m_layerCard->setSubtitle(isBlock ? tr("All runs of the layers' tasks in an iteration on a rank; layers that do not "
                                          "differ are left out")
                                     : tr("All runs of the operations' tasks in an iteration on a rank; operations "
                                          "that do not differ are left out"));
    const QString notes = causeNotes(pair, measure());
    m_notes->setVisible(!notes.isEmpty());
    m_notes->setText(notes);
    const std::size_t causes = m_byCause->data().bars.size();
    m_cause = m_cause < causes ? m_cause : 0;
    m_byCause->setMarked(causes > 0 ? std::optional{m_cause} : std::nullopt);
    showBehind();
}

void CompareCauses::chooseCause(std::size_t cause)
{
    m_cause = cause;
    showBehind();
}

void CompareCauses::showBehind()
{
    if (!m_shown.pair)
        return;
    const CauseTable* const table = causeTableOf(*m_shown.pair, measure());
    const bool hasCause = table && m_cause < table->causes.size();
    m_behindCard->setVisible(hasCause);
    FollowedCausesPtr followed;
    if (const auto mode = modeOf(measure()); mode && hasCause) {
        m_comparison.follow(*mode);
        followed = m_comparison.followed(*mode);
        if (followed && followed->pair != m_shown.pair)
            followed = nullptr;
        if (!followed)
            return; // what stands there stays until the tasks are followed
    }
    m_model->setCause(m_shown.pair.get(), followed.get(), measure(), m_cause);
    // Figures first: names are long, and what a narrow window cuts off is their ends. Other rows undo it.
    QHeaderView* const header = m_behind->horizontalHeader();
    header->moveSection(header->visualIndex(static_cast<int>(CauseModel::Column::Part)), header->count() - 1);
    m_behind->fitToRows();
    if (!hasCause)
        return;
    const AttributedMeasure& shared = *measureOf(*m_shown.pair, measure());
    m_behindCard->setSubtitle(
        tr("%1, %2: what that share is made of, in an iteration on a rank")
            .arg(titleOf(table->causes[m_cause]), signedText(shared.shares[m_cause], shared.unit)));
}

void CompareCauses::chooseField(const QString& path)
{
    const CauseTable* const table = m_shown.pair ? causeTableOf(*m_shown.pair, measure()) : nullptr;
    if (!table)
        return;
    const std::string wanted = path.toStdString();
    for (std::size_t k = 0; k < table->causes.size(); ++k)
        for (const CauseField field : table->causes[k].fields.fields())
            if (wanted.starts_with(nameOf(field)) || wanted == std::string{"workload."} + std::string{nameOf(field)}) {
                m_byCause->setMarked(k);
                chooseCause(k);
                return;
            }
}

void CompareCauses::showSelection(const EntityKey& key)
{
    m_byComponent->setSelected(key);
    m_byLayer->setSelected(key);
    m_behind->showSelection(key);
}

void CompareCauses::stepDifference(bool forward)
{
    const std::size_t causes = m_byCause->data().bars.size();
    if (causes == 0)
        return;
    m_cause = (m_cause + (forward ? 1 : causes - 1)) % causes;
    m_byCause->setMarked(m_cause);
    showBehind();
}

QString CompareCauses::copyText() const
{
    if (!m_shown.pair)
        return {};
    QStringList tables;
    for (const WaterfallBy by : {WaterfallBy::Cause, WaterfallBy::Component, WaterfallBy::Layer})
        if (const auto lines = waterfallLines(*m_shown.pair, measure(), by); !lines.isEmpty())
            tables << tsvOf(lines);
    if (m_model->rowCount() > 0)
        tables << m_behind->allText();
    return tables.join(QLatin1Char('\n'));
}

QSize CompareCauses::exportSize() const
{
    constexpr int wide = 1440;
    return {wide, m_page->heightFor(wide) + m_quantity->sizeHint().height() + 8};
}

} // namespace planscope::ui
