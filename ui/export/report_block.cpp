#include "ui/export/report_parts.h"

#include "report/mapping_text.h"
#include "ui/export/report_loom.h"
#include "ui/graph/loom_of_plan.h"
#include "ui/models/memory_model.h"
#include "ui/models/primitive_cost_model.h"
#include "ui/models/rank_work_model.h"
#include "ui/models/time_model.h"
#include "ui/panels/result_charts.h"

#include <QCoreApplication>

namespace planscope::ui {
namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("ReportCandidate", text);
}

/// Ranks of equal work stand above their phases.
ReportTable rankTable(const CandidateResultPtr& result)
{
    RankWorkModel model;
    model.setResult(result);
    ReportTable table;
    QString ranks;
    for (const ReportTable all = tableOf(model); const ReportRow& row : all.rows) {
        if (table.columns.empty())
            table.columns.assign(all.columns.begin() + 1, all.columns.end());
        if (row.cells.front().text != ranks) {
            ranks = row.cells.front().text;
            ReportRow& heading = table.rows.emplace_back();
            heading.cells = {{tr("Ranks %1").arg(ranks)}};
            heading.isHeading = true;
        }
        table.rows.push_back(row);
        table.rows.back().cells.erase(table.rows.back().cells.begin());
    }
    return table;
}

void addRankWork(ReportFlow& flow, const CandidateResultPtr& result)
{
    const TransformerTraining& training = result->derivation->training;
    const auto& shape = training.shape();
    flow.heading(2, tr("Work of each rank"));
    flow.caption(tr("One block and one microbatch on each rank of a tensor-parallel group; the optimizer once an "
                    "iteration. %1 ranks = %2; a rank runs this for %3 and %4.")
                     .arg(QString::number(shape.worldSize), QString::fromStdString(degreesText(training.mapping())),
                          QString::fromStdString(counted(shape.blocksPerStage, "block")),
                          QString::fromStdString(counted(shape.microbatchCount, "microbatch", "microbatches"))));
    flow.heading(3, tr("Operations by phase"));
    addBars(flow, rankBarsOf(*result, RankFact::Operations));
    if (result->estimate && result->estimate->modes) {
        flow.heading(3, tr("Predicted time by phase, system evidence"));
        addBars(flow, rankBarsOf(*result, RankFact::PredictedTime));
    }
    flow.table(rankTable(result));
}

void addEstimate(ReportFlow& flow, const CandidateResultPtr& result)
{
    if (result->estimate->modes) {
        flow.heading(2, tr("Iteration time by component"));
        flow.caption(tr("Peak only takes every rate at its peak: a bound. System evidence takes the profile's "
                        "efficiencies."));
        addBars(flow, timeBarsOf(*result));
        flow.table(tableFor<TimeModel>(result));
        flow.heading(2, tr("Cost of each primitive"));
        flow.caption(tr("All its invocations in one block and microbatch on one rank"));
        flow.table(tableFor<PrimitiveCostModel>(result));
    }
    flow.heading(2, tr("Memory against capacity"));
    flow.caption(tr("A rank of the first stage. What goes beyond the capacity is hatched."));
    addBars(flow, memoryBarsOf(*result));
    flow.table(tableFor<MemoryModel>(result));
}

} // namespace

ReportFlow addFindings(std::vector<ReportFlow>& flows, const CandidateResultPtr& result, const QString& title,
                       const ReportStyle& style)
{
    ReportFlow flow = style.flow(title);
    if (result->derivation->complete()) {
        ReportFlow wide = style.flow(title, QPageLayout::Landscape);
        const bool hasTime = result->estimate && result->estimate->modes;
        wide.heading(2, tr("Task graph"));
        wide.caption(hasTime ? tr("One block on one rank: each cell a task with its predicted time by the system's "
                                  "evidence; threads are its dependencies.")
                             : tr("One block on one rank: each cell a task with its operations; threads are its "
                                  "dependencies."));
        wide.fullPage(loomPicture(std::make_shared<const LoomInput>(loomOf(*result)),
                                  hasTime ? LoomLens::PredictedTime : LoomLens::Operations, style.theme));
        flows.push_back(std::move(wide));
        addRankWork(flow, result);
    }
    if (result->estimate)
        addEstimate(flow, result);
    return flow;
}

} // namespace planscope::ui
