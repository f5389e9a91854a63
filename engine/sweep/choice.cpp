#include "sweep/choice.h"

#include "base/match.h"
#include "spec/divisors.h"

#include <algorithm>
#include <cassert>

namespace planscope::sweep {
namespace {

/// Unsigned, so that ranges over more than half of the integers have a length.
std::uint64_t stepsOf(const IntegerRange& range)
{
    return (static_cast<std::uint64_t>(range.to) - static_cast<std::uint64_t>(range.from))
        / static_cast<std::uint64_t>(range.step);
}

bool holds(const IntegerRange& range, std::int64_t value)
{
    return value >= range.from && value <= range.to
        && (static_cast<std::uint64_t>(value) - static_cast<std::uint64_t>(range.from))
                % static_cast<std::uint64_t>(range.step)
            == 0;
}

IntegerList ascending(IntegerList values)
{
    std::sort(values.begin(), values.end());
    return values;
}

std::variant<IntegerRange, IntegerList> resolved(const IntegerChoice& choice, IntegerList legal)
{
    using Values = std::variant<IntegerRange, IntegerList>;
    return std::visit(Match{[&legal](AllLegal) -> Values { return ascending(std::move(legal)); },
                            [](const IntegerRange& range) -> Values { return range; },
                            [](const IntegerList& list) -> Values { return ascending(list); }},
                      choice);
}

} // namespace

IntegerSet::IntegerSet(const IntegerRange& range)
    : m_values(range)
{
    assert(range.from <= range.to && range.step >= 1);
}

IntegerSet::IntegerSet(IntegerList values)
    : m_values(ascending(std::move(values)))
{
}

IntegerSet::IntegerSet(const IntegerChoice& choice, IntegerList legal)
    : m_values(resolved(choice, std::move(legal)))
{
}

std::uint64_t IntegerSet::count() const
{
    return std::visit(Match{[](const IntegerRange& range) { return stepsOf(range) + 1; },
                            [](const IntegerList& list) { return static_cast<std::uint64_t>(list.size()); }},
                      m_values);
}

bool IntegerSet::contains(std::int64_t value) const
{
    return std::visit(
        Match{[value](const IntegerRange& range) { return holds(range, value); },
              [value](const IntegerList& list) { return std::binary_search(list.begin(), list.end(), value); }},
        m_values);
}

std::int64_t IntegerSet::at(std::int64_t index) const
{
    return std::visit(Match{[index](const IntegerRange& range) { return range.from + index * range.step; },
                            [index](const IntegerList& list) { return list[static_cast<std::size_t>(index)]; }},
                      m_values);
}

std::int64_t IntegerSet::indexOf(std::int64_t value) const
{
    if (!contains(value))
        return -1;
    return std::visit(Match{[value](const IntegerRange& range) {
                                return static_cast<std::int64_t>(
                                    (static_cast<std::uint64_t>(value) - static_cast<std::uint64_t>(range.from))
                                    / static_cast<std::uint64_t>(range.step));
                            },
                            [value](const IntegerList& list) {
                                return static_cast<std::int64_t>(std::lower_bound(list.begin(), list.end(), value)
                                                                 - list.begin());
                            }},
                      m_values);
}

IntegerList IntegerSet::dividing(std::int64_t n) const
{
    IntegerList found;
    if (const auto* list = std::get_if<IntegerList>(&m_values)) {
        for (const std::int64_t value : *list)
            if (value >= 1 && n % value == 0)
                found.push_back(value);
        return found;
    }
    for (const std::int64_t divisor : divisorsOf(n))
        if (holds(std::get<IntegerRange>(m_values), divisor))
            found.push_back(divisor);
    return found;
}

std::string IntegerSet::text() const
{
    const auto written = [](std::int64_t value) { return std::to_string(value); };
    if (const auto* range = std::get_if<IntegerRange>(&m_values))
        return written(range->from) + " to " + written(range->to)
            + (range->step == 1 ? std::string{} : " by " + written(range->step));
    constexpr std::size_t shown = 20;
    const auto& list = std::get<IntegerList>(m_values);
    std::string text;
    for (std::size_t k = 0; k < std::min(shown, list.size()); ++k)
        text += (k == 0 ? "" : ", ") + written(list[k]);
    return list.size() > shown ? text + ", … " + written(list.back()) : text;
}

std::vector<std::string> IntegerSet::listed() const
{
    std::vector<std::string> values;
    if (const auto* list = std::get_if<IntegerList>(&m_values))
        for (const std::int64_t value : *list)
            values.push_back(std::to_string(value));
    return values;
}

} // namespace planscope::sweep
