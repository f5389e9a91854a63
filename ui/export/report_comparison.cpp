#include "ui/export/report_chapters.h"

#include "report/field_text.h"
#include "report/ir_difference.h"
#include "ui/charts/waterfall_chart.h"
#include "ui/export/report_differences.h"
#include "ui/export/report_loom.h"
#include "ui/graph/loom_of_comparison.h"
#include "ui/models/cause_model.h"
#include "ui/models/display_names.h"
#include "ui/models/shown_text.h"
#include "ui/models/text_difference.h"
#include "ui/panels/compare_charts.h"
#include "ui/panels/compare_header.h"
#include "ui/panels/compared_figure_row.h"

#include <QCoreApplication>
#include <QPainter>

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
    const auto value = [&comparison](const ComparedField& field, std::size_t side) {
        return choiceName(valueText(comparison, field, side));
    };
    for (const auto* fields : {&comparison.subject, &comparison.mapping})
        for (const ComparedField& field : *fields)
            if (field.differs())
                table.rows.push_back({{{text(labelText(field))}, {value(field, 0)}, {value(field, 1)}}});
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
    const QString tasks = countsText(comparison.taskCounts);
    wide.caption(comparison.accounting == Accounting::Block
                     ? tr("Tasks match by layer, phase, primitive and collective: %1. A stands on the left of each "
                          "cell, B on the right.")
                           .arg(tasks)
                     : tr("Task classes match by operation, phase and collective: %1. Step messages and optimizer: "
                          "%2. A stands on the left of each cell, B on the right.")
                           .arg(tasks, countsText(comparison.stepCounts)));
    wide.fullPage(loomPicture(loom.input, hasTimes ? LoomLens::PredictedTime : LoomLens::Operations, style.theme,
                              loom.difference));
    flows.push_back(std::move(wide));

    ReportFlow second = style.flow(title);
    addCauses(second, subject);
    addMemoryDifference(second, pair);
    if (comparison.accounting == Accounting::Whole)
        addStageDifferences(second, comparison);
    addFactDifferences(second, pair);
    addTexts(second, pair);
    flows.push_back(std::move(second));
}

} // namespace planscope::ui
