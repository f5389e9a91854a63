#pragma once

#include "frontend/megatron_fields.h"
#include "spec/whole/model_spec.h"

#include <cstdint>

namespace planscope::whole {

/// Reads the model that Megatron arguments describe, all but its vocabulary and name.
ModelSpec readMegatronModel(StatementAccount& account, MegatronFields& fields, std::int64_t sequenceLength);

} // namespace planscope::whole
