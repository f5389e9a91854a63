#include "base/quantity.h"

#include <algorithm>

namespace planscope {

std::string decimalDigits(WideInteger value)
{
    __extension__ typedef unsigned __int128 Magnitude;
    auto magnitude = value < 0 ? -static_cast<Magnitude>(value) : static_cast<Magnitude>(value);
    std::string digits;
    do {
        digits.push_back(static_cast<char>('0' + static_cast<int>(magnitude % 10)));
        magnitude /= 10;
    } while (magnitude != 0);
    if (value < 0)
        digits.push_back('-');
    std::reverse(digits.begin(), digits.end());
    return digits;
}

} // namespace planscope
