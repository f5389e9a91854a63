#include "evaluation/estimate/system_model.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

namespace planscope {

StepRates::StepRates(const EfficiencyCurve& curve, double peak)
    : m_peak(peak)
{
    if (curve.size() > m_rates.size()) {
        m_form = Form::Long;
        for (const EfficiencyStep& step : curve) {
            m_longThresholds.push_back(step.threshold);
            m_longRates.push_back({peak, attainableRate(peak, step.efficiency)});
        }
        return;
    }
    m_form = curve.size() > 4 ? Form::UpTo8 : Form::UpTo4;
    m_rates.fill({peak, std::numeric_limits<double>::quiet_NaN()}); // an empty curve has no rate
    for (std::size_t k = 0; k < curve.size(); ++k) {
        m_rates[k] = {peak, attainableRate(peak, curve[k].efficiency)};
        if (k + 1 < curve.size())
            m_thresholds[k] = curve[k].threshold;
    }
}

const PerMode& StepRates::longCurveAt(double size) const
{
    // The last threshold is 0: some step is always found.
    const auto step = std::lower_bound(m_longThresholds.begin(), m_longThresholds.end() - 1, size, std::greater<>{});
    return m_longRates[static_cast<std::size_t>(step - m_longThresholds.begin())];
}

NetworkCost TierModel::costOf(NetworkOperation operation, std::int64_t participants) const
{
    const NetworkOperationCost& cost = operations[static_cast<std::size_t>(operation)];
    return {latency,
            volumeOnWire(1.0, cost.volumeFactor, cost.participantOffset, static_cast<double>(participants)), rate};
}

bool exceedsCapacity(std::int64_t bytes, double capacity)
{
    constexpr double beyondAll = 9223372036854775808.0; // 2^63
    return capacity < beyondAll && bytes > static_cast<std::int64_t>(std::floor(capacity));
}

SystemModel::SystemModel(const SystemProfile& profile, Datatype datatype)
    : m_memory(profile.memoryEfficiency, profile.memoryPeakBytesPerSecond)
    , m_capacity(std::min(profile.capacityBytes(), std::numeric_limits<double>::max()))
    , m_datatype(datatype)
    , m_processingMode(profile.processingMode)
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
        model.rate = {tier.peakBytesPerSecond, attainableRate(tier.peakBytesPerSecond, tier.efficiency)};
        model.operations = tier.operations;
    }
}

} // namespace planscope
