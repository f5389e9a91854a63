#include "ui/export/report_differences.h"

#include "ui/charts/stacked_bar_chart.h"
#include "ui/models/difference_model.h"
#include "ui/models/fact_cell.h"
#include "ui/models/model_roles.h"
#include "ui/models/shown_text.h"
#include "ui/panels/compare_charts.h"

#include <QCoreApplication>

#include <algorithm>

namespace planscope::ui {
namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("ReportComparison", text);
}

ReportCell cellOf(const DifferenceModel& model, int row, DifferenceModel::Column column)
{
    return {model.index(row, static_cast<int>(column)).data().toString(), Role::Text};
}

/// A, B, B − A and of A.
void addNumbers(ReportRow& shown, const DifferenceModel& model, int row)
{
    using Column = DifferenceModel::Column;
    const int direction = model.index(row, 0).data(DirectionRole).toInt();
    const Role role = direction > 0 ? Role::Increase : direction < 0 ? Role::Decrease : Role::Muted;
    for (const Column column : {Column::A, Column::B, Column::Delta, Column::Relative})
        shown.cells.push_back(cellOf(model, row, column));
    for (std::size_t k = shown.cells.size() - 2; k < shown.cells.size(); ++k)
        shown.cells[k].role = role;
    shown.isTotal = model.row(row).isTotal;
}

bool isNothing(const ComparedFact& fact)
{
    const auto delta = fact.delta();
    return (delta && delta->isZero()) || isRounding(fact);
}

/// Whether a fact is worth a line: neither equal, nor of a stage, which has tables of its own, nor of a task in the
/// DistributedTaskIR, which stands with the plan's.
bool isTold(const DifferenceRow& row)
{
    const bool isOfStage = row.group == FactGroup::Stage || row.key.kind == EntityKey::Kind::Stage;
    return row.change != Change::Same && !isNothing(row.fact) && !isOfStage
        && !(row.group == FactGroup::Distributed && row.key.kind == EntityKey::Kind::Task);
}

/// Rows below the names of their groups; whose fact it is stands once, on one page with all its facts.
ReportTable factsTable(std::vector<DifferenceRow> rows)
{
    DifferenceModel model;
    model.setDifferences(std::move(rows));
    ReportTable table{
        {{tr("Of")}, {tr("Fact")}, {tr("A"), true}, {tr("B"), true}, {tr("B − A"), true}, {tr("of A"), true}}, {}};
    const DifferenceRow* before = nullptr;
    for (int row = 0; row < model.rowCount(); ++row) {
        const DifferenceRow& difference = model.row(row);
        const bool isNewGroup = !before || before->group != difference.group;
        const bool isNewSubject = isNewGroup || before->subject != difference.subject;
        if (!isNewSubject)
            table.rows.back().keepsWithNext = true;
        if (isNewGroup) {
            ReportRow& heading = table.rows.emplace_back();
            heading.cells = {{titleOf(difference.group), Role::Text}};
            heading.isHeading = true;
        }
        ReportRow& shown = table.rows.emplace_back();
        shown.cells.push_back(isNewSubject ? cellOf(model, row, DifferenceModel::Column::Subject) : ReportCell{});
        shown.cells.push_back(cellOf(model, row, DifferenceModel::Column::Fact));
        addNumbers(shown, model, row);
        before = &difference;
    }
    return table;
}

} // namespace

void addMemoryDifference(ReportFlow& flow, const ComparedPair& pair)
{
    const auto sideName = [&pair](std::size_t side) {
        return shownText(pair.comparison.sides[side].name.value_or(std::string{}));
    };
    flow.heading(2, tr("Memory against capacity"));
    flow.caption((pair.comparison.accounting == Accounting::Block
                      ? tr("Ranks of the first stages of A, %1, and B, %2. What goes beyond the capacity is hatched.")
                      : tr("Ranks of the fullest stages of A, %1, and B, %2, at their peaks. What goes beyond the "
                           "capacity is hatched."))
                     .arg(sideName(0), sideName(1)));
    StackedBarData bars = memoryPairBars(pair);
    for (std::size_t side = 0; side < bars.bars.size(); ++side)
        bars.bars[side].name = side == 0 ? QStringLiteral("A") : QStringLiteral("B");
    auto chart = std::make_unique<StackedBarChart>();
    chart->setData(std::move(bars), flow.theme());
    flow.widget(std::move(chart));
    DifferenceModel model;
    model.setDifferences(memoryDifferenceRows(pair.comparison));
    ReportTable table{{{tr("Memory")}, {tr("A"), true}, {tr("B"), true}, {tr("B − A"), true}, {tr("of A"), true}}, {}};
    for (int row = 0; row < model.rowCount(); ++row) {
        ReportRow& shown = table.rows.emplace_back();
        shown.cells.push_back(cellOf(model, row, DifferenceModel::Column::Fact));
        addNumbers(shown, model, row);
    }
    flow.table(std::move(table));
}

void addStageDifferences(ReportFlow& flow, const Comparison& comparison)
{
    flow.heading(2, tr("Stages"));
    flow.caption(tr("Of one rank of each stage; times are predicted by the system's evidence. Figures that do not "
                    "differ are left out."));
    for (const char* const figure : {"memory.peak", "parameters", "operations", "time.busy", "time.hops", "time.bubble",
                                     "time.end", "time.idle"}) {
        std::vector<DifferenceRow> rows = stageDifferenceRows(comparison, figure, EstimateMode::SystemEvidence);
        if (std::all_of(rows.begin(), rows.end(), [](const DifferenceRow& row) { return isNothing(row.fact); }))
            continue;
        DifferenceModel model;
        model.setDifferences(std::move(rows));
        ReportTable table{{{tr("Stage")}, {tr("A"), true}, {tr("B"), true}, {tr("B − A"), true}, {tr("of A"), true}},
                          {}};
        for (int row = 0; row < model.rowCount(); ++row) {
            ReportRow& shown = table.rows.emplace_back();
            shown.cells.push_back({QString::number(row)});
            addNumbers(shown, model, row);
            shown.isTotal = false;
        }
        flow.heading(3, stageFigureName(figure));
        flow.table(std::move(table));
    }
}

void addFactDifferences(ReportFlow& flow, const ComparedPair& pair)
{
    std::vector<DifferenceRow> rows = differenceRows(pair.comparison);
    const auto all = rows.size();
    const auto changed =
        std::count_if(rows.begin(), rows.end(), [](const DifferenceRow& row) { return row.change != Change::Same; });
    rows.erase(std::remove_if(rows.begin(), rows.end(), [](const DifferenceRow& row) { return !isTold(row); }),
               rows.end());
    flow.heading(2, tr("Facts that differ"));
    flow.caption(
        tr("%1 of %2 numeric facts of A and B differ, some of them by no more than rounding. What the "
           "DistributedTaskIR states of a task stands with the plan's task; diff.csv has every fact.")
            .arg(QString::number(changed), QString::number(all)));
    flow.table(factsTable(std::move(rows)));
}

} // namespace planscope::ui
