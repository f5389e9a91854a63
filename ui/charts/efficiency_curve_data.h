#pragma once

#include "ui/theme/theme.h"

#include <QString>

#include <vector>

namespace planscope::ui {

/// One step: the efficiency holds for sizes from the threshold up to the next step's.
struct CurveStep {
    double threshold = 0;  ///< operations or bytes, not negative
    double efficiency = 0; ///< of the peak, 0 to 1
};

struct EfficiencyCurveSeries {
    QString name; ///< "matrix, float16"
    Role role = Role::Matrix;
    std::vector<CurveStep> steps; ///< in any order
    QString fileName{};           ///< as files name it: "matrix.float16"; "" where `name` does
};

enum class CurveUnit { Operations, Bytes };

struct EfficiencyCurveData {
    QString subject; ///< stands above the curves: "% of the peak, by operations of one task"
    CurveUnit unit = CurveUnit::Operations;
    std::vector<EfficiencyCurveSeries> series;
};

/// A curve as the corners of its line: ascending sizes, first at `smallest`, last at `largest`; threshold 0 has no
/// place on a logarithmic axis and stands at `smallest`.
struct CurvePoint {
    double size = 0;
    double efficiency = 0;
    friend bool operator==(const CurvePoint&, const CurvePoint&) = default;
};
std::vector<CurvePoint> cornersOf(const EfficiencyCurveSeries& series, double smallest, double largest);

/// The sizes that an axis over all series should reach: a step of the unit's prefix beyond the outermost thresholds.
struct SizeRange {
    double smallest = 1;
    double largest = 10;
};
SizeRange sizeRangeOf(const EfficiencyCurveData& data);

/// Tab-separated below a header: curve, threshold in operations or bytes, efficiency; one line a step.
QString tabSeparated(const EfficiencyCurveData& data);

/// The step that holds at that size; null when the series has none.
const CurveStep* stepAt(const EfficiencyCurveSeries& series, double size);

} // namespace planscope::ui
