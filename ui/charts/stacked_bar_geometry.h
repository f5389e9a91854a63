#pragma once

#include "ui/charts/stacked_bar_data.h"

#include <QRectF>
#include <QSize>

#include <vector>

namespace planscope::ui {

/// One segment that is drawn: where it begins and ends on the value axis.
struct PlacedSegment {
    std::size_t bar = 0;
    std::size_t segment = 0; ///< index in the bar's segments
    double from = 0;
    double to = 0;
};

/// The drawn segments of all bars, from zero on and without gaps; those of no length are left out.
std::vector<PlacedSegment> placeSegments(const StackedBarData& data);

/// The largest value that the axis must hold: of bars and limit. 1 when all is zero, so that there is an axis.
double largestValue(const StackedBarData& data);

/// A name in the legend with the colour it stands for.
struct LegendEntry {
    EntityKey key;
    QString name;
    Role role = Role::TimeForward;
};
/// What is drawn, each name once, in the order of the segments. Of segments of one kind the first is meant.
std::vector<LegendEntry> legendOf(const StackedBarData& data);

/// Boxes of these widths set in rows like words, from the top left.
struct FlowLayout {
    std::vector<QRectF> boxes;
    double height = 0;
};
FlowLayout flow(const std::vector<double>& widths, double rowHeight, double gap, double available);

/// The whole chart as text a person may hear: every bar with its parts and total.
QString spoken(const StackedBarData& data);
/// Tab-separated below a header: bar, component, exact value; one line a part, the total last, at the end the limit.
QString tabSeparated(const StackedBarData& data);
/// The lines of one entity's parts alone; empty when none is drawn.
QString tabSeparated(const StackedBarData& data, const EntityKey& key);

} // namespace planscope::ui
