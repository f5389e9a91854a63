#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace planscope {

/// A quantity for every coalition of k players: 2^k values, indexed by the coalition, whose bit i is player i.
using CoalitionValues = std::vector<double>;

/// The Shapley value of each player: the mean over all orders of what the quantity changes when the player joins those
/// before. The shares add up to the full coalition's value less the empty one's; players alike in every coalition have
/// equal shares, up to rounding; one that never changes anything has exactly 0.
/// L. S. Shapley, A value for n-person games, 1953. O(k·2^k).
/// Requires: 2^k values, k <= 20.
std::vector<double> shapleyShares(const CoalitionValues& values);

/// What each coalition brings beyond all that its proper subsets bring; of a single player what it changes alone. The
/// empty coalition's is 0. They add up as the shares do, and a player's share is the sum of dividend / size over the
/// coalitions it is in. J. C. Harsanyi, 1963. O(k·2^k). Requires: as above.
std::vector<double> harsanyiDividends(const CoalitionValues& values);

} // namespace planscope
