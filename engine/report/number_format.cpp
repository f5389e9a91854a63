#include "report/number_format.h"

#include <fmt/format.h>

#include <cmath>
#include <iterator>
#include <span>
#include <string_view>

namespace planscope {
namespace {

/// Above this a value no longer rounds to three digits of its unit: 999.5 would print as 1000.
constexpr double roundsToThousand = 999.5;

/// The value in the largest unit that keeps it at 1 or more, as far as there are units.
std::string scaled(double value, double base, std::span<const std::string_view> units)
{
    const double limit = base == 1000.0 ? roundsToThousand : base - 0.5;
    std::size_t unit = 0;
    while (std::abs(value) >= limit && unit + 1 < units.size()) {
        value /= base;
        ++unit;
    }
    return fmt::format("{}{}{}", threeDigits(value), units[unit].empty() ? "" : " ", units[unit]);
}

} // namespace

std::string threeDigits(double value)
{
    const double magnitude = std::abs(value);
    if (magnitude == 0)
        return "0";
    if (magnitude >= 1e7 || magnitude < 1e-4)
        return fmt::format("{:.2e}", value);
    if (magnitude >= roundsToThousand) {
        const double step = std::pow(10.0, std::floor(std::log10(magnitude)) - 2);
        return fmt::format("{:.0f}", std::round(value / step) * step);
    }
    // The number of decimals that leaves three significant digits after rounding.
    int decimals = 2 - static_cast<int>(std::floor(std::log10(magnitude)));
    if (magnitude + 0.5 * std::pow(10.0, -decimals) >= std::pow(10.0, 3 - decimals))
        --decimals;
    return fmt::format("{:.{}f}", value, decimals < 0 ? 0 : decimals);
}

std::string humanBytes(double bytes)
{
    static constexpr std::string_view units[] = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
    return scaled(bytes, 1024.0, units);
}

std::string humanOperations(double operations)
{
    static constexpr std::string_view units[] = {"FLOP", "kFLOP", "MFLOP", "GFLOP", "TFLOP", "PFLOP", "EFLOP"};
    return scaled(operations, 1000.0, units);
}

std::string humanSeconds(double seconds)
{
    if (seconds == 0)
        return "0 s";
    if (std::abs(seconds) >= 0.9995)
        return threeDigits(seconds) + " s";
    static constexpr std::string_view units[] = {"ns", "µs", "ms"};
    return scaled(seconds * 1e9, 1000.0, units);
}

std::string humanNanoseconds(std::int64_t nanoseconds)
{
    return humanSeconds(static_cast<double>(nanoseconds) * 1e-9);
}

std::string humanRate(double perSecond)
{
    // Up to six digits a plain number reads better than a prefix.
    if (std::abs(perSecond) < 999500)
        return threeDigits(perSecond);
    static constexpr std::string_view units[] = {"", "k", "M", "G", "T"};
    return scaled(perSecond, 1000.0, units);
}

std::string humanPercent(double fraction)
{
    const double percent = fraction * 100;
    if (percent > 0 && percent < 0.05)
        return "<0.1 %";
    if (std::abs(percent) >= roundsToThousand)
        return threeDigits(percent) + " %";
    return fmt::format("{:.1f} %", percent);
}

} // namespace planscope
