#include "report/nearest_names.h"

#include <algorithm>
#include <utility>

namespace planscope {
namespace {

/// Longer names are compared by their beginnings, which bounds the work.
constexpr std::size_t longestCompared = 96;

char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

std::size_t editDistance(std::string_view a, std::string_view b)
{
    std::vector<std::size_t> previous(b.size() + 1), current(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j)
        previous[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        current[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t substitution = previous[j - 1] + (lower(a[i - 1]) == lower(b[j - 1]) ? 0 : 1);
            current[j] = std::min({previous[j] + 1, current[j - 1] + 1, substitution});
        }
        std::swap(previous, current);
    }
    return previous[b.size()];
}

/// How well the last parts of dotted names agree, best first.
enum class LastParts { Same, Begun, Other };
LastParts compareLastParts(std::string_view wanted, std::string_view name)
{
    const std::size_t dot = wanted.rfind('.');
    if (dot == std::string_view::npos)
        return LastParts::Other;
    const std::string_view part = wanted.substr(dot + 1);
    const std::string_view other = name.substr(name.rfind('.') + 1); // a name without a dot is its own last part
    if (part.empty() || !other.starts_with(part))
        return LastParts::Other;
    return other.size() == part.size() ? LastParts::Same
        : other[part.size()] == '_'    ? LastParts::Begun
                                       : LastParts::Other;
}

struct RankedName {
    LastParts lastParts;
    std::size_t distance;
    const std::string* name;
};

} // namespace

std::vector<std::string> nearestNames(std::string_view wanted, const std::vector<std::string>& names, std::size_t count)
{
    wanted = wanted.substr(0, longestCompared);
    std::vector<RankedName> ranked;
    for (const std::string& name : names) {
        const auto compared = std::string_view{name}.substr(0, longestCompared);
        const std::size_t distance = editDistance(wanted, compared);
        const LastParts lastParts = compareLastParts(wanted, compared);
        if (lastParts != LastParts::Other || 2 * distance <= std::max(wanted.size(), compared.size()))
            ranked.push_back({lastParts, distance, &name});
    }
    std::stable_sort(ranked.begin(), ranked.end(), [](const RankedName& a, const RankedName& b) {
        return a.lastParts != b.lastParts ? a.lastParts < b.lastParts : a.distance < b.distance;
    });
    std::vector<std::string> nearest;
    for (std::size_t k = 0; k < std::min(count, ranked.size()); ++k)
        nearest.push_back(*ranked[k].name);
    return nearest;
}

std::string nearestHint(std::string_view wanted, const std::vector<std::string>& names, std::size_t count)
{
    std::string hint;
    for (const std::string& name : nearestNames(wanted, names, count))
        hint.append(hint.empty() ? "; nearest: " : ", ").append(name);
    return hint;
}

} // namespace planscope
