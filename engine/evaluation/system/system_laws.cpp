#include "evaluation/system/system_laws.h"

#include "base/json_writer.h"

#include <algorithm>
#include <cmath>

namespace planscope {
namespace {

std::string_view demandOf(SystemLaw law)
{
    switch (law) {
    case SystemLaw::Peak: return "a peak is greater than 0 and finite";
    case SystemLaw::Capacity: return "the capacity is greater than 0 and finite";
    case SystemLaw::Bandwidth: return "a bandwidth is greater than 0 and finite";
    case SystemLaw::Efficiency: return "an efficiency is greater than 0 and at most 1";
    case SystemLaw::Thresholds: return "the thresholds of a curve descend strictly, and the last is 0";
    case SystemLaw::Latency: return "a latency is 0 or more seconds";
    case SystemLaw::Size: return "a network tier holds at least 1 rank";
    case SystemLaw::Float16: return "the engine needs a float16 table";
    case SystemLaw::Datatype: return "a table is named once, by a known datatype: float8, float16, bfloat16 or float32";
    }
    return {};
}

/// Walks a profile in the order of the file's fields and collects what is broken.
class Validator {
public:
    explicit Validator(std::string_view root)
        : m_root(root)
    {
    }

    Diagnostics run(const SystemProfile& profile)
    {
        engine("matrix", profile.matrix);
        engine("vector", profile.vector);
        check(isLawfulCapacity(profile.capacityBytes()), SystemLaw::Capacity, "memory.capacity_gib",
              profile.capacityGib);
        check(isLawfulRate(profile.memoryPeakBytesPerSecond), SystemLaw::Bandwidth, "memory.peak_gb_per_second",
              profile.memoryPeakBytesPerSecond / gigaBytes);
        curve("memory.efficiency", profile.memoryEfficiency);
        for (std::size_t k = 0; k < profile.networks.size(); ++k)
            tier("networks[" + std::to_string(k) + "]", profile.networks[k]);
        std::stable_sort(m_found.begin(), m_found.end(), [](const Found& a, const Found& b) { return a.law < b.law; });
        Diagnostics diagnostics;
        for (Found& found : m_found)
            diagnostics.push_back(std::move(found.diagnostic));
        return diagnostics;
    }

private:
    struct Found {
        SystemLaw law;
        Diagnostic diagnostic;
    };

    void engine(const std::string& path, const std::vector<EngineTable>& tables)
    {
        bool hasFloat16 = false;
        for (std::size_t k = 0; k < tables.size(); ++k) {
            const EngineTable& table = tables[k];
            const std::string place = path + "." + std::string{nameOf(table.datatype)};
            hasFloat16 = hasFloat16 || table.datatype == TableDatatype::Float16;
            check(isLawfulRate(table.peakOperationsPerSecond), SystemLaw::Peak, place + ".peak_tflops",
                  table.peakOperationsPerSecond / teraOperations);
            curve(place + ".efficiency", table.efficiency);
            if (k > 0 && table.datatype <= tables[k - 1].datatype)
                add(SystemLaw::Datatype, place, std::string{nameOf(table.datatype)});
        }
        if (!hasFloat16)
            add(SystemLaw::Float16, path, {});
    }

    void curve(const std::string& path, const EfficiencyCurve& steps)
    {
        for (std::size_t k = 0; k < steps.size(); ++k)
            check(isLawfulEfficiency(steps[k].efficiency), SystemLaw::Efficiency,
                  path + "[" + std::to_string(k) + "].efficiency", steps[k].efficiency);
        if (!descendsToZero(steps))
            add(SystemLaw::Thresholds, path, {});
    }

    void tier(const std::string& path, const NetworkTier& network)
    {
        check(isLawfulRate(network.peakBytesPerSecond), SystemLaw::Bandwidth, path + ".peak_gb_per_second",
              network.peakBytesPerSecond / gigaBytes);
        check(isLawfulEfficiency(network.efficiency), SystemLaw::Efficiency, path + ".efficiency", network.efficiency);
        check(isLawfulLatency(network.latencySeconds), SystemLaw::Latency, path + ".latency_seconds",
              network.latencySeconds);
        if (!isLawfulSize(network.size))
            add(SystemLaw::Size, path + ".size", std::to_string(network.size));
    }

    void check(bool kept, SystemLaw law, const std::string& path, double given)
    {
        if (!kept)
            add(law, path, shortestDouble(given));
    }

    void add(SystemLaw law, const std::string& path, std::string given)
    {
        m_found.push_back({law, brokenSystemLaw(law, m_root.empty() ? path : m_root + "." + path, std::move(given))});
    }

    std::string m_root;
    std::vector<Found> m_found;
};

} // namespace

bool isLawfulRate(double perSecond)
{
    return std::isfinite(perSecond) && perSecond > 0;
}

bool isLawfulCapacity(double bytes)
{
    return std::isfinite(bytes) && bytes > 0;
}

bool isLawfulEfficiency(double efficiency)
{
    return efficiency > 0 && efficiency <= 1;
}

bool isLawfulLatency(double seconds)
{
    return std::isfinite(seconds) && seconds >= 0;
}

bool isLawfulSize(std::int64_t ranks)
{
    return ranks >= 1;
}

bool descendsToZero(const EfficiencyCurve& curve)
{
    if (curve.empty() || curve.back().threshold != 0 || !std::isfinite(curve.front().threshold))
        return false;
    for (std::size_t k = 1; k < curve.size(); ++k)
        if (!(curve[k].threshold < curve[k - 1].threshold))
            return false;
    return true;
}

Diagnostic brokenSystemLaw(SystemLaw law, std::string path, std::string given)
{
    std::string message{demandOf(law)};
    if (!given.empty() && given.size() <= 40)
        message += ", but here it is " + given;
    return {Severity::Error,
            Origin::Import,
            std::string{nameOf(law)},
            std::move(path),
            std::move(message),
            std::move(given),
            {}};
}

Diagnostics validate(const SystemProfile& profile, std::string_view root)
{
    return Validator{root}.run(profile);
}

} // namespace planscope
