#include "ui/models/stage_work_model.h"

#include "report/mapping_text.h"
#include "report/number_format.h"
#include "ui/models/display_names.h"

namespace planscope::ui {
namespace {

TableCell countCellOf(const Total<ElementsUnit>& count)
{
    const QString exact = QString::fromStdString(count.toString());
    return {QString::fromStdString(humanRate(count.toDouble())), exact, exact, count.toDouble(), true};
}

TableCell timeCell(const PhaseWork& work, EstimateMode mode)
{
    return work.seconds ? secondsCell((*work.seconds)[static_cast<std::size_t>(mode)]) : absentCell();
}

void addStage(TableRow& row, const whole::StageWork& stage)
{
    const EntityKey ranks = ranksKey(stage);
    row.key = ranks;
    row.cells.push_back(textCell(QString::number(stage.stage)));
    row.cells.push_back(textCell(rankRangeText(stage.firstRank, stage.rankCount), ranks.name.toStdString()));
}

void addAll(TableRow& row, const whole::RankWork& work)
{
    qint64 ranks = 0;
    for (const whole::StageWork& stage : work.stages)
        ranks += stage.rankCount;
    row.isTotal = true;
    row.cells.push_back(textCell(StageWorkModel::tr("All"), "all"));
    row.cells.push_back(textCell(QString::fromStdString(counted(ranks, "rank")), std::to_string(ranks)));
}

void addWork(TableRow& row, const whole::StepWork& work, const TableCell& blocks)
{
    row.cells.push_back(blocks);
    row.cells.push_back(countCellOf(work.parameters));
    row.cells.push_back(countCellOf(work.optimized));
    for (const PhaseWork& phase : work.phases)
        row.cells.push_back(operationsCell(phase.operations));
    row.cells.push_back(operationsCell(work.total.operations));
}

void addTraffic(TableRow& row, const whole::StepWork& work)
{
    row.cells.push_back(bytesCell(work.total.read));
    row.cells.push_back(bytesCell(work.total.write));
    for (const Total<BytesUnit>& group : work.messages)
        row.cells.push_back(bytesCell(group));
    row.cells.push_back(bytesCell(work.allMessages));
    row.cells.push_back(timeCell(work.total, EstimateMode::PeakOnly));
    row.cells.push_back(timeCell(work.total, EstimateMode::SystemEvidence));
}

} // namespace

EntityKey ranksKey(const whole::StageWork& stage)
{
    return {EntityKey::Kind::Rank,
            stage.rankCount == 1
                ? QString::number(stage.firstRank)
                : QStringLiteral("%1-%2").arg(stage.firstRank).arg(stage.firstRank + stage.rankCount - 1)};
}

StageWorkModel::StageWorkModel(QObject* parent)
    : SnapshotTableModel(
        {{tr("Stage"), QStringLiteral("stage"), false, {}},
         {tr("Ranks"), QStringLiteral("ranks"), false, tr("Each of them does what the row says")},
         {tr("Blocks"), QStringLiteral("blocks"), true, tr("Of all chunks of the stage")},
         {tr("Parameters"), QStringLiteral("parameters"), true, tr("Held by one rank")},
         {tr("Optimized"), QStringLiteral("optimized"), true,
          tr("Parameters whose optimizer states one rank holds and updates")},
         {tr("Forward"), QStringLiteral("forward_operations"), true, tr("Operations of one rank")},
         {tr("Recompute"), QStringLiteral("recompute_operations"), true, tr("Operations of one rank")},
         {tr("Activation gradient"), QStringLiteral("activation_gradient_operations"), true,
          tr("Operations of one rank")},
         {tr("Weight gradient"), QStringLiteral("weight_gradient_operations"), true, tr("Operations of one rank")},
         {tr("Optimizer"), QStringLiteral("optimizer_operations"), true, tr("Operations of one rank")},
         {tr("All operations"), QStringLiteral("operations"), true, tr("Operations of one rank")}},
        parent)
{
}

void StageWorkModel::setWork(const std::optional<whole::RankWork>& work)
{
    std::vector<TableRow> rows;
    if (work) {
        qint64 blocks = 0;
        for (const whole::StageWork& stage : work->stages) {
            TableRow& row = rows.emplace_back();
            addStage(row, stage);
            addWork(row, stage.rank, countCell(stage.blocks));
            blocks += stage.blocks;
        }
        TableRow& all = rows.emplace_back();
        addAll(all, *work);
        addWork(all, work->all, countCell(blocks));
    }
    setRows(std::move(rows));
}

StageTrafficModel::StageTrafficModel(QObject* parent)
    : SnapshotTableModel(
        {{tr("Stage"), QStringLiteral("stage"), false, {}},
         {tr("Ranks"), QStringLiteral("ranks"), false, tr("Each of them does what the row says")},
         {tr("Read"), QStringLiteral("read_bytes"), true, tr("Local memory of one rank")},
         {tr("Write"), QStringLiteral("write_bytes"), true, tr("Local memory of one rank")},
         {tr("Tensor"), QStringLiteral("tensor_bytes"), true,
          tr("Messages of microbatches, and gradients of replicated parameters")},
         {tr("Pipeline"), QStringLiteral("pipeline_bytes"), true, tr("Sent to and received from neighbouring stages")},
         {tr("Data"), QStringLiteral("data_bytes"), true, tr("Gradients reduced, weights gathered")},
         {tr("Embedding"), QStringLiteral("embedding_bytes"), true,
          tr("Gradients of tied embeddings, between the first and the last stage")},
         {tr("All messages"), QStringLiteral("message_bytes"), true,
          tr("Whole buffers: what the network makes of them is in the estimate")},
         {tr("Peak only"), QStringLiteral("peak_only_seconds"), true,
          tr("Work and tensor-parallel messages, predicted at peak rates")},
         {tr("System evidence"), QStringLiteral("system_evidence_seconds"), true,
          tr("Work and tensor-parallel messages, predicted with the profile's efficiencies")}},
        parent)
{
}

void StageTrafficModel::setWork(const std::optional<whole::RankWork>& work)
{
    std::vector<TableRow> rows;
    if (work) {
        for (const whole::StageWork& stage : work->stages) {
            TableRow& row = rows.emplace_back();
            addStage(row, stage);
            addTraffic(row, stage.rank);
        }
        TableRow& all = rows.emplace_back();
        addAll(all, *work);
        addTraffic(all, work->all);
    }
    setRows(std::move(rows));
}

} // namespace planscope::ui
