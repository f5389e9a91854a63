#pragma once

#include "base/quantity.h"

#include <cstdint>
#include <string>

namespace planscope {

/// A 128-bit count that remembers whether a step on the way to it left 128 bits; such a count equals nothing,
/// not even itself. Products of whole unsharded tensors pass through here before they are divided.
class ExactCount {
public:
    constexpr ExactCount() = default;
    constexpr ExactCount(WideInteger value) : m_value(value) {}  // NOLINT: a plain number is an exact count
    constexpr ExactCount(std::int64_t value) : m_value(value) {} // NOLINT
    constexpr ExactCount(int value) : m_value(value) {}          // NOLINT

    friend constexpr ExactCount operator+(ExactCount a, ExactCount b)
    {
        ExactCount sum;
        sum.m_overflowed = __builtin_add_overflow(a.m_value, b.m_value, &sum.m_value) || a.m_overflowed
            || b.m_overflowed;
        return sum;
    }
    friend constexpr ExactCount operator*(ExactCount a, ExactCount b)
    {
        ExactCount product;
        product.m_overflowed = __builtin_mul_overflow(a.m_value, b.m_value, &product.m_value) || a.m_overflowed
            || b.m_overflowed;
        return product;
    }
    /// Towards zero. Requires: a divisor of at least 1.
    friend constexpr ExactCount operator/(ExactCount a, ExactCount b)
    {
        a.m_value /= b.m_value;
        a.m_overflowed = a.m_overflowed || b.m_overflowed;
        return a;
    }
    constexpr ExactCount& operator+=(ExactCount other) { return *this = *this + other; }

    /// The quotient rounded up. Requires: a ≥ 0, a divisor of at least 1.
    friend constexpr ExactCount dividedUp(ExactCount a, ExactCount divisor)
    {
        return (a + divisor + ExactCount{-1}) / divisor;
    }

    friend constexpr bool operator==(ExactCount a, ExactCount b)
    {
        return !a.m_overflowed && !b.m_overflowed && a.m_value == b.m_value;
    }

    std::string toString() const { return m_overflowed ? "beyond 128 bits" : decimalDigits(m_value); }

private:
    WideInteger m_value = 0;
    bool m_overflowed = false;
};

} // namespace planscope
