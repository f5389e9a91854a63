#include "spec/transformer_training_mapping_spec.h"

#include "base/match.h"

namespace planscope {

std::int64_t virtualStagesOf(const PipelineSchedule& schedule)
{
    return std::visit(Match{
                          [](const SingleStage&) { return std::int64_t{1}; },
                          [](const OneForwardOneBackward&) { return std::int64_t{1}; },
                          [](const InterleavedOneForwardOneBackward& s) { return s.virtualStages; },
                          [](const ForwardOnly&) { return std::int64_t{1}; },
                      },
                      schedule);
}

} // namespace planscope
