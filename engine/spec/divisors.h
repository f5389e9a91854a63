#pragma once

#include <cstdint>
#include <vector>

namespace planscope {

/// One prime of a factorisation and how often it divides.
struct PrimePower {
    std::int64_t prime = 0;
    int exponent = 0;
    friend bool operator==(const PrimePower&, const PrimePower&) = default;
};

/// The prime factorisation, primes ascending; empty for 1. Requires: value >= 1.
/// Deterministic; milliseconds for any 63-bit number (Miller–Rabin, then Pollard's rho as improved by
/// Brent, BIT 20 (1980) 176–184).
std::vector<PrimePower> primeFactors(std::int64_t value);

/// Every divisor, ascending, 1 and the value included: at most 103,680 for 63 bits. Requires: value >= 1.
std::vector<std::int64_t> divisorsOf(std::int64_t value);

} // namespace planscope
