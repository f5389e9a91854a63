#pragma once

#include "base/quantity.h"

#include <cstdint>
#include <string>

namespace planscope {

/// A finite double in exact decimal digits when it is an integer below 2^126 in magnitude, else the shortest
/// text that reads back to it. Either is a JSON number.
std::string exactDigits(double value);
std::string exactDigits(std::int64_t value);
std::string exactDigits(WideInteger value);

} // namespace planscope
