#include "sweep/standings.h"

#include <algorithm>
#include <cassert>

namespace planscope::sweep {
namespace {

/// Whether a is nowhere worse than b; equal ones are.
template <class Costs>
bool nowhereWorse(const Costs& a, const Costs& b)
{
    return a[0] <= b[0] && a[1] <= b[1] && a[2] <= b[2];
}

} // namespace

ParetoFront::ParetoFront(std::vector<Objective> objectives)
    : m_objectives(std::move(objectives))
{
    assert(!m_objectives.empty() && m_objectives.size() <= mostObjectives);
}

ParetoFront::Costs ParetoFront::costsOf(const Figures& figures) const
{
    Costs costs{};
    for (std::size_t k = 0; k < m_objectives.size(); ++k)
        costs[k] = costOf(m_objectives[k], figures);
    return costs;
}

bool ParetoFront::keepsOff(const Member& member, const Costs& costs, std::int64_t index)
{
    return nowhereWorse(member.costs, costs) && (member.costs != costs || member.point.index < index);
}

bool ParetoFront::add(const EvaluatedPoint& point)
{
    const Costs costs = costsOf(point.figures);
    for (std::size_t k = 0; k < m_members.size(); ++k) {
        if (!keepsOff(m_members[k], costs, point.index))
            continue;
        // Neighbours in a space are alike: what keeps one off keeps the next ones off too.
        std::swap(m_members[k], m_members[k / 2]);
        return false;
    }
    m_members.erase(std::remove_if(m_members.begin(), m_members.end(),
                                   [&costs](const Member& member) { return nowhereWorse(costs, member.costs); }),
                    m_members.end());
    m_members.push_back({costs, point});
    return true;
}

std::vector<EvaluatedPoint> ParetoFront::members() const
{
    std::vector<Member> sorted = m_members;
    std::sort(sorted.begin(), sorted.end(), [](const Member& a, const Member& b) {
        return a.costs != b.costs ? a.costs < b.costs : a.point.index < b.point.index;
    });
    std::vector<EvaluatedPoint> points;
    points.reserve(sorted.size());
    for (const Member& member : sorted)
        points.push_back(member.point);
    return points;
}

std::optional<EvaluatedPoint> ParetoFront::dominatorOf(const EvaluatedPoint& point) const
{
    const Costs costs = costsOf(point.figures);
    for (const EvaluatedPoint& member : members())
        if (keepsOff({costsOf(member.figures), member}, costs, point.index))
            return member;
    return std::nullopt;
}

bool BestPoints::before(const EvaluatedPoint& a, const EvaluatedPoint& b) const
{
    const double costA = costOf(m_objective, a.figures), costB = costOf(m_objective, b.figures);
    return costA != costB ? costA < costB : a.index < b.index;
}

void BestPoints::add(const EvaluatedPoint& point)
{
    const auto worseLast = [this](const EvaluatedPoint& a, const EvaluatedPoint& b) { return before(a, b); };
    if (m_heap.size() < m_most) {
        m_heap.push_back(point);
        std::push_heap(m_heap.begin(), m_heap.end(), worseLast);
    } else if (m_most > 0 && before(point, m_heap.front())) {
        std::pop_heap(m_heap.begin(), m_heap.end(), worseLast);
        m_heap.back() = point;
        std::push_heap(m_heap.begin(), m_heap.end(), worseLast);
    }
}

std::vector<EvaluatedPoint> BestPoints::points() const
{
    std::vector<EvaluatedPoint> sorted = m_heap;
    std::sort(sorted.begin(), sorted.end(),
              [this](const EvaluatedPoint& a, const EvaluatedPoint& b) { return before(a, b); });
    return sorted;
}

} // namespace planscope::sweep
