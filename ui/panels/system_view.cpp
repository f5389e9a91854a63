#include "ui/panels/system_view.h"

#include "frontend/system_writer.h"
#include "report/number_format.h"
#include "ui/charts/efficiency_curve_chart.h"
#include "ui/panels/card.h"
#include "ui/panels/figure_row.h"
#include "ui/panels/page.h"
#include "ui/panels/result_notice.h"

#include <QVBoxLayout>

namespace planscope::ui {
namespace {

QString text(const std::string& utf8)
{
    return QString::fromStdString(utf8);
}

/// "2.05 TB/s", with decimal prefixes as the profile states it.
QString bandwidth(double bytesPerSecond)
{
    return text(humanRate(bytesPerSecond)) + QStringLiteral("B/s");
}

EfficiencyCurveSeries curveOf(const QString& name, Role role, const EfficiencyCurve& curve)
{
    EfficiencyCurveSeries series{name, role, {}};
    for (const EfficiencyStep& step : curve)
        series.steps.push_back({step.threshold, step.efficiency});
    return series;
}

std::vector<Figure> peaksOf(const SystemProfile& system)
{
    std::vector<Figure> figures;
    const auto addTables = [&figures](const std::vector<EngineTable>& tables, const QString& engine, Role role) {
        for (const EngineTable& table : tables)
            figures.push_back({SystemView::tr("%1, %2").arg(engine, text(std::string{nameOf(table.datatype)})),
                               text(humanOperations(table.peakOperationsPerSecond)) + QStringLiteral("/s"),
                               SystemView::tr("peak"), text(exactDigits(table.peakOperationsPerSecond)), role});
    };
    addTables(system.matrix, SystemView::tr("Matrix engine"), Role::Text);
    addTables(system.vector, SystemView::tr("Vector engine"), Role::Text);
    figures.push_back({SystemView::tr("Memory"), bandwidth(system.memoryPeakBytesPerSecond), SystemView::tr("peak"),
                       text(exactDigits(system.memoryPeakBytesPerSecond)), Role::Text});
    figures.push_back({SystemView::tr("Capacity"), text(humanBytes(system.capacityBytes())),
                       SystemView::tr("of a rank"), text(exactDigits(system.capacityBytes())), Role::Text});
    return figures;
}

std::vector<Figure> networksOf(const SystemProfile& system)
{
    std::vector<Figure> figures;
    for (std::size_t tier = 0; tier < system.networks.size(); ++tier) {
        const NetworkTier& network = system.networks[tier];
        const QString note = SystemView::tr("%1 efficient, latency %2, groups of up to %3%4")
                                 .arg(text(humanPercent(network.efficiency)), text(humanSeconds(network.latencySeconds)))
                                 .arg(network.size)
                                 .arg(network.mustBeFilled ? SystemView::tr(", filled evenly") : QString{});
        figures.push_back({SystemView::tr("Tier %1: %2").arg(tier).arg(text(network.name)),
                           bandwidth(network.peakBytesPerSecond), note, text(exactDigits(network.peakBytesPerSecond)),
                           Role::Text});
    }
    return figures;
}

} // namespace

SystemView::SystemView(const ViewContext& context, QWidget* parent)
    : View(context, parent)
    , m_page(new Page(this))
    , m_notice(new ResultNotice(nullptr))
    , m_peakCard(new Card(tr("System"), tr("Right of the red boundary: another profile moves no digest"), nullptr))
    , m_curveCard(new Card(tr("Efficiency"), tr("Measured evidence: share of the peak by the size of one task"), nullptr))
    , m_networkCard(new Card(tr("Network tiers"), tr("Peak bandwidth of one rank; candidates bind their groups to tiers"),
                             nullptr))
    , m_peaks(new FigureRow(nullptr))
    , m_networks(new FigureRow(nullptr))
    , m_engineCurves(new EfficiencyCurveChart)
    , m_memoryCurve(new EfficiencyCurveChart)
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_page);
    m_peakCard->add(m_peaks);
    m_curveCard->add(m_engineCurves, 1);
    m_curveCard->add(m_memoryCurve, 1);
    m_networkCard->add(m_networks);
    for (QWidget* part : std::initializer_list<QWidget*>{m_notice, m_peakCard, m_curveCard, m_networkCard})
        m_page->add(part);
}

QString SystemView::title() const
{
    return tr("System");
}

QString SystemView::exportName() const
{
    return QStringLiteral("system");
}

QString SystemView::copyText() const
{
    const CandidateResultPtr now = result();
    return now && now->system ? text(writeSystem(*now->system)) : QString{};
}

QSize SystemView::exportSize() const
{
    constexpr int wide = 1440;
    return {wide, m_page->heightFor(wide)};
}

void SystemView::refresh()
{
    const Theme& theme = context().theme->theme();
    const CandidateStatePtr state = context().study->currentState();
    const CandidateResultPtr now = result();
    const auto system = now ? now->system : nullptr;
    m_notice->setNotice(system ? Notice{} : noticeOf(state.get()), theme);
    for (Card* card : {m_peakCard, m_curveCard, m_networkCard})
        card->setVisible(system != nullptr);
    if (m_theme != theme) {
        m_page->setTheme(theme);
        for (Card* card : {m_peakCard, m_curveCard, m_networkCard})
            card->setTheme(theme);
    } else if (system == m_shown) {
        return;
    }
    m_theme = theme;
    m_shown = system;
    if (!system)
        return;
    m_peaks->setFigures(peaksOf(*system), theme);
    m_networks->setFigures(networksOf(*system), theme);
    EfficiencyCurveData engines{tr("% of the peak, by operations of one task"), CurveUnit::Operations, {}};
    for (const EngineTable& table : system->matrix)
        engines.series.push_back(curveOf(tr("matrix, %1").arg(text(std::string{nameOf(table.datatype)})), Role::Matrix,
                                         table.efficiency));
    for (const EngineTable& table : system->vector)
        engines.series.push_back(curveOf(tr("vector, %1").arg(text(std::string{nameOf(table.datatype)})), Role::Vector,
                                         table.efficiency));
    m_engineCurves->setData(std::move(engines), theme);
    m_memoryCurve->setData({tr("% of the peak, by bytes of one task"), CurveUnit::Bytes,
                            {curveOf(tr("memory"), Role::Accent, system->memoryEfficiency)}},
                           theme);
}

/// A profile has no entity of a plan.
void SystemView::showSelection(const EntityKey&) {}

} // namespace planscope::ui
