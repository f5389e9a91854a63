#pragma once

#include "evaluation/estimate/system_model.h"

#include <array>

namespace planscope {

/// Time of one invocation in both modes, in seconds.
struct InvocationTime {
    PerMode local{};
    PerMode network{};
};

/// The network operation a collective is costed as; nothing for a kind that profiles have no cost for.
constexpr std::optional<NetworkOperation> networkOperationOf(CollectiveKind kind)
{
    switch (kind) {
    case CollectiveKind::AllReduce: return NetworkOperation::AllReduce;
    case CollectiveKind::ReduceScatter: return NetworkOperation::ReduceScatter;
    case CollectiveKind::AllGather: return NetworkOperation::AllGather;
    case CollectiveKind::AllToAll: return std::nullopt;
    case CollectiveKind::Broadcast: return std::nullopt;
    }
    return std::nullopt;
}

/// Times invocations of one plan on one system: the only place where work becomes time, by the formulas of
/// time_algebra.h. Refers to the model.
///
///     local = combine(operations / (peak·eff(operations)), (read + write) / (peak·eff(read + write)))
///     network = latency + message·x·(1 + o/k) / (peak·eff)
///
/// combine is the sum or the larger of both. PeakOnly takes every efficiency as 1. A recommunication has a network
/// part alone. The time of a collective without a cost is not a number.
class InvocationTimer {
public:
    InvocationTimer(const SystemModel& system, const TierModel& tensorTier, std::int64_t tensorDegree);

    const SystemModel& system() const { return *m_system; }

    /// Requires: mode is the system's processing mode; a parameter so that a loop need not ask on each step.
    template <ProcessingMode mode>
    InvocationTime time(const Invocation& invocation) const
    {
        InvocationTime time =
            timeOn<mode>(m_system->engineFor(invocation.primitive), invocation.facts, invocation.collective);
        if (invocation.collective && invocation.phase == Phase::Recommunication)
            time.local = {};
        return time;
    }

    /// Of any work on an engine, that of a collective on the one that reduces.
    template <ProcessingMode mode>
    InvocationTime timeOn(const StepRates& engine, const WorkloadFacts& facts,
                          std::optional<CollectiveKind> collective) const
    {
        const auto operations = static_cast<double>(facts.operations.value());
        const double bytes = static_cast<double>(facts.read.value()) + static_cast<double>(facts.write.value());
        const PerMode& computeRate = engine.at(operations);
        const PerMode& memoryRate = m_system->memory().at(bytes);
        InvocationTime time;
        for (std::size_t k = 0; k < time.local.size(); ++k)
            time.local[k] = localSeconds<mode>(operations, computeRate[k], bytes, memoryRate[k]);
        if (collective) {
            const NetworkCost& cost = m_collectives[static_cast<std::size_t>(*collective)];
            const auto message = static_cast<double>(facts.message.value());
            time.network = {cost.seconds(message, 0), cost.seconds(message, 1)};
        }
        return time;
    }

    InvocationTime time(const Invocation& invocation) const
    {
        return m_system->processingMode() == ProcessingMode::Roofline ? time<ProcessingMode::Roofline>(invocation)
                                                                      : time<ProcessingMode::NoOverlap>(invocation);
    }
    InvocationTime timeOn(const StepRates& engine, const WorkloadFacts& facts,
                          std::optional<CollectiveKind> collective) const
    {
        return m_system->processingMode() == ProcessingMode::Roofline
            ? timeOn<ProcessingMode::Roofline>(engine, facts, collective)
            : timeOn<ProcessingMode::NoOverlap>(engine, facts, collective);
    }

private:
    const SystemModel* m_system;
    std::array<NetworkCost, countOf<CollectiveKind>()> m_collectives;
};

} // namespace planscope
