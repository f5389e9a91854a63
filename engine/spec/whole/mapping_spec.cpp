#include "spec/whole/mapping_spec.h"

namespace planscope::whole {

std::int64_t virtualStagesOf(const Schedule& schedule)
{
    const auto* interleaved = std::get_if<Interleaved>(&schedule);
    return interleaved ? interleaved->virtualStages : 1;
}

std::int64_t groupOf(const PipelineParallel& pipeline)
{
    return std::get<Interleaved>(pipeline.schedule).group.value_or(pipeline.degree);
}

} // namespace planscope::whole
