#include "spec/law_wording.h"

#include <algorithm>
#include <charconv>

namespace planscope {
namespace {

std::int64_t numberIn(const std::string& digits)
{
    std::int64_t value = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), value);
    return value;
}

/// The legal values nearest to `given`, nearest first; of two as near the smaller first. Requires: ascending digits.
std::vector<std::string> nearest(const std::vector<std::string>& legal, std::int64_t given, std::size_t count)
{
    auto above = std::partition_point(legal.begin(), legal.end(),
                                      [given](const std::string& digits) { return numberIn(digits) < given; });
    auto below = above;
    std::vector<std::string> found;
    while (found.size() < count && (below != legal.begin() || above != legal.end())) {
        const bool takeBelow = above == legal.end()
            || (below != legal.begin() && given - numberIn(*std::prev(below)) <= numberIn(*above) - given);
        found.push_back(takeBelow ? *--below : *above++);
    }
    return found;
}

} // namespace

std::string joined(const std::vector<std::string>& parts)
{
    std::string text;
    for (const std::string& part : parts)
        text += (text.empty() ? "" : ", ") + part;
    return text;
}

std::string wayOut(std::string_view field, const std::vector<std::string>& legal, std::int64_t given)
{
    if (legal.empty())
        return "; no " + std::string{field} + " is legal while the other fields stay";
    constexpr std::size_t shown = 3;
    const std::vector<std::string> near = nearest(legal, given, shown);
    std::string text = (near.size() == 1 ? "; legal is " : "; nearest legal: ") + joined(near);
    if (legal.size() > near.size())
        text += " (of " + std::to_string(legal.size()) + ")";
    return text;
}

} // namespace planscope
