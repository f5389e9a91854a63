#include "report/whole_breakdown.h"

#include "evaluation/estimate/system_model.h"
#include "evaluation/whole/stage_peak.h"
#include "report/time_shares.h"
#include "study/predicted_times.h"

namespace planscope::whole {
namespace {

MemoryPart memoryPart(std::string_view name, Bytes bytes, Bytes peak, double capacity)
{
    const auto value = static_cast<double>(bytes.value());
    return {name, bytes, shareOf(value, static_cast<double>(peak.value())), shareOf(value, capacity)};
}

template <class UnitName>
void addRuns(Total<UnitName>& to, Quantity<UnitName> each, std::int64_t runs)
{
    Total<UnitName> one;
    one += each;
    if (const auto all = one.times(runs)) // two factors below 63 bits: always
        to += *all;
}

} // namespace

std::vector<TimePart> timeParts(const Estimate& estimate)
{
    if (!estimate.modes)
        return {};
    return timePartsOf(iterationFigures, [&modes = *estimate.modes](std::size_t mode) -> const IterationTime& {
        return modes[mode].time.iteration;
    });
}

std::size_t fullestStage(const Estimate& estimate)
{
    return fullestStage(estimate.peaks);
}

bool isOverCapacity(const Estimate& estimate)
{
    return exceedsCapacity(estimate.peak.value(), estimate.capacity);
}

std::vector<MemoryPart> memoryParts(const Estimate& estimate)
{
    const StagePeak& peak = estimate.peaks[fullestStage(estimate)];
    std::vector<MemoryPart> parts;
    for (std::size_t k = 0; k < peak.parts.size(); ++k)
        if (peak.parts[k] != Bytes{})
            parts.push_back(memoryPart(nameOf(static_cast<PeakPart>(k)), peak.parts[k], peak.bytes, estimate.capacity));
    parts.push_back(memoryPart("peak", peak.bytes, peak.bytes, estimate.capacity));
    return parts;
}

std::vector<OperationCost> operationCosts(const CandidateResult& result)
{
    const auto seconds = predictedTaskSeconds(result);
    if (!seconds)
        return {};
    const PortablePlanIR& plan = result.derivation->plan();
    std::int64_t blocks = 0;
    for (const std::int64_t chunk : plan.program.shape.chunks)
        blocks += chunk;
    std::array<OperationCost, countOf<Row>()> rows;
    for (std::size_t k = 0; k < plan.tasks.size(); ++k) {
        const PlanTask& task = plan.tasks[k];
        const std::int64_t runs = unitOf(task.invocation.row) == Unit::Block ? blocks : 1;
        OperationCost& cost = rows[static_cast<std::size_t>(task.invocation.row)];
        cost.row = task.invocation.row;
        cost.invocations += runs;
        addRuns(cost.operations, task.facts.operations, runs);
        addRuns(cost.bytes, task.facts.read, runs);
        addRuns(cost.bytes, task.facts.write, runs);
        addRuns(cost.message, task.facts.message, runs);
        for (std::size_t mode = 0; mode < cost.seconds.size(); ++mode)
            cost.seconds[mode] += static_cast<double>(runs) * (*seconds)[mode][k];
    }
    constexpr auto evidence = static_cast<std::size_t>(EstimateMode::SystemEvidence);
    std::vector<OperationCost> costs;
    double all = 0;
    for (const OperationCost& cost : rows)
        if (cost.invocations > 0) {
            costs.push_back(cost);
            all += cost.seconds[evidence];
        }
    for (OperationCost& cost : costs)
        cost.share = shareOf(cost.seconds[evidence], all).value_or(0);
    return costs;
}

} // namespace planscope::whole
