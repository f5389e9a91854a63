#include "ui/graph/loom_of_plan.h"

#include "evaluation/estimate/task_times.h"

#include <QCoreApplication>

#include <map>

namespace planscope::ui {

LoomInput loomOf(const CandidateResult& result)
{
    LoomInput loom;
    if (!result.derivation || !result.derivation->complete())
        return loom;
    const PortablePlanIR& plan = result.derivation->plan();
    loom.blocks = plan.program.shape.blocksPerStage;
    loom.ranks = plan.program.tensorDegree;

    std::vector<TaskTime> times;
    if (result.system && result.estimate && result.estimate->modes)
        if (auto found = taskTimes(plan, *result.system, result.tiers, EstimateMode::SystemEvidence)) {
            times = std::move(*found);
            loom.timeSource = QCoreApplication::translate("Loom", "system evidence");
        }

    std::map<PlanTaskId, std::uint32_t> indices;
    for (const PlanTask& task : plan.tasks) {
        const auto index = static_cast<std::uint32_t>(loom.tasks.size());
        LoomTask made;
        made.name = QString::fromStdString(task.name);
        made.layer = task.layer;
        made.phase = task.phase;
        made.primitive = task.primitive;
        made.engine = engineOf(task.primitive);
        made.collective = task.collective;
        made.facts.operations += task.facts.operations;
        made.facts.read += task.facts.read;
        made.facts.write += task.facts.write;
        made.facts.message += task.facts.message;
        if (!times.empty())
            made.facts.seconds = times[index].local + times[index].network;
        for (const PlanTaskId& dependency : task.dependencies)
            if (const auto found = indices.find(dependency); found != indices.end())
                made.dependencies.push_back(found->second);
        indices.emplace(task.id, index);
        loom.tasks.push_back(std::move(made));
    }
    for (const PlanBuffer& buffer : plan.buffers) {
        LoomBoundary boundary;
        boundary.name = QString::fromStdString(buffer.name);
        boundary.entersBlock = buffer.role == BoundaryRole::Input;
        boundary.bytes = buffer.bytes.value();
        if (buffer.producer)
            boundary.producer = indices.at(*buffer.producer);
        for (const PlanTaskId& consumer : buffer.consumers)
            boundary.consumers.push_back(indices.at(consumer));
        loom.boundaries.push_back(std::move(boundary));
    }
    return loom;
}

} // namespace planscope::ui
