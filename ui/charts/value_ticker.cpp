#include "ui/charts/value_ticker.h"

#include "report/number_format.h"
#include "ui/charts/chart_plot.h"

#include <cmath>

namespace planscope::ui {
namespace {

constexpr int ticks = 5;

} // namespace

ValueTicker::ValueTicker(BarUnit unit)
    : m_unit(unit)
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
    return roundStep(range.size(), ticks, m_unit);
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
