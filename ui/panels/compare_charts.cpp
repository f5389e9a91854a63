#include "ui/panels/compare_charts.h"

#include "ui/models/cause_model.h"
#include "ui/models/fact_cell.h"
#include "ui/models/shown_text.h"
#include "ui/panels/result_charts.h"

#include "compare/iteration_figures.h"
#include "report/number_format.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <cmath>

namespace planscope::ui {
namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("CompareCharts", text);
}

QString text(const std::string& utf8)
{
    return QString::fromStdString(utf8);
}

const std::optional<Waterfall>& fallOf(const ComparedPair& pair, Measure measure, WaterfallBy by)
{
    const Attribution& attribution = pair.attribution;
    const auto& all = by == WaterfallBy::Cause ? attribution.byCause
        : by == WaterfallBy::Component         ? attribution.byComponent
                                               : attribution.byLayer;
    return all[static_cast<std::size_t>(measure)];
}

QString quantityTitle(Measure measure, Accounting accounting)
{
    const bool isBlock = accounting == Accounting::Block;
    switch (measure) {
    case Measure::PeakOnlyTime: return tr("Iteration time, peak only");
    case Measure::SystemEvidenceTime: return tr("Iteration time, system evidence");
    case Measure::StageMemory: return isBlock ? tr("Memory of the first stage") : tr("Memory of the fullest stage");
    case Measure::RankOperations:
        return isBlock ? tr("Operations of a rank in an iteration")
                       : tr("Operations of the busiest rank in an iteration");
    }
    Q_UNREACHABLE();
}

QString byTitle(WaterfallBy by, Accounting accounting)
{
    switch (by) {
    case WaterfallBy::Cause: return tr("by cause");
    case WaterfallBy::Component: return tr("by component");
    case WaterfallBy::Layer: return accounting == Accounting::Block ? tr("by layer") : tr("by operation");
    }
    Q_UNREACHABLE();
}

QString subjectOf(const ComparedPair& pair, Measure measure, WaterfallBy by)
{
    const Accounting accounting = pair.comparison.accounting;
    return QStringLiteral("%1 %2").arg(quantityTitle(measure, accounting), byTitle(by, accounting));
}

BarUnit barUnit(FactUnit unit)
{
    return unit == FactUnit::InSeconds ? BarUnit::Seconds
        : unit == FactUnit::InBytes    ? BarUnit::Bytes
                                       : BarUnit::Operations;
}

EntityKey keyOf(const WaterfallStep& step)
{
    if (!step.key)
        return {};
    const QString name = text(step.key->name);
    switch (step.key->kind) {
    case SemanticKey::Kind::Layer: return {EntityKey::Kind::Layer, name};
    case SemanticKey::Kind::Operation: return {EntityKey::Kind::Operation, name};
    default: return {EntityKey::Kind::Component, name};
    }
}

WaterfallTotal totalOf(const ComparedPair& pair, std::size_t side, const Number& value, FactUnit unit)
{
    return {QStringLiteral("%1  %2").arg(side == 0 ? QStringLiteral("A") : QStringLiteral("B"),
                                         shownText(pair.comparison.sides[side].name.value_or(""))),
            value.toDouble(), factText(value.toDouble(), unit), exactFact(value, unit)};
}

QString stepName(const ComparedPair& pair, Measure measure, WaterfallBy by, const Waterfall& fall, std::size_t step)
{
    if (by != WaterfallBy::Cause)
        return partName(fall.steps[step].name);
    return titleOf(causeTableOf(pair, measure)->causes[step]);
}

} // namespace

WaterfallData waterfallData(const ComparedPair& pair, Measure measure, WaterfallBy by)
{
    WaterfallData data;
    data.subject = subjectOf(pair, measure, by);
    const std::optional<Waterfall>& fall = fallOf(pair, measure, by);
    if (!fall) {
        data.empty = modeOf(measure) ? tr("A side has no predicted time: see its diagnostic.")
                                     : tr("A side has no plan: see its diagnostic.");
        return data;
    }
    data.unit = barUnit(fall->unit);
    data.a = totalOf(pair, 0, fall->a, fall->unit);
    data.b = totalOf(pair, 1, fall->b, fall->unit);
    for (std::size_t k = 0; k < fall->steps.size(); ++k) {
        const WaterfallStep& step = fall->steps[k];
        const double whole = fall->a.toDouble();
        const double rounding = 1e-12 * std::max(std::abs(whole), std::abs(fall->b.toDouble())); // of their sum
        if (std::abs(step.share) <= rounding && by != WaterfallBy::Cause)
            continue;
        QString exact = exactFact(step.share, fall->unit);
        if (whole != 0)
            exact += tr(", %1 of A").arg(relativeText(step.share / whole));
        if (step.a && step.b)
            exact += tr("\nA %1\nB %2").arg(exactFact(*step.a, fall->unit), exactFact(*step.b, fall->unit));
        data.bars.push_back({keyOf(step), stepName(pair, measure, by, *fall, k), step.share,
                             signedText(step.share, fall->unit), exact});
    }
    if (data.bars.empty())
        data.empty = by == WaterfallBy::Cause
            ? tr("No field that counts here differs: both come to %1.").arg(data.a.text)
            : tr("No part differs: both come to %1.").arg(data.a.text);
    return data;
}

QList<QStringList> waterfallLines(const ComparedPair& pair, Measure measure, WaterfallBy by)
{
    const std::optional<Waterfall>& fall = fallOf(pair, measure, by);
    if (!fall)
        return {};
    const auto digits = [](double value) { return text(exactDigits(value)); };
    QList<QStringList> lines{{subjectOf(pair, measure, by),
                              QStringLiteral("(%1)").arg(unitName(fall->unit))}};
    lines << QStringList{QStringLiteral("A"), text(fall->a.digits())};
    for (const WaterfallStep& step : fall->steps)
        lines << QStringList{text(step.name), digits(step.share)};
    lines << QStringList{QStringLiteral("B"), text(fall->b.digits())};
    return lines;
}

QString causeNotes(const ComparedPair& pair, Measure measure)
{
    const CauseTable* const table = causeTableOf(pair, measure);
    if (!table || table->causes.empty())
        return {};
    QStringList notes{
        tr("Each field's share is its Shapley value: the mean, over all orders in which the fields may turn "
           "from A to B, of what it changes when its turn comes. %1 mappings were estimated, A and B among "
           "them.")
            .arg(table->intermediates)};
    for (const Joining& joining : table->joinings)
        notes << (joining.fromB.empty() ? tr("Joined ahead: %1 (%2)")
                                        : tr("Joined, since some of them alone make no lawful mapping: %1 (%2)"))
                     .arg(titleOf(Cause{joining.joined, {}}), text(joining.reason.message));
    const AttributedMeasure& shared = *measureOf(pair, measure);
    for (const Interaction& interaction : shared.interactions) {
        QStringList names;
        for (const std::size_t cause : interaction.causes)
            names << titleOf(table->causes[cause]);
        notes << tr("Only together: %1 bring %2, of which each has an equal part.")
                     .arg(names.join(tr(" and ")), deltaText(interaction.amount, shared.unit));
    }
    return notes.join(QLatin1Char('\n'));
}

StackedBarData memoryPairBars(const ComparedPair& pair)
{
    StackedBarData both = memoryBarsOf(pair.results[0]);
    StackedBarData second = memoryBarsOf(pair.results[1]);
    for (StackedBar& bar : second.bars)
        both.bars.push_back(std::move(bar));
    for (std::size_t side = 0; side < both.bars.size() && side < 2; ++side)
        both.bars[side].name = QStringLiteral("%1  %2").arg(side == 0 ? QStringLiteral("A") : QStringLiteral("B"),
                                                            shownText(pair.comparison.sides[side].name.value_or("")));
    return both;
}

StackedBarData stagePairBars(const Comparison& comparison, std::string_view figure, EstimateMode mode)
{
    constexpr std::size_t mostStages = 32;
    const std::vector<DifferenceRow> rows = stageDifferenceRows(comparison, figure, mode);
    StackedBarData data;
    const bool hasAxis = !rows.empty()
        && (rows.front().fact.unit == FactUnit::InSeconds || rows.front().fact.unit == FactUnit::InBytes
            || rows.front().fact.unit == FactUnit::InOperations);
    if (!hasAxis || rows.size() > mostStages)
        return data;
    data.subject = tr("%1 of each stage").arg(rows.front().name);
    data.empty = tr("No stage has any.");
    data.unit = barUnit(rows.front().fact.unit);
    const auto add = [&data](const DifferenceRow& row, const QString& letter, Role role,
                             const std::optional<Number>& value) {
        const TableCell cell = factCell(value, row.fact.unit);
        StackedBar bar;
        bar.name = QStringLiteral("%1  %2").arg(row.subject, letter);
        if (value)
            bar.segments.push_back({row.key, letter, value->toDouble(), cell.text, cell.toolTip, role, letter,
                                    cell.exact});
        bar.totalText = cell.text;
        bar.totalExact = cell.toolTip;
        bar.totalDigits = cell.exact;
        data.bars.push_back(std::move(bar));
    };
    for (const DifferenceRow& row : rows) {
        add(row, QStringLiteral("A"), Role::CandidateA, row.fact.a);
        add(row, QStringLiteral("B"), Role::CandidateB, row.fact.b);
    }
    const ComparedFact* const capacity = comparison.figure("memory.capacity");
    if (figure == "memory.peak" && capacity && capacity->a && !capacity->differs()) {
        const TableCell cell = factCell(capacity->a, capacity->unit);
        data.limit = BarLimit{capacity->a->toDouble(), tr("capacity %1").arg(cell.text), QStringLiteral("capacity"),
                              cell.exact};
    }
    return data;
}

} // namespace planscope::ui
