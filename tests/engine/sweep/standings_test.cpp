#include "sweep/standings.h"

#include <algorithm>

#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

namespace planscope::sweep {
namespace {

using testing::ElementsAre;

EvaluatedPoint point(std::int64_t index, double seconds, std::int64_t memory, double mfu = 0)
{
    EvaluatedPoint made;
    made.index = index;
    made.figures.seconds = seconds;
    made.figures.memoryBytes = memory;
    made.figures.mfu = mfu;
    return made;
}

std::vector<std::int64_t> indicesOf(const std::vector<EvaluatedPoint>& points)
{
    std::vector<std::int64_t> indices;
    for (const EvaluatedPoint& one : points)
        indices.push_back(one.index);
    return indices;
}

/// Few values, so that equal ones and dominated ones occur.
std::vector<EvaluatedPoint> anyPoints()
{
    std::vector<EvaluatedPoint> points;
    const auto small = [] { return *rc::gen::inRange<std::int64_t>(0, 8); };
    const auto count = *rc::gen::inRange<std::int64_t>(0, 60);
    for (std::int64_t index = 0; index < count; ++index)
        points.push_back(point(index, static_cast<double>(small()), small(), static_cast<double>(small())));
    return points;
}

RC_GTEST_PROP(ParetoFrontProperty, holdsWhatNoPointBeatsWhateverTheOrder, ())
{
    const auto points = anyPoints();
    const auto objectives = *rc::gen::elementOf(
        std::vector<std::vector<Objective>>{{Objective::Time},
                                            {Objective::Memory, Objective::Mfu},
                                            {Objective::Time, Objective::Memory, Objective::Mfu}});
    std::vector<std::int64_t> expected;
    for (const EvaluatedPoint& one : points) {
        const bool isBeaten = std::any_of(points.begin(), points.end(), [&](const EvaluatedPoint& other) {
            bool nowhereWorse = true, better = other.index < one.index;
            for (const Objective objective : objectives) {
                const double a = valueOf(objective, other.figures), b = valueOf(objective, one.figures);
                nowhereWorse = nowhereWorse && (isMaximised(objective) ? a >= b : a <= b);
                better = better || a != b;
            }
            return nowhereWorse && better && other.index != one.index;
        });
        if (!isBeaten)
            expected.push_back(one.index);
    }
    ParetoFront front{objectives}, backwards{objectives};
    for (const EvaluatedPoint& one : points)
        front.add(one);
    for (auto one = points.rbegin(); one != points.rend(); ++one)
        backwards.add(*one);
    RC_ASSERT(front.members() == backwards.members());
    auto indices = indicesOf(front.members());
    std::sort(indices.begin(), indices.end());
    RC_ASSERT(indices == expected);
    for (const EvaluatedPoint& one : points)
        RC_ASSERT(front.dominatorOf(one).has_value()
                  == !std::binary_search(expected.begin(), expected.end(), one.index));
}

RC_GTEST_PROP(BestPointsProperty, areTheFirstOfAllInOrder, ())
{
    const auto points = anyPoints();
    const auto most = *rc::gen::inRange<std::size_t>(1, 12);
    BestPoints best{Objective::Mfu, most};
    for (const EvaluatedPoint& one : points)
        best.add(one);
    auto sorted = points;
    std::stable_sort(sorted.begin(), sorted.end(), [](const EvaluatedPoint& a, const EvaluatedPoint& b) {
        return a.figures.mfu > b.figures.mfu;
    });
    sorted.resize(std::min(most, sorted.size()));
    RC_ASSERT(best.points() == sorted);
}

TEST(ParetoFront, OfEqualPointsTheFirstStandsForAll)
{
    ParetoFront front{{Objective::Time, Objective::Memory}};
    EXPECT_TRUE(front.add(point(7, 1, 5)));
    EXPECT_TRUE(front.add(point(3, 1, 5)));
    EXPECT_FALSE(front.add(point(5, 1, 5)));
    EXPECT_TRUE(front.add(point(9, 2, 4)));
    EXPECT_THAT(indicesOf(front.members()), ElementsAre(3, 9));
    EXPECT_EQ(front.dominatorOf(point(11, 2, 9))->index, 3);
    EXPECT_EQ(front.dominatorOf(point(3, 1, 5)), std::nullopt);
}

} // namespace
} // namespace planscope::sweep
