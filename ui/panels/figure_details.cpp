#include "ui/panels/detail_rows.h"
#include "ui/panels/figure_explanation.h"
#include "ui/panels/strip_facts.h"

#include "report/number_format.h"
#include "report/whole_breakdown.h"
#include "ui/models/display_names.h"
#include "ui/models/shown_text.h"

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
constexpr std::array<Group, 11> groups{{
    {"time", QT_TRANSLATE_NOOP("Details", "component of the iteration time"),
     QT_TRANSLATE_NOOP("Details", "time of an iteration")},
    {"block_time", QT_TRANSLATE_NOOP("Details", "time of one block and one microbatch on one rank"), nullptr},
    {"unit_time", QT_TRANSLATE_NOOP("Details", "time of one run of a unit, one microbatch on one rank"), nullptr},
    {"utilisation", QT_TRANSLATE_NOOP("Details", "how well the iteration time is used"), nullptr},
    {"memory", QT_TRANSLATE_NOOP("Details", "component of the memory of a rank of the first stage"),
     QT_TRANSLATE_NOOP("Details", "memory of a rank of the first stage")},
    {"block", QT_TRANSLATE_NOOP("Details", "work of a phase of one block and one microbatch on one rank"),
     QT_TRANSLATE_NOOP("Details", "work of one block and one microbatch on one rank")},
    {"block_memory", QT_TRANSLATE_NOOP("Details", "what one block holds on one rank"), nullptr},
    {"parameters", QT_TRANSLATE_NOOP("Details", "parameters of the published model, without padding or copies"),
     nullptr},
    {"flops_per_token", QT_TRANSLATE_NOOP("Details", "operations of a training step a token, by convention"), nullptr},
    {"program", QT_TRANSLATE_NOOP("Details", "work of one microbatch of a unit on one rank"), nullptr},
    {"microbatch", QT_TRANSLATE_NOOP("Details", "its sizes on one rank"), nullptr},
}};

QString lastPart(const QString& name)
{
    return name.section(QLatin1Char('.'), -1);
}

/// A figure as people call it: "MFU, causal attention", "Tokens per second", "Forward".
QString figureName(const std::string& group, const QString& figure)
{
    if (figure == QLatin1String("mfu_full"))
        return Details::tr("MFU, full attention");
    if (figure == QLatin1String("mfu_causal"))
        return Details::tr("MFU, causal attention");
    if (figure == QLatin1String("mfu") || figure == QLatin1String("hfu"))
        return figure.toUpper();
    if (figure == QLatin1String("total"))
        return group == "time"    ? Details::tr("Iteration time")
            : group == "memory"     ? Details::tr("Memory")
            : group == "parameters" ? Details::tr("All parameters")
                                    : Details::tr("All phases");
    if (group == "memory" && figure == QLatin1String("peak"))
        return Details::tr("Peak memory");
    return displayName(figure.toStdString());
}

/// What a figure is, and of what: title and subtitle.
struct Heading {
    QString title;
    QString subtitle;
};

/// "stage.3.memory.weights", "stage.3.time.busy", "stage.3.parameters".
Heading stageHeading(const QString& name, const whole::CandidateResult& result)
{
    const QString stage = name.section(QLatin1Char('.'), 1, 1);
    const QString group = name.section(QLatin1Char('.'), 2, 2), figure = name.section(QLatin1Char('.'), 2);
    if (group == QLatin1String("time"))
        return {Details::tr("%1, stage %2").arg(figureName({}, lastPart(name)), stage),
                Details::tr("predicted time of a stage in a step")};
    if (figure == QLatin1String("memory.saved") || group == QLatin1String("saved_per_microbatch"))
        return {Details::tr("Kept for backward, stage %1").arg(stage),
                Details::tr("of one microbatch on one rank, chunk by chunk")};
    if (group == QLatin1String("work"))
        return {Details::tr("%1 %2, stage %3")
                    .arg(displayName(name.section(QLatin1Char('.'), 3, 3).toStdString()),
                         wordsOf(lastPart(name).toStdString()), stage),
                Details::tr("of each rank in a step")};
    if (group == QLatin1String("messages"))
        return {Details::tr("%1 messages, stage %2").arg(displayName(lastPart(name).toStdString()), stage),
                Details::tr("of each rank in a step")};
    if (group != QLatin1String("memory"))
        return {Details::tr("%1, stage %2").arg(displayName(figure.toStdString()), stage),
                Details::tr("of each rank of the stage")};
    const auto index = static_cast<std::size_t>(stage.toULongLong());
    const QString title = figure == QLatin1String("memory.peak")
        ? Details::tr("Peak memory, stage %1").arg(stage)
        : Details::tr("%1, stage %2").arg(displayName(lastPart(name).toStdString()), stage);
    if (!result.estimate || index >= result.estimate->peaks.size())
        return {title, {}};
    return {title, Details::tr("of a rank at the peak: %1").arg(momentText(result.estimate->peaks[index]))};
}

Heading headingOf(const AnyResult& result, const QString& component, const Group& group)
{
    const std::string name{group.name};
    const QString figure = component.section(QLatin1Char('.'), 1);
    const QString parent = component.section(QLatin1Char('.'), -2, -2);
    Heading heading{figureName(name, lastPart(component)),
                    Details::tr(lastPart(component) == QLatin1String("total") && group.whole ? group.whole : group.of)};
    if (component.startsWith(QLatin1String("time.chunks.")))
        heading = {Details::tr("%1 of chunk %2").arg(heading.title, parent),
                   Details::tr("one microbatch through a chunk, in model order")};
    else if (name == "unit_time")
        heading.title = Details::tr("%1 of the %2").arg(heading.title, parent);
    else if (name == "program")
        heading.title = Details::tr("%1, %2").arg(displayName(component.section(QLatin1Char('.'), 1, 1).toStdString()),
                                                  wordsOf(component.section(QLatin1Char('.'), 2).toStdString())
                                                      .replace(QLatin1Char('.'), QStringLiteral(", ")));
    else if (name == "flops_per_token")
        heading.title = Details::tr("FLOPs a token, %1").arg(wordsOf(figure.toStdString()));
    if (const whole::CandidateResult* const whole = result.whole().get(); whole != nullptr && whole->estimate) {
        if (name == "memory") {
            const std::size_t fullest = whole::fullestStage(*whole->estimate);
            heading.subtitle = figure == QLatin1String("capacity")
                ? Details::tr("of one rank")
                : Details::tr("of a rank of stage %1, the fullest, at its peak").arg(fullest);
        } else if (component == QLatin1String("time.total")) {
            heading.subtitle = Details::tr("predicted time of a training step");
        } else if (name == "time" && component.count(QLatin1Char('.')) == 1 && component != QLatin1String("time.hop")) {
            heading.subtitle = Details::tr("part of a step, as the stage spends it that ends last");
        } else if (component == QLatin1String("time.hop")) {
            heading.subtitle = Details::tr("one message between neighbouring stages");
        }
    }
    return heading;
}

/// "system evidence", "peak only"; empty where a subject has no mode.
QString modeOf(const std::string& subject)
{
    for (const EstimateMode mode : {EstimateMode::SystemEvidence, EstimateMode::PeakOnly})
        if (subject.find(nameOf(mode)) != std::string::npos)
            return wordsOf(mode);
    return {};
}

/// What tells an explanation from the others of its component: its mode, its chunk; empty where nothing does.
QString distinctionOf(const std::string& subject)
{
    if (const QString mode = modeOf(subject); !mode.isEmpty())
        return mode;
    const QString last = lastPart(plainText(subject));
    if (last == QLatin1String("share"))
        return Details::tr("its share");
    bool isNumber = false;
    last.toInt(&isNumber);
    return isNumber ? Details::tr("chunk %1").arg(last) : QString{};
}

DetailSection figuresOf(const std::vector<Explanation>& explanations, const QString& figure, const AnyResult& result)
{
    const bool isOfTarget = isRightOfBoundary(explanations.front().subject);
    DetailSection section = sectionOf(isOfTarget ? Details::tr("Predicted") : Details::tr("Figures"));
    section.rightOfBoundary = isOfTarget;
    if (isOfTarget)
        section.note = result.whole()
            ? Details::tr("On %1, under %2.").arg(shownText(result.head()->system->name),
                                                  plainText(result.whole()->framework->name))
            : Details::tr("On %1.").arg(shownText(result.head()->system->name));
    for (const Explanation& explanation : explanations)
        for (const FactExplanation& fact : explanation.facts) {
            const bool isShare = explanation.subject.ends_with(".share"); // its facts say of what
            const QString distinction = isShare ? QString{} : distinctionOf(explanation.subject);
            const bool isMain = fact.fact == "seconds" || fact.fact == "bytes" || plainText(fact.fact) == figure;
            const QString label = distinction.isEmpty() ? wordsOf(fact.fact)
                : isMain                                ? distinction
                                                        : Details::tr("%1, %2").arg(wordsOf(fact.fact), distinction);
            section.rows.push_back(rowOf(label, fact));
        }
    return section;
}

/// Where a figure of a whole model belongs: its stage, or the stage that decides it.
DetailSection placeOf(const QString& component, const whole::CandidateResult& result)
{
    DetailSection section = sectionOf(Details::tr("Belongs to"), DetailSection::Form::Links);
    const auto add = [&section](const QString& label, const QString& stage) {
        section.rows.push_back(linkRow(label, {EntityKey::Kind::Stage, stage}));
        section.rows.back().shown = Details::tr("stage %1").arg(stage);
    };
    const QString group = component.section(QLatin1Char('.'), 0, 0);
    if (group == QLatin1String("stage"))
        add(Details::tr("stage"), component.section(QLatin1Char('.'), 1, 1));
    if (!result.estimate)
        return section;
    if (component.startsWith(QLatin1String("time.chunks."))) {
        const auto stages = static_cast<qulonglong>(result.estimate->peaks.size());
        add(Details::tr("on"), QString::number(component.section(QLatin1Char('.'), 2, 2).toULongLong() % stages));
    } else if (group == QLatin1String("memory") && component != QLatin1String("memory.capacity")) {
        add(Details::tr("the fullest"), QString::number(whole::fullestStage(*result.estimate)));
    } else if (group == QLatin1String("time") && component != QLatin1String("time.hop") && result.estimate->modes) {
        for (const EstimateMode mode : {EstimateMode::SystemEvidence, EstimateMode::PeakOnly})
            add(wordsOf(mode),
                QString::number((*result.estimate->modes)[static_cast<std::size_t>(mode)].time.lastStage));
    }
    return section;
}

std::vector<DetailRow> statedRows(const std::vector<ExactFact>& facts, bool withoutGroup)
{
    std::vector<DetailRow> rows;
    for (const ExactFact& fact : facts) {
        QString label = withoutGroup ? fact.name.section(QLatin1Char('.'), 1) : fact.name;
        label.replace(QLatin1Char('_'), QLatin1Char(' '));
        rows.push_back({label, fact.value, {}, fact.unit, {}, {}});
    }
    return rows;
}

EntityDetails shapeDetails(const DetailSources& sources)
{
    EntityDetails details;
    details.title = Details::tr("Specs");
    const bool isWhole = sources.result.whole() != nullptr;
    details.subtitle = shownText(isWhole ? sources.whole().derivation->training.model().name
                                         : sources.block().derivation->training.model().name);
    const std::vector<Explanation> explanations = explanationsOf(sources.result, "shape");
    DetailSection counts = sectionOf(Details::tr("Ranks, microbatches and blocks"));
    for (const FactExplanation& fact : explanations.front().facts)
        counts.rows.push_back(rowOf(wordsOf(fact.fact), fact));
    details.sections.push_back(std::move(counts));
    addExplanation(details, Details::tr("Why these numbers"), explanations.front());
    DetailSection stated = sectionOf(Details::tr("As stated"));
    stated.rows = statedRows(isWhole ? specsFacts(sources.whole().derivation->training)
                                     : specsFacts(sources.block().derivation->training),
                             true);
    details.sections.push_back(std::move(stated));
    return details;
}

EntityDetails systemDetails(const DetailSources& sources)
{
    EntityDetails details;
    const ResultHead& head = *sources.result.head();
    const whole::CandidateResult* const whole = sources.result.whole().get();
    details.title = whole ? Details::tr("System and framework") : Details::tr("System");
    details.subtitle = shownText(head.system->name);
    if (whole)
        details.subtitle += QStringLiteral(" · ") + plainText(whole->framework->name);
    DetailSection evidence{Details::tr("Evidence"), DetailSection::Form::Words, {},
                           Details::tr("SHA-256 of the canonical bytes of what stands here, its schema with it. No "
                                       "snapshot left of the boundary depends on it."),
                           true};
    evidence.rows.push_back(textRow(Details::tr("revision"), plainText(head.evidence.toString())));
    details.sections.push_back(std::move(evidence));
    const Datatype datatype = whole ? whole->derivation->training.workload().datatype
                                    : sources.block().derivation->training.workload().datatype;
    DetailSection stated{Details::tr("As stated"), DetailSection::Form::Facts, {},
                         Details::tr("The view System has all of the profile."), true};
    std::vector<ExactFact> facts = systemFacts(head, datatype, whole ? whole->framework->name : std::string{});
    facts.erase(std::remove_if(facts.begin(), facts.end(),
                               [](const ExactFact& fact) { return fact.name == QLatin1String("evidence_digest"); }),
                facts.end());
    stated.rows = statedRows(facts, false);
    details.sections.push_back(std::move(stated));
    if (whole == nullptr)
        return details;
    const FrameworkProfile& framework = *whole->framework;
    DetailSection held{Details::tr("Held by the framework"), DetailSection::Form::Facts, {}, {}, true};
    const auto flag = [](bool on) { return on ? Details::tr("yes") : Details::tr("no"); };
    held.rows = {bytesRow(Details::tr("GEMM workspace"), Bytes{framework.gemmWorkspaceBytes}),
                 bytesRow(Details::tr("BLAS workspace"), Bytes{framework.blasWorkspaceBytes}),
                 textRow(Details::tr("dummy weight gradients"), flag(framework.dummyWeightGradients)),
                 textRow(Details::tr("gathered head input"), flag(framework.headGatherBuffer)),
                 textRow(Details::tr("loss mask"), flag(framework.lossMask)),
                 textRow(Details::tr("rounds logits up"), flag(framework.roundLogits))};
    details.sections.push_back(std::move(held));
    return details;
}

} // namespace

QString momentText(const whole::StagePeak& peak)
{
    return Details::tr("%1 of microbatch %2 in chunk %3")
        .arg(plainText(nameOf(peak.moment)))
        .arg(peak.step.microbatch)
        .arg(peak.step.chunk);
}

EntityDetails componentDetails(const DetailSources& sources, const EntityKey& key)
{
    if (key.name == QLatin1String("shape"))
        return shapeDetails(sources);
    if (key.name == QLatin1String("system"))
        return systemDetails(sources);
    const whole::CandidateResult* const whole = sources.result.whole().get();
    const std::string group = key.name.section(QLatin1Char('.'), 0, 0).toStdString();
    const bool isOfStage = group == "stage" && whole != nullptr;
    const auto known = std::find_if(groups.begin(), groups.end(), [&](const Group& one) { return one.name == group; });
    if (known == groups.end() && !isOfStage)
        return absentDetails(key);
    std::vector<Explanation> explanations;
    for (const std::string& subject : subjectsOf(sources.result, key.name))
        for (Explanation& explanation : explanationsOf(sources.result, subject))
            explanations.push_back(std::move(explanation));
    if (explanations.empty())
        return absentDetails(key);
    EntityDetails details;
    const Heading heading = isOfStage ? stageHeading(key.name, *whole) : headingOf(sources.result, key.name, *known);
    details.title = heading.title;
    details.subtitle = heading.subtitle;
    details.sections.push_back(figuresOf(explanations, lastPart(key.name), sources.result));
    for (const Explanation& explanation : explanations) {
        const QString distinction = distinctionOf(explanation.subject);
        const QString title =
            distinction.isEmpty() ? Details::tr("Why these numbers") : Details::tr("Why: %1").arg(distinction);
        addExplanation(details, title, explanation);
    }
    if (whole != nullptr)
        if (DetailSection place = placeOf(key.name, *whole); !place.rows.empty())
            details.sections.push_back(std::move(place));
    return details;
}

} // namespace planscope::ui
