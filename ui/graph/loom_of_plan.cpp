#include "ui/graph/loom_of_plan.h"

#include "study/predicted_times.h"
#include "ui/graph/loom_style.h"

#include <QCoreApplication>

#include <map>

namespace planscope::ui {
namespace {

QString textOf(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

enum Group : std::uint32_t { Entering, Attention, Mlp, Leaving };

/// Values that enter, the layers of both halves of a block, values that leave.
void addRows(LoomInput& loom, const PortablePlanIR& plan)
{
    loom.groups.resize(4);
    for (const Group boundary : {Entering, Leaving}) {
        loom.groups[boundary].isBoundary = true;
        loom.groups[boundary].repeats = false;
        loom.groups[boundary].isFoldable = false;
    }
    loom.groups[Attention].name = QStringLiteral("attention");
    loom.groups[Mlp].name = QStringLiteral("mlp");
    const auto addBoundaries = [&](bool entering) {
        for (const PlanBuffer& buffer : plan.buffers)
            if ((buffer.role == BoundaryRole::Input) == entering)
                loom.places.push_back({textOf(buffer.name), {}, entering ? Entering : Leaving});
    };
    addBoundaries(true);
    for (const std::string_view name : EnumNames<Layer>::names) {
        const std::size_t dot = name.find('.');
        loom.places.push_back(
            {textOf(name), textOf(name.substr(dot + 1)), name.substr(0, dot) == "mlp" ? Mlp : Attention});
    }
    addBoundaries(false);
    for (std::size_t phase = 0; phase < loomPhaseCount; ++phase)
        loom.headings[phase] = {titleOf(static_cast<LoomPhase>(phase)), shortTitleOf(static_cast<LoomPhase>(phase)),
                                {}};
}

} // namespace

LoomInput loomOf(const CandidateResult& result)
{
    LoomInput loom;
    if (!result.derivation || !result.derivation->complete())
        return loom;
    const PortablePlanIR& plan = result.derivation->plan();
    addRows(loom, plan);
    loom.blocks = plan.program.shape.blocksPerStage;
    loom.ranks = plan.program.tensorDegree;

    const auto seconds = predictedTaskSeconds(result);
    if (seconds)
        loom.timeSource = QCoreApplication::translate("Loom", "system evidence");

    std::map<QString, std::uint32_t> places;
    for (std::uint32_t place = 0; place < loom.places.size(); ++place)
        places.emplace(loom.places[place].name, place);
    std::map<PlanTaskId, std::uint32_t> indices;
    for (const PlanTask& task : plan.tasks) {
        const auto index = static_cast<std::uint32_t>(loom.tasks.size());
        LoomTask made;
        made.name = textOf(task.name);
        made.key = {EntityKey::Kind::Task, made.name};
        made.kinds = {{EntityKey::Kind::Layer, textOf(nameOf(task.layer))},
                      {EntityKey::Kind::Primitive, textOf(nameOf(task.primitive))}};
        made.place = places.at(textOf(nameOf(task.layer)));
        made.phase = loomPhaseOf(task.phase);
        made.engine = engineOf(task.primitive);
        made.collective = task.collective;
        made.facts += task.facts;
        if (seconds)
            made.facts.seconds = (*seconds)[static_cast<std::size_t>(EstimateMode::SystemEvidence)][index];
        for (const PlanTaskId& dependency : task.dependencies)
            if (const auto found = indices.find(dependency); found != indices.end())
                made.dependencies.push_back(found->second);
        indices.emplace(task.id, index);
        loom.tasks.push_back(std::move(made));
    }
    for (const PlanBuffer& buffer : plan.buffers) {
        LoomBoundary boundary;
        boundary.name = textOf(buffer.name);
        boundary.key = {EntityKey::Kind::Value, boundary.name};
        boundary.place = places.at(boundary.name);
        boundary.bytes = buffer.bytes.value();
        if (buffer.producer)
            boundary.producer = indices.at(*buffer.producer);
        for (const PlanTaskId& consumer : buffer.consumers)
            boundary.consumers.push_back(indices.at(consumer));
        const bool enters = buffer.role == BoundaryRole::Input && !boundary.consumers.empty();
        if (const auto task = enters ? std::optional(boundary.consumers.front()) : boundary.producer)
            boundary.phase = loom.tasks[*task].phase;
        loom.boundaries.push_back(std::move(boundary));
    }
    return loom;
}

} // namespace planscope::ui
