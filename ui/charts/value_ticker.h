#pragma once

#include "ui/charts/plotting.h"
#include "ui/charts/stacked_bar_data.h"

namespace planscope::ui {

/// Ticks at round numbers of the unit people read: 20 GiB, 0.5 s, 200 GFLOP.
class ValueTicker final : public QCPAxisTicker {
public:
    static constexpr int usualTicks = 5;

    /// About that many ticks.
    explicit ValueTicker(BarUnit unit, int ticks = usualTicks);

    /// The step between about that many ticks over a range of that size: 1, 2 or 5 times a power of ten of the unit.
    static double roundStep(double range, int ticks, BarUnit unit);
    /// How many ticks, `most` at the most, an axis of that many pixels has room for, the texts of all of them `gap` apart.
    static int ticksThatFit(const QCPRange& range, int most, BarUnit unit, double pixels, double gap,
                            const QFontMetricsF& font);
    static QString textOf(double value, BarUnit unit);

protected:
    double getTickStep(const QCPRange& range) override;
    int getSubTickCount(double tickStep) override;
    QString getTickLabel(double tick, const QLocale& locale, QChar format, int precision) override;

private:
    BarUnit m_unit;
    int m_ticks;
};

} // namespace planscope::ui
