#pragma once

#include "base/diagnostic.h"
#include "evaluation/system/system_profile.h"

#include <string>
#include <string_view>

/// The laws of a system profile, each on one field or one curve. The file reader applies them to what a file says and
/// quotes its digits; validate() applies the same to a profile in memory.
namespace planscope {

/// In the order in which broken laws are told; the names are the diagnostics' codes.
enum class SystemLaw {
    Peak,       ///< peak_tflops > 0, and finite as operations/s
    Capacity,   ///< capacity_gib > 0, and finite as bytes
    Bandwidth,  ///< peak_gb_per_second > 0, and finite as bytes/s
    Efficiency, ///< 0 < efficiency <= 1
    Thresholds, ///< strictly descending to 0
    Latency,    ///< latency_seconds >= 0
    Size,       ///< size >= 1
    Float16,    ///< both engines have a float16 table
    Datatype,   ///< a table is named by a known datatype
};
template <>
struct EnumNames<SystemLaw> {
    static constexpr std::array<std::string_view, 9> names{"system.peak",       "system.capacity",   "system.bandwidth",
                                                           "system.efficiency", "system.thresholds", "system.latency",
                                                           "system.size",       "system.float16",    "system.datatype"};
};

/// How many basic units one unit of the files is: TFLOP, GFLOP, GB, MB, all decimal.
inline constexpr double teraOperations = 1e12;
inline constexpr double gigaOperations = 1e9;
inline constexpr double gigaBytes = 1e9;
inline constexpr double megaBytes = 1e6;
inline constexpr double gibiBytes = 1073741824.0;

/// The laws on one number, in basic units (operations/s, bytes, bytes/s, seconds); false for anything not finite.
bool isLawfulRate(double perSecond); ///< peaks and bandwidths
bool isLawfulCapacity(double bytes);
bool isLawfulEfficiency(double efficiency);
bool isLawfulLatency(double seconds);
bool isLawfulSize(std::int64_t ranks);
/// The law on the thresholds of a curve: strictly descending to 0.
bool descendsToZero(const EfficiencyCurve& curve);

/// The diagnostic of a broken law. The legal values of a profile are ranges: the message tells them.
Diagnostic brokenSystemLaw(SystemLaw law, std::string path, std::string given);

/// Every broken law of a profile in order, paths below `root` ("system.matrix.float16.peak_tflops"); given in the
/// units of the files.
Diagnostics validate(const SystemProfile& profile, std::string_view root = "system");

} // namespace planscope
