#pragma once

#include "base/exact_digits.h"
#include "base/quantity.h"

#include <cstdint>
#include <string>

namespace planscope {

/// Numbers as people read them: three significant digits and a unit. The same on every machine and in
/// every locale. What is exact stands in exactDigits() of base/exact_digits.h; nothing here feeds a computation.

/// "0", "0.0123", "1.23", "123", "12300", "1.23e+09". Negative values keep their sign.
std::string threeDigits(double value);

std::string humanBytes(double bytes);           ///< binary prefixes: "512 B", "47.1 GiB"
std::string humanOperations(double operations); ///< decimal prefixes: "981 GFLOP"
std::string humanSeconds(double seconds);       ///< "1.23 s", "4.56 ms", "7.89 µs"
std::string humanNanoseconds(std::int64_t nanoseconds); ///< likewise
std::string humanRate(double perSecond);        ///< "5870", "12.3 k", "4.56 M"; the caller names what
std::string humanPercent(double fraction);      ///< 0.324 is "32.4 %", 0.0001 is "<0.1 %"

inline std::string humanBytes(Bytes bytes)
{
    return humanBytes(static_cast<double>(bytes.value()));
}
inline std::string humanOperations(Operations operations)
{
    return humanOperations(static_cast<double>(operations.value()));
}

} // namespace planscope
