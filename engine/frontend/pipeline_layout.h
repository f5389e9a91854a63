#pragma once

#include "base/diagnostic.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace planscope::whole {

/// Reads Megatron's --pipeline-model-parallel-layout: stages of the letters E (embedding), t (block) and L (loss),
/// split by |, with x*n for n times a letter or | and (…)*n for n times what is in the brackets; commas mean nothing.
/// Gives the blocks of each chunk in model order.
///
/// Fails with one diagnostic without a path: import.megatron.layout for another letter (m, multi-token prediction,
/// among them), brackets inside brackets or without *n, as Megatron does not read them, E that is not first in the
/// first stage or L that is not last in the last; .too_long for over a million letters.
Result<std::vector<std::int64_t>> readPipelineLayout(std::string_view text);

} // namespace planscope::whole
