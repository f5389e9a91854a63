#include "ui/panels/entity_details.h"

#include "ui/panels/detail_rows.h"
#include "ui/panels/figure_explanation.h"
#include "ui/panels/task_sections.h"

#include "ui/models/display_names.h"
#include "ui/models/shown_text.h"

#include "evaluation/estimate/task_times.h"
#include "report/number_format.h"
#include "study/rank_work.h"

#include <QCoreApplication>

#include <algorithm>

namespace planscope::ui {
namespace {

struct Details {
    Q_DECLARE_TR_FUNCTIONS(Details)
};

QString oneLine(QString text)
{
    return text.replace(QLatin1Char('\t'), QLatin1Char(' ')).replace(QLatin1Char('\n'), QLatin1Char(' '));
}

/// Without rows when there is no predicted time.
DetailSection primitiveTimes(const CandidateResult& result, Primitive primitive)
{
    DetailSection section{Details::tr("Predicted time"), DetailSection::Form::Facts, {}, {}, true};
    if (!result.estimate || !result.estimate->modes || !result.derivation->complete())
        return section;
    section.note = Details::tr("On %1, one rank, one microbatch.").arg(shownText(result.system->name));
    for (const EstimateMode mode : {EstimateMode::SystemEvidence, EstimateMode::PeakOnly})
        if (const auto costs = primitiveCosts(result.derivation->plan(), *result.system, result.tiers, mode))
            section.rows.push_back(
                secondsRow(wordsOf(mode), (*costs)[static_cast<std::size_t>(primitive)].seconds));
    return section;
}

DetailSection formulaLinks(const RankGroup& group)
{
    DetailSection section{Details::tr("Formulas"), DetailSection::Form::Links, {}, {}, false};
    const auto add = [&section](const QString& label, std::string_view phase) {
        section.rows.push_back(
            linkRow(label, {EntityKey::Kind::Component, QStringLiteral("block.") + plainText(phase)}));
    };
    for (std::size_t phase = 0; phase < group.phases.size(); ++phase)
        if (group.phases[phase].invocations > 0)
            add(displayName(nameOf(static_cast<Phase>(phase))), nameOf(static_cast<Phase>(phase)));
    add(Details::tr("All phases"), "total");
    return section;
}

EntityDetails mappingDetails()
{
    EntityDetails details;
    details.title = Details::tr("A mapping of a sweep");
    details.subtitle = Details::tr("not of this candidate");
    DetailSection section{Details::tr("Where to look"), DetailSection::Form::Facts, {}, {}, false};
    section.note = Details::tr("Sweep shows its figures. Added to the study, it is a candidate whose every figure is explained.");
    details.sections.push_back(std::move(section));
    return details;
}

} // namespace

EntityDetails rankDetails(const DetailSources& sources, const EntityKey& key)
{
    const std::vector<RankGroup> groups = rankWorkOf(sources.block());
    for (const RankGroup& group : groups) {
        const QString name = group.count == 1
            ? QString::number(group.first)
            : QStringLiteral("%1-%2").arg(group.first).arg(group.first + group.count - 1);
        if (name != key.name)
            continue;
        EntityDetails details;
        details.title = group.count == 1 ? Details::tr("Logical rank %1").arg(name)
                                         : Details::tr("Logical ranks %1").arg(rankRangeText(group.first, group.count));
        details.subtitle = group.count == 1 ? Details::tr("one rank")
                                            : Details::tr("%1 ranks with the same work").arg(group.count);
        details.sections.push_back(workSection(Details::tr("Work of each rank"), group.total, Details::tr("tasks")));
        details.sections.back().note = Details::tr("One block, one microbatch, all phases.");
        for (std::size_t phase = 0; phase < group.phases.size(); ++phase)
            if (group.phases[phase].invocations > 0)
                details.sections.push_back(
                    workSection(displayName(nameOf(static_cast<Phase>(phase))), group.phases[phase],
                                Details::tr("tasks")));
        if (groups.size() == 1) // then its work is the block's
            details.sections.push_back(formulaLinks(group));
        return details;
    }
    return absentDetails(key);
}

EntityDetails primitiveDetails(const DetailSources& sources, const EntityKey& key)
{
    const SnapshotPtr snapshot = sources.history().snapshot(IrKind::Distributed);
    const auto primitive = enumFromName<Primitive>(key.name.toStdString());
    if (snapshot == nullptr || !primitive)
        return absentDetails(key);
    const auto& ir = snapshot->as<DistributedTaskIR>();
    DetailSection tasks{Details::tr("Tasks"), DetailSection::Form::Links, {}, {}, false};
    for (const DistributedTask& task : ir.tasks)
        if (task.primitive == *primitive)
            tasks.rows.push_back(linkRow(wordsOf(task.phase), {EntityKey::Kind::Task, plainText(task.name)}));
    if (tasks.rows.empty())
        return absentDetails(key);
    EntityDetails details;
    details.title = key.name;
    details.subtitle = Details::tr("primitive · %1 engine").arg(wordsOf(engineOf(*primitive)));
    details.sections.push_back(
        workSection(Details::tr("Work of one rank"), primitiveWork(ir, *primitive), Details::tr("tasks")));
    details.sections.back().note = Details::tr("One block, one microbatch, all its tasks.");
    details.sections.push_back(std::move(tasks));
    DetailSection times = primitiveTimes(sources.block(), *primitive);
    if (!times.rows.empty())
        details.sections.push_back(std::move(times));
    const std::string subject = "primitive." + key.name.toStdString();
    const std::vector<Explanation> explanations = explanationsOf(sources.result, subject);
    addExplanation(details, Details::tr("Why these numbers"), explanations, subject);
    for (const EstimateMode mode : {EstimateMode::SystemEvidence, EstimateMode::PeakOnly})
        addExplanation(details, Details::tr("Why: %1").arg(wordsOf(mode)), explanations,
                       subject + ".time." + std::string{nameOf(mode)});
    return details;
}

EntityDetails entityDetails(const DetailSources& sources, const EntityKey& key)
{
    const bool isWhole = sources.result.whole() != nullptr;
    switch (key.kind) {
    case EntityKey::Kind::None: return {};
    case EntityKey::Kind::Snapshot: return snapshotDetails(sources, key);
    case EntityKey::Kind::Operation:
        return isWhole ? wholeOperationDetails(sources, key) : operationDetails(sources, key);
    case EntityKey::Kind::Task: return isWhole ? wholeTaskDetails(sources, key) : taskDetails(sources, key);
    case EntityKey::Kind::Value: return isWhole ? wholeValueDetails(sources, key) : valueDetails(sources, key);
    case EntityKey::Kind::Check: return checkDetails(sources, key);
    case EntityKey::Kind::Rank: return isWhole ? wholeRankDetails(sources, key) : rankDetails(sources, key);
    case EntityKey::Kind::Component: return componentDetails(sources, key);
    case EntityKey::Kind::Layer: return isWhole ? absentDetails(key) : layerDetails(sources, key);
    case EntityKey::Kind::Primitive: return isWhole ? absentDetails(key) : primitiveDetails(sources, key);
    case EntityKey::Kind::Stage: return isWhole ? wholeStageDetails(sources, key) : absentDetails(key);
    case EntityKey::Kind::Edge: return isWhole ? wholeEdgeDetails(sources, key) : absentDetails(key);
    case EntityKey::Kind::Mapping: return mappingDetails();
    }
    return {};
}

QString EntityDetails::toTsv() const
{
    QString out = QStringLiteral("section\tlabel\tvalue\tunit\n");
    for (const DetailSection& section : sections)
        for (const DetailRow& row : section.rows) {
            const bool formula = section.form == DetailSection::Form::Formulas;
            const bool isPlace = section.form == DetailSection::Form::Links || section.form == DetailSection::Form::Chain;
            out += QStringLiteral("%1\t%2\t%3\t%4\n")
                       .arg(oneLine(section.title), oneLine(row.label),
                            oneLine(row.exact.isEmpty() || isPlace ? row.shown : row.exact), row.unit);
            if (formula)
                out += QStringLiteral("%1\t%2\t%3\t\n")
                           .arg(Details::tr("Formula"), oneLine(row.label), oneLine(row.shown));
        }
    return out;
}

} // namespace planscope::ui
