#include "derivation/checks/plan_checks.h"

#include <algorithm>
#include <array>

namespace planscope {

namespace {

/// Words of a target, an evaluation or a schedule in time. A key has one when it is a whole part of it between
/// underscores: "device_id", "latency_seconds".
constexpr std::array<std::string_view, 27> targetWords{
    "affinity", "bandwidth", "capacity", "core",     "device",   "duration", "efficiency", "flops",   "gpu",
    "hop",      "host",      "kernel",   "latency",  "link",     "node",     "overlap",    "peak",    "queue",
    "route",    "seconds",   "stream",   "system",   "switch",   "thread",   "tier",       "time",    "vendor"};

bool isTargetWord(std::string_view word)
{
    return std::find(targetWords.begin(), targetWords.end(), word) != targetWords.end();
}

bool speaksOfTarget(std::string_view key)
{
    while (!key.empty()) {
        const std::size_t end = std::min(key.find('_'), key.size());
        if (isTargetWord(key.substr(0, end)))
            return true;
        key.remove_prefix(std::min(end + 1, key.size()));
    }
    return false;
}

} // namespace

void checkTargetFields(std::string_view canonicalBytes, std::vector<CheckOutcome>& outcomes)
{
    Check check{outcomes, "check.target_fields", "keys that speak of a target"};
    std::int64_t found = 0;
    // In canonical bytes a key is a string without escapes that '":' ends; elsewhere a quote before a colon is
    // inside a string, and escaped.
    std::size_t colon = 0;
    while ((colon = canonicalBytes.find("\":", colon)) != std::string_view::npos) {
        const std::size_t quote = canonicalBytes.rfind('"', colon - 1);
        const std::string_view key = canonicalBytes.substr(quote + 1, colon - quote - 1);
        if (!key.ends_with('\\') && speaksOfTarget(key)) {
            ++found;
            check.holds(false, "no such key", key, [key] { return std::string{key}; });
        }
        ++colon;
    }
    check.total(0, found);
}

} // namespace planscope
