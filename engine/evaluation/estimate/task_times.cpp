#include "evaluation/estimate/task_times.h"

#include "evaluation/estimate/invocation_timer.h"

#include <algorithm>
#include <iterator>

namespace planscope {

Result<std::vector<TaskTime>> taskTimes(const PortablePlanIR& plan, const SystemProfile& profile,
                                        const NetworkTierBinding& tiers, EstimateMode mode)
{
    const SystemModel system{profile, plan.program.datatype};
    const std::vector<Invocation> invocations = invocationsOf(plan);
    auto whole = estimate(EstimateInput{&plan.program, &plan.blockMemory, invocations}, system, tiers);
    if (!whole)
        return tl::unexpected(std::move(whole.error()));
    if (!whole->modes) {
        std::erase_if(whole->diagnostics, [](const Diagnostic& found) { return found.severity == Severity::Warning; });
        return refuse(std::move(whole->diagnostics));
    }

    const InvocationTimer timer{system, system.tiers()[static_cast<std::size_t>(tiers.tensor)],
                                plan.program.tensorDegree};
    const auto k = static_cast<std::size_t>(mode);
    std::vector<TaskTime> times;
    times.reserve(invocations.size());
    for (const Invocation& invocation : invocations) {
        const InvocationTime time = timer.time(invocation);
        times.push_back({time.local[k], time.network[k]});
    }
    return times;
}

Result<std::array<PrimitiveCost, countOf<Primitive>()>> primitiveCosts(const PortablePlanIR& plan,
                                                                       const SystemProfile& profile,
                                                                       const NetworkTierBinding& tiers,
                                                                       EstimateMode mode)
{
    const auto times = taskTimes(plan, profile, tiers, mode);
    if (!times)
        return tl::unexpected(times.error());
    std::array<PrimitiveCost, countOf<Primitive>()> costs{};
    for (std::size_t k = 0; k < times->size(); ++k) {
        const PlanTask& task = plan.tasks[k];
        PrimitiveCost& cost = costs[static_cast<std::size_t>(task.primitive)];
        ++cost.invocations;
        cost.operations += task.facts.operations;
        cost.bytes += task.facts.read;
        cost.bytes += task.facts.write;
        cost.seconds += (*times)[k].local + (*times)[k].network;
    }
    double total = 0;
    for (const PrimitiveCost& cost : costs)
        total += cost.seconds;
    for (PrimitiveCost& cost : costs)
        cost.share = total > 0 ? cost.seconds / total : 0;
    return costs;
}

} // namespace planscope
