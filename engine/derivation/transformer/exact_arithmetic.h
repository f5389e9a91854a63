#pragma once

#include "base/saturating_count.h"

#include <boost/multiprecision/cpp_int.hpp>

#include <cstdint>
#include <limits>

/// The two arithmetics in which an algebra makes numbers.
namespace planscope {

/// The fast arithmetic of plan and sweep.
struct SaturatingArithmetic {
    using Scalar = SaturatingCount;
    Scalar literal(std::int64_t value) { return Scalar{value}; }
    Scalar given(const char*, const char*, std::int64_t value) { return Scalar{value}; }
    Scalar define(const char*, const char*, Scalar value) { return value; }
    Scalar zero() { return Scalar{0}; }
};

/// Integers without bounds, for the rare case in which some step left 64 bits: only then is it a
/// question whether a fact itself does.
struct ExactInteger {
    boost::multiprecision::cpp_int value;

    friend ExactInteger operator+(const ExactInteger& a, const ExactInteger& b) { return {a.value + b.value}; }
    friend ExactInteger operator-(const ExactInteger& a, const ExactInteger& b) { return {a.value - b.value}; }
    friend ExactInteger operator*(const ExactInteger& a, const ExactInteger& b) { return {a.value * b.value}; }
    friend ExactInteger exactQuotient(const ExactInteger& a, const ExactInteger& b) { return {a.value / b.value}; }
    friend ExactInteger ceilingQuotient(const ExactInteger& a, const ExactInteger& b)
    {
        return {(a.value + b.value - 1) / b.value};
    }
};
struct ExactArithmetic {
    using Scalar = ExactInteger;
    Scalar literal(std::int64_t value) { return {value}; }
    Scalar given(const char*, const char*, std::int64_t value) { return {value}; }
    Scalar define(const char*, const char*, Scalar value) { return value; }
    Scalar zero() { return {0}; }
};

inline bool beyond64Bits(const ExactInteger& integer)
{
    return integer.value > std::numeric_limits<std::int64_t>::max();
}

} // namespace planscope
