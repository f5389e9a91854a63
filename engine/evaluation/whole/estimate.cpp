#include "evaluation/whole/estimate.h"

#include "evaluation/estimate/network_tier_laws.h"
#include "evaluation/estimate/system_model.h"
#include "evaluation/whole/stage_peak.h"
#include "evaluation/whole/step_algebra.h"
#include "evaluation/whole/step_time.h"

#include <cmath>

namespace planscope::whole {
namespace {

Diagnostic contextNotCosted(std::int64_t degree)
{
    return {Severity::Warning,
            Origin::Evaluation,
            "time.context_not_costed",
            "mapping.context.degree",
            "the messages of context parallelism are not costed, so there is no time with a context degree of "
                + std::to_string(degree) + "; legal is 1",
            std::to_string(degree),
            {"1"}};
}

/// Requires: capacity < peak, so it fits an integer.
Diagnostic overCapacity(Bytes peak, std::size_t stage, double capacity)
{
    const std::string given = std::to_string(peak.value());
    return {Severity::Warning,
            Origin::Evaluation,
            "memory.over_capacity",
            "memory.peak",
            "stage " + std::to_string(stage) + " holds " + given + " bytes at its peak, more than the "
                + std::to_string(static_cast<std::int64_t>(capacity)) + " bytes a rank has",
            given,
            {}};
}

template <class Figures, std::size_t count>
void findNotFinite(Diagnostics& faults, const Figures& figures, const std::array<NamedFigure<Figures>, count>& names,
                   const std::string& place)
{
    for (const NamedFigure<Figures>& figure : names)
        if (!std::isfinite(figures.*figure.member))
            faults.push_back({Severity::Error,
                              Origin::Evaluation,
                              "time.not_finite",
                              place + "." + std::string{figure.name},
                              "the system's figures are so large or so small that this is no finite number",
                              {},
                              {}});
}

/// Each figure that cannot be printed; a time is finite only if all that it adds up is.
Diagnostics figuresNotFinite(const std::array<ModeEstimate, countOf<EstimateMode>()>& estimates)
{
    Diagnostics faults;
    for (std::size_t k = 0; k < estimates.size(); ++k) {
        const std::string mode{nameOf(static_cast<EstimateMode>(k))};
        const StepTime& time = estimates[k].time;
        for (std::size_t r = 0; r < time.stages.size(); ++r)
            findNotFinite(faults, time.stages[r], stageTimeFigures,
                          "time." + mode + ".stages[" + std::to_string(r) + "]");
        findNotFinite(faults, estimates[k].utilisation, utilisationFigures, "utilisation." + mode);
    }
    return faults;
}

Utilisation utilisation(const PortablePlanIR& plan, const SystemModel& system, double total)
{
    const FlopsPerToken flops = flopsPerToken(plan.flops);
    const auto [full, causal, tokensPerSecond] =
        utilisationOf(flops.matmulFull.toDouble(), flops.causalHalf.toDouble(),
                      static_cast<double>(plan.program.globalBatchSize),
                      static_cast<double>(plan.program.sequenceLength), total,
                      static_cast<double>(plan.program.shape.worldSize), system.peakMatrixOperationsPerSecond());
    return {full, causal, tokensPerSecond};
}

GroupDegrees groupDegreesOf(const PlanProgram& program)
{
    return {program.tensorDegree, program.rule.stages, program.dataDegree * program.contextDegree};
}

} // namespace

Result<Estimate> estimate(const PortablePlanIR& plan, const SystemProfile& profile, const NetworkTierBinding& tiers,
                          const FrameworkProfile& framework)
{
    const SystemModel system{profile, plan.program.datatype};
    Estimate estimate;
    estimate.capacity = system.capacity();
    for (std::int64_t stage = 0; stage < plan.program.rule.stages; ++stage) {
        const auto peak = stagePeak(plan, stage, framework);
        if (!peak)
            return tl::unexpected(peak.error());
        estimate.peaks.push_back(*peak);
    }
    const std::size_t fullest = fullestStage(estimate.peaks);
    estimate.peak = estimate.peaks[fullest].bytes;

    estimate.diagnostics = networkTierFaults(groupDegreesOf(plan.program), system, tiers);
    const bool tiersHold = estimate.diagnostics.empty();
    if (plan.program.contextDegree > 1) {
        estimate.diagnostics.push_back(contextNotCosted(plan.program.contextDegree));
    } else if (tiersHold) {
        std::array<StepTime, countOf<EstimateMode>()> times = stepTimes(plan, system, tiers);
        std::array<ModeEstimate, countOf<EstimateMode>()> modes;
        for (std::size_t k = 0; k < modes.size(); ++k) {
            modes[k].utilisation = utilisation(plan, system, times[k].total);
            modes[k].time = std::move(times[k]);
        }
        estimate.diagnostics = figuresNotFinite(modes);
        if (estimate.diagnostics.empty())
            estimate.modes = std::move(modes);
    }
    if (exceedsCapacity(estimate.peak.value(), estimate.capacity))
        estimate.diagnostics.push_back(overCapacity(estimate.peak, fullest, estimate.capacity));
    return estimate;
}

} // namespace planscope::whole
