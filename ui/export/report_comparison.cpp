#include "ui/export/report_chapters.h"

#include "report/ir_difference.h"
#include "ui/charts/stacked_bar_chart.h"
#include "ui/charts/waterfall_chart.h"
#include "ui/export/report_loom.h"
#include "ui/graph/loom_of_comparison.h"
#include "ui/models/cause_model.h"
#include "ui/models/difference_model.h"
#include "ui/models/display_names.h"
#include "ui/models/fact_cell.h"
#include "ui/models/model_roles.h"
#include "ui/models/shown_text.h"
#include "ui/models/text_difference.h"
#include "ui/panels/compare_charts.h"
#include "ui/panels/compare_header.h"
#include "ui/panels/compared_figure_row.h"

#include <QCoreApplication>
#include <QPainter>

#include <algorithm>

namespace planscope::ui {
namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("ReportComparison", text);
}

QString text(std::string_view utf8)
{
    return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size()));
}

QString sideName(const ReportSubject& subject, std::size_t side)
{
    return shownText(subject.pair->comparison.sides[side].name.value_or(std::string{}));
}

void addFields(ReportFlow& flow, const Comparison& comparison)
{
    ReportTable table{{{tr("Field that differs")}, {tr("A")}, {tr("B")}}, {}};
    const auto value = [](const std::optional<std::string>& stated) {
        return stated ? choiceName(*stated) : QStringLiteral("–");
    };
    for (const auto* fields : {&comparison.subject, &comparison.mapping})
        for (const ComparedField& field : *fields)
            if (field.differs())
                table.rows.push_back({{{text(field.label)}, {value(field.a)}, {value(field.b)}}});
    if (table.rows.empty())
        flow.text(tr("No field differs: A and B state the same."), Role::Muted);
    flow.table(std::move(table));
}

void addHeadlines(ReportFlow& flow, const ComparedPair& pair)
{
    auto row = std::make_unique<ComparedFigureRow>(nullptr);
    row->setFigures(comparedFiguresOf(pair), flow.theme());
    flow.widget(std::move(row));
    flow.heading(2, tr("The same figures, exact"));
    ReportTable table{{{tr("Figure")}, {tr("A"), true}, {tr("B"), true}, {tr("B − A"), true}, {tr("of A"), true}}, {}};
    const QList<QStringList> lines = comparedFigureLines(pair);
    for (qsizetype k = 1; k < lines.size(); ++k) {
        ReportRow& line = table.rows.emplace_back();
        for (const QString& cell : lines[k])
            line.cells.push_back({cell});
    }
    flow.table(std::move(table));
}

void addWaterfall(ReportFlow& flow, const ComparedPair& pair, Measure measure, WaterfallBy by)
{
    const auto data = std::make_shared<const WaterfallData>(waterfallData(pair, measure, by));
    flow.heading(3, data->subject);
    if (!data->empty.isEmpty()) {
        flow.text(data->empty, Role::Muted);
        return;
    }
    const Theme theme = flow.theme();
    flow.picture(WaterfallPainter(*data, theme, flow.width()).height(),
                 [data, theme](QPainter& painter, const QRectF& box) {
                     painter.translate(box.topLeft());
                     WaterfallPainter(*data, theme, box.width()).paint(painter, std::nullopt);
                 });
}

/// What stands behind each cause's share of the iteration time.
void addBehind(ReportFlow& flow, const ReportSubject& subject)
{
    if (!subject.followed)
        return;
    constexpr Measure measure = Measure::SystemEvidenceTime;
    const CauseTable& table = *causeTableOf(*subject.pair, measure);
    flow.heading(2, tr("Behind each cause"));
    flow.caption(
        tr("What a cause's share of the iteration time consists of: tasks on all their runs in an iteration on "
           "a rank, and the components that are no tasks. The parts add up to the share."));
    for (std::size_t cause = 0; cause < table.causes.size(); ++cause) {
        CauseModel model;
        model.setCause(subject.pair.get(), subject.followed.get(), measure, cause);
        flow.heading(3, titleOf(table.causes[cause]));
        flow.table(tableOf(model));
    }
}

void addCauses(ReportFlow& flow, const ReportSubject& subject)
{
    const ComparedPair& pair = *subject.pair;
    flow.heading(2, tr("Why they differ"));
    flow.caption(tr("From A's figure to B's, step by step: ▲ adds to it, ▼ takes from it."));
    for (const Measure measure : {Measure::SystemEvidenceTime, Measure::StageMemory, Measure::RankOperations})
        for (const WaterfallBy by : {WaterfallBy::Cause, WaterfallBy::Component})
            addWaterfall(flow, pair, measure, by);
    flow.text(causeNotes(pair, Measure::SystemEvidenceTime), Role::Muted);
    addBehind(flow, subject);
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

void addMemory(ReportFlow& flow, const ReportSubject& subject)
{
    const ComparedPair& pair = *subject.pair;
    flow.heading(2, tr("Memory against capacity"));
    flow.caption((pair.comparison.accounting == Accounting::Block
                      ? tr("Ranks of the first stages of A, %1, and B, %2. What goes beyond the capacity is hatched.")
                      : tr("Ranks of the fullest stages of A, %1, and B, %2, at their peaks. What goes beyond the "
                           "capacity is hatched."))
                     .arg(sideName(subject, 0), sideName(subject, 1)));
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

/// The figures of the stages by which a mapping is judged, A beside B.
void addStages(ReportFlow& flow, const Comparison& comparison)
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

void addFacts(ReportFlow& flow, const ComparedPair& pair)
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

void addTexts(ReportFlow& flow, const ComparedPair& pair)
{
    flow.heading(2, tr("Summaries line by line"));
    flow.caption(tr("Lines in A alone begin with −, lines in B alone with +. The canonical texts are compared by "
                    "planscope-cli and in the Compare view."));
    const std::pair<IrKind, const char*> kinds[]{{IrKind::Model, "ModelIR"},
                                                 {IrKind::Distributed, "DistributedTaskIR"},
                                                 {IrKind::PortablePlan, "PortablePlanIR"}};
    for (const auto& [kind, name] : kinds) {
        const TextDifference difference(comparableText(pair.results[0], kind, IrTextForm::Summary),
                                        comparableText(pair.results[1], kind, IrTextForm::Summary));
        flow.heading(3, QLatin1String(name));
        if (difference.equal()) {
            flow.text(tr("The same in A and B."), Role::Muted);
            continue;
        }
        std::vector<std::pair<QString, Role>> lines;
        for (const DifferenceLine& line : difference.lines({})) {
            const bool isA = line.change == Change::Removed, isB = line.change == Change::Added;
            const QString mark = isA ? QStringLiteral("− ") : isB ? QStringLiteral("+ ") : QStringLiteral("  ");
            lines.emplace_back(line.fold > 0 ? tr("  … %1 lines the same").arg(line.fold) : mark + line.text,
                               isA       ? Role::CandidateA
                                   : isB ? Role::CandidateB
                                         : Role::Muted);
        }
        flow.monospaceLines(lines);
    }
}

} // namespace

void addComparison(std::vector<ReportFlow>& flows, const ReportSubject& subject, const ReportStyle& style)
{
    const ComparedPair& pair = *subject.pair;
    const Comparison& comparison = pair.comparison;
    const QString title = tr("Compare A: %1 with B: %2").arg(sideName(subject, 0), sideName(subject, 1));
    ReportFlow first = style.flow(title);
    first.heading(1, title);
    const bool areStated = comparison.sides[0].status != ResultStatus::Refused
        && comparison.sides[1].status != ResultStatus::Refused;
    if (areStated && !comparison.sameSubject())
        first.text(tr("▲ A and B are not of the same model, workload and system: the mapping alone does not explain "
                      "what differs."),
                   Role::Warn);
    for (std::size_t side = 0; side < 2; ++side)
        if (!comparison.sides[side].diagnostics.empty()) {
            first.heading(2, tr("Problems of %1").arg(side == 0 ? QStringLiteral("A") : QStringLiteral("B")));
            first.table(problemsTable(comparison.sides[side].diagnostics));
        }
    if (areStated)
        addFields(first, comparison);
    addHeadlines(first, pair);
    const bool hasPlans = comparison.sides[0].hasPlan && comparison.sides[1].hasPlan;
    if (!hasPlans)
        first.text(tr("A side has no plan, so there is nothing more to compare."), Role::Muted);
    flows.push_back(std::move(first));

    if (!hasPlans)
        return;
    const bool hasTimes = comparison.sides[0].hasTime && comparison.sides[1].hasTime;
    const ComparedLoom loom =
        mergedLoomOf(comparison, pair.results[0], pair.results[1], EstimateMode::SystemEvidence);
    ReportFlow wide = style.flow(title, QPageLayout::Landscape);
    wide.heading(2, tr("Both task graphs"));
    wide.caption((comparison.accounting == Accounting::Block
                      ? tr("Tasks match by layer, phase, primitive and collective: %1. A stands on the left of each "
                           "cell, B on the right.")
                      : tr("Task classes match by operation, phase and collective: %1. A stands on the left of each "
                           "cell, B on the right."))
                     .arg(countsText(comparison.taskCounts)));
    wide.fullPage(loomPicture(loom.input, hasTimes ? LoomLens::PredictedTime : LoomLens::Operations, style.theme,
                              loom.difference));
    flows.push_back(std::move(wide));

    ReportFlow second = style.flow(title);
    addCauses(second, subject);
    addMemory(second, subject);
    if (comparison.accounting == Accounting::Whole)
        addStages(second, comparison);
    addFacts(second, pair);
    addTexts(second, pair);
    flows.push_back(std::move(second));
}

} // namespace planscope::ui
