#pragma once

#include <cassert>
#include <cstdint>

namespace planscope {

/// A 64-bit integer that remembers whether any step on the way to it left 64 bits. The value of an
/// overflowed integer means nothing; ask overflowed() before value().
///
/// It is the fast scalar of the block algebra: no branch on a step, one question at the end.
class CheckedInteger {
public:
    constexpr CheckedInteger() = default;
    constexpr explicit CheckedInteger(std::int64_t value) : m_value(value) {}

    constexpr bool overflowed() const { return m_overflowed; }
    constexpr std::int64_t value() const { return m_value; }

    friend constexpr CheckedInteger operator+(CheckedInteger a, CheckedInteger b)
    {
        CheckedInteger sum;
        sum.m_overflowed = __builtin_add_overflow(a.m_value, b.m_value, &sum.m_value)
            | a.m_overflowed | b.m_overflowed;
        return sum;
    }
    friend constexpr CheckedInteger operator-(CheckedInteger a, CheckedInteger b)
    {
        CheckedInteger difference;
        difference.m_overflowed = __builtin_sub_overflow(a.m_value, b.m_value, &difference.m_value)
            | a.m_overflowed | b.m_overflowed;
        return difference;
    }
    friend constexpr CheckedInteger operator*(CheckedInteger a, CheckedInteger b)
    {
        CheckedInteger product;
        product.m_overflowed = __builtin_mul_overflow(a.m_value, b.m_value, &product.m_value)
            | a.m_overflowed | b.m_overflowed;
        return product;
    }
    /// Requires: b divides a (a law checked before the algebra runs) and b > 0.
    friend constexpr CheckedInteger exactQuotient(CheckedInteger a, CheckedInteger b)
    {
        assert(a.m_overflowed || b.m_overflowed || a.m_value % b.m_value == 0);
        return ratio(a, b, 0);
    }
    /// The least integer not below a / b. Requires: a >= 0, b > 0.
    friend constexpr CheckedInteger ceilingQuotient(CheckedInteger a, CheckedInteger b)
    {
        return ratio(a, b, a.m_overflowed || b.m_overflowed || a.m_value % b.m_value == 0 ? 0 : 1);
    }

private:
    static constexpr CheckedInteger ratio(CheckedInteger a, CheckedInteger b, std::int64_t roundUp)
    {
        CheckedInteger quotient;
        quotient.m_overflowed = a.m_overflowed | b.m_overflowed;
        quotient.m_value = quotient.m_overflowed ? 0 : a.m_value / b.m_value + roundUp;
        return quotient;
    }

    std::int64_t m_value = 0;
    bool m_overflowed = false;
};

} // namespace planscope
