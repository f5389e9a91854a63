#include "ui/panels/system_view.h"

#include "frontend/system_writer.h"
#include "report/number_format.h"
#include "ui/charts/efficiency_curve_chart.h"
#include "ui/panels/card.h"
#include "ui/panels/chart_copy.h"
#include "ui/panels/figure_row.h"
#include "ui/panels/page.h"
#include "ui/panels/result_notice.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
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

EfficiencyCurveSeries curveOf(const QString& name, const QString& fileName, Role role, const EfficiencyCurve& curve)
{
    EfficiencyCurveSeries series{name, role, {}, fileName};
    for (const EfficiencyStep& step : curve)
        series.steps.push_back({step.threshold, step.efficiency});
    return series;
}

std::vector<Figure> peaksOf(const SystemProfile& system)
{
    std::vector<Figure> figures;
    const auto addTables = [&figures](const std::vector<EngineTable>& tables, const QString& engine,
                                      std::string_view path) {
        for (const EngineTable& table : tables)
            figures.push_back({SystemView::tr("%1, %2").arg(engine, text(std::string{nameOf(table.datatype)})),
                               text(humanOperations(table.peakOperationsPerSecond)) + QStringLiteral("/s"),
                               SystemView::tr("peak"),
                               SystemView::tr("%1 operations/s").arg(text(exactDigits(table.peakOperationsPerSecond))),
                               Role::Text,
                               {numberFact(std::string{path} + '.' + std::string{nameOf(table.datatype)} + ".peak",
                                           table.peakOperationsPerSecond, "operations/s")}});
    };
    addTables(system.matrix, SystemView::tr("Matrix engine"), "matrix");
    addTables(system.vector, SystemView::tr("Vector engine"), "vector");
    figures.push_back({SystemView::tr("Memory"),
                       bandwidth(system.memoryPeakBytesPerSecond),
                       SystemView::tr("peak"),
                       SystemView::tr("%1 bytes/s").arg(text(exactDigits(system.memoryPeakBytesPerSecond))),
                       Role::Text,
                       {numberFact("memory.peak", system.memoryPeakBytesPerSecond, "bytes/s")}});
    figures.push_back({SystemView::tr("Capacity"),
                       text(humanBytes(system.capacityBytes())),
                       SystemView::tr("of a rank"),
                       SystemView::tr("%1 bytes").arg(text(exactDigits(system.capacityBytes()))),
                       Role::Text,
                       {numberFact("memory.capacity", system.capacityBytes(), "bytes")},
                       {EntityKey::Kind::Component, QStringLiteral("memory.capacity")}});
    return figures;
}

std::vector<ExactFact> tierFacts(const NetworkTier& network, std::size_t tier)
{
    const std::string path = "networks[" + std::to_string(tier) + "].";
    std::vector<ExactFact> facts{textFact(path + "name", network.name),
                                 numberFact(path + "peak", network.peakBytesPerSecond, "bytes/s"),
                                 numberFact(path + "efficiency", network.efficiency, ""),
                                 numberFact(path + "latency", network.latencySeconds, "s"),
                                 numberFact(path + "size", network.size, "ranks"),
                                 textFact(path + "must_be_filled", network.mustBeFilled ? "true" : "false")};
    for (std::size_t k = 0; k < network.operations.size(); ++k) {
        const std::string operation = path + std::string{nameOf(static_cast<NetworkOperation>(k))};
        facts.push_back(numberFact(operation + ".volume_factor", network.operations[k].volumeFactor, ""));
        facts.push_back(numberFact(operation + ".participant_offset", network.operations[k].participantOffset, ""));
    }
    return facts;
}

std::vector<Figure> networksOf(const SystemProfile& system)
{
    std::vector<Figure> figures;
    for (std::size_t tier = 0; tier < system.networks.size(); ++tier) {
        const NetworkTier& network = system.networks[tier];
        const QString note =
            SystemView::tr("%1 efficient, latency %2, groups of up to %3%4")
                .arg(text(humanPercent(network.efficiency)), text(humanSeconds(network.latencySeconds)))
                .arg(network.size)
                .arg(network.mustBeFilled ? SystemView::tr(", filled evenly") : QString{});
        figures.push_back({SystemView::tr("Tier %1: %2").arg(tier).arg(text(network.name)),
                           bandwidth(network.peakBytesPerSecond), note,
                           SystemView::tr("%1 bytes/s").arg(text(exactDigits(network.peakBytesPerSecond))), Role::Text,
                           tierFacts(network, tier)});
    }
    return figures;
}

/// What a framework holds or does not, as one of its figures.
Figure heldFigure(const QString& name, bool isHeld, const QString& note, std::string_view path)
{
    return {name,       isHeld ? SystemView::tr("counted") : SystemView::tr("none"),
            note,       note,
            Role::Text, {textFact(path, isHeld ? "true" : "false")}};
}

Figure workspaceFigure(const QString& name, std::int64_t bytes, const QString& note, std::string_view path)
{
    return {name,       text(humanBytes(Bytes{bytes})),    note, SystemView::tr("%1 bytes, %2").arg(bytes).arg(note),
            Role::Text, {numberFact(path, bytes, "bytes")}};
}

std::vector<Figure> frameworkOf(const FrameworkProfile& framework)
{
    return {{SystemView::tr("Profile"),
             text(framework.name),
             SystemView::tr("of the training software"),
             text(framework.name),
             Role::Text,
             {textFact("framework.name", framework.name)}},
            workspaceFigure(SystemView::tr("GEMM workspace"), framework.gemmWorkspaceBytes,
                            SystemView::tr("on every rank"), "framework.gemm_workspace_bytes"),
            workspaceFigure(SystemView::tr("BLAS workspace"), framework.blasWorkspaceBytes,
                            SystemView::tr("beside the head"), "framework.blas_workspace_bytes"),
            heldFigure(SystemView::tr("Dummy weight gradients"), framework.dummyWeightGradients,
                       SystemView::tr("one of each shape of weights"), "framework.dummy_weight_gradients"),
            heldFigure(SystemView::tr("Gather buffer"), framework.headGatherBuffer,
                       SystemView::tr("of the head's input"), "framework.head_gather_buffer"),
            heldFigure(SystemView::tr("Loss mask"), framework.lossMask, SystemView::tr("beside the head"),
                       "framework.loss_mask"),
            heldFigure(SystemView::tr("Rounded logits"), framework.roundLogits,
                       SystemView::tr("to whole segments of the allocator"), "framework.round_logits")};
}

} // namespace

SystemView::SystemView(const ViewContext& context, QWidget* parent)
    : View(context, parent)
    , m_page(new Page(this))
    , m_notice(new ResultNotice(nullptr))
    , m_peakCard(new Card(tr("System"), tr("Right of the red boundary: another profile moves no digest"), nullptr))
    , m_curveCard(
          new Card(tr("Efficiency"), tr("Measured evidence: share of the peak by the size of one task"), nullptr))
    , m_networkCard(new Card(tr("Network tiers"),
                             tr("Peak bandwidth of one rank; candidates bind their groups to tiers"), nullptr))
    , m_frameworkCard(new Card(tr("Framework"),
                               tr("What the software holds of a rank's memory, as its sources say; right of the red "
                                  "boundary too"),
                               nullptr))
    , m_peaks(new FigureRow(nullptr))
    , m_networks(new FigureRow(nullptr))
    , m_framework(new FigureRow(nullptr))
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
    m_frameworkCard->add(m_framework);
    for (QWidget* part :
         std::initializer_list<QWidget*>{m_notice, m_peakCard, m_curveCard, m_networkCard, m_frameworkCard})
        m_page->add(part);
    for (EfficiencyCurveChart* chart : {m_engineCurves, m_memoryCurve})
        addChartCopy(chart);
    auto* asFile = new QAction(tr("Copy the profile as a system file"), this);
    connect(asFile, &QAction::triggered, this, [this] {
        if (m_shown)
            QApplication::clipboard()->setText(text(writeSystem(*m_shown)));
    });
    for (QWidget* const figures : {m_peaks, m_networks})
        figures->addAction(asFile);
    connect(m_peaks, &FigureRow::selected, this->context().selection, &Selection::select);
    connect(m_peaks, &FigureRow::activated, this->context().selection, &Selection::activate);
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
    if (!m_shown)
        return {};
    QStringList tables{m_peaks->allText(), m_networks->allText(), tabSeparated(m_engineCurves->data()),
                       tabSeparated(m_memoryCurve->data()), m_shownFramework ? m_framework->allText() : QString{}};
    tables.removeAll(QString{});
    return tables.join(QLatin1Char('\n'));
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
    const AnyResult now = anyResult();
    const auto system = now ? now.head()->system : nullptr;
    const auto framework = now.whole() ? now.whole()->framework : nullptr;
    m_notice->setNotice(system ? Notice{} : noticeOf(state.get()), theme);
    for (Card* card : {m_peakCard, m_curveCard, m_networkCard})
        card->setVisible(system != nullptr);
    m_frameworkCard->setVisible(framework != nullptr);
    if (m_theme != theme) {
        m_page->setTheme(theme);
        for (Card* card : {m_peakCard, m_curveCard, m_networkCard, m_frameworkCard})
            card->setTheme(theme);
    } else if (system == m_shown && framework == m_shownFramework) {
        return;
    }
    m_theme = theme;
    m_shown = system;
    m_shownFramework = framework;
    if (framework)
        m_framework->setFigures(frameworkOf(*framework), theme);
    if (system)
        showSystem(*system);
}

void SystemView::showSystem(const SystemProfile& system)
{
    const Theme& theme = context().theme->theme();
    m_peaks->setFigures(peaksOf(system), theme);
    m_networks->setFigures(networksOf(system), theme);
    EfficiencyCurveData engines{tr("% of the peak, by operations of one task"), CurveUnit::Operations, {}};
    const auto addTables = [&engines](const std::vector<EngineTable>& tables, const QString& name, const char* path,
                                      Role role) {
        for (const EngineTable& table : tables) {
            const QString datatype = text(std::string{nameOf(table.datatype)});
            engines.series.push_back(
                curveOf(name.arg(datatype), QLatin1String(path) + datatype, role, table.efficiency));
        }
    };
    addTables(system.matrix, tr("matrix, %1"), "matrix.", Role::Matrix);
    addTables(system.vector, tr("vector, %1"), "vector.", Role::Vector);
    m_engineCurves->setData(std::move(engines), theme);
    m_memoryCurve->setData({tr("% of the peak, by bytes of one task"),
                            CurveUnit::Bytes,
                            {curveOf(tr("memory"), QStringLiteral("memory"), Role::Accent, system.memoryEfficiency)}},
                           theme);
}

/// A profile has no entity of a plan but what a rank can hold.
void SystemView::showSelection(const EntityKey& key)
{
    m_peaks->setSelected(key);
}

} // namespace planscope::ui
