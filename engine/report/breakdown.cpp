#include "report/breakdown.h"

#include "report/time_shares.h"

namespace planscope {
std::vector<TimePart> timeParts(const Estimate& estimate)
{
    if (!estimate.modes)
        return {};
    return timePartsOf(iterationTimeFigures, [&modes = *estimate.modes](std::size_t mode) -> const IterationTime& {
        return modes[mode].iteration;
    });
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
