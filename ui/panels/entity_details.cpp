#include "ui/panels/entity_details.h"

#include "ui/panels/detail_rows.h"

#include "ui/models/display_names.h"

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

template <class Unit>
DetailRow totalRow(const QString& label, const std::string& shown, const Total<Unit>& total, const QString& unit)
{
    return {label, plainText(shown), plainText(total.toString()), unit, {}, {}};
}

DetailSection workSection(const QString& title, const PhaseWork& work)
{
    DetailSection section{title, DetailSection::Form::Facts, {}, {}, false};
    const QString bytes = QStringLiteral("B");
    section.rows.push_back(countRow(Details::tr("tasks"), work.invocations, Details::tr("tasks")));
    section.rows.push_back(totalRow(Details::tr("operations"), humanOperations(work.operations.toDouble()),
                                    work.operations, QStringLiteral("FLOP")));
    section.rows.push_back(totalRow(Details::tr("read"), humanBytes(work.read.toDouble()), work.read, bytes));
    section.rows.push_back(totalRow(Details::tr("written"), humanBytes(work.write.toDouble()), work.write, bytes));
    section.rows.push_back(totalRow(Details::tr("message"), humanBytes(work.message.toDouble()), work.message, bytes));
    return section;
}

DetailRow shareRow(const QString& label, double part, double whole)
{
    const double share = part / whole;
    return {label, plainText(humanPercent(share)), plainText(exactDigits(share)), {}, {}, {}};
}

std::vector<DetailRow> timeRows(const Estimate& estimate, std::string_view name)
{
    std::vector<DetailRow> rows;
    const auto figure = std::find_if(iterationTimeFigures.begin(), iterationTimeFigures.end(),
                                     [name](const auto& known) { return known.name == name; });
    if (figure == iterationTimeFigures.end() || !estimate.modes)
        return rows;
    for (const EstimateMode mode : {EstimateMode::SystemEvidence, EstimateMode::PeakOnly}) {
        const IterationTime& time = (*estimate.modes)[static_cast<std::size_t>(mode)].iteration;
        rows.push_back(secondsRow(wordsOf(mode), time.*figure->member));
        if (time.total > 0 && figure->member != &IterationTime::total)
            rows.push_back(shareRow(Details::tr("of the iteration"), time.*figure->member, time.total));
    }
    return rows;
}

/// Without rows when there is no predicted time.
DetailSection primitiveTimes(const CandidateResult& result, Primitive primitive)
{
    DetailSection section{Details::tr("Predicted time"), DetailSection::Form::Facts, {}, {}, true};
    if (!result.estimate || !result.estimate->modes || !result.derivation->complete())
        return section;
    section.note = Details::tr("On %1, one rank, one microbatch.").arg(plainText(result.system->name));
    for (const EstimateMode mode : {EstimateMode::SystemEvidence, EstimateMode::PeakOnly})
        if (const auto costs = primitiveCosts(result.derivation->plan(), *result.system, result.tiers, mode))
            section.rows.push_back(
                secondsRow(wordsOf(mode), (*costs)[static_cast<std::size_t>(primitive)].seconds));
    return section;
}

std::vector<DetailRow> memoryRows(const Estimate& estimate, std::string_view name)
{
    const IterationMemory& memory = estimate.memory;
    const std::array<std::pair<std::string_view, Bytes>, 7> components{{
        {"weights", memory.weights},
        {"activations", memory.activations},
        {"activation_checkpoints", memory.activationCheckpoints},
        {"weight_gradients", memory.weightGradients},
        {"activation_gradients", memory.activationGradients},
        {"optimizer", memory.optimizer},
        {"total", memory.total},
    }};
    std::vector<DetailRow> rows;
    const DetailRow capacity{Details::tr("capacity"),
                             plainText(humanBytes(estimate.capacity)),
                             plainText(exactDigits(estimate.capacity)),
                             QStringLiteral("B"),
                             {},
                             {}};
    if (name == "capacity")
        rows.push_back(capacity);
    for (const auto& [known, bytes] : components) {
        if (known != name)
            continue;
        const auto value = static_cast<double>(bytes.value());
        rows.push_back(bytesRow(Details::tr("on a rank of the first stage"), bytes));
        if (memory.total.value() > 0)
            rows.push_back(shareRow(Details::tr("of the total"), value, static_cast<double>(memory.total.value())));
        rows.push_back(capacity);
        if (estimate.capacity > 0)
            rows.push_back(shareRow(Details::tr("of the capacity"), value, estimate.capacity));
    }
    return rows;
}

} // namespace

EntityDetails rankDetails(const DetailSources& sources, const EntityKey& key)
{
    for (const RankGroup& group : rankWorkOf(*sources.result)) {
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
        details.sections.push_back(workSection(Details::tr("Work of each rank"), group.total));
        details.sections.back().note = Details::tr("One block, one microbatch, all phases.");
        for (std::size_t phase = 0; phase < group.phases.size(); ++phase)
            if (group.phases[phase].invocations > 0)
                details.sections.push_back(
                    workSection(displayName(nameOf(static_cast<Phase>(phase))), group.phases[phase]));
        return details;
    }
    return absentDetails(key);
}

EntityDetails componentDetails(const DetailSources& sources, const EntityKey& key)
{
    if (!sources.result->estimate)
        return absentDetails(key);
    const Estimate& estimate = *sources.result->estimate;
    const std::string name = key.name.section(QLatin1Char('.'), 1).toStdString();
    const bool isTime = key.name.startsWith(QLatin1String("time."));
    DetailSection section{isTime ? Details::tr("Predicted time") : Details::tr("Memory"), DetailSection::Form::Facts,
                          isTime ? timeRows(estimate, name) : memoryRows(estimate, name),
                          Details::tr("On %1.").arg(plainText(sources.result->system->name)), true};
    if (section.rows.empty())
        return absentDetails(key);
    EntityDetails details;
    details.title = displayName(name);
    details.subtitle = isTime ? Details::tr("component of the iteration time") : Details::tr("component of the memory");
    details.sections.push_back(std::move(section));
    return details;
}

EntityDetails primitiveDetails(const DetailSources& sources, const EntityKey& key)
{
    const SnapshotPtr snapshot = sources.result->derivation->snapshot(IrKind::Distributed);
    const auto primitive = enumFromName<Primitive>(key.name.toStdString());
    if (snapshot == nullptr || !primitive)
        return absentDetails(key);
    PhaseWork work;
    DetailSection tasks{Details::tr("Tasks"), DetailSection::Form::Links, {}, {}, false};
    for (const DistributedTask& task : snapshot->as<DistributedTaskIR>().tasks) {
        if (task.primitive != *primitive)
            continue;
        ++work.invocations;
        work.operations += task.facts.operations;
        work.read += task.facts.read;
        work.write += task.facts.write;
        work.message += task.facts.message;
        tasks.rows.push_back(linkRow(wordsOf(task.phase), {EntityKey::Kind::Task, plainText(task.name)}));
    }
    if (tasks.rows.empty())
        return absentDetails(key);
    EntityDetails details;
    details.title = key.name;
    details.subtitle = Details::tr("primitive · %1 engine").arg(wordsOf(engineOf(*primitive)));
    details.sections.push_back(workSection(Details::tr("Work of one rank"), work));
    details.sections.back().note = Details::tr("One block, one microbatch, all its tasks.");
    details.sections.push_back(std::move(tasks));
    DetailSection times = primitiveTimes(*sources.result, *primitive);
    if (!times.rows.empty())
        details.sections.push_back(std::move(times));
    return details;
}

EntityDetails entityDetails(const DetailSources& sources, const EntityKey& key)
{
    switch (key.kind) {
    case EntityKey::Kind::None: return {};
    case EntityKey::Kind::Snapshot: return snapshotDetails(sources, key);
    case EntityKey::Kind::Operation: return operationDetails(sources, key);
    case EntityKey::Kind::Task: return taskDetails(sources, key);
    case EntityKey::Kind::Value: return valueDetails(sources, key);
    case EntityKey::Kind::Layer: return layerDetails(sources, key);
    case EntityKey::Kind::Check: return checkDetails(sources, key);
    case EntityKey::Kind::Rank: return rankDetails(sources, key);
    case EntityKey::Kind::Component: return componentDetails(sources, key);
    case EntityKey::Kind::Primitive: return primitiveDetails(sources, key);
    }
    return {};
}

QString EntityDetails::toTsv() const
{
    QString out = QStringLiteral("section\tlabel\tvalue\tunit\n");
    for (const DetailSection& section : sections)
        for (const DetailRow& row : section.rows) {
            const bool formula = section.form == DetailSection::Form::Formulas;
            out += QStringLiteral("%1\t%2\t%3\t%4\n")
                       .arg(oneLine(section.title), oneLine(row.label),
                            oneLine(row.exact.isEmpty() || !row.link.isNull() ? row.shown : row.exact), row.unit);
            if (formula && !row.unit.isEmpty())
                out += QStringLiteral("%1\t%2\t%3\t\n")
                           .arg(Details::tr("Formula"), oneLine(row.label), oneLine(row.shown));
        }
    return out;
}

} // namespace planscope::ui
