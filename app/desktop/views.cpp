#include "desktop/views.h"

#include "frontend/presets.h"
#include "ui/panels/checkpoints_view.h"
#include "ui/panels/compare_view.h"
#include "ui/panels/estimate_view.h"
#include "ui/panels/ir_text_view.h"
#include "ui/panels/lineage_view.h"
#include "ui/panels/overview_view.h"
#include "ui/panels/rank_work_view.h"
#include "ui/panels/stages_view.h"
#include "ui/panels/system_view.h"
#include "ui/panels/task_graph_view.h"
#include "ui/sweep/sweep_view.h"

namespace planscope::ui {

QList<View*> makeViews(const ViewContext& context, QWidget* parent)
{
    return {new OverviewView(context, parent), new TaskGraphView(context, parent),   new LineageView(context, parent),
            new RankWorkView(context, parent), new CheckpointsView(context, parent), new EstimateView(context, parent),
            new StagesView(context, parent),   new SweepView(context, parent),       new CompareView(context, parent),
            new IrTextView(context, parent),   new SystemView(context, parent)};
}

QStringList bundledStudies()
{
    QStringList names;
    for (const Preset& preset : presets(PresetKind::Studies))
        names << QString::fromUtf8(preset.name.data(), static_cast<qsizetype>(preset.name.size()));
    return names;
}

} // namespace planscope::ui
