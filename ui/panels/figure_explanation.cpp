#include "ui/panels/figure_explanation.h"

#include "ui/panels/detail_rows.h"

#include "report/number_format.h"
#include "report/result_explanation.h"
#include "report/whole_breakdown.h"
#include "report/whole_result_explanation.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string>

namespace planscope::ui {
namespace {

struct Details {
    Q_DECLARE_TR_FUNCTIONS(Details)
};

/// The groups of figures whose second part is a mode.
constexpr std::array<std::string_view, 4> modedGroups{"time", "block_time", "unit_time", "utilisation"};
constexpr std::array<std::string_view, 8> otherGroups{"shape",      "block",           "block_memory", "memory",
                                                      "parameters", "flops_per_token", "program",      "microbatch"};
/// The parts of a whole model's peak stand below that of results' JSON.
constexpr std::string_view peakParts = "peak.parts.";

template <std::size_t count>
bool isOneOf(const std::array<std::string_view, count>& names, std::string_view name)
{
    return std::find(names.begin(), names.end(), name) != names.end();
}

std::string_view before(std::string_view text, std::string_view mark)
{
    const std::size_t at = text.find(mark);
    return at == std::string_view::npos ? text : text.substr(0, at);
}

/// Of a figure of a whole model's stage: "3.busy" of a mode, or "3.weights".
EntityKey keyOfStageFigure(std::string_view stage, std::string_view figure, bool isTime)
{
    QString name = isTime ? QStringLiteral("time.") + plainText(figure) : plainText(figure);
    if (!isTime && (figure == "peak.bytes" || figure == "peak.share"))
        name = QStringLiteral("memory.peak");
    else if (!isTime && figure.starts_with(peakParts))
        name = QStringLiteral("memory.") + plainText(figure.substr(peakParts.size()));
    return {EntityKey::Kind::Component, QStringLiteral("stage.%1.%2").arg(plainText(stage), name)};
}

std::string_view after(std::string_view text, std::string_view beginning)
{
    return text.size() > beginning.size() ? text.substr(beginning.size() + 1) : std::string_view{};
}

/// A unit of explanations as it stands behind a number.
QString unitOf(std::string_view unit)
{
    if (unit == "bytes")
        return QStringLiteral("B");
    if (unit == "operations")
        return QStringLiteral("FLOP");
    if (unit == "seconds")
        return QStringLiteral("s");
    if (unit == "operations_per_byte")
        return QStringLiteral("FLOP/B");
    if (unit == "tokens_per_second")
        return QStringLiteral("tokens/s");
    if (unit == "sequences_per_second")
        return Details::tr("samples/s");
    return wordsOf(unit);
}

/// Three digits and a unit, from exact digits.
QString humanText(const FactExplanation& fact)
{
    const double value = std::strtod(fact.result.c_str(), nullptr);
    if (fact.unit == "bytes")
        return plainText(humanBytes(value));
    if (fact.unit == "operations")
        return plainText(humanOperations(value));
    if (fact.unit == "seconds")
        return plainText(humanSeconds(value));
    if (fact.unit == "operations_per_byte")
        return plainText(threeDigits(value)) + QStringLiteral(" FLOP/B");
    if (fact.unit == "tokens_per_second" || fact.unit == "sequences_per_second")
        return plainText(humanRate(value)) + QLatin1Char(' ') + unitOf(fact.unit);
    if (fact.unit.empty())
        return plainText(humanPercent(value));
    return plainText(fact.result);
}

DetailSection formulasOf(const QString& title, const Explanation& explanation)
{
    DetailSection section{title, DetailSection::Form::Formulas, {}, plainText(explanation.source),
                          isRightOfBoundary(explanation.subject)};
    for (const FactExplanation& fact : explanation.facts) {
        DetailRow row{wordsOf(fact.fact), plainText(fact.formula), plainText(fact.result), unitOf(fact.unit), {}, {}};
        if (fact.substituted != fact.formula)
            row.steps << plainText(fact.substituted);
        if (fact.result != fact.substituted)
            row.steps << plainText(fact.result);
        section.rows.push_back(std::move(row));
    }
    return section;
}

DetailSection symbolsOf(const Explanation& explanation)
{
    DetailSection section{Details::tr("Symbols"), DetailSection::Form::Symbols, {}, {},
                          isRightOfBoundary(explanation.subject)};
    for (const SymbolExplanation& symbol : explanation.symbols) {
        const QString name = plainText(symbol.symbol);
        const QString value = plainText(symbol.value);
        DetailRow row{plainText(symbol.meaning), QStringLiteral("%1 = %2").arg(name, value), value, {}, {}, {}};
        if (!symbol.definition.empty())
            row.shown = QStringLiteral("%1 = %2 = %3").arg(name, plainText(symbol.definition), value);
        if (!symbol.explainedBy.empty())
            row.link = keyOfSubject(symbol.explainedBy);
        section.rows.push_back(std::move(row));
    }
    return section;
}

} // namespace

bool isRightOfBoundary(std::string_view subject)
{
    const std::string_view group = before(subject, ".");
    return isOneOf(modedGroups, group) || group == "memory" || subject.find(".time.") != std::string_view::npos
        || (group == "stages" && subject.find(".peak.") != std::string_view::npos);
}

std::vector<Explanation> explanationsOf(const AnyResult& result, std::string_view subject)
{
    if (result.block())
        return explainResult(*result.block(), subject);
    return result.whole() ? whole::explainResult(*result.whole(), subject) : std::vector<Explanation>{};
}

std::vector<std::string> subjectsOf(const AnyResult& result, const QString& component)
{
    const std::string name = component.toStdString();
    const std::string_view group = before(name, ".");
    const std::string rest = group.size() < name.size() ? name.substr(group.size() + 1) : std::string{};
    const auto ofModes = [](std::string_view moded, const std::string& figure) {
        std::vector<std::string> subjects;
        for (const EstimateMode mode : {EstimateMode::SystemEvidence, EstimateMode::PeakOnly})
            subjects.push_back(std::string{moded} + '.' + std::string{nameOf(mode)} + '.' + figure);
        return subjects;
    };
    if (isOneOf(modedGroups, group))
        return ofModes(group, rest);
    const whole::CandidateResult* const whole = result.whole().get();
    if (whole == nullptr || (group != "memory" && group != "stage"))
        return {name};
    const auto ofPeak = [](const std::string& stage, const std::string& part) {
        return part == "peak" ? std::vector{stage + ".peak.bytes", stage + ".peak.share"}
                              : std::vector{stage + '.' + std::string{peakParts} + part};
    };
    if (group == "memory") {
        if (rest == "peak" || rest == "capacity" || !whole->estimate)
            return {name};
        return ofPeak("stages." + std::to_string(whole::fullestStage(*whole->estimate)), rest);
    }
    const std::string number{before(rest, ".")};
    const std::string figure = number.size() < rest.size() ? rest.substr(number.size() + 1) : std::string{};
    const std::string stage = "stages." + number;
    if (figure.starts_with("time."))
        return ofModes("time", stage + figure.substr(std::string_view{"time"}.size()));
    if (figure == "memory.saved")
        return {stage + ".saved_per_microbatch"};
    if (figure.starts_with("memory."))
        return ofPeak(stage, figure.substr(std::string_view{"memory."}.size()));
    return {stage + '.' + figure};
}

EntityKey keyOfSubject(std::string_view subject)
{
    using Kind = EntityKey::Kind;
    const std::string_view group = before(subject, ".");
    const std::string_view rest = after(subject, group);
    if (isOneOf(modedGroups, group)) {
        const std::string_view figure = after(rest, before(rest, "."));
        if (before(figure, ".") == "stages") {
            const std::string_view ofStage = after(figure, "stages");
            return keyOfStageFigure(before(ofStage, "."), after(ofStage, before(ofStage, ".")), true);
        }
        return {Kind::Component, plainText(group) + QLatin1Char('.') + plainText(figure)};
    }
    if (group == "stages")
        return keyOfStageFigure(before(rest, "."), after(rest, before(rest, ".")), false);
    if (group == "saved" || group == "weights" || group == "transient")
        return {Kind::Value, plainText(rest)};
    if (group == "edges")
        return {Kind::Edge, plainText(rest)};
    const std::string_view whole = before(before(before(subject, ".time."), ".share"), ".intensity");
    if (isOneOf(otherGroups, group))
        return {Kind::Component, plainText(whole)};
    if (group == "primitive")
        return {Kind::Primitive, plainText(before(rest, "."))};
    if (whole.ends_with(".memory"))
        return {Kind::Layer, plainText(whole.substr(0, whole.size() - std::string_view{".memory"}.size()))};
    return {Kind::Task, plainText(whole)};
}

DetailRow rowOf(const QString& label, const FactExplanation& fact)
{
    return {label, humanText(fact), plainText(fact.result), unitOf(fact.unit), {}, {}};
}

void addExplanation(EntityDetails& details, const QString& title, const Explanation& explanation)
{
    details.sections.push_back(formulasOf(title, explanation));
    if (!explanation.symbols.empty())
        details.sections.push_back(symbolsOf(explanation));
}

void addExplanation(EntityDetails& details, const QString& title, const std::vector<Explanation>& explanations,
                    std::string_view subject)
{
    const auto found = std::find_if(explanations.begin(), explanations.end(),
                                    [subject](const Explanation& known) { return known.subject == subject; });
    if (found != explanations.end())
        addExplanation(details, title, *found);
}

} // namespace planscope::ui
