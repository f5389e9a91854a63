#include "ui/panels/detail_rows.h"
#include "ui/panels/figure_explanation.h"
#include "ui/panels/task_sections.h"

#include "evaluation/estimate/system_model.h"
#include "report/number_format.h"
#include "study/whole_rank_work.h"
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

/// A figure of a stage, which has details of its own.
EntityKey figureKey(std::size_t stage, const QString& figure)
{
    return {EntityKey::Kind::Component, QStringLiteral("stage.%1.%2").arg(stage).arg(figure)};
}

/// "4 + 4": the blocks of each chunk of a stage, in model order.
QString chunksText(const whole::Shape& shape, std::size_t stages, std::size_t stage)
{
    QStringList texts;
    for (std::size_t chunk = stage; chunk < shape.chunks.size(); chunk += stages)
        texts << QString::number(shape.chunks[chunk]);
    return texts.join(QStringLiteral(" + "));
}

DetailSection contentsSection(const whole::CandidateResult& result, const whole::PortablePlanIR& plan,
                              std::size_t stage)
{
    const whole::PlanStage& held = plan.stages[stage];
    DetailSection section = sectionOf(Details::tr("Each rank has"));
    QStringList units;
    if (stage == 0)
        units << Details::tr("embedding");
    units << Details::tr("blocks");
    if (stage + 1 == plan.stages.size())
        units << Details::tr("final norm, head, loss");
    section.rows.push_back(textRow(Details::tr("units"), units.join(QStringLiteral(", "))));
    const std::optional<whole::RankWork> work = whole::rankWorkOf(result);
    if (work)
        section.rows.push_back(
            linkedRow(countRow(Details::tr("blocks"), work->stages[stage].blocks, Details::tr("blocks")),
                      figureKey(stage, QStringLiteral("blocks"))));
    if (plan.program.shape.chunks.size() > plan.stages.size())
        section.rows.push_back(textRow(Details::tr("chunk by chunk"),
                                       chunksText(plan.program.shape, plan.stages.size(), stage)));
    section.rows.push_back(
        linkedRow(countRow(Details::tr("parameters"), held.parameters.value(), {}),
                  figureKey(stage, QStringLiteral("parameters"))));
    section.rows.push_back(
        linkedRow(countRow(Details::tr("in flight, at most"), held.inFlight,
                           held.inFlight == 1 ? Details::tr("chunk") : Details::tr("chunks")),
                  figureKey(stage, QStringLiteral("in_flight"))));
    if (work) {
        const whole::StageWork& ranks = work->stages[stage];
        section.rows.push_back(linkRow(Details::tr("ranks"), rankKey(ranks.firstRank, ranks.rankCount)));
        section.rows.back().shown = rankRangeText(ranks.firstRank, ranks.rankCount);
    }
    return section;
}

DetailSection heldSection(const whole::PlanStage& held, std::size_t stage)
{
    DetailSection section = sectionOf(Details::tr("Held from the first step to the last"));
    for (const whole::PersistentBuffer& buffer : held.persistent)
        section.rows.push_back(linkedRow(bytesRow(wordsOf(buffer.kind), buffer.bytes),
                                         figureKey(stage, plainText(nameOf(buffer.kind)))));
    return section;
}

DetailSection keptSection(const whole::PortablePlanIR& plan, std::size_t stage)
{
    DetailSection section = sectionOf(Details::tr("Kept of one microbatch"));
    const std::vector<Bytes>& saved = plan.stages[stage].savedPerMicrobatch;
    for (std::size_t k = 0; k < saved.size(); ++k) {
        const std::size_t chunk = stage + k * plan.stages.size();
        section.rows.push_back(linkedRow(bytesRow(Details::tr("chunk %1").arg(chunk), saved[k]),
                                         figureKey(stage, QStringLiteral("saved_per_microbatch.%1").arg(chunk))));
    }
    return section;
}

DetailSection peakSection(const whole::CandidateResult& result, std::size_t stage)
{
    const whole::StagePeak& peak = result.estimate->peaks[stage];
    DetailSection section = sectionOf(Details::tr("Memory at the peak"));
    section.rightOfBoundary = true;
    section.note = Details::tr("At %1; under %2.").arg(momentText(peak), plainText(result.framework->name));
    for (std::size_t k = 0; k < peak.parts.size(); ++k) {
        const auto part = static_cast<whole::PeakPart>(k);
        if (peak.parts[k] != Bytes{})
            section.rows.push_back(linkedRow(bytesRow(wordsOf(part), peak.parts[k]),
                                             figureKey(stage, QStringLiteral("memory.") + plainText(nameOf(part)))));
    }
    section.rows.push_back(
        linkedRow(bytesRow(Details::tr("peak"), peak.bytes), figureKey(stage, QStringLiteral("memory.peak"))));
    section.rows.push_back(linkedRow({Details::tr("capacity"), plainText(humanBytes(result.estimate->capacity)),
                                      plainText(exactDigits(result.estimate->capacity)), QStringLiteral("B"), {}, {}},
                                     {EntityKey::Kind::Component, QStringLiteral("memory.capacity")}));
    if (exceedsCapacity(peak.bytes.value(), result.estimate->capacity))
        section.rows.push_back(textRow(Details::tr("▲ fits"), Details::tr("no")));
    return section;
}

QString messageName(std::string_view what)
{
    return wordsOf(what.substr(what.find('.') + 1)); // without "pipeline."
}

/// What a rank sends and receives in a step; of several chunks each kind of message once.
DetailSection messagesSection(const whole::PortablePlanIR& plan, std::size_t stage)
{
    struct Sum {
        whole::StageMessage message;
        std::int64_t count;
    };
    std::vector<Sum> sums;
    for (const whole::StageMessage& message : messagesOf(plan, static_cast<std::int64_t>(stage))) {
        const auto same = std::find_if(sums.begin(), sums.end(), [&message](const Sum& known) {
            return known.message.what == message.what && known.message.bytes == message.bytes;
        });
        if (same == sums.end())
            sums.push_back({message, message.count});
        else
            same->count += message.count;
    }
    DetailSection section = sectionOf(Details::tr("Messages of a step"));
    for (const Sum& sum : sums) {
        const QString name = messageName(sum.message.what), group = plainText(nameOf(sum.message.group));
        DetailRow row = bytesRow(sum.count == 1 ? Details::tr("%1, over %2").arg(name, group)
                                                : Details::tr("%1, ×%2").arg(name).arg(sum.count),
                                 sum.message.bytes);
        if (sum.message.kind == whole::MessageKind::Send || sum.message.kind == whole::MessageKind::Receive)
            row.link = {EntityKey::Kind::Edge, sum.message.what.ends_with("forward") ? QStringLiteral("forward")
                                                                                    : QStringLiteral("backward")};
        else
            row.link = figureKey(stage, plainText(sum.message.what));
        section.rows.push_back(std::move(row));
    }
    section.note = Details::tr("Whole buffers of each rank, with how many there are, or over which ranks once.");
    return section;
}

DetailSection optimizerSection(const whole::PlanStage& held, std::size_t stage)
{
    const EntityKey key = figureKey(stage, QStringLiteral("optimizer_step"));
    const WorkloadFacts& work = held.optimizer;
    DetailSection section = sectionOf(Details::tr("Optimizer, once a step"));
    section.rows = {linkedRow(countRow(Details::tr("parameters updated"), held.optimized.value(), {}), key),
                    linkedRow(operationsRow(Details::tr("operations"), work.operations), key),
                    linkedRow(bytesRow(Details::tr("read"), work.read), key),
                    linkedRow(bytesRow(Details::tr("written"), work.write), key)};
    return section;
}

DetailSection timesSection(const whole::CandidateResult& result, std::size_t stage, EstimateMode mode)
{
    const whole::StageTime& time =
        (*result.estimate->modes)[static_cast<std::size_t>(mode)].time.stages[stage];
    DetailSection section = sectionOf(Details::tr("Predicted time: %1").arg(wordsOf(mode)));
    section.rightOfBoundary = true;
    for (const NamedFigure<whole::StageTime>& figure : whole::stageTimeFigures)
        section.rows.push_back(linkedRow(secondsRow(wordsOf(figure.name), time.*figure.member),
                                         figureKey(stage, QStringLiteral("time.") + plainText(figure.name))));
    return section;
}

std::optional<std::size_t> numberOf(const QString& digits)
{
    bool isNumber = false;
    const qulonglong number = digits.toULongLong(&isNumber);
    return isNumber && QString::number(number) == digits ? std::optional{static_cast<std::size_t>(number)}
                                                         : std::nullopt;
}

/// The ranks that a key names, both included: "3", "0-7".
std::optional<std::pair<std::int64_t, std::int64_t>> rangeOf(const QString& name)
{
    const auto first = numberOf(name.section(QLatin1Char('-'), 0, 0));
    const auto last = numberOf(name.section(QLatin1Char('-'), -1));
    if (!first || !last || *first > *last || name.count(QLatin1Char('-')) > 1)
        return std::nullopt;
    return std::pair{static_cast<std::int64_t>(*first), static_cast<std::int64_t>(*last)};
}

/// A rank's place on each axis of the mesh, fastest axis first.
DetailRow placeRow(const LogicalMesh& mesh, std::int64_t rank)
{
    QStringList places;
    for (const MeshAxis& axis : mesh.axes) {
        places << QStringLiteral("%1 %2").arg(plainText(axis.name)).arg(rank % axis.size.value());
        rank /= axis.size.value();
    }
    return textRow(Details::tr("place in the mesh"), places.join(QStringLiteral(", ")));
}

} // namespace

EntityDetails wholeStageDetails(const DetailSources& sources, const EntityKey& key)
{
    const auto* const plan = published<whole::PortablePlanIR>(sources.history());
    const auto stage = numberOf(key.name);
    if (plan == nullptr || !stage || *stage >= plan->stages.size())
        return absentDetails(key);
    const whole::CandidateResult& result = sources.whole();
    EntityDetails details;
    details.title = Details::tr("Stage %1").arg(*stage);
    details.subtitle = Details::tr("of %1 pipeline stages").arg(plan->stages.size());
    details.sections = {contentsSection(result, *plan, *stage), heldSection(plan->stages[*stage], *stage),
                        keptSection(*plan, *stage), messagesSection(*plan, *stage)};
    if (details.sections.back().rows.empty())
        details.sections.pop_back();
    details.sections.push_back(optimizerSection(plan->stages[*stage], *stage));
    if (!result.estimate)
        return details;
    details.sections.push_back(peakSection(result, *stage));
    if (result.estimate->modes)
        for (const EstimateMode mode : {EstimateMode::SystemEvidence, EstimateMode::PeakOnly})
            details.sections.push_back(timesSection(result, *stage, mode));
    return details;
}

EntityDetails wholeEdgeDetails(const DetailSources& sources, const EntityKey& key)
{
    const auto* const plan = published<whole::PortablePlanIR>(sources.history());
    const auto direction = enumFromName<whole::Direction>(key.name.toStdString());
    if (plan == nullptr || !direction)
        return absentDetails(key);
    const auto edge =
        std::find_if(plan->edges.begin(), plan->edges.end(),
                     [&direction](const whole::PipelineEdge& known) { return known.direction == *direction; });
    if (edge == plan->edges.end())
        return absentDetails(key);
    const bool isForward = *direction == whole::Direction::Forward;
    EntityDetails details;
    details.title = isForward ? Details::tr("Messages forward") : Details::tr("Messages backward");
    details.subtitle = isForward ? Details::tr("hidden states, from each chunk to the next")
                                 : Details::tr("their gradients, from each chunk to the one before");
    DetailSection section = sectionOf(Details::tr("In a step"));
    section.rows = {bytesRow(Details::tr("one message"), edge->bytes),
                    countRow(Details::tr("on each boundary"), edge->count, Details::tr("messages")),
                    countRow(Details::tr("boundaries between chunks"), edge->boundaries, Details::tr("boundaries"))};
    section.note = Details::tr("Every rank of a stage sends to its counterpart in the next.");
    details.sections.push_back(std::move(section));
    const std::string subject = "edges." + key.name.toStdString();
    addExplanation(details, Details::tr("Why these numbers"), explanationsOf(sources.result, subject), subject);
    const whole::CandidateResult& result = sources.whole();
    if (!result.estimate || !result.estimate->modes)
        return details;
    DetailSection times = sectionOf(Details::tr("Predicted time of one message"));
    times.rightOfBoundary = true;
    times.note = Details::tr("On %1; the receiving stage spends it.").arg(shownText(result.system->name));
    for (const EstimateMode mode : {EstimateMode::SystemEvidence, EstimateMode::PeakOnly})
        times.rows.push_back(
            linkedRow(secondsRow(wordsOf(mode), (*result.estimate->modes)[static_cast<std::size_t>(mode)].time.hop),
                      {EntityKey::Kind::Component, QStringLiteral("time.hop")}));
    details.sections.push_back(std::move(times));
    return details;
}

EntityDetails wholeRankDetails(const DetailSources& sources, const EntityKey& key)
{
    const auto* const tasks = published<whole::DistributedTaskIR>(sources.history());
    const auto* const plan = published<whole::PortablePlanIR>(sources.history());
    const auto range = rangeOf(key.name);
    const std::optional<whole::RankWork> work = whole::rankWorkOf(sources.whole());
    if (tasks == nullptr || plan == nullptr || !range || !work)
        return absentDetails(key);
    const auto [first, last] = *range;
    for (const whole::StageWork& stage : work->stages) {
        if (first < stage.firstRank || last >= stage.firstRank + stage.rankCount)
            continue;
        EntityDetails details;
        details.title = first == last ? Details::tr("Logical rank %1").arg(first)
                                      : Details::tr("Logical ranks %1").arg(rankRangeText(first, last - first + 1));
        details.subtitle = first == last ? Details::tr("one rank")
                                         : Details::tr("%1 ranks with the same work").arg(last - first + 1);
        DetailSection place = sectionOf(Details::tr("Place"));
        place.rows.push_back(linkRow(Details::tr("stage"), {EntityKey::Kind::Stage, QString::number(stage.stage)}));
        if (first == last)
            place.rows.push_back(placeRow(tasks->mesh, first));
        place.rows.push_back(countRow(Details::tr("blocks"), stage.blocks, Details::tr("blocks")));
        place.rows.push_back(textRow(Details::tr("parameters"), plainText(stage.rank.parameters.toString())));
        details.sections.push_back(std::move(place));
        const auto figureOf = [&stage](std::string_view group, std::string_view figure) {
            return figureKey(static_cast<std::size_t>(stage.stage),
                             plainText(group) + QLatin1Char('.') + plainText(figure));
        };
        const auto addWork = [&](const QString& title, std::string_view phase, const PhaseWork& of) {
            DetailSection section = workSection(title, of, Details::tr("runs"));
            constexpr std::array<std::string_view, 4> facts{"operations", "read_bytes", "write_bytes", "message_bytes"};
            for (std::size_t k = 0; k < facts.size(); ++k) // the first row counts runs
                section.rows[k + 1].link = figureOf("work." + std::string{phase}, facts[k]);
            details.sections.push_back(std::move(section));
        };
        addWork(Details::tr("Work of each rank in a step"), "total", stage.rank.total);
        for (std::size_t k = 0; k < stage.rank.phases.size(); ++k) {
            const auto phase = static_cast<whole::WorkPhase>(k);
            const PhaseWork& of = stage.rank.phases[k];
            if (phase != whole::WorkPhase::Optimizer && of.invocations > 0)
                addWork(displayName(nameOf(phase)), nameOf(phase), of);
        }
        details.sections.push_back(optimizerSection(plan->stages[static_cast<std::size_t>(stage.stage)],
                                                    static_cast<std::size_t>(stage.stage)));
        DetailSection messages = sectionOf(Details::tr("Messages of each rank in a step"));
        for (std::size_t k = 0; k < stage.rank.messages.size(); ++k) {
            const auto group = static_cast<whole::MessageGroup>(k);
            messages.rows.push_back(
                linkedRow(bytesRow(wordsOf(group), stage.rank.messages[k]), figureOf("messages", nameOf(group))));
        }
        details.sections.push_back(std::move(messages));
        return details;
    }
    return absentDetails(key);
}

} // namespace planscope::ui
