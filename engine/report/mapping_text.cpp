#include "report/mapping_text.h"

#include "base/match.h"

#include <fmt/format.h>

namespace planscope {

std::string degreesText(const TransformerTrainingMappingSpec& mapping)
{
    return fmt::format("tensor {} × pipeline {} × data {}", mapping.tensor.degree, mapping.pipeline.degree,
                       mapping.data.degree);
}

std::string scheduleText(const PipelineSchedule& schedule)
{
    return std::visit(Match{
                          [](const SingleStage&) { return std::string{"single stage"}; },
                          [](const OneForwardOneBackward&) { return std::string{"1F1B"}; },
                          [](const InterleavedOneForwardOneBackward& interleaved) {
                              return fmt::format("interleaved 1F1B, {} virtual stages", interleaved.virtualStages);
                          },
                          [](const ForwardOnly&) { return std::string{"forward only"}; },
                      },
                      schedule);
}

std::string degreesText(const whole::MappingSpec& mapping)
{
    return fmt::format("tensor {} × context {} × pipeline {} × data {}", mapping.tensor.degree, mapping.context.degree,
                       mapping.pipeline.degree, mapping.data.degree);
}

std::string scheduleText(const whole::PipelineParallel& pipeline)
{
    return std::visit(Match{
                          [&pipeline](const whole::Interleaved& interleaved) {
                              return fmt::format("{}, groups of {}",
                                                 scheduleText(PipelineSchedule{InterleavedOneForwardOneBackward{
                                                     interleaved.virtualStages}}),
                                                 counted(groupOf(pipeline), "microbatch", "microbatches"));
                          },
                          [](const auto& plain) { return scheduleText(PipelineSchedule{plain}); },
                      },
                      pipeline.schedule);
}

std::string counted(std::int64_t number, std::string_view one)
{
    return counted(number, one, fmt::format("{}s", one));
}

std::string counted(std::int64_t number, std::string_view one, std::string_view many)
{
    return fmt::format("{} {}", number, number == 1 ? one : many);
}

} // namespace planscope
