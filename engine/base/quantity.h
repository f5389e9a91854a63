#pragma once

#include <compare>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>

namespace planscope {

/// 128 bits, signed; an extension of both compilers this project builds with.
__extension__ typedef __int128 WideInteger;

/// An exact 64-bit count of one unit. Quantities of different units do not mix, and there is no
/// silent arithmetic: a sum is either checked (checkedAdd) or taken in a Total.
template <class Unit>
class Quantity {
public:
    constexpr Quantity() = default;
    constexpr explicit Quantity(std::int64_t value) : m_value(value) {}

    constexpr std::int64_t value() const { return m_value; }
    friend constexpr auto operator<=>(Quantity, Quantity) = default;

private:
    std::int64_t m_value = 0;
};

using Operations = Quantity<struct OperationsUnit>; ///< arithmetic operations
using Bytes = Quantity<struct BytesUnit>;           ///< bytes of 8 bits
using Elements = Quantity<struct ElementsUnit>;     ///< tensor elements
using Ranks = Quantity<struct RanksUnit>;           ///< logical ranks

/// The sum, or nothing when it leaves 64 bits.
template <class Unit>
constexpr std::optional<Quantity<Unit>> checkedAdd(Quantity<Unit> a, Quantity<Unit> b)
{
    std::int64_t sum = 0;
    if (__builtin_add_overflow(a.value(), b.value(), &sum))
        return std::nullopt;
    return Quantity<Unit>{sum};
}

/// An exact 128-bit sum of quantities of one unit; for totals of whole programs. Up to 2^64
/// quantities can be added before it could overflow.
template <class Unit>
class Total {
public:
    constexpr Total() = default;

    constexpr Total& operator+=(Quantity<Unit> quantity)
    {
        m_value += quantity.value();
        return *this;
    }
    constexpr Total& operator+=(Total other)
    {
        m_value += other.m_value;
        return *this;
    }
    /// The sum times a count, as in "per block, on every block". Nothing on overflow of 128 bits.
    constexpr std::optional<Total> times(std::int64_t count) const
    {
        Total product;
        if (__builtin_mul_overflow(m_value, static_cast<WideInteger>(count), &product.m_value))
            return std::nullopt;
        return product;
    }
    /// The sum as a 64-bit quantity, or nothing when it does not fit.
    constexpr std::optional<Quantity<Unit>> narrow() const
    {
        if (m_value > std::numeric_limits<std::int64_t>::max()
            || m_value < std::numeric_limits<std::int64_t>::min())
            return std::nullopt;
        return Quantity<Unit>{static_cast<std::int64_t>(m_value)};
    }
    constexpr double toDouble() const { return static_cast<double>(m_value); }
    std::string toString() const;

    friend constexpr bool operator==(Total a, Total b) { return a.m_value == b.m_value; }
    friend constexpr bool operator<(Total a, Total b) { return a.m_value < b.m_value; }

private:
    WideInteger m_value = 0;
};

/// Decimal digits of a 128-bit integer.
std::string decimalDigits(WideInteger value);

template <class Unit>
std::string Total<Unit>::toString() const
{
    return decimalDigits(m_value);
}

} // namespace planscope
