#pragma once

#include "ui/charts/stacked_bar_data.h"
#include "ui/models/entity_key.h"

#include <QString>

#include <vector>

namespace planscope::ui {

/// A whole at one end of a waterfall.
struct WaterfallTotal {
    QString name;  ///< "A  full recompute"
    double value = 0;
    QString text;  ///< "18.0 s"
    QString exact; ///< "18.028786 s"
};

/// What leads from one end towards the other.
struct WaterfallBar {
    EntityKey key; ///< null where it names nothing
    QString name;  ///< "Recompute"
    double share = 0;
    QString text;  ///< with its sign: "▼ −4.86 s"
    QString exact; ///< "−4.858123 s, 27 % of A"
};

/// Everything a waterfall shows: the bars' shares add up to B − A.
struct WaterfallData {
    QString subject; ///< what the chart is: "Iteration time by cause"
    QString empty;   ///< said in place of bars when there are none
    BarUnit unit = BarUnit::Seconds;
    WaterfallTotal a;
    WaterfallTotal b;
    std::vector<WaterfallBar> bars;
};

} // namespace planscope::ui
