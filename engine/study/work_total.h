#pragma once

#include "derivation/dialect/dialect.h"

#include <optional>

namespace planscope {

/// Exact work of one task, or of several together.
struct WorkTotal {
    Total<OperationsUnit> operations;
    Total<BytesUnit> read;
    Total<BytesUnit> write;
    Total<BytesUnit> message;
    std::optional<double> seconds; ///< predicted; absent when there is no time

    WorkTotal& operator+=(const WorkloadFacts& facts);
    WorkTotal& operator+=(const WorkTotal& other);
    /// Operations a byte of local memory traffic; absent without traffic.
    std::optional<double> intensity() const;
    friend bool operator==(const WorkTotal&, const WorkTotal&) = default;
};

std::optional<double> arithmeticIntensity(const WorkloadFacts& facts);

} // namespace planscope
