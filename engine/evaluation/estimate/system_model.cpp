#include "evaluation/estimate/system_model.h"

#include <algorithm>
#include <functional>
#include <limits>

namespace planscope {

StepRates::StepRates(const EfficiencyCurve& curve, double peak) : m_peak(peak)
{
    m_rates.fill(std::numeric_limits<double>::quiet_NaN());
    if (curve.size() <= shortSteps) {
        // The padding is never above a size, so a lawful curve, which ends at 0, never reaches it either.
        for (std::size_t k = 0; k < curve.size(); ++k) {
            m_thresholds[k] = curve[k].threshold;
            m_rates[k] = peak * curve[k].efficiency;
        }
        return;
    }
    for (const EfficiencyStep& step : curve) {
        m_longThresholds.push_back(step.threshold);
        m_longRates.push_back(peak * step.efficiency);
    }
}

double StepRates::longCurveAt(double size) const
{
    const auto step = std::lower_bound(m_longThresholds.begin(), m_longThresholds.end(), size, std::greater<>{});
    if (step == m_longThresholds.end())
        return std::numeric_limits<double>::quiet_NaN();
    return m_longRates[static_cast<std::size_t>(step - m_longThresholds.begin())];
}

NetworkCost TierModel::costOf(NetworkOperation operation, std::int64_t participants) const
{
    const NetworkOperationCost& cost = operations[static_cast<std::size_t>(operation)];
    return {latency, cost.volumeFactor * (1 + cost.participantOffset / static_cast<double>(participants)), rate};
}

SystemModel::SystemModel(const SystemProfile& profile, Datatype datatype)
    : m_memory(profile.memoryEfficiency, profile.memoryPeakBytesPerSecond),
      m_capacity(std::min(profile.capacityBytes(), std::numeric_limits<double>::max())), m_datatype(datatype),
      m_processingMode(profile.processingMode)
{
    const EngineTable& matrix = tableFor(profile.matrix, datatype);
    const EngineTable& vector = tableFor(profile.vector, datatype);
    m_engines = {StepRates{matrix.efficiency, matrix.peakOperationsPerSecond},
                 StepRates{vector.efficiency, vector.peakOperationsPerSecond}};
    for (std::size_t k = 0; k < m_engineOf.size(); ++k)
        m_engineOf[k] = engineOf(static_cast<Primitive>(k)) == Engine::Matrix ? 0 : 1;

    m_tiers.reserve(profile.networks.size());
    for (const NetworkTier& tier : profile.networks) {
        TierModel& model = m_tiers.emplace_back();
        model.size = tier.size;
        model.mustBeFilled = tier.mustBeFilled;
        model.latency = tier.latencySeconds;
        model.rate = {tier.peakBytesPerSecond, tier.peakBytesPerSecond * tier.efficiency};
        model.operations = tier.operations;
    }
}

} // namespace planscope
