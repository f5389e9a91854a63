#pragma once

#include "report/breakdown.h"

#include <optional>
#include <vector>

namespace planscope {

/// Nothing of a whole that is 0.
inline std::optional<double> shareOf(double part, double whole)
{
    return whole > 0 ? std::optional{part / whole} : std::nullopt;
}

/// The named figures of a time in both modes, with their shares of its total. `timeOf(mode)`: the time in that mode.
template <class Figures, class TimeOf>
std::vector<TimePart> timePartsOf(const Figures& figures, TimeOf timeOf)
{
    std::vector<TimePart> parts;
    for (const auto& figure : figures) {
        TimePart& part = parts.emplace_back();
        part.name = figure.name;
        part.share.emplace(PerMode{});
        for (std::size_t mode = 0; mode < part.seconds.size(); ++mode) {
            const auto& time = timeOf(mode);
            part.seconds[mode] = time.*figure.member;
            if (const auto share = shareOf(part.seconds[mode], time.total); share && part.share)
                (*part.share)[mode] = *share;
            else
                part.share.reset();
        }
    }
    return parts;
}

} // namespace planscope
