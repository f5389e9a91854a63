#include "ui/export/report_parts.h"

#include "report/whole_breakdown.h"
#include "ui/export/report_loom.h"
#include "ui/graph/loom_of_whole_plan.h"
#include "ui/models/memory_model.h"
#include "ui/models/model_roles.h"
#include "ui/models/operation_cost_model.h"
#include "ui/models/saved_tensor_model.h"
#include "ui/models/stage_table_model.h"
#include "ui/models/stage_work_model.h"
#include "ui/models/time_model.h"
#include "ui/models/token_operations_model.h"
#include "ui/panels/result_charts.h"
#include "ui/panels/stage_map_painter.h"

#include <QCoreApplication>

#include <QPainter>

namespace planscope::ui {
namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("ReportCandidate", text);
}

QString text(std::string_view utf8)
{
    return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size()));
}

/// The columns of these names in files, as far as the model has them and, of numbers, as far as any row has more than
/// nothing.
std::vector<int> columnsOf(const QAbstractItemModel& model, const QStringList& names)
{
    std::vector<int> columns;
    for (const QString& name : names)
        for (int column = 0; column < model.columnCount(); ++column) {
            if (model.headerData(column, Qt::Horizontal, ExactRole).toString() != name)
                continue;
            bool isTold = name == names.front();
            for (int row = 0; row < model.rowCount() && !isTold; ++row) {
                const QVariant value = model.index(row, column).data(SortRole);
                isTold = value.typeId() == QMetaType::QString ? !value.toString().isEmpty() : value.toDouble() > 0;
            }
            if (isTold)
                columns.push_back(column);
        }
    return columns;
}

/// Blocks, memory and step of each stage, as the map shows them.
void addStageMap(ReportFlow& flow, const whole::CandidateResultPtr& result)
{
    const auto content = std::make_shared<const StageMapContent>(result, EstimateMode::SystemEvidence);
    const auto theme = std::make_shared<const Theme>(flow.theme());
    const auto geometry =
        std::make_shared<const StageMapGeometry>(*content, *theme, static_cast<int>(flow.width()));
    std::vector<ReportFlow::Paint> rows;
    for (int stage = 0; stage < content->stages(); ++stage)
        rows.push_back([content, geometry, theme, stage](QPainter& painter, const QRectF& box) {
            painter.translate(box.left(), box.top() - geometry->rowBox(stage).top());
            StageMapPainter(*content, *geometry, *theme).paintRow(painter, stage, content->row(stage), {});
        });
    flow.heading(2, tr("Stages"));
    flow.caption(tr("From the one that embeds to the one with the loss: the blocks of each chunk, the memory of a rank "
                    "at its peak, and its step."));
    flow.pictureRows(
        geometry->headHeight(),
        [content, geometry, theme](QPainter& painter, const QRectF& box) {
            painter.translate(box.topLeft());
            StageMapPainter(*content, *geometry, *theme).paintHead(painter, false);
        },
        geometry->rowHeight(), rows);
}

/// What each rank of a stage holds, when that is most, and what it does in a step.
void addStages(ReportFlow& flow, const whole::CandidateResultPtr& result)
{
    StageTableModel model;
    model.setResult(result, EstimateMode::SystemEvidence);
    flow.heading(2, tr("Figures of each stage"));
    flow.caption(tr("Of one rank of the stage. In flight: chunks of microbatches alive at once, at most."));
    flow.table(tableOf(model,
                       columnsOf(model,
                                 {QStringLiteral("stage"), QStringLiteral("blocks"), QStringLiteral("blocks_of_chunks"),
                                  QStringLiteral("units"), QStringLiteral("parameters"),
                                  QStringLiteral("saved_bytes_per_microbatch"), QStringLiteral("in_flight"),
                                  QStringLiteral("peak_bytes"), QStringLiteral("peak_share_of_capacity"),
                                  QStringLiteral("peak_moment")})));

    QStringList parts{QStringLiteral("stage")};
    for (std::size_t part = 0; part < countOf<whole::PeakPart>(); ++part)
        parts << text(nameOf(static_cast<whole::PeakPart>(part))) + QStringLiteral("_bytes");
    parts << QStringLiteral("peak_bytes") << QStringLiteral("peak_share_of_capacity");
    flow.heading(2, tr("Memory of each stage at its peak"));
    flow.caption(tr("The parts add up to the peak. What no stage has is left out. Capacity %1.")
                     .arg(bytesCell(result->estimate->capacity).text));
    flow.table(tableOf(model, columnsOf(model, parts)));

    if (!result->estimate->modes)
        return;
    QStringList times{QStringLiteral("stage")};
    for (const auto& figure : whole::stageTimeFigures)
        times << text(figure.name) + QStringLiteral("_seconds");
    flow.heading(2, tr("Time of each stage in a step"));
    flow.caption(tr("Predicted by the system's evidence. Busy, hops and bubble end with the program; what follows it "
                    "is once a step; idle is waiting for the slowest stage."));
    flow.table(tableOf(model, columnsOf(model, times)));
}

/// What the first and the last stage keep: embedding, blocks and head are all among it.
void addSaved(ReportFlow& flow, const whole::CandidateResultPtr& result)
{
    const int last = static_cast<int>(result->derivation->plan().stages.size()) - 1;
    for (const int stage : last > 0 ? std::vector<int>{0, last} : std::vector<int>{0}) {
        SavedTensorModel model;
        model.setStage(result, stage);
        flow.heading(2, tr("Saved for backward in stage %1").arg(stage));
        flow.caption(tr("By one microbatch on one rank. Every other tensor is computed again or needed by no "
                        "backward."));
        flow.table(tableOf(model,
                           columnsOf(model,
                                     {QStringLiteral("tensor"), QStringLiteral("element_type"),
                                      QStringLiteral("elements"), QStringLiteral("bytes"),
                                      QStringLiteral("multiplicity"), QStringLiteral("kept_bytes_per_microbatch"),
                                      QStringLiteral("reason"), QStringLiteral("aliases"), QStringLiteral("death")})));
    }
}

QString shapeText(const std::optional<whole::LinearShape>& shape)
{
    return shape ? QStringLiteral("%1 × %2").arg(QString::number(shape->outputs), QString::number(shape->inputs))
                 : QStringLiteral("–");
}

void addParameters(ReportFlow& flow, const whole::PortablePlanIR& plan)
{
    const whole::ModelParameters& model = plan.parameters;
    flow.heading(2, tr("Parameters"));
    flow.caption(tr("Of the published model: no padding of the vocabulary, no copy."));
    flow.facts({{tr("Whole model"), countCell(model.total.value()).text},
                {tr("A block"), countCell(model.block.value()).text},
                {tr("Embedding"), countCell(model.embedding.value()).text},
                {tr("Final norm and head"), countCell(model.final.value()).text}},
               2);
    ReportTable table{{{tr("Tensor")}, {tr("Unit")}, {tr("On one rank"), true}, {tr("Outputs × inputs"), true},
                       {tr("Over tensor ranks")}},
                      {}};
    for (const whole::PlanParameter& parameter : plan.parameterTensors) {
        const QString held = !whole::isCounted(parameter.tensor) ? tr("the word embedding's")
            : whole::isReplicated(parameter.tensor)              ? tr("the same on each")
                                                                 : tr("cut");
        table.rows.push_back({{{text(nameOf(parameter.tensor))},
                               {text(nameOf(whole::unitOf(whole::ownerOf(parameter.tensor))))},
                               {countCell(parameter.elements.value()).text},
                               {shapeText(parameter.linear)},
                               {held}}});
    }
    flow.table(std::move(table));
}

void addParts(ReportFlow& flow, const whole::CandidateResultPtr& result)
{
    if (result->estimate->modes) {
        flow.heading(2, tr("Iteration time by component"));
        flow.caption(tr("Peak only takes every rate at its peak: a bound. System evidence takes the profile's "
                        "efficiencies. Of the stage that ends last."));
        addBars(flow, timeBarsOf(*result));
        flow.table(tableFor<TimeModel>(result));
    }
    flow.heading(2, tr("Memory against capacity"));
    flow.caption(tr("A rank of stage %1, the fullest, at its peak. What goes beyond the capacity is hatched.")
                     .arg(whole::fullestStage(*result->estimate)));
    addBars(flow, memoryBarsOf(*result));
    flow.table(tableFor<MemoryModel>(result));
}

/// What the ranks of each stage work and exchange.
void addWork(ReportFlow& flow, const whole::CandidateResultPtr& result)
{
    const std::optional<whole::RankWork> work = whole::rankWorkOf(*result);
    if (!work)
        return;
    StageWorkModel model;
    model.setWork(work);
    flow.heading(2, tr("Work of each rank in a step"));
    flow.caption(tr("The ranks of a stage do the same. Times are predicted, of work and tensor-parallel messages."));
    flow.table(tableOf(model,
                       columnsOf(model,
                                 {QStringLiteral("stage"), QStringLiteral("ranks"),
                                  QStringLiteral("forward_operations"), QStringLiteral("recompute_operations"),
                                  QStringLiteral("activation_gradient_operations"),
                                  QStringLiteral("weight_gradient_operations"),
                                  QStringLiteral("optimizer_operations"), QStringLiteral("operations"),
                                  QStringLiteral("read_bytes"), QStringLiteral("write_bytes"),
                                  QStringLiteral("peak_only_seconds"), QStringLiteral("system_evidence_seconds")})));
    StageTrafficModel traffic;
    traffic.setWork(work);
    flow.heading(2, tr("Traffic, messages and time of each rank in a step"));
    flow.caption(tr("Whole buffers; what the network makes of them is in the estimate."));
    flow.table(tableOf(traffic));
}

/// What each operation costs, and what others count as operations.
void addOperations(ReportFlow& flow, const whole::CandidateResultPtr& result)
{
    if (result->estimate->modes) {
        flow.heading(2, tr("Cost of each operation"));
        flow.caption(tr("One microbatch on its way through the whole model, on one tensor rank"));
        flow.table(tableFor<OperationCostModel>(result));
    }
    flow.heading(2, tr("Operations a token"));
    flow.caption(tr("Of the published model, forward and backward: what MFU and other reports count."));
    flow.table(tableFor<TokenOperationsModel>(result));
}

} // namespace

ReportFlow addFindings(std::vector<ReportFlow>& flows, const whole::CandidateResultPtr& result, const QString& title,
                       const ReportStyle& style)
{
    if (!result->derivation->complete() || !result->estimate)
        return style.flow(title);
    ReportFlow graph = style.flow(title, QPageLayout::Landscape);
    graph.heading(2, tr("Task graph"));
    graph.caption(result->estimate->modes
                      ? tr("One microbatch, and the step of the stage that ends last: each cell a task with its "
                           "predicted time by the system's evidence; threads are its dependencies.")
                      : tr("One microbatch and a step: each cell a task with its operations; threads are its "
                           "dependencies."));
    graph.fullPage(loomPicture(std::make_shared<const LoomInput>(loomOf(*result, lastStageOf(*result))),
                               result->estimate->modes ? LoomLens::PredictedTime : LoomLens::Operations,
                               style.theme));
    flows.push_back(std::move(graph));

    ReportFlow parts = style.flow(title);
    addParts(parts, result);
    addOperations(parts, result);
    addParameters(parts, result->derivation->plan());
    flows.push_back(std::move(parts));

    ReportFlow wide = style.flow(title, QPageLayout::Landscape);
    addStageMap(wide, result);
    addStages(wide, result);
    addWork(wide, result);
    addSaved(wide, result);
    flows.push_back(std::move(wide));
    return style.flow(title);
}

} // namespace planscope::ui
