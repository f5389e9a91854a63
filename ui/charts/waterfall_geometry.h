#pragma once

#include "ui/charts/waterfall_data.h"

#include <QRectF>

#include <vector>

namespace planscope::ui {

/// Where the bars of a waterfall begin and end on the value axis: A from the axis' begin, then each share where the one
/// before ended, B last.
struct WaterfallLevels {
    struct Span {
        double from = 0;
        double to = 0;
    };
    double axisBegin = 0; ///< 0, but where shares would be too small to see beside the whole
    double axisEnd = 1;
    std::vector<Span> spans; ///< A, the bars, B

    bool isCut() const { return axisBegin != 0; }
};
/// The axis begins at zero unless the shares all take less than a twentieth of it.
WaterfallLevels levelsOf(const WaterfallData& data);

/// The sizes that a drawing is laid out in, in device-independent pixels.
struct WaterfallMetrics {
    double left = 0;   ///< room for names
    double right = 0;  ///< room for values
    double top = 0;
    double row = 0;    ///< a bar with its gap
    double bar = 0;
};
/// The boxes of A, the bars and B, from the top; at least a pixel wide.
std::vector<QRectF> boxesOf(const WaterfallLevels& levels, const WaterfallMetrics& metrics, double width);
/// A value's place on the axis.
double pixelOf(double value, const WaterfallLevels& levels, const WaterfallMetrics& metrics, double width);

/// Every bar as text a person may hear.
QString spoken(const WaterfallData& data);

} // namespace planscope::ui
