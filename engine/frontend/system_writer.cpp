#include "frontend/system_writer.h"

#include "evaluation/system/system_laws.h"
#include "frontend/system_reader.h"

#include <cmath>
#include <limits>

namespace planscope {
namespace {

/// The number of units that reads back as exactly `value`. A quotient may miss it by a rounding: its neighbours are
/// tried.
double inUnits(double value, double unit)
{
    constexpr double up = std::numeric_limits<double>::infinity();
    const double quotient = value / unit;
    for (const double candidate : {quotient, std::nextafter(quotient, up), std::nextafter(quotient, -up)})
        if (candidate * unit == value)
            return candidate;
    return quotient;
}

void writeCurve(FieldWriter& to, const EfficiencyCurve& curve, std::string_view thresholdName, double unit)
{
    to.array("efficiency", [&] {
        for (const EfficiencyStep& step : curve)
            to.element([&] {
                to.number(thresholdName, inUnits(step.threshold, unit));
                to.number("efficiency", step.efficiency);
            });
    });
}

void writeEngine(FieldWriter& to, std::string_view key, const std::vector<EngineTable>& tables)
{
    to.object(key, [&] {
        for (const EngineTable& table : tables)
            to.object(nameOf(table.datatype), [&] {
                to.number("peak_tflops", inUnits(table.peakOperationsPerSecond, teraOperations));
                writeCurve(to, table.efficiency, "gflop", gigaOperations);
            });
    });
}

void writeTier(FieldWriter& to, const NetworkTier& tier)
{
    to.text("name", tier.name);
    to.number("peak_gb_per_second", inUnits(tier.peakBytesPerSecond, gigaBytes));
    to.number("efficiency", tier.efficiency);
    to.number("latency_seconds", tier.latencySeconds);
    to.integer("size", tier.size);
    to.boolean("must_be_filled", tier.mustBeFilled);
    to.object("operations", [&] {
        for (std::size_t k = 0; k < countOf<NetworkOperation>(); ++k)
            to.object(nameOf(static_cast<NetworkOperation>(k)), [&] {
                to.number("volume_factor", tier.operations[k].volumeFactor);
                to.number("participant_offset", tier.operations[k].participantOffset);
            });
    });
}

void writeProfile(FieldWriter& to, const SystemProfile& profile)
{
    to.text("schema", systemSchema);
    to.text("name", profile.name);
    to.text("processing_mode", nameOf(profile.processingMode));
    writeEngine(to, "matrix", profile.matrix);
    writeEngine(to, "vector", profile.vector);
    to.object("memory", [&] {
        to.number("capacity_gib", profile.capacityGib);
        to.number("peak_gb_per_second", inUnits(profile.memoryPeakBytesPerSecond, gigaBytes));
        writeCurve(to, profile.memoryEfficiency, "megabyte", megaBytes);
    });
    to.array("networks", [&] {
        for (const NetworkTier& tier : profile.networks)
            to.element([&] { writeTier(to, tier); });
    });
}

} // namespace

void writeSystemField(FieldWriter& to, const SystemProfile& system)
{
    const auto bundled = bundledSystem(system.name);
    if (bundled && *bundled == system)
        to.text("system", system.name);
    else
        to.object("system", [&] { writeProfile(to, system); });
}

void writeNetworkTiers(FieldWriter& to, const NetworkTierBinding& tiers)
{
    to.object("network_tiers", [&] {
        to.integer("tensor", tiers.tensor);
        to.integer("pipeline", tiers.pipeline);
        to.integer("data", tiers.data);
    });
}

std::string writeSystem(const SystemProfile& profile)
{
    return writtenDocument([&](FieldWriter& to) { writeProfile(to, profile); });
}

} // namespace planscope
