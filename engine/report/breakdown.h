#pragma once

#include "study/candidate_result.h"

#include <optional>
#include <string_view>
#include <vector>

namespace planscope {

/// A component of the iteration time in both modes, with its share of the total.
struct TimePart {
    std::string_view name; ///< "forward" … "total", as files have it
    PerMode seconds{};
    std::optional<PerMode> share; ///< absent where the total is 0
};
/// The components in their order, the total last; empty when the estimate has no times.
std::vector<TimePart> timeParts(const Estimate& estimate);

/// A component of the memory of the first stage, with its shares.
struct MemoryPart {
    std::string_view name; ///< "weights" … "total"
    Bytes bytes;
    std::optional<double> shareOfTotal;    ///< absent where the total is 0
    std::optional<double> shareOfCapacity; ///< absent where the capacity is 0
};
/// The components in their order, the total last.
std::vector<MemoryPart> memoryParts(const Estimate& estimate);

} // namespace planscope
