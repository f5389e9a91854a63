#pragma once

#include "base/quantity.h"

namespace planscope::whole {

/// Beyond any sum that a legal IR can state; a bounded integer at this limit equals none.
inline constexpr WideInteger integerBound = WideInteger{1} << 100;

constexpr WideInteger bounded(WideInteger value)
{
    return value > integerBound ? integerBound : value < -integerBound ? -integerBound : value;
}
/// Sums and products of whatever integers a file states, for verifiers: they stop at the bound, never overflow.
constexpr WideInteger boundedSum(WideInteger a, WideInteger b)
{
    return bounded(bounded(a) + bounded(b));
}
constexpr WideInteger boundedProduct(WideInteger a, WideInteger b)
{
    WideInteger product = 0;
    if (__builtin_mul_overflow(a, b, &product))
        return (a < 0) == (b < 0) ? integerBound : -integerBound;
    return bounded(product);
}

} // namespace planscope::whole
