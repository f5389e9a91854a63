#include "derivation/whole/portable_plan/portable_plan_ir.h"

#include <algorithm>
#include <cassert>

namespace planscope::whole {
namespace {

MessageKind messageKindOf(CollectiveKind kind)
{
    switch (kind) {
    case CollectiveKind::ReduceScatter: return MessageKind::ReduceScatter;
    case CollectiveKind::AllGather: return MessageKind::AllGather;
    case CollectiveKind::AllReduce:
    case CollectiveKind::AllToAll:
    case CollectiveKind::Broadcast: break;
    }
    assert(kind == CollectiveKind::AllReduce && "the others are no step message");
    return MessageKind::AllReduce;
}

} // namespace

Bytes PlanStage::bytesOf(PersistentKind kind) const
{
    const auto buffer = std::find_if(persistent.begin(), persistent.end(),
                                     [kind](const PersistentBuffer& candidate) { return candidate.kind == kind; });
    return buffer == persistent.end() ? Bytes{} : buffer->bytes;
}

TaskRange tasksOf(const PortablePlanIR& plan, Unit unit)
{
    const auto isOf = [unit](const PlanTask& task) { return unitOf(task.invocation.row) == unit; };
    const auto first = std::find_if(plan.tasks.begin(), plan.tasks.end(), isOf);
    const auto end = std::find_if_not(first, plan.tasks.end(), isOf);
    return {static_cast<std::size_t>(first - plan.tasks.begin()), static_cast<std::size_t>(end - first)};
}

std::array<PhaseTotals, 4> totalsOf(const PortablePlanIR& plan, Unit unit)
{
    std::array<PhaseTotals, 4> totals;
    const auto add = [](auto& to, auto what) {
        const auto sum = checkedAdd(to, what);
        assert(sum && "the totals of a verified plan fit");
        to = *sum;
    };
    const TaskRange range = tasksOf(plan, unit);
    for (std::size_t k = range.first; k < range.first + range.count; ++k) {
        const PlanTask& task = plan.tasks[k];
        PhaseTotals& phase = totals[static_cast<std::size_t>(task.invocation.phase)];
        ++phase.invocations;
        add(phase.facts.operations, task.facts.operations);
        add(phase.facts.read, task.facts.read);
        add(phase.facts.write, task.facts.write);
        add(phase.facts.message, task.facts.message);
    }
    return totals;
}

std::vector<StageMessage> messagesOf(const PortablePlanIR& plan, std::int64_t stage)
{
    std::vector<StageMessage> messages;
    const ProgramRule& rule = plan.program.rule;
    if (!plan.edges.empty()) {
        const Bytes bytes = plan.edges.front().bytes;
        const std::int64_t count = plan.edges.front().count;
        for (std::int64_t chunk = stage; chunk < rule.stages * rule.virtualStages; chunk += rule.stages) {
            if (chunk + 1 < rule.stages * rule.virtualStages) {
                messages.push_back({"pipeline.send_forward", MessageKind::Send, GroupAxis::Pipeline, bytes, count});
                messages.push_back({"pipeline.recv_backward", MessageKind::Receive, GroupAxis::Pipeline, bytes, count});
            }
            if (chunk > 0) {
                messages.push_back({"pipeline.recv_forward", MessageKind::Receive, GroupAxis::Pipeline, bytes, count});
                messages.push_back({"pipeline.send_backward", MessageKind::Send, GroupAxis::Pipeline, bytes, count});
            }
        }
    }
    for (const StepMessage& message : plan.stages[static_cast<std::size_t>(stage)].step)
        messages.push_back({nameOf(message.what), messageKindOf(message.kind), message.group, message.bytes, 1});
    return messages;
}

} // namespace planscope::whole
