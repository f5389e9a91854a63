#include "compare/line_diff.h"

#include <algorithm>
#include <map>
#include <utility>

namespace planscope {
namespace {

using Index = std::ptrdiff_t;
using Lines = std::vector<Index>; ///< equal numbers, equal lines

/// A part of both texts: lines beginA … endA − 1 against beginB … endB − 1.
struct Box {
    Index beginA = 0, endA = 0, beginB = 0, endB = 0;
    Index sizeA() const { return endA - beginA; }
    Index sizeB() const { return endB - beginB; }
};

/// The furthest points that paths of so many edits reach from one corner of a box, by diagonal: the number of lines of
/// A passed, less that of B. A point is told by the lines of A passed.
class Front {
public:
    static constexpr Index unreached = -1;

    explicit Front(std::size_t lines)
        : m_furthest(lines + 3)
    {
    }

    /// At the corner itself, which no equal line leaves.
    void start(const Box& box)
    {
        m_sizeA = box.sizeA();
        m_sizeB = box.sizeB();
        m_low = m_high = 0;
        at(0) = 0;
    }

    /// One edit more. sameAt(x, y): whether the lines behind x lines of A and y of B are equal.
    /// Stops where found(diagonal, x) says so.
    template <class SameAt, class Found>
    bool advance(const SameAt& sameAt, const Found& found)
    {
        widen();
        for (Index k = m_low; k <= m_high; k += 2) {
            Index x = std::max(afterRemoving(k), afterAdding(k));
            if (x != unreached)
                while (x < m_sizeA && x - k < m_sizeB && sameAt(x, x - k))
                    ++x;
            at(k) = x;
            if (x != unreached && found(k, x))
                return true;
        }
        return false;
    }

    Index furthest(Index k) const
    {
        return k < m_low || k > m_high ? unreached : m_furthest[static_cast<std::size_t>(k + m_sizeB + 1)];
    }

private:
    Index& at(Index k) { return m_furthest[static_cast<std::size_t>(k + m_sizeB + 1)]; }

    /// Diagonals past a side of the box hold no point of it.
    void widen()
    {
        if (m_low > -m_sizeB)
            at(--m_low - 1) = unreached;
        else
            ++m_low;
        if (m_high < m_sizeA)
            at(++m_high + 1) = unreached;
        else
            --m_high;
    }
    Index afterRemoving(Index k)
    {
        const Index x = at(k - 1);
        return x == unreached || x == m_sizeA ? unreached : x + 1;
    }
    Index afterAdding(Index k)
    {
        const Index x = at(k + 1);
        return x == unreached || x - k - 1 == m_sizeB ? unreached : x;
    }

    std::vector<Index> m_furthest;
    Index m_sizeA = 0, m_sizeB = 0;
    Index m_low = 0, m_high = 0;
};

/// Marks the lines that a shortest edit removes or adds.
class Differ {
public:
    Differ(const Lines& a, const Lines& b)
        : m_a(a)
        , m_b(b)
        , m_removed(a.size(), false)
        , m_added(b.size(), false)
        , m_forward(a.size() + b.size())
        , m_backward(a.size() + b.size())
    {
        solve({0, static_cast<Index>(a.size()), 0, static_cast<Index>(b.size())});
    }

    bool removed(std::size_t line) const { return line < m_removed.size() && m_removed[line]; }
    bool added(std::size_t line) const { return line < m_added.size() && m_added[line]; }

private:
    bool same(Index a, Index b) const { return m_a[static_cast<std::size_t>(a)] == m_b[static_cast<std::size_t>(b)]; }

    /// Halves the edits with each call, so calls are no deeper than the logarithm of their number.
    void solve(Box box)
    {
        for (;;) {
            for (; box.sizeA() > 0 && box.sizeB() > 0 && same(box.beginA, box.beginB); ++box.beginA)
                ++box.beginB;
            for (; box.sizeA() > 0 && box.sizeB() > 0 && same(box.endA - 1, box.endB - 1); --box.endA)
                --box.endB;
            if (box.sizeA() == 0 || box.sizeB() == 0) {
                std::fill(m_removed.begin() + box.beginA, m_removed.begin() + box.endA, true);
                std::fill(m_added.begin() + box.beginB, m_added.begin() + box.endB, true);
                return;
            }
            const auto [a, b] = middleOf(box);
            solve({box.beginA, a, box.beginB, b});
            box.beginA = a;
            box.beginB = b;
        }
    }

    /// A point in the middle of a shortest path: where the paths from both corners first meet.
    /// Requires: the box's first lines differ, and its last ones; so the path has two edits and its middle is no
    /// corner.
    std::pair<Index, Index> middleOf(const Box& box)
    {
        const Index delta = box.sizeA() - box.sizeB();
        const auto sameForward = [&](Index x, Index y) { return same(box.beginA + x, box.beginB + y); };
        const auto sameBackward = [&](Index x, Index y) { return same(box.endA - 1 - x, box.endB - 1 - y); };
        std::pair<Index, Index> middle;
        // A point k from one corner is delta − k from the other. Both fronts hold points of one diagonal only after an
        // odd number of edits in all where delta is odd, and an even one where it is even.
        const auto meets = [&](const Front& other, Index k, Index x) {
            const Index back = other.furthest(delta - k);
            return back != Front::unreached && x + back >= box.sizeA();
        };
        const auto foundForward = [&](Index k, Index x) {
            middle = {box.beginA + x, box.beginB + x - k};
            return delta % 2 != 0 && meets(m_backward, k, x);
        };
        const auto foundBackward = [&](Index k, Index x) {
            middle = {box.endA - x, box.endB - (x - k)};
            return delta % 2 == 0 && meets(m_forward, k, x);
        };
        m_forward.start(box);
        m_backward.start(box);
        while (!m_forward.advance(sameForward, foundForward) && !m_backward.advance(sameBackward, foundBackward)) { }
        return middle;
    }

    const Lines& m_a;
    const Lines& m_b;
    std::vector<bool> m_removed;
    std::vector<bool> m_added;
    Front m_forward;
    Front m_backward; ///< from the ends of both texts, counted from there
};

Lines numbered(const std::vector<std::string_view>& lines, std::map<std::string_view, Index>& numbers)
{
    Lines all;
    all.reserve(lines.size());
    for (const std::string_view line : lines)
        all.push_back(numbers.emplace(line, static_cast<Index>(numbers.size())).first->second);
    return all;
}

} // namespace

std::vector<std::string_view> linesOf(std::string_view text)
{
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        lines.push_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

std::vector<LineRun> diffLines(const std::vector<std::string_view>& a, const std::vector<std::string_view>& b)
{
    std::map<std::string_view, Index> numbers;
    const Lines linesA = numbered(a, numbers);
    const Lines linesB = numbered(b, numbers);
    const Differ differ{linesA, linesB};

    std::vector<LineRun> runs;
    std::size_t atA = 0, atB = 0;
    while (atA < a.size() || atB < b.size()) {
        LineRun run{Change::Removed, atA, atB, 0};
        for (; differ.removed(atA); ++atA)
            ++run.count;
        if (run.count > 0)
            runs.push_back(run);
        run = {Change::Added, atA, atB, 0};
        for (; differ.added(atB); ++atB)
            ++run.count;
        if (run.count > 0)
            runs.push_back(run);
        run = {Change::Same, atA, atB, 0};
        for (; atA < a.size() && atB < b.size() && !differ.removed(atA) && !differ.added(atB); ++atA, ++atB)
            ++run.count;
        if (run.count > 0)
            runs.push_back(run);
    }
    return runs;
}

} // namespace planscope
