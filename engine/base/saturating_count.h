#pragma once

#include <cassert>
#include <cstdint>
#include <limits>

namespace planscope {

/// A non-negative 64-bit count whose sums and products stop at 2^63 − 1 instead of leaving 64 bits: the
/// value is min(true value, 2^63 − 1). A count at that limit is taken for one beyond it.
///
/// It is the fast scalar of the block algebra: eight bytes, no branch on a step, and since every sum of
/// a saturated count is saturated, a total answers for all its parts.
class SaturatingCount {
public:
    constexpr SaturatingCount() = default;
    constexpr explicit SaturatingCount(std::int64_t value) : m_value(value) { assert(value >= 0); }

    constexpr bool saturated() const { return m_value == limit; }
    constexpr std::int64_t value() const { return m_value; }

    friend constexpr SaturatingCount operator+(SaturatingCount a, SaturatingCount b)
    {
        std::int64_t sum = 0;
        return raw(__builtin_add_overflow(a.m_value, b.m_value, &sum) ? limit : sum);
    }
    friend constexpr SaturatingCount operator*(SaturatingCount a, SaturatingCount b)
    {
        std::int64_t product = 0;
        return raw(__builtin_mul_overflow(a.m_value, b.m_value, &product) ? limit : product);
    }
    /// Requires: b <= a. A saturated count stays saturated.
    friend constexpr SaturatingCount operator-(SaturatingCount a, SaturatingCount b)
    {
        assert(b.m_value <= a.m_value);
        return raw(a.saturated() ? limit : a.m_value - b.m_value);
    }
    /// Requires: b divides a, b > 0. A saturated count stays saturated.
    friend constexpr SaturatingCount exactQuotient(SaturatingCount a, SaturatingCount b)
    {
        assert(a.saturated() || a.m_value % b.m_value == 0);
        return raw(a.saturated() ? limit : a.m_value / b.m_value);
    }
    /// The least integer not below a / b. Requires: b > 0. A saturated count stays saturated.
    friend constexpr SaturatingCount ceilingQuotient(SaturatingCount a, SaturatingCount b)
    {
        if (b.m_value == 1 || a.saturated())
            return a;
        return raw(a.m_value / b.m_value + (a.m_value % b.m_value != 0 ? 1 : 0));
    }

private:
    static constexpr std::int64_t limit = std::numeric_limits<std::int64_t>::max();
    static constexpr SaturatingCount raw(std::int64_t value)
    {
        SaturatingCount count;
        count.m_value = value;
        return count;
    }

    std::int64_t m_value = 0;
};

} // namespace planscope
