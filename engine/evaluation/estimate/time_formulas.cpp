#include "evaluation/estimate/time_formulas.h"

#include "evaluation/estimate/time_algebra.h"

#include <algorithm>
#include <cassert>

namespace planscope {
namespace {

constexpr std::string_view localSource
    = "operations and bytes over attainable rates: Isaev et al., Calculon, SC '23, doi 10.1145/3581784.3607102";

double efficiencyAt(const EfficiencyCurve& curve, double size)
{
    const auto step = std::find_if(curve.begin(), curve.end(),
                                   [size](const EfficiencyStep& known) { return known.threshold <= size; });
    assert(step != curve.end() && "a lawful curve ends at 0");
    return step->efficiency;
}

} // namespace

/// The words for a rate: its symbol, its peak's and its efficiency's.
struct TimeFormulas::RateNames {
    const char* rate;
    const char* meaning;
    const char* peak;
    const char* peakMeaning;
    const char* efficiency;
    const char* efficiencyMeaning;
};

TimeFormulas::Scalar TimeFormulas::rate(const RateNames& names, double peak, double efficiency) const
{
    const Scalar atPeak = m_arithmetic.given(names.peak, names.peakMeaning, peak);
    if (m_mode == EstimateMode::PeakOnly)
        return atPeak;
    return m_arithmetic.define(
        names.rate, names.meaning,
        attainableRate(atPeak, m_arithmetic.given(names.efficiency, names.efficiencyMeaning, efficiency)));
}

TimeFormulas::Scalar TimeFormulas::local(Engine engine, const WorkloadFacts& facts, const std::string& subject) const
{
    static constexpr RateNames computeNames{"C", "attainable operations a second",
                                            "peak_C", "peak operations a second of the engine",
                                            "eff_C", "efficiency of the engine for as many operations"};
    static constexpr RateNames memoryNames{"M", "attainable bytes a second of the memory",
                                           "peak_M", "peak bytes a second of the memory",
                                           "eff_M", "efficiency of the memory for as many bytes"};
    const auto operations = static_cast<double>(facts.operations.value());
    const auto read = static_cast<double>(facts.read.value());
    const auto write = static_cast<double>(facts.write.value());
    const EngineTable& table = tableFor(engine == Engine::Matrix ? m_profile.matrix : m_profile.vector, m_datatype);
    const Scalar work = m_arithmetic.explained("operations", "operations of a rank", operations, subject);
    const Scalar bytes = m_arithmetic.define("bytes", "bytes read and written",
                                             m_arithmetic.explained("read", "bytes read", read, subject)
                                                 + m_arithmetic.explained("written", "bytes written", write, subject));
    const Scalar computeRate =
        rate(computeNames, table.peakOperationsPerSecond, efficiencyAt(table.efficiency, operations));
    const Scalar memoryRate = rate(memoryNames, m_profile.memoryPeakBytesPerSecond,
                                   efficiencyAt(m_profile.memoryEfficiency, read + write));
    return m_profile.processingMode == ProcessingMode::Roofline
        ? localSeconds<ProcessingMode::Roofline>(work, computeRate, bytes, memoryRate)
        : localSeconds<ProcessingMode::NoOverlap>(work, computeRate, bytes, memoryRate);
}

TimeFormulas::Scalar TimeFormulas::network(const NetworkTier& tier, NetworkOperation operation,
                                           std::int64_t participants, const Scalar& message) const
{
    static constexpr RateNames networkNames{"N", "attainable bytes a second of the network tier",
                                            "peak_N", "peak bytes a second of the network tier",
                                            "eff_N", "efficiency of the network tier"};
    const NetworkOperationCost& cost = tier.operations[static_cast<std::size_t>(operation)];
    const std::string kind{nameOf(operation)};
    const Scalar volume = m_arithmetic.define(
        "volume_" + kind, "bytes on the wire for a byte of message",
        volumeOnWire(m_arithmetic.literal(1),
                     m_arithmetic.given("x_" + kind, "volume factor of the tier", cost.volumeFactor),
                     m_arithmetic.given("o_" + kind, "participant offset of the tier", cost.participantOffset),
                     m_arithmetic.given("k", "participants", static_cast<double>(participants))));
    return networkSeconds(m_arithmetic.given("latency", "latency of the tier, seconds", tier.latencySeconds), message,
                          volume, rate(networkNames, tier.peakBytesPerSecond, tier.efficiency));
}

Explanation taskTimeExplanation(std::string subject, const RealExpression& local, const RealExpression& network)
{
    ExplanationBuilder<double> builder{std::move(subject), localSource};
    if (!network.isNothing()) {
        builder.add("local_seconds", "seconds", local);
        builder.add("network_seconds", "seconds", network);
    }
    builder.add("seconds", "seconds", local + network);
    return std::move(builder).take();
}

} // namespace planscope
