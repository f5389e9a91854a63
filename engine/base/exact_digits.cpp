#include "base/exact_digits.h"

#include "base/json_writer.h"

#include <cmath>

namespace planscope {

std::string exactDigits(double value)
{
    constexpr double limit = 0x1p126;
    if (std::abs(value) < limit && value == std::trunc(value))
        return decimalDigits(static_cast<WideInteger>(value));
    return shortestDouble(value);
}

std::string exactDigits(std::int64_t value)
{
    return decimalDigits(value);
}

std::string exactDigits(WideInteger value)
{
    return decimalDigits(value);
}

} // namespace planscope
