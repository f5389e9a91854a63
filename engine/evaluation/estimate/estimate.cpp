#include "evaluation/estimate/estimate.h"

#include "evaluation/estimate/estimate_figures.h"
#include "evaluation/estimate/invocation_timer.h"
#include "evaluation/estimate/network_tier_laws.h"

#include <cassert>
#include <cmath>

namespace planscope {
namespace {

/// Requires: capacity < total, so it fits an integer.
Diagnostic overCapacity(Bytes total, double capacity)
{
    const std::string given = std::to_string(total.value());
    return {Severity::Warning,
            Origin::Evaluation,
            "memory.over_capacity",
            "memory.total",
            "the first stage holds " + given + " bytes, more than the "
                + std::to_string(static_cast<std::int64_t>(capacity)) + " bytes a rank has",
            given,
            {}};
}

Diagnostics collectivesWithoutCost(std::span<const Invocation> invocations)
{
    Diagnostics faults;
    for (const Invocation& invocation : invocations)
        if (invocation.collective && !networkOperationOf(*invocation.collective))
            faults.push_back({Severity::Error,
                              Origin::Evaluation,
                              "network.no_cost",
                              invocationName(invocation.layer, invocation.phase, invocation.collective),
                              "a system profile has no cost for " + std::string{nameOf(*invocation.collective)},
                              std::string{nameOf(*invocation.collective)},
                              {"all_reduce", "reduce_scatter", "all_gather"}});
    return faults;
}

template <class Figures, std::size_t count>
void findNotFinite(Diagnostics& faults, const Figures& figures, const std::array<NamedFigure<Figures>, count>& names,
                   std::string_view group, EstimateMode mode)
{
    for (const NamedFigure<Figures>& figure : names)
        if (!std::isfinite(figures.*figure.member))
            faults.push_back({Severity::Error,
                              Origin::Evaluation,
                              "time.not_finite",
                              std::string{group} + "." + std::string{nameOf(mode)} + "." + std::string{figure.name},
                              "the system's figures are so large or so small that this is no finite number",
                              {},
                              {}});
}

/// Each figure that cannot be printed.
Diagnostics figuresNotFinite(const EstimateFigures& figures)
{
    Diagnostics faults;
    for (std::size_t k = 0; k < figures.modes.size(); ++k) {
        const auto mode = static_cast<EstimateMode>(k);
        findNotFinite(faults, figures.modes[k].iteration, iterationTimeFigures, "time", mode);
        findNotFinite(faults, figures.modes[k].utilisation, utilisationFigures, "utilisation", mode);
    }
    return faults;
}

} // namespace

Result<Estimate> estimate(const EstimateInput& input, const SystemModel& system, const NetworkTierBinding& tiers)
{
    assert(system.datatype() == input.program->datatype);
    const EstimateFigures figures = estimateFigures(input, system, tiers);
    if (!figures.memory)
        return tl::unexpected(iterationMemory(*input.program, *input.blockMemory).error());

    Estimate estimate;
    estimate.memory = *figures.memory;
    estimate.capacity = system.capacity();
    estimate.overCapacity = figures.overCapacity;
    if (!figures.tiersHold)
        estimate.diagnostics = networkTierFaults(groupDegreesOf(*input.program), system, tiers);
    else if (figures.finite)
        estimate.modes = figures.modes;
    else if (estimate.diagnostics = collectivesWithoutCost(input.invocations); estimate.diagnostics.empty())
        estimate.diagnostics = figuresNotFinite(figures);
    if (figures.overCapacity)
        estimate.diagnostics.push_back(overCapacity(estimate.memory.total, estimate.capacity));
    return estimate;
}

Result<Estimate> estimate(const EstimateInput& input, const SystemProfile& profile, const NetworkTierBinding& tiers)
{
    return estimate(input, SystemModel{profile, input.program->datatype}, tiers);
}

Result<Estimate> estimate(const PortablePlanIR& plan, const SystemProfile& profile, const NetworkTierBinding& tiers)
{
    const std::vector<Invocation> invocations = invocationsOf(plan);
    return estimate(EstimateInput{&plan.program, &plan.blockMemory, invocations}, profile, tiers);
}

std::vector<Invocation> invocationsOf(const PortablePlanIR& plan)
{
    std::vector<Invocation> invocations;
    invocations.reserve(plan.tasks.size());
    for (const PlanTask& task : plan.tasks)
        invocations.push_back({task.layer, task.phase, task.primitive, task.collective, task.facts});
    return invocations;
}

} // namespace planscope
