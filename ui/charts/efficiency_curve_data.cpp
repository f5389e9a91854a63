#include "ui/charts/efficiency_curve_data.h"

#include "report/number_format.h"
#include "ui/models/table_text.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace planscope::ui {

std::vector<CurvePoint> cornersOf(const EfficiencyCurveSeries& series, double smallest, double largest)
{
    std::vector<CurveStep> steps = series.steps;
    std::sort(steps.begin(), steps.end(),
              [](const CurveStep& a, const CurveStep& b) { return a.threshold < b.threshold; });
    std::vector<CurvePoint> corners;
    for (const CurveStep& step : steps) {
        if (step.threshold >= largest)
            break;
        corners.push_back({std::max(step.threshold, smallest), step.efficiency});
    }
    if (!corners.empty())
        corners.push_back({largest, corners.back().efficiency});
    return corners;
}

SizeRange sizeRangeOf(const EfficiencyCurveData& data)
{
    const double prefix = data.unit == CurveUnit::Bytes ? 1024 : 1000;
    std::optional<SizeRange> range;
    for (const EfficiencyCurveSeries& series : data.series)
        for (const CurveStep& step : series.steps) {
            if (!(step.threshold > 0))
                continue;
            if (!range)
                range = SizeRange{step.threshold, step.threshold};
            range->smallest = std::min(range->smallest, step.threshold);
            range->largest = std::max(range->largest, step.threshold);
        }
    if (!range)
        return {1, prefix * prefix};
    const auto power = [prefix](double exponent) { return std::pow(prefix, exponent); };
    const double low = std::floor(std::log(range->smallest) / std::log(prefix) + 1e-9);
    const double high = std::floor(std::log(range->largest) / std::log(prefix) + 1e-9);
    return {power(std::max(0.0, low - 1)), power(high + 1)};
}

QString tabSeparated(const EfficiencyCurveData& data)
{
    if (data.series.empty())
        return {};
    QList<QStringList> lines{
        {QStringLiteral("curve"),
         data.unit == CurveUnit::Bytes ? QStringLiteral("threshold_bytes") : QStringLiteral("threshold_operations"),
         QStringLiteral("efficiency")}};
    for (const EfficiencyCurveSeries& series : data.series)
        for (const CurveStep& step : series.steps)
            lines << QStringList{series.fileName.isEmpty() ? series.name : series.fileName,
                                 QString::fromStdString(exactDigits(step.threshold)),
                                 QString::fromStdString(exactDigits(step.efficiency))};
    return tsvOf(lines);
}

const CurveStep* stepAt(const EfficiencyCurveSeries& series, double size)
{
    const CurveStep* holds = nullptr;
    for (const CurveStep& step : series.steps)
        if (step.threshold <= size && (!holds || step.threshold > holds->threshold))
            holds = &step;
    return holds;
}

} // namespace planscope::ui
