#pragma once

#include "compare/attribution.h"

#include <cstdint>
#include <functional>

namespace planscope {

/// A subset of causes: bit k stands for the k-th.
using Coalition = std::uint32_t;

/// Causes that can be told apart, and how they came to be joined.
struct JoinedCauses {
    std::vector<FieldSet> causes; ///< in the order of their first fields
    std::vector<Joining> joinings;
};

/// Looks at one intermediate: the coalition of causes that are as in B, and their fields. Says what is illegal about
/// it, or nothing. Called anew for every coalition, from the empty one, after fields were joined.
using VisitIntermediate = std::function<std::optional<MixedFault>(Coalition, FieldSet)>;

/// Starts with a cause for each changed field; visits all coalitions by size, then in field order; at the first illegal
/// one joins the causes of the operands' changed fields into one and starts again, until all are legal. Where they are
/// fewer than two causes, the next one behind them is joined too, the first one behind the last.
/// Requires: the empty and the full coalition are legal.
JoinedCauses joinUntilLegal(FieldSet changed, const VisitIntermediate& visit);
/// The same from causes of which some have several fields already. Requires: no field is in two of them.
JoinedCauses joinUntilLegal(std::vector<FieldSet> causes, const VisitIntermediate& visit);

} // namespace planscope
