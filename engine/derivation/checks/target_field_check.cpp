#include "derivation/checks/plan_checks.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>

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

/// Remembers keys that were looked at and found clean: a plan repeats a few dozen keys some thousand times.
class CleanKeys {
public:
    static constexpr std::size_t least = 8; ///< bytes of text that it needs

    /// Whether the text ends in a key that is remembered.
    bool endIn(std::string_view text) const
    {
        const std::string_view key = m_keys[slot(text)];
        return !key.empty() && text.ends_with(key);
    }
    /// Requires: a key with its opening quote, so that no other key can end in it.
    void remember(std::string_view text, std::string_view quotedKey) { m_keys[slot(text)] = quotedKey; }

private:
    static std::size_t slot(std::string_view text)
    {
        // Many keys end in "_bytes", so the slot depends on eight letters; in which byte order is all the same.
        std::uint64_t letters = 0;
        std::memcpy(&letters, text.data() + text.size() - sizeof letters, sizeof letters);
        return static_cast<std::size_t>(letters * 0x9e3779b97f4a7c15u >> 56);
    }
    static constexpr std::size_t size = 256;
    std::array<std::string_view, size> m_keys{};
};

} // namespace

void checkTargetFields(std::string_view canonicalBytes, std::vector<CheckOutcome>& outcomes)
{
    Check check{outcomes, "check.target_fields", "keys that speak of a target"};
    CleanKeys clean;
    std::int64_t found = 0;
    // In canonical bytes a key is a string without escapes that '":' ends; elsewhere a quote before a colon is
    // inside a string, and escaped.
    for (std::size_t colon = canonicalBytes.find(':'); colon != std::string_view::npos;
         colon = canonicalBytes.find(':', colon + 1)) {
        if (colon == 0 || canonicalBytes[colon - 1] != '"' || (colon > 1 && canonicalBytes[colon - 2] == '\\'))
            continue;
        const std::string_view before = canonicalBytes.substr(0, colon - 1);
        const bool cacheable = before.size() >= CleanKeys::least;
        if (cacheable && clean.endIn(before))
            continue;
        const std::size_t quote = before.rfind('"');
        if (quote == std::string_view::npos)
            continue;
        const std::string_view key = before.substr(quote + 1);
        if (!speaksOfTarget(key)) {
            if (cacheable)
                clean.remember(before, before.substr(quote));
            continue;
        }
        ++found;
        check.holds(false, "no such key", key, [key] { return std::string{key}; });
    }
    check.total(0, found);
}

} // namespace planscope
