#include "study/predicted_times.h"

#include "evaluation/estimate/task_times.h"
#include "evaluation/whole/step_time.h"

namespace planscope {

std::optional<std::array<std::vector<double>, countOf<EstimateMode>()>> predictedTaskSeconds(
    const CandidateResult& result)
{
    if (!result.estimate || !result.estimate->modes)
        return std::nullopt;
    std::array<std::vector<double>, countOf<EstimateMode>()> seconds;
    for (std::size_t mode = 0; mode < seconds.size(); ++mode) {
        const auto times
            = taskTimes(result.derivation->plan(), *result.system, result.tiers, static_cast<EstimateMode>(mode));
        if (!times)
            return std::nullopt;
        seconds[mode].reserve(times->size());
        for (const TaskTime& time : *times)
            seconds[mode].push_back(time.local + time.network);
    }
    return seconds;
}

std::optional<std::array<std::vector<double>, countOf<EstimateMode>()>> predictedTaskSeconds(
    const whole::CandidateResult& result)
{
    if (!result.estimate || !result.estimate->modes)
        return std::nullopt;
    const whole::PortablePlanIR& plan = result.derivation->plan();
    return whole::taskSeconds(plan, SystemModel{*result.system, plan.program.datatype}, result.tiers);
}

} // namespace planscope
