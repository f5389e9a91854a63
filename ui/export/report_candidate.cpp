#include "ui/export/report_parts.h"

#include "ui/charts/stacked_bar_chart.h"
#include "ui/models/display_names.h"
#include "ui/models/step_names.h"
#include "ui/panels/derivation_strip.h"
#include "ui/panels/figure_row.h"
#include "ui/panels/headline_figures.h"

#include <QCoreApplication>

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

/// As it is stated, right or wrong.
QString valueText(const FieldInfo& field, const std::string& stated)
{
    if (stated.empty())
        return QStringLiteral("–");
    if (field.kind == FieldKind::Boolean && (stated == "true" || stated == "false"))
        return stated == "true" ? tr("yes") : tr("no");
    if (field.kind != FieldKind::NameSet)
        return field.kind == FieldKind::Choice ? choiceName(stated) : text(stated);
    QStringList names;
    for (const std::string& name : itemsOf(stated))
        names << choiceName(name);
    return names.join(QStringLiteral(", "));
}

using Facts = std::vector<std::pair<QString, QString>>;

/// The fields that the accounting has and that count, of a part of the study.
template <class Field, class Part>
void addFields(Facts& facts, Accounting accounting, const Part& part, bool isInterleaved = false)
{
    for (const Field field : fieldsOf<Field>(accounting)) {
        const FieldInfo& info = infoOf(accounting, field);
        if (info.isOfInterleaving && !isInterleaved)
            continue;
        facts.emplace_back(info.unit.empty() ? labelOf(info)
                                             : QStringLiteral("%1 (%2)").arg(labelOf(info), text(info.unit)),
                           valueText(info, part[field]));
    }
}

void addStated(ReportFlow& flow, const StudyDocument& study, const StudyCandidate& stated)
{
    Facts common;
    addFields<ModelField>(common, study.accounting, study);
    addFields<WorkloadField>(common, study.accounting, study);
    flow.heading(2, tr("Model and workload"));
    flow.facts(common, 2);

    const bool isInterleaved = stated[CandidateField::ScheduleKind].find("interleaved") != std::string::npos;
    Facts fields;
    addFields<CandidateField>(fields, study.accounting, stated, isInterleaved);
    flow.heading(2, tr("Mapping and tiers"));
    flow.facts(fields, 2);
}

template <class Result>
void addDerivation(ReportFlow& flow, const Result& result)
{
    flow.heading(2, tr("Derivation"));
    StripContent content = stripContentOf(result, nullptr);
    for (StripStep& step : content.steps)
        step.hostTime = {}; // how long this computer took is no part of the result
    auto strip = std::make_unique<DerivationStrip>();
    strip->setContent(content, flow.theme());
    flow.widget(std::move(strip));
}

void addHeadlines(ReportFlow& flow, std::vector<Figure> figures)
{
    auto row = std::make_unique<FigureRow>(nullptr);
    row->setFigures(std::move(figures), flow.theme());
    flow.widget(std::move(row));
}

void addExactHeadlines(ReportFlow& flow, const std::vector<Figure>& figures)
{
    ReportTable table{{{tr("Figure"), false, false}, {tr("Exact value"), true, false}, {tr("Unit"), false, false}}, {}};
    for (const Figure& figure : figures)
        for (const ExactFact& fact : figure.facts)
            table.rows.push_back({{{fact.name}, {fact.value}, {fact.unit}}});
    flow.heading(2, tr("Headline numbers, exactly"));
    flow.table(std::move(table));
}

/// A chapter of one candidate, of either accounting.
template <class ResultPtr>
void addChapter(std::vector<ReportFlow>& flows, const ResultPtr& result, const QString& title,
                const StudyDocument& study, const StudyCandidate& stated, const ReportStyle& style)
{
    ReportFlow first = style.flow(title);
    first.heading(1, title);
    if (result->status != ResultStatus::Ok)
        first.text(result->status == ResultStatus::Refused
                       ? tr("✖ Refused: the candidate breaks a law, and nothing was derived.")
                       : tr("✖ Rejected: a check contradicts a transition, and nothing of it was published."),
                   Role::Error);
    if (result->estimate)
        addHeadlines(first, headlineFiguresOf(*result));
    if (!result->diagnostics.empty())
        first.table(problemsTable(result->diagnostics));
    addStated(first, study, stated);
    if (result->derivation)
        addDerivation(first, *result);
    flows.push_back(std::move(first));
    if (!result->derivation)
        return;

    ReportFlow last = addFindings(flows, result, title, style);
    if (result->estimate)
        addExactHeadlines(last, headlineFiguresOf(*result));
    addCheckpoints(last, result);
    flows.push_back(std::move(last));
}

} // namespace

void addBars(ReportFlow& flow, StackedBarData data)
{
    auto chart = std::make_unique<StackedBarChart>();
    chart->setData(std::move(data), flow.theme());
    flow.widget(std::move(chart));
}

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

void addCandidate(std::vector<ReportFlow>& flows, const ReportSubject& subject, std::size_t index,
                  const ReportStyle& style)
{
    const ReportCandidate& candidate = subject.candidates[index];
    const StudyCandidate& stated = subject.study.candidates[index];
    const QString title = chapterTitle(candidate);
    if (candidate.result.block())
        addChapter(flows, candidate.result.block(), title, subject.study, stated, style);
    else
        addChapter(flows, candidate.result.whole(), title, subject.study, stated, style);
}

} // namespace planscope::ui
