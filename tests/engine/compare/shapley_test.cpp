#include "compare/shapley.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

namespace planscope {
namespace {

CoalitionValues anyValues(std::size_t players)
{
    const auto value = [] { return static_cast<double>(*rc::gen::inRange(-1'000'000, 1'000'001)) / 64; };
    CoalitionValues values(std::size_t{1} << players);
    std::generate(values.begin(), values.end(), value);
    return values;
}

/// The definition: the mean over every order.
std::vector<double> byOrders(const CoalitionValues& values)
{
    const auto players = static_cast<std::size_t>(std::countr_zero(values.size()));
    std::vector<std::size_t> order(players);
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::vector<double> shares(players);
    double orders = 0;
    do {
        std::size_t coalition = 0;
        for (const std::size_t player : order) {
            const std::size_t joined = coalition | std::size_t{1} << player;
            shares[player] += values[joined] - values[coalition];
            coalition = joined;
        }
        ++orders;
    } while (std::next_permutation(order.begin(), order.end()));
    for (double& share : shares)
        share /= orders;
    return shares;
}

bool near(double a, double b, double scale)
{
    return std::abs(a - b) <= 1e-12 * scale;
}

double largestOf(const CoalitionValues& values)
{
    double largest = 1;
    for (const double value : values)
        largest = std::max(largest, std::abs(value));
    return largest;
}

TEST(Shapley, NobodyHasNoShares)
{
    EXPECT_TRUE(shapleyShares({7}).empty());
    EXPECT_EQ(harsanyiDividends({7}), std::vector<double>{0});
}

TEST(Shapley, TwoPlayersShareTheirInteraction)
{
    const CoalitionValues values{10, 8, 9, 3}; // −2, −1, and −4 together
    EXPECT_EQ(shapleyShares(values), (std::vector<double>{-4, -3}));
    EXPECT_EQ(harsanyiDividends(values), (std::vector<double>{0, -2, -1, -4}));
}

RC_GTEST_PROP(Shapley, IsTheMeanOverAllOrders, ())
{
    const CoalitionValues values = anyValues(*rc::gen::inRange<std::size_t>(1, 7));
    const std::vector<double> shares = shapleyShares(values);
    const std::vector<double> defined = byOrders(values);
    RC_ASSERT(shares.size() == defined.size());
    for (std::size_t k = 0; k < shares.size(); ++k)
        RC_ASSERT(near(shares[k], defined[k], largestOf(values)));
}

RC_GTEST_PROP(Shapley, SharesAddUp, ())
{
    const CoalitionValues values = anyValues(*rc::gen::inRange<std::size_t>(1, 9));
    const std::vector<double> shares = shapleyShares(values);
    RC_ASSERT(
        near(std::accumulate(shares.begin(), shares.end(), 0.0), values.back() - values.front(), largestOf(values)));
}

RC_GTEST_PROP(Shapley, WhoChangesNothingHasExactlyNothing, ())
{
    const auto players = *rc::gen::inRange<std::size_t>(2, 8);
    const auto dummy = *rc::gen::inRange<std::size_t>(0, players);
    CoalitionValues values = anyValues(players);
    for (std::size_t coalition = 0; coalition < values.size(); ++coalition)
        values[coalition] = values[coalition & ~(std::size_t{1} << dummy)];
    RC_ASSERT(shapleyShares(values)[dummy] == 0);
    const std::vector<double> dividends = harsanyiDividends(values);
    for (std::size_t coalition = 0; coalition < values.size(); ++coalition)
        RC_ASSERT((coalition >> dummy & 1) == 0 || near(dividends[coalition], 0, largestOf(values)));
}

RC_GTEST_PROP(Shapley, PlayersAlikeShareAlike, ())
{
    const auto players = *rc::gen::inRange<std::size_t>(2, 8);
    CoalitionValues values = anyValues(players);
    for (std::size_t coalition = 0; coalition < values.size(); ++coalition)
        if ((coalition & 3) == 2) // players 0 and 1 change places
            values[coalition] = values[coalition ^ 3];
    const std::vector<double> shares = shapleyShares(values);
    RC_ASSERT(near(shares[0], shares[1], largestOf(values)));
}

RC_GTEST_PROP(Shapley, AShareIsTheEqualPartsOfDividends, ())
{
    const CoalitionValues values = anyValues(*rc::gen::inRange<std::size_t>(1, 7));
    const std::vector<double> shares = shapleyShares(values);
    const std::vector<double> dividends = harsanyiDividends(values);
    for (std::size_t player = 0; player < shares.size(); ++player) {
        double sum = 0;
        for (std::size_t coalition = 1; coalition < values.size(); ++coalition)
            if ((coalition >> player & 1) != 0)
                sum += dividends[coalition] / static_cast<double>(std::popcount(coalition));
        RC_ASSERT(near(sum, shares[player], 100 * largestOf(values))); // dividends of many are large and cancel
    }
}

} // namespace
} // namespace planscope
