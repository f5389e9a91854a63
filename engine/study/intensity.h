#pragma once

#include "derivation/dialect/dialect.h"

#include <optional>

namespace planscope {

/// Operations a byte of local memory traffic; absent where there are none of either.
std::optional<double> arithmeticIntensity(const Total<OperationsUnit>& operations, const Total<BytesUnit>& read,
                                          const Total<BytesUnit>& write);
std::optional<double> arithmeticIntensity(const WorkloadFacts& facts);

} // namespace planscope
