#include "ui/charts/efficiency_curve_chart.h"

#include "report/number_format.h"

#include <QFontMetricsF>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QToolTip>

#include <algorithm>
#include <array>
#include <cmath>

namespace planscope::ui {
namespace {

constexpr std::array<Qt::PenStyle, 4> styles{Qt::SolidLine, Qt::DashLine, Qt::DotLine, Qt::DashDotLine};

QString sizeText(double size, CurveUnit unit)
{
    return tickText(unit == CurveUnit::Bytes ? humanBytes(size) : humanOperations(size));
}

/// A label at every step of the unit's prefix: 1 MFLOP, 1 GFLOP.
class SizeTicker final : public QCPAxisTickerLog {
public:
    explicit SizeTicker(CurveUnit unit)
        : m_unit(unit)
    {
        setLogBase(unit == CurveUnit::Bytes ? 1024 : 1000);
        setSubTickCount(0);
    }

protected:
    QString getTickLabel(double tick, const QLocale&, QChar, int) override { return sizeText(tick, m_unit); }

private:
    CurveUnit m_unit;
};

class PercentTicker final : public QCPAxisTickerFixed {
public:
    PercentTicker() { setTickStep(0.25); }

protected:
    int getSubTickCount(double) override { return 0; }
    QString getTickLabel(double tick, const QLocale&, QChar, int) override
    {
        return QString::number(std::lround(tick * 100)) + QStringLiteral(" %");
    }
};

} // namespace

EfficiencyCurveChart::EfficiencyCurveChart(QWidget* parent)
    : ChartPlot(parent)
{
    xAxis->setVisible(true);
    xAxis->setScaleType(QCPAxis::stLogarithmic);
    yAxis->setVisible(true);
    yAxis->grid()->setVisible(true);
    yAxis->setTicker(QSharedPointer<PercentTicker>::create());
    yAxis->setRange(0, 1.04);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
}

void EfficiencyCurveChart::setData(EfficiencyCurveData data, const Theme& theme)
{
    m_data = std::move(data);
    m_range = sizeRangeOf(m_data);
    m_size = std::sqrt(m_range.smallest * m_range.largest);
    applyTheme(theme);
    xAxis->setTicker(QSharedPointer<SizeTicker>::create(m_data.unit));
    xAxis->setRange(m_range.smallest, m_range.largest);
    setAccessibleName(m_data.subject);
    QStringList lines;
    for (const EfficiencyCurveSeries& series : m_data.series) {
        QStringList steps;
        for (const CurveStep& step : series.steps)
            steps << tr("%1 from %2")
                         .arg(QString::fromStdString(humanPercent(step.efficiency)),
                              sizeText(step.threshold, m_data.unit));
        lines << series.name + QStringLiteral(": ") + steps.join(QStringLiteral(", "));
    }
    setAccessibleDescription(lines.join(QStringLiteral(". ")));
    rebuild();
}

QSize EfficiencyCurveChart::sizeHint() const
{
    return {theme().space(110), theme().space(50)};
}

QSize EfficiencyCurveChart::minimumSizeHint() const
{
    return {theme().space(55), theme().space(36)};
}

void EfficiencyCurveChart::rebuild()
{
    clearGraphs();
    clearItems();
    const Theme& look = theme();
    const QFontMetricsF label(look.label());
    const int line = static_cast<int>(std::ceil(label.height()));
    const int left = static_cast<int>(std::ceil(label.horizontalAdvance(QStringLiteral("100 %")))) + look.space(3);
    const FlowLayout names = placeNames(width() - left - look.space(8));
    const int above = line + 2 + static_cast<int>(std::ceil(names.height));
    xAxis->setTickLabelPadding(look.space(2));
    axisRect()->setMargins(QMargins(left, look.space(3) + above, look.space(8), line + look.space(5)));
    for (std::size_t k = 0; k < m_data.series.size(); ++k) {
        const EfficiencyCurveSeries& series = m_data.series[k];
        QCPGraph* graph = addGraph(xAxis, yAxis);
        graph->setLineStyle(QCPGraph::lsStepLeft);
        graph->setPen(QPen(look.color(series.role), 2, styles[k % styles.size()]));
        for (const CurvePoint& corner : cornersOf(series, m_range.smallest, m_range.largest))
            graph->addData(corner.size, corner.efficiency);
    }
    addNames(names);
    update();
}

/// The names of the curves side by side, as far as the width goes.
FlowLayout EfficiencyCurveChart::placeNames(int width) const
{
    const QFontMetricsF label(theme().label());
    std::vector<double> widths;
    for (const EfficiencyCurveSeries& series : m_data.series)
        widths.push_back(theme().space(8) + std::ceil(label.horizontalAdvance(series.name)));
    return flow(widths, label.height() + 2, theme().space(4), width);
}

/// Above the plot, each with a piece of its line: curves that lie on each other would hide names set at their ends.
void EfficiencyCurveChart::addNames(const FlowLayout& names)
{
    const Theme& look = theme();
    const double line = QFontMetricsF(look.label()).height() + 2;
    const double left = axisRect()->margins().left();
    const auto addText = [this, &look](const QString& text, double x, double y, Role role) {
        auto* name = new QCPItemText(this);
        name->setClipToAxisRect(false);
        name->position->setType(QCPItemPosition::ptAbsolute);
        name->position->setCoords(x, y);
        name->setPositionAlignment(Qt::AlignLeft | Qt::AlignVCenter);
        name->setText(text);
        name->setFont(look.label());
        name->setColor(look.color(role));
    };
    addText(m_data.subject, look.space(1), line / 2 + look.space(1), Role::Muted);
    for (std::size_t k = 0; k < m_data.series.size(); ++k) {
        const QRectF box = names.boxes[k].translated(left, line + look.space(1));
        const double middle = box.center().y();
        auto* stroke = new QCPItemLine(this);
        stroke->setClipToAxisRect(false);
        stroke->start->setType(QCPItemPosition::ptAbsolute);
        stroke->end->setType(QCPItemPosition::ptAbsolute);
        stroke->start->setCoords(box.left(), middle);
        stroke->end->setCoords(box.left() + look.space(6), middle);
        stroke->setPen(QPen(look.color(m_data.series[k].role), 2, styles[k % styles.size()]));
        addText(m_data.series[k].name, box.left() + look.space(8), middle, Role::Text);
    }
}

QString EfficiencyCurveChart::readingAt(double size) const
{
    QStringList lines{tr("at %1").arg(sizeText(size, m_data.unit))};
    for (const EfficiencyCurveSeries& series : m_data.series)
        if (const CurveStep* step = stepAt(series, size))
            lines << tr("%1: %2 of the peak, from %3 (%4)")
                         .arg(series.name, QString::fromStdString(exactDigits(step->efficiency)),
                              sizeText(step->threshold, m_data.unit),
                              QString::fromStdString(exactDigits(step->threshold)));
    return lines.join(u'\n');
}

void EfficiencyCurveChart::tell(double size, const QPoint& global)
{
    if (m_data.series.empty())
        return;
    QToolTip::showText(global, readingAt(std::clamp(size, m_range.smallest, m_range.largest)), this);
}

void EfficiencyCurveChart::resizeEvent(QResizeEvent* event)
{
    ChartPlot::resizeEvent(event);
    rebuild();
}

void EfficiencyCurveChart::mouseMoveEvent(QMouseEvent* event)
{
    if (axisRect()->rect().contains(event->position().toPoint()))
        tell(xAxis->pixelToCoord(event->position().x()), event->globalPosition().toPoint());
    else
        QToolTip::hideText();
}

void EfficiencyCurveChart::leaveEvent(QEvent* event)
{
    QToolTip::hideText();
    ChartPlot::leaveEvent(event);
}

void EfficiencyCurveChart::keyPressEvent(QKeyEvent* event)
{
    if (event->key() != Qt::Key_Left && event->key() != Qt::Key_Right)
        return ChartPlot::keyPressEvent(event);
    const double factor = event->key() == Qt::Key_Right ? 2 : 0.5;
    m_size = std::clamp(m_size * factor, m_range.smallest, m_range.largest);
    tell(m_size, mapToGlobal(QPoint(static_cast<int>(xAxis->coordToPixel(m_size)), height() / 2)));
}

} // namespace planscope::ui
