#include "ui/charts/value_ticker.h"

#include "report/number_format.h"
#include "ui/charts/chart_plot.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>

namespace planscope::ui {

ValueTicker::ValueTicker(BarUnit unit, int ticks)
    : m_unit(unit)
    , m_ticks(ticks)
{
    setTickCount(ticks);
}

double ValueTicker::roundStep(double range, int count, BarUnit unit)
{
    const double rough = range / count;
    if (!(rough > 0) || !std::isfinite(rough))
        return 1;
    const double base = unit == BarUnit::Bytes ? std::pow(1024.0, std::floor(std::log(rough) / std::log(1024.0))) : 1;
    const double scaled = rough / base;
    const double power = std::pow(10.0, std::floor(std::log10(scaled)));
    const double lead = scaled / power;
    return base * power * (lead <= 1.5 ? 1 : lead <= 3.5 ? 2 : lead <= 7.5 ? 5 : 10);
}

int ValueTicker::ticksThatFit(const QCPRange& range, int most, BarUnit unit, double pixels, double gap,
                              const QFontMetricsF& font)
{
    if (!(range.size() > 0) || !std::isfinite(range.size()))
        return most;
    int ticks = most;
    for (; ticks > 1; --ticks) {
        const double step = roundStep(range.size(), ticks, unit);
        double widest = 0;
        for (double tick = std::ceil(range.lower / step) * step; tick <= range.upper; tick += step)
            widest = std::max(widest, font.horizontalAdvance(textOf(std::abs(tick), unit)));
        if (widest + gap <= pixels * step / range.size())
            break;
    }
    return ticks;
}

QString ValueTicker::textOf(double value, BarUnit unit)
{
    switch (unit) {
    case BarUnit::Seconds: return tickText(humanSeconds(value));
    case BarUnit::Bytes: return tickText(humanBytes(value));
    case BarUnit::Operations: return tickText(humanOperations(value));
    }
    Q_UNREACHABLE();
}

double ValueTicker::getTickStep(const QCPRange& range)
{
    return roundStep(range.size(), m_ticks, m_unit);
}

int ValueTicker::getSubTickCount(double)
{
    return 0;
}

QString ValueTicker::getTickLabel(double tick, const QLocale&, QChar, int)
{
    return textOf(tick, m_unit);
}

} // namespace planscope::ui
