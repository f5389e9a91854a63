#include "ui/export/report_chapters.h"

#include "report/mapping_text.h"
#include "ui/charts/stacked_bar_chart.h"
#include "ui/export/report_loom.h"
#include "ui/graph/loom_of_plan.h"
#include "ui/models/checkpoint_tree_model.h"
#include "ui/models/display_names.h"
#include "ui/models/memory_model.h"
#include "ui/models/model_roles.h"
#include "ui/models/primitive_cost_model.h"
#include "ui/models/rank_work_model.h"
#include "ui/models/step_names.h"
#include "ui/models/time_model.h"
#include "ui/panels/derivation_strip.h"
#include "ui/panels/figure_row.h"
#include "ui/panels/headline_figures.h"
#include "ui/panels/result_charts.h"

#include <QCoreApplication>

#include <algorithm>

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

void addBars(ReportFlow& flow, StackedBarData data)
{
    auto chart = std::make_unique<StackedBarChart>();
    chart->setData(std::move(data), flow.theme());
    flow.widget(std::move(chart));
}

template <class Model>
ReportTable tableFor(const CandidateResultPtr& result)
{
    Model model;
    model.setResult(result);
    return tableOf(model);
}

/// As it is stated, right or wrong.
QString valueText(const FieldInfo& field, const std::string& stated)
{
    if (field.kind == FieldKind::Boolean && (stated == "true" || stated == "false"))
        return stated == "true" ? tr("yes") : tr("no");
    return field.kind == FieldKind::Choice ? choiceName(stated) : QString::fromStdString(stated);
}

void addMapping(ReportFlow& flow, const StudyCandidate& stated)
{
    const bool isInterleaved = stated[CandidateField::ScheduleKind].find("interleaved") != std::string::npos;
    std::vector<std::pair<QString, QString>> fields;
    for (const CandidateField field : fieldsOf<CandidateField>(Accounting::Block)) {
        if (field == CandidateField::VirtualStages && !isInterleaved)
            continue;
        const FieldInfo& info = infoOf(Accounting::Block, field);
        fields.emplace_back(info.unit.empty() ? labelOf(info)
                                              : QStringLiteral("%1 (%2)").arg(labelOf(info), text(info.unit)),
                            valueText(info, stated[field]));
    }
    flow.heading(2, tr("Mapping and tiers"));
    flow.facts(fields, 2);
}

void addDerivation(ReportFlow& flow, const CandidateResult& result)
{
    flow.heading(2, tr("Derivation"));
    StripContent content = stripContentOf(result, nullptr);
    for (StripStep& step : content.steps)
        step.hostTime = {}; // how long this computer took is no part of the result
    auto strip = std::make_unique<DerivationStrip>();
    strip->setContent(content, flow.theme());
    flow.widget(std::move(strip));
}

void addHeadlines(ReportFlow& flow, const CandidateResult& result)
{
    auto row = std::make_unique<FigureRow>(nullptr);
    row->setFigures(headlineFiguresOf(result), flow.theme());
    flow.widget(std::move(row));
}

void addExactHeadlines(ReportFlow& flow, const CandidateResult& result)
{
    ReportTable table{{{tr("Figure"), false, false}, {tr("Exact value"), true, false}, {tr("Unit"), false, false}}, {}};
    for (const Figure& figure : headlineFiguresOf(result))
        for (const ExactFact& fact : figure.facts)
            table.rows.push_back({{{fact.name}, {fact.value}, {fact.unit}}});
    flow.heading(2, tr("Headline numbers, exactly"));
    flow.table(std::move(table));
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

QString cell(const QModelIndex& row, CheckpointTreeModel::Column column)
{
    return row.siblingAtColumn(static_cast<int>(column)).data().toString();
}

/// The record of a checkpoint but for the host time, which differs from run to run.
void addRecord(ReportFlow& flow, const QModelIndex& record)
{
    using Column = CheckpointTreeModel::Column;
    std::vector<std::pair<QString, QString>> facts{{cell(record, Column::Item), cell(record, Column::Actual)}};
    const QAbstractItemModel& model = *record.model();
    for (int k = 0; k < model.rowCount(record); ++k) {
        const QModelIndex fact = model.index(k, 0, record);
        if (fact.data(ExactRole).toString() != QLatin1String("host_nanoseconds"))
            facts.emplace_back(cell(fact, Column::Item), cell(fact, Column::Actual));
    }
    flow.facts(facts);
}

void addChecks(ReportFlow& flow, const QModelIndex& checkpoint)
{
    using Column = CheckpointTreeModel::Column;
    ReportTable table{{{tr("Check")}, {tr("Verdict")}, {tr("Expected")}, {tr("Actual")}, {tr("Culprit")}}, {}};
    const auto add = [&table](const QModelIndex& row, const QString& name) {
        const QVariant passed = row.data(PassedRole);
        ReportRow cells;
        cells.cells = {{name},
                       {cell(row, Column::Verdict), passed.toBool() ? Role::Ok : Role::Error},
                       {cell(row, Column::Expected)},
                       {cell(row, Column::Actual)},
                       {cell(row, Column::Culprit)}};
        table.rows.push_back(std::move(cells));
    };
    const QAbstractItemModel& model = *checkpoint.model();
    for (int k = 0; k < model.rowCount(checkpoint); ++k) {
        const QModelIndex check = model.index(k, 0, checkpoint);
        if (!check.data(PassedRole).isValid())
            continue; // the contract, the record
        add(check, cell(check, Column::Item));
        if (!check.data(PassedRole).toBool()) // then what failed of it
            for (int outcome = 0; outcome < model.rowCount(check); ++outcome)
                if (const QModelIndex failed = model.index(outcome, 0, check); !failed.data(PassedRole).toBool())
                    add(failed, QStringLiteral("    %1").arg(cell(failed, Column::Item)));
    }
    const bool hasCulprit = std::any_of(table.rows.begin(), table.rows.end(),
                                        [](const ReportRow& row) { return !row.cells.back().text.isEmpty(); });
    if (!hasCulprit) {
        table.columns.pop_back();
        for (ReportRow& row : table.rows)
            row.cells.pop_back();
    }
    flow.table(std::move(table));
}

void addCheckpoints(ReportFlow& flow, const CandidateResultPtr& result)
{
    CheckpointTreeModel model;
    model.setResult(result);
    flow.heading(2, tr("Checkpoints"));
    flow.caption(tr("Each transition is checked independently of the pass that made it, and published whole or not at "
                    "all."));
    for (int k = 0; k < model.rowCount(); ++k) {
        const QModelIndex checkpoint = model.index(k, 0);
        flow.heading(3,
                     QStringLiteral("%1  %2").arg(cell(checkpoint, CheckpointTreeModel::Column::Item),
                                                  cell(checkpoint, CheckpointTreeModel::Column::Verdict)));
        for (int part = 0; part < model.rowCount(checkpoint); ++part) {
            const QModelIndex below = model.index(part, 0, checkpoint);
            if (cell(below, CheckpointTreeModel::Column::Item) == CheckpointTreeModel::tr("Record"))
                addRecord(flow, below);
        }
        addChecks(flow, checkpoint);
    }
}

} // namespace

ReportTable problemsTable(const Diagnostics& problems)
{
    ReportTable table{{{tr("Problem")}, {tr("What is wrong")}, {tr("Where")}, {tr("Code")}}, {}};
    for (const Diagnostic& problem : problems) {
        const bool isError = problem.severity == Severity::Error;
        const Role role = isError ? Role::Error : Role::Warn;
        table.rows.push_back({{{isError ? tr("✖ error") : tr("▲ warning"), role},
                               {text(problem.message)},
                               {text(problem.path)},
                               {text(problem.code), Role::Muted}}});
    }
    return table;
}

void addCandidate(std::vector<ReportFlow>& flows, const ReportCandidate& candidate, const StudyCandidate& stated,
                  const ReportStyle& style)
{
    const CandidateResultPtr& result = candidate.result;
    const QString title = chapterTitle(candidate);
    ReportFlow first = style.flow(title);
    first.heading(1, title);
    if (result->status != ResultStatus::Ok)
        first.text(result->status == ResultStatus::Refused
                       ? tr("✖ Refused: the candidate breaks a law, and nothing was derived.")
                       : tr("✖ Rejected: a check contradicts a transition, and nothing of it was published."),
                   Role::Error);
    if (result->estimate)
        addHeadlines(first, *result);
    if (!result->diagnostics.empty())
        first.table(problemsTable(result->diagnostics));
    addMapping(first, stated);
    if (!result->derivation) {
        flows.push_back(std::move(first));
        return;
    }
    addDerivation(first, *result);
    flows.push_back(std::move(first));

    ReportFlow second = style.flow(title);
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
        addRankWork(second, result);
    }
    if (result->estimate) {
        addEstimate(second, result);
        addExactHeadlines(second, *result);
    }
    addCheckpoints(second, result);
    flows.push_back(std::move(second));
}

} // namespace planscope::ui
