#pragma once

#include "frontend/megatron_fields.h"
#include "spec/whole/mapping_spec.h"

#include <cstdint>

namespace planscope::whole {

/// Reads how Megatron arguments cut `blockCount` blocks into stages and chunks, and in which order a stage works.
PipelineParallel readMegatronPipeline(StatementAccount& account, MegatronFields& fields, std::int64_t blockCount);

} // namespace planscope::whole
