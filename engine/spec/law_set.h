#pragma once

#include "base/enum_names.h"

#include <cstdint>

namespace planscope {

/// A set of laws of one accounting, iterated in their order by who asks contains() for each. A value; never allocates.
template <class L>
class LawSetOf {
public:
    constexpr void insert(L law) { m_bits |= bit(law); }
    constexpr bool contains(L law) const { return (m_bits & bit(law)) != 0; }
    constexpr bool empty() const { return m_bits == 0; }
    /// The laws that are in both.
    constexpr LawSetOf common(LawSetOf other) const
    {
        other.m_bits &= m_bits;
        return other;
    }
    friend constexpr bool operator==(LawSetOf, LawSetOf) = default;

private:
    static constexpr std::uint32_t bit(L law)
    {
        static_assert(countOf<L>() <= 32, "each law has a bit");
        return std::uint32_t{1} << static_cast<unsigned>(law);
    }
    std::uint32_t m_bits = 0;
};

} // namespace planscope
