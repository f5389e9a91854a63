#include "ui/charts/stacked_bar_geometry.h"

#include "ui/models/table_text.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>

namespace planscope::ui {
namespace {

template <class Named>
QString copiedName(const Named& named)
{
    return named.fileName.isEmpty() ? named.name : named.fileName;
}

QStringList headerOf(const StackedBarData& data)
{
    const auto unit = [&data] {
        switch (data.unit) {
        case BarUnit::Seconds: return QStringLiteral("seconds");
        case BarUnit::Bytes: return QStringLiteral("bytes");
        case BarUnit::Operations: return QStringLiteral("operations");
        }
        Q_UNREACHABLE();
    };
    return {QStringLiteral("bar"), QStringLiteral("component"), unit()};
}

QStringList lineOf(const StackedBar& bar, const BarSegment& segment)
{
    return {copiedName(bar), copiedName(segment), segment.digits};
}

} // namespace

std::vector<PlacedSegment> placeSegments(const StackedBarData& data)
{
    std::vector<PlacedSegment> placed;
    for (std::size_t bar = 0; bar < data.bars.size(); ++bar) {
        double end = 0;
        const auto& segments = data.bars[bar].segments;
        for (std::size_t segment = 0; segment < segments.size(); ++segment) {
            if (!(segments[segment].value > 0))
                continue;
            placed.push_back({bar, segment, end, end + segments[segment].value});
            end = placed.back().to;
        }
    }
    return placed;
}

double largestValue(const StackedBarData& data)
{
    double largest = data.limit ? data.limit->value : 0;
    for (const PlacedSegment& placed : placeSegments(data))
        largest = std::max(largest, placed.to);
    return largest > 0 ? largest : 1;
}

std::vector<LegendEntry> legendOf(const StackedBarData& data)
{
    std::vector<LegendEntry> entries;
    for (const PlacedSegment& placed : placeSegments(data)) {
        const BarSegment& segment = data.bars[placed.bar].segments[placed.segment];
        const QString& name = segment.legend.isEmpty() ? segment.name : segment.legend;
        const bool known = std::any_of(entries.begin(), entries.end(),
                                       [&name](const LegendEntry& entry) { return entry.name == name; });
        if (!known)
            entries.push_back({segment.key, name, segment.role});
    }
    return entries;
}

FlowLayout flow(const std::vector<double>& widths, double rowHeight, double gap, double available)
{
    FlowLayout layout;
    double x = 0;
    double y = 0;
    for (const double width : widths) {
        if (x > 0 && x + width > available) {
            x = 0;
            y += rowHeight;
        }
        layout.boxes.emplace_back(x, y, width, rowHeight);
        x += width + gap;
    }
    layout.height = layout.boxes.empty() ? 0 : y + rowHeight;
    return layout;
}

QString spoken(const StackedBarData& data)
{
    QStringList bars;
    for (const StackedBar& bar : data.bars) {
        QStringList parts;
        for (const BarSegment& segment : bar.segments)
            if (segment.value > 0)
                parts << segment.name + u' ' + segment.text;
        bars << QCoreApplication::translate("StackedBarChart", "%1: %2; total %3")
                    .arg(bar.name, parts.join(QStringLiteral(", ")), bar.totalText);
    }
    if (data.limit)
        bars << data.limit->text;
    return bars.empty() ? data.empty : bars.join(QStringLiteral(". "));
}

QString tabSeparated(const StackedBarData& data)
{
    if (data.bars.empty())
        return {};
    QList<QStringList> lines{headerOf(data)};
    for (const StackedBar& bar : data.bars) {
        for (const BarSegment& segment : bar.segments)
            lines << lineOf(bar, segment);
        lines << QStringList{copiedName(bar), QStringLiteral("total"), bar.totalDigits};
    }
    if (data.limit)
        lines << QStringList{QStringLiteral("limit"), data.limit->fileName, data.limit->digits};
    return tsvOf(lines);
}

QString tabSeparated(const StackedBarData& data, const EntityKey& key)
{
    QList<QStringList> lines{headerOf(data)};
    if (!key.isNull())
        for (const StackedBar& bar : data.bars)
            for (const BarSegment& segment : bar.segments)
                if (segment.key == key)
                    lines << lineOf(bar, segment);
    return lines.size() > 1 ? tsvOf(lines) : QString{};
}

} // namespace planscope::ui
