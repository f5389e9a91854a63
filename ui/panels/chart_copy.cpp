#include "ui/panels/chart_copy.h"

#include "ui/charts/efficiency_curve_chart.h"
#include "ui/charts/stacked_bar_chart.h"
#include "ui/panels/copy_actions.h"

namespace planscope::ui {

void addChartCopy(StackedBarChart* chart)
{
    addCopyActions(chart, {[chart] { return tabSeparated(chart->data(), chart->marked()); },
                           [chart] { return tabSeparated(chart->data()); }});
}

void addChartCopy(EfficiencyCurveChart* chart)
{
    addCopyActions(chart, {[] { return QString{}; }, [chart] { return tabSeparated(chart->data()); }});
}

} // namespace planscope::ui
