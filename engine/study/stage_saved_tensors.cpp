#include "study/stage_saved_tensors.h"

#include <array>
#include <cassert>

namespace planscope::whole {
namespace {

/// How often a microbatch passes each unit on the stage, by Unit.
std::array<std::int64_t, countOf<Unit>()> passesOf(const PlanProgram& program, std::int64_t stage)
{
    std::array<std::int64_t, countOf<Unit>()> passes{};
    const auto chunks = static_cast<std::int64_t>(program.shape.chunks.size());
    for (std::int64_t chunk = stage; chunk < chunks; chunk += program.rule.stages) {
        passes[static_cast<std::size_t>(Unit::Embedding)] += chunk == 0 ? 1 : 0;
        passes[static_cast<std::size_t>(Unit::Block)] += program.shape.chunks[static_cast<std::size_t>(chunk)];
        passes[static_cast<std::size_t>(Unit::Head)] += chunk + 1 == chunks ? 1 : 0;
    }
    return passes;
}

} // namespace

std::vector<StageSavedTensor> savedTensorsOf(const PortablePlanIR& plan, std::int64_t stage)
{
    assert(stage >= 0 && stage < plan.program.rule.stages);
    const auto passes = passesOf(plan.program, stage);
    std::vector<StageSavedTensor> tensors;
    for (std::size_t k = 0; k < plan.saved.size(); ++k) {
        const SavedBuffer& buffer = plan.saved[k];
        const std::int64_t times = passes[static_cast<std::size_t>(unitOf(buffer.tensor))];
        if (times == 0)
            continue;
        Total<BytesUnit> once;
        once += buffer.bytes;
        tensors.push_back({k, buffer.rebuilt ? 1 : times, *once.times(buffer.rebuilt ? 0 : times)}); // within 126 bits
    }
    return tensors;
}

} // namespace planscope::whole
