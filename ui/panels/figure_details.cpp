#include "ui/panels/detail_rows.h"
#include "ui/panels/figure_explanation.h"
#include "ui/panels/strip_facts.h"

#include "report/number_format.h"
#include "report/result_explanation.h"
#include "ui/models/display_names.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <string>

namespace planscope::ui {
namespace {

struct Details {
    Q_DECLARE_TR_FUNCTIONS(Details)
};

/// How the figures of a group are called; the first part of their names.
struct Group {
    std::string_view name;
    const char* of;    ///< what its figures are
    const char* whole; ///< what its total is
};
constexpr std::array<Group, 6> groups{{
    {"time", QT_TRANSLATE_NOOP("Details", "component of the iteration time"),
     QT_TRANSLATE_NOOP("Details", "time of an iteration")},
    {"block_time", QT_TRANSLATE_NOOP("Details", "time of one block and one microbatch on one rank"), nullptr},
    {"utilisation", QT_TRANSLATE_NOOP("Details", "what the ranks make of the iteration time"), nullptr},
    {"memory", QT_TRANSLATE_NOOP("Details", "component of the memory of a rank of the first stage"),
     QT_TRANSLATE_NOOP("Details", "memory of a rank of the first stage")},
    {"block", QT_TRANSLATE_NOOP("Details", "work of a phase of one block and one microbatch on one rank"),
     QT_TRANSLATE_NOOP("Details", "work of one block and one microbatch on one rank")},
    {"block_memory", QT_TRANSLATE_NOOP("Details", "what one block holds on one rank"), nullptr},
}};

bool hasModes(std::string_view group)
{
    return group == "time" || group == "block_time" || group == "utilisation";
}

/// "MFU", "Tokens per second", "Forward".
QString titleOf(std::string_view group, std::string_view figure)
{
    if (figure == "mfu" || figure == "hfu")
        return plainText(figure).toUpper();
    if (figure == "total")
        return group == "time" ? Details::tr("Iteration time")
            : group == "memory" ? Details::tr("Memory")
                                : Details::tr("All phases");
    return displayName(figure);
}

/// "system evidence", "peak only"; empty where a subject has no mode.
QString modeOf(const std::string& subject)
{
    for (const EstimateMode mode : {EstimateMode::SystemEvidence, EstimateMode::PeakOnly})
        if (subject.find(nameOf(mode)) != std::string::npos)
            return wordsOf(mode);
    return {};
}

/// All explanations of a figure: in both modes, with its shares.
std::vector<Explanation> explanationsOf(const CandidateResult& result, const std::string& group,
                                        const std::string& figure)
{
    std::vector<Explanation> found;
    if (!hasModes(group))
        return explainResult(result, group + '.' + figure);
    for (const EstimateMode mode : {EstimateMode::SystemEvidence, EstimateMode::PeakOnly})
        for (Explanation& explanation :
             explainResult(result, group + '.' + std::string{nameOf(mode)} + '.' + figure))
            found.push_back(std::move(explanation));
    return found;
}

DetailSection figuresOf(const std::vector<Explanation>& explanations, const std::string& figure,
                        const CandidateResult& result)
{
    const bool isOfTarget = isRightOfBoundary(explanations.front().subject);
    DetailSection section{isOfTarget ? Details::tr("Predicted") : Details::tr("Figures"), DetailSection::Form::Facts,
                          {},
                          isOfTarget ? Details::tr("On %1.").arg(plainText(result.system->name)) : QString{},
                          isOfTarget};
    for (const Explanation& explanation : explanations)
        for (const FactExplanation& fact : explanation.facts) {
            const QString mode = modeOf(explanation.subject);
            const bool isMain = fact.fact == "seconds" || fact.fact == "bytes" || fact.fact == figure;
            const QString label = mode.isEmpty() ? wordsOf(fact.fact)
                : isMain                           ? mode
                                                   : Details::tr("%1, %2").arg(wordsOf(fact.fact), mode);
            section.rows.push_back(rowOf(label, fact));
        }
    return section;
}

EntityDetails shapeDetails(const DetailSources& sources)
{
    EntityDetails details;
    const TransformerTraining& training = sources.result->derivation->training;
    details.title = Details::tr("Specs");
    details.subtitle = plainText(training.model().name);
    const std::vector<Explanation> explanations = explainResult(*sources.result, "shape");
    DetailSection counts{Details::tr("Ranks, microbatches and blocks"), DetailSection::Form::Facts, {}, {}, false};
    for (const FactExplanation& fact : explanations.front().facts)
        counts.rows.push_back(rowOf(wordsOf(fact.fact), fact));
    details.sections.push_back(std::move(counts));
    addExplanation(details, Details::tr("Why these numbers"), explanations.front());
    DetailSection stated{Details::tr("As stated"), DetailSection::Form::Facts, {}, {}, false};
    for (const ExactFact& fact : specsFacts(training))
        stated.rows.push_back({fact.name.section(QLatin1Char('.'), 1).replace(QLatin1Char('_'), QLatin1Char(' ')),
                               fact.value, {}, fact.unit, {}, {}});
    details.sections.push_back(std::move(stated));
    return details;
}

EntityDetails systemDetails(const DetailSources& sources)
{
    EntityDetails details;
    const SystemProfile& system = *sources.result->system;
    details.title = Details::tr("System");
    details.subtitle = plainText(system.name);
    DetailSection evidence{Details::tr("Evidence"), DetailSection::Form::Words, {},
                           Details::tr("SHA-256 of the canonical bytes of the profile, its schema with it. No snapshot "
                                       "left of the boundary depends on it."),
                           true};
    evidence.rows.push_back(textRow(Details::tr("revision"), plainText(sources.result->evidence.toString())));
    details.sections.push_back(std::move(evidence));
    DetailSection stated{Details::tr("As stated"), DetailSection::Form::Facts, {},
                         Details::tr("The view System has all of the profile."), true};
    for (const ExactFact& fact : systemFacts(*sources.result))
        if (fact.name != QLatin1String("evidence_digest"))
            stated.rows.push_back({QString{fact.name}.replace(QLatin1Char('_'), QLatin1Char(' ')), fact.value, {},
                                   fact.unit, {}, {}});
    details.sections.push_back(std::move(stated));
    return details;
}

} // namespace

EntityDetails componentDetails(const DetailSources& sources, const EntityKey& key)
{
    if (key.name == QLatin1String("shape"))
        return shapeDetails(sources);
    if (key.name == QLatin1String("system"))
        return systemDetails(sources);
    const std::string group = key.name.section(QLatin1Char('.'), 0, 0).toStdString();
    const std::string figure = key.name.section(QLatin1Char('.'), 1).toStdString();
    const auto known = std::find_if(groups.begin(), groups.end(), [&](const Group& one) { return one.name == group; });
    if (known == groups.end() || figure.empty())
        return absentDetails(key);
    const std::vector<Explanation> explanations = explanationsOf(*sources.result, group, figure);
    if (explanations.empty())
        return absentDetails(key);
    EntityDetails details;
    details.title = titleOf(group, figure);
    details.subtitle = Details::tr(figure == "total" && known->whole != nullptr ? known->whole : known->of);
    details.sections.push_back(figuresOf(explanations, figure, *sources.result));
    for (const Explanation& explanation : explanations) {
        const QString mode = modeOf(explanation.subject);
        addExplanation(details,
                       mode.isEmpty() ? Details::tr("Why these numbers") : Details::tr("Why: %1").arg(mode),
                       explanation);
    }
    return details;
}

} // namespace planscope::ui
