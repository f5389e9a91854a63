#include "compare/shapley.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>
#include <numeric>

namespace planscope {
namespace {

std::size_t playersOf(const CoalitionValues& values)
{
    assert(std::has_single_bit(values.size()) && values.size() <= (std::size_t{1} << 20));
    return static_cast<std::size_t>(std::countr_zero(values.size()));
}

/// |S|! (k − |S| − 1)! / k! for each size of S.
std::vector<long double> weightsOf(std::size_t players)
{
    std::vector<long double> weights(players);
    for (std::size_t size = 0; size < players; ++size) {
        // 1 / (k · binomial(k − 1, |S|))
        long double binomial = 1;
        for (std::size_t j = 1; j <= size; ++j)
            binomial = binomial * static_cast<long double>(players - j) / static_cast<long double>(j);
        weights[size] = 1 / (static_cast<long double>(players) * binomial);
    }
    return weights;
}

/// Gives what rounding left between the shares and the difference to the smallest share that is not 0, which can take
/// it up best; so shares that cancel still add up.
void settle(std::vector<double>& shares, double difference)
{
    const auto smaller = [](double left, double right) {
        return left != 0 && (right == 0 || std::abs(left) < std::abs(right));
    };
    const auto smallest = std::min_element(shares.begin(), shares.end(), smaller);
    constexpr int enough = 4; // each turn leaves at most the rounding of the one before
    for (int turn = 0; turn < enough; ++turn) {
        const double rest = difference - std::accumulate(shares.begin(), shares.end(), 0.0);
        if (smallest == shares.end() || *smallest == 0 || rest == 0)
            return;
        *smallest += rest;
    }
}

} // namespace

std::vector<double> shapleyShares(const CoalitionValues& values)
{
    const std::size_t players = playersOf(values);
    const std::vector<long double> weights = weightsOf(players);
    std::vector<double> shares;
    shares.reserve(players);
    std::vector<long double> ofSize(players);
    for (std::size_t player = 0; player < players; ++player) {
        const std::size_t bit = std::size_t{1} << player;
        ofSize.assign(players, 0);
        for (std::size_t coalition = 0; coalition < values.size(); ++coalition)
            if ((coalition & bit) == 0)
                ofSize[static_cast<std::size_t>(std::popcount(coalition))] +=
                    static_cast<long double>(values[coalition | bit]) - static_cast<long double>(values[coalition]);
        long double share = 0;
        for (std::size_t size = 0; size < players; ++size)
            share += weights[size] * ofSize[size];
        shares.push_back(static_cast<double>(share));
    }
    settle(shares, values.back() - values.front());
    return shares;
}

std::vector<double> harsanyiDividends(const CoalitionValues& values)
{
    const std::size_t players = playersOf(values);
    std::vector<long double> sums(values.begin(), values.end());
    for (std::size_t player = 0; player < players; ++player) {
        const std::size_t bit = std::size_t{1} << player;
        for (std::size_t coalition = 0; coalition < sums.size(); ++coalition)
            if ((coalition & bit) != 0)
                sums[coalition] -= sums[coalition ^ bit];
    }
    sums[0] = 0; // the empty coalition's own value is no gain
    std::vector<double> dividends;
    dividends.reserve(sums.size());
    for (const long double dividend : sums)
        dividends.push_back(static_cast<double>(dividend));
    return dividends;
}

} // namespace planscope
