#include "report/breakdown.h"

namespace planscope {
namespace {

std::optional<double> shareOf(double part, double whole)
{
    return whole > 0 ? std::optional{part / whole} : std::nullopt;
}

} // namespace

std::vector<TimePart> timeParts(const Estimate& estimate)
{
    std::vector<TimePart> parts;
    if (!estimate.modes)
        return parts;
    for (const NamedFigure<IterationTime>& figure : iterationTimeFigures) {
        TimePart& part = parts.emplace_back();
        part.name = figure.name;
        part.share.emplace(PerMode{});
        for (std::size_t mode = 0; mode < part.seconds.size(); ++mode) {
            const IterationTime& time = (*estimate.modes)[mode].iteration;
            part.seconds[mode] = time.*figure.member;
            if (const auto share = shareOf(part.seconds[mode], time.total); share && part.share)
                (*part.share)[mode] = *share;
            else
                part.share.reset();
        }
    }
    return parts;
}

std::vector<MemoryPart> memoryParts(const Estimate& estimate)
{
    const auto total = static_cast<double>(estimate.memory.total.value());
    std::vector<MemoryPart> parts;
    for (const NamedBytes& figure : iterationMemoryFigures) {
        const Bytes bytes = estimate.memory.*figure.member;
        const auto value = static_cast<double>(bytes.value());
        parts.push_back({figure.name, bytes, shareOf(value, total), shareOf(value, estimate.capacity)});
    }
    return parts;
}

} // namespace planscope
