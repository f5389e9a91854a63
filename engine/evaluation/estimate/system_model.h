#pragma once

#include "evaluation/estimate/time_algebra.h"
#include "evaluation/system/system_profile.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace planscope {

/// Attainable rate over the size of the work, in units of work a second: at the peak, and at the peak times the
/// efficiency of the first threshold that is not above the size. Sizes are compared as doubles.
class StepRates {
public:
    StepRates() = default;
    /// Requires: a curve of thresholds that descend to 0.
    StepRates(const EfficiencyCurve& curve, double peak);

    double peak() const { return m_peak; }
    /// Requires: size >= 0.
    const PerMode& at(double size) const
    {
        if (m_form == Form::Long) [[unlikely]]
            return longCurveAt(size);
        // Counting thresholds above the size has no branch to mispredict.
        std::size_t step = above(size, 0) + above(size, 1) + above(size, 2);
        if (m_form == Form::UpTo8)
            step += above(size, 3) + above(size, 4) + above(size, 5) + above(size, 6);
        return m_rates[step];
    }

private:
    enum class Form : std::uint8_t { UpTo4, UpTo8, Long }; ///< by the number of steps

    std::size_t above(double size, std::size_t step) const { return size < m_thresholds[step] ? 1 : 0; }
    const PerMode& longCurveAt(double size) const;

    std::array<PerMode, 8> m_rates{};     ///< of each step
    std::array<double, 7> m_thresholds{}; ///< descending; the last step's, and those of no step, are 0
    double m_peak = 0;
    Form m_form = Form::UpTo4;
    std::vector<double> m_longThresholds; ///< of a long curve
    std::vector<PerMode> m_longRates;
};

/// The time of one operation of a network tier for a fixed number of participants:
/// latency + message · volume / rate, with volume = x·(1 + o/k).
struct NetworkCost {
    double latency = 0; ///< seconds
    double volume = 0;  ///< bytes on the wire for a byte of message
    PerMode rate{};     ///< bytes a second

    double seconds(double messageBytes, std::size_t mode) const
    {
        return networkSeconds(latency, messageBytes, volume, rate[mode]);
    }
};

/// One network tier, ready for use.
struct TierModel {
    std::int64_t size = 0; ///< ranks one group can have
    bool mustBeFilled = false;
    double latency = 0; ///< seconds
    PerMode rate{};     ///< bytes a second
    std::array<NetworkOperationCost, countOf<NetworkOperation>()> operations;

    NetworkCost costOf(NetworkOperation operation, std::int64_t participants) const;
};

/// Exact, unlike a comparison as doubles: bytes are whole, so a fraction of the capacity holds none.
bool exceedsCapacity(std::int64_t bytes, double capacity);

class SystemModel {
public:
    /// Requires: a lawful profile.
    SystemModel(const SystemProfile& profile, Datatype datatype);

    Datatype datatype() const { return m_datatype; }
    ProcessingMode processingMode() const { return m_processingMode; }
    /// Bytes. A capacity beyond the range of doubles is the largest one: it stands for no limit, and can be printed.
    double capacity() const { return m_capacity; }
    double peakMatrixOperationsPerSecond() const { return m_engines[0].peak(); }
    const std::vector<TierModel>& tiers() const { return m_tiers; }

    bool onMatrixEngine(Primitive primitive) const { return m_engineOf[static_cast<std::size_t>(primitive)] == 0; }
    /// The engine that does a primitive's arithmetic; for a collective the vector engine, which reduces.
    const StepRates& engineFor(Primitive primitive) const
    {
        return m_engines[m_engineOf[static_cast<std::size_t>(primitive)]];
    }
    /// The same for an engine; a collective's arithmetic is the vector engine's.
    const StepRates& engine(Engine engine) const { return m_engines[engine == Engine::Matrix ? 0 : 1]; }
    const StepRates& memory() const { return m_memory; }

private:
    std::array<StepRates, 2> m_engines; ///< matrix, vector
    StepRates m_memory;
    std::array<std::uint8_t, countOf<Primitive>()> m_engineOf{}; ///< index into m_engines
    std::vector<TierModel> m_tiers;
    double m_capacity = 0;
    Datatype m_datatype = Datatype::Float16;
    ProcessingMode m_processingMode = ProcessingMode::NoOverlap;
};

} // namespace planscope
