#include "derivation/whole/distributed/distributed_task_ir.h"

namespace planscope::whole {

ProgramRule programRuleOf(const MappingSpec& mapping, const Shape& shape)
{
    const ScheduleKind kind = kindOf(mapping.pipeline.schedule);
    const bool interleaved = kind == ScheduleKind::InterleavedOneForwardOneBackward;
    return {kind, mapping.pipeline.degree, virtualStagesOf(mapping.pipeline.schedule),
            interleaved ? groupOf(mapping.pipeline) : 1, shape.microbatchCount};
}

ChunkKind chunkKindOf(const Shape& shape, std::int64_t chunk)
{
    const bool first = chunk == 0;
    const bool last = static_cast<std::size_t>(chunk) + 1 == shape.chunks.size();
    if (first)
        return last ? ChunkKind::FirstAndLast : ChunkKind::First;
    return last ? ChunkKind::Last : ChunkKind::Middle;
}

std::vector<Unit> unitsOf(ChunkKind kind)
{
    switch (kind) {
    case ChunkKind::First: return {Unit::Embedding, Unit::Block};
    case ChunkKind::Middle: return {Unit::Block};
    case ChunkKind::Last: return {Unit::Block, Unit::Head};
    case ChunkKind::FirstAndLast: return {Unit::Embedding, Unit::Block, Unit::Head};
    }
    return {};
}

std::vector<ChunkClass> chunkClassesOf(const Shape& shape)
{
    const auto count = static_cast<std::int64_t>(shape.chunks.size());
    if (count == 1)
        return {{ChunkKind::FirstAndLast, unitsOf(ChunkKind::FirstAndLast), 1}};
    std::vector<ChunkClass> classes{{ChunkKind::First, unitsOf(ChunkKind::First), 1}};
    if (count > 2)
        classes.push_back({ChunkKind::Middle, unitsOf(ChunkKind::Middle), count - 2});
    classes.push_back({ChunkKind::Last, unitsOf(ChunkKind::Last), 1});
    return classes;
}

std::optional<Reduction> reductionOf(const Invocation& invocation)
{
    if (invocation.collective != CollectiveKind::AllReduce && invocation.collective != CollectiveKind::ReduceScatter)
        return std::nullopt;
    return invocation.site == MessageSite::Maximum ? Reduction::Maximum : Reduction::Sum;
}

} // namespace planscope::whole
