#include "ui/charts/waterfall_geometry.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <cmath>

namespace planscope::ui {

WaterfallLevels levelsOf(const WaterfallData& data)
{
    constexpr double smallestPart = 0.05; // of a zero-based axis
    constexpr double air = 0.15;          // of the shares' range, below them on a cut axis
    WaterfallLevels levels;
    levels.spans.push_back({0, data.a.value});
    double level = data.a.value;
    double lowest = std::min(data.a.value, data.b.value);
    double highest = std::max(data.a.value, data.b.value);
    for (const WaterfallBar& bar : data.bars) {
        levels.spans.push_back({level, level + bar.share});
        level += bar.share;
        lowest = std::min(lowest, level);
        highest = std::max(highest, level);
    }
    levels.spans.push_back({0, data.b.value});
    levels.axisBegin = std::min(0.0, lowest);
    levels.axisEnd = highest > levels.axisBegin ? highest : levels.axisBegin + 1;
    const double range = highest - lowest;
    if (lowest > 0 && range > 0 && range < smallestPart * highest) {
        levels.axisBegin = lowest - air * range;
        levels.spans.front().from = levels.axisBegin;
        levels.spans.back().from = levels.axisBegin;
    }
    return levels;
}

double pixelOf(double value, const WaterfallLevels& levels, const WaterfallMetrics& metrics, double width)
{
    const double room = std::max(1.0, width - metrics.left - metrics.right);
    return metrics.left + (value - levels.axisBegin) / (levels.axisEnd - levels.axisBegin) * room;
}

std::vector<QRectF> boxesOf(const WaterfallLevels& levels, const WaterfallMetrics& metrics, double width)
{
    std::vector<QRectF> boxes;
    for (std::size_t k = 0; k < levels.spans.size(); ++k) {
        const double one = pixelOf(levels.spans[k].from, levels, metrics, width);
        const double other = pixelOf(levels.spans[k].to, levels, metrics, width);
        const double left = std::round(std::min(one, other));
        const double right = std::max(left + 1, std::round(std::max(one, other)));
        const double top = metrics.top + static_cast<double>(k) * metrics.row + (metrics.row - metrics.bar) / 2;
        boxes.emplace_back(left, std::round(top), right - left, metrics.bar);
    }
    return boxes;
}

QString spoken(const WaterfallData& data)
{
    if (!data.empty.isEmpty() && data.bars.empty())
        return data.empty;
    QStringList parts;
    for (const WaterfallBar& bar : data.bars)
        if (bar.share != 0)
            parts << bar.name + u' ' + bar.text;
    return QCoreApplication::translate("WaterfallChart", "from %1 %2 to %3 %4: %5")
        .arg(data.a.name, data.a.text, data.b.name, data.b.text, parts.join(QStringLiteral(", ")));
}

} // namespace planscope::ui
