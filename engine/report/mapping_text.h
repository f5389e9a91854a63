#pragma once

#include "spec/transformer_training_mapping_spec.h"
#include "spec/whole/mapping_spec.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace planscope {

/// "tensor 8 × pipeline 8 × data 1".
std::string degreesText(const TransformerTrainingMappingSpec& mapping);
/// "single stage", "1F1B", "interleaved 1F1B, 3 virtual stages".
std::string scheduleText(const PipelineSchedule& schedule);

/// "tensor 8 × context 1 × pipeline 8 × data 2".
std::string degreesText(const whole::MappingSpec& mapping);
/// As of a schedule, the interleaved one with its group: "interleaved 1F1B, 3 virtual stages, groups of 8
/// microbatches".
std::string scheduleText(const whole::PipelineParallel& pipeline);

/// "1 block", "12 blocks".
std::string counted(std::int64_t number, std::string_view one);
std::string counted(std::int64_t number, std::string_view one, std::string_view many);

} // namespace planscope
