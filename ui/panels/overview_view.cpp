#include "ui/panels/overview_view.h"

#include "ui/charts/stacked_bar_chart.h"
#include "ui/panels/card.h"
#include "ui/panels/chart_copy.h"
#include "ui/panels/derivation_strip.h"
#include "ui/panels/page.h"
#include "ui/panels/result_charts.h"
#include "ui/panels/result_notice.h"

#include <QBoxLayout>
#include <QLabel>

namespace planscope::ui {

OverviewView::OverviewView(const ViewContext& context, QWidget* parent)
    : View(context, parent)
    , m_page(new Page(this))
    , m_heading(new QLabel(tr("Derivation")))
    , m_counter(new QLabel)
    , m_notice(new ResultNotice(nullptr))
    , m_strip(new DerivationStrip)
    , m_timeCard(new Card(tr("Where the time goes"), {}, nullptr))
    , m_memoryCard(new Card(tr("What the memory holds"), {}, nullptr))
    , m_time(new StackedBarChart)
    , m_memory(new StackedBarChart)
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_page);

    auto* header = new QWidget;
    auto* row = new QHBoxLayout(header);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(m_heading);
    row->addStretch(1);
    row->addWidget(m_counter);
    m_counter->setToolTip(tr("Edits right of the red boundary (system, network tiers) run no derivation."));
    m_timeCard->add(m_time);
    m_memoryCard->add(m_memory);
    for (QWidget* part : std::initializer_list<QWidget*>{header, m_notice, m_strip, m_timeCard, m_memoryCard})
        m_page->add(part);

    for (StackedBarChart* chart : {m_time, m_memory}) {
        addChartCopy(chart);
        connect(chart, &StackedBarChart::selected, this->context().selection, &Selection::select);
        connect(chart, &StackedBarChart::activated, this->context().selection, &Selection::activate);
    }
    connect(m_strip, &DerivationStrip::selected, this->context().selection, &Selection::select);
    connect(m_strip, &DerivationStrip::activated, this->context().selection, &Selection::activate);
}

QString OverviewView::title() const
{
    return tr("Overview");
}

QString OverviewView::exportName() const
{
    return QStringLiteral("overview");
}

bool OverviewView::isBestFor(EntityKey::Kind) const
{
    return false; // it leads to every view and is the end of none
}

AnyResult OverviewView::takeBefore(const AnyResult& now)
{
    const std::size_t candidate = context().study->currentCandidate();
    if (candidate != m_candidate) {
        m_candidate = candidate;
        m_before = {};
    } else if (now != m_shown) {
        m_before = m_shown;
    }
    m_shown = now;
    return m_before;
}

void OverviewView::showTheme()
{
    const Theme& theme = context().theme->theme();
    if (m_theme == theme)
        return;
    m_theme = theme;
    m_page->setTheme(theme);
    m_timeCard->setTheme(theme);
    m_memoryCard->setTheme(theme);
    m_heading->setFont(theme.section());
    m_counter->setFont(theme.label());
}

void OverviewView::refresh()
{
    const Theme& theme = context().theme->theme();
    const bool isNewTheme = m_theme != theme;
    const AnyResult shown = m_shown;
    const AnyResult now = anyResult();
    const AnyResult before = takeBefore(now);
    showTheme();
    const CandidateStatePtr state = context().study->currentState();
    m_notice->setNotice(noticeOf(state.get()), theme);
    m_counter->setText(tr("derivations run: %1").arg(context().study->derivationCount()));
    const bool isDerived = now.history() != nullptr;
    for (QWidget* part : std::initializer_list<QWidget*>{m_strip, m_timeCard, m_memoryCard})
        part->setVisible(isDerived);
    if (!isDerived)
        return;
    m_strip->setContent(now.block() ? stripContentOf(*now.block(), before.block().get())
                                    : stripContentOf(*now.whole(), before.whole().get()),
                        theme);
    if (now != shown || isNewTheme) {
        m_timeCard->setSubtitle(now.block() ? tr("Predicted time of an iteration by component")
                                            : tr("Predicted time of an iteration by component, on the stage that ends "
                                                 "last"));
        m_memoryCard->setSubtitle(now.block() ? tr("A rank of the first pipeline stage")
                                              : tr("A rank of the fullest stage, at its peak"));
        m_time->setData(timeBarsOf(now), theme);
        m_memory->setData(memoryBarsOf(now), theme);
    }
}

void OverviewView::showSelection(const EntityKey& key)
{
    m_strip->setSelected(key);
    m_time->setSelected(key);
    m_memory->setSelected(key);
}

QString OverviewView::copyText() const
{
    if (!m_shown.history())
        return {};
    QStringList tables{tabSeparated(m_strip->content()), tabSeparated(m_time->data()), tabSeparated(m_memory->data())};
    tables.removeAll(QString{});
    return tables.join(QLatin1Char('\n'));
}

QSize OverviewView::exportSize() const
{
    constexpr int wide = 1440;
    return {wide, m_page->heightFor(wide)};
}

} // namespace planscope::ui
