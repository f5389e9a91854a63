#include "evaluation/estimate/block_figures.h"

namespace planscope {
namespace {

constexpr std::size_t components = blockTimeFigures.size();

template <ProcessingMode mode>
BlockFigures walk(std::span<const Invocation> invocations, const InvocationTimer& timer)
{
    std::array<PerMode, components> sums{};
    std::array<std::array<double, 2>, countOf<Phase>()> operations{}; // on the matrix engine, elsewhere
    for (const Invocation& invocation : invocations) {
        const InvocationTime time = timer.time<mode>(invocation);
        const auto phase = static_cast<std::size_t>(invocation.phase);
        PerMode& sum = sums[blockComponentOf[phase][invocation.collective ? 1 : 0]];
        for (std::size_t k = 0; k < sum.size(); ++k)
            sum[k] += time.local[k] + time.network[k];
        operations[phase][timer.system().onMatrixEngine(invocation.primitive) ? 0 : 1] +=
            static_cast<double>(invocation.facts.operations.value());
    }

    BlockFigures figures;
    for (std::size_t component = 0; component < components; ++component)
        for (std::size_t k = 0; k < figures.time.size(); ++k)
            figures.time[k].*blockTimeFigures[component].member = sums[component][k];
    figures.forwardMatrixOperations = operations[static_cast<std::size_t>(Phase::Forward)][0];
    figures.recomputedMatrixOperations = operations[static_cast<std::size_t>(Phase::Recompute)][0];
    return figures;
}

} // namespace

BlockFigures blockFigures(std::span<const Invocation> invocations, const InvocationTimer& timer)
{
    return timer.system().processingMode() == ProcessingMode::Roofline
        ? walk<ProcessingMode::Roofline>(invocations, timer)
        : walk<ProcessingMode::NoOverlap>(invocations, timer);
}

} // namespace planscope
