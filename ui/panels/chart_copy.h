#pragma once

namespace planscope::ui {

class EfficiencyCurveChart;
class StackedBarChart;

/// Ctrl+C and a context menu for a chart: the marked component in every bar, or all that is drawn.
void addChartCopy(StackedBarChart* chart);
void addChartCopy(EfficiencyCurveChart* chart);

} // namespace planscope::ui
