#pragma once

#include "base/json_writer.h"
#include "study/candidate_result.h"

#include <string>

namespace planscope {

struct ResultJsonOptions {
    bool invocations = false; ///< list every invocation of the block
    JsonWriter::Layout layout = JsonWriter::Layout::Indented;
};

/// One result as the JSON object of `planscope-cli evaluate`, no final line break. Figures the candidate did not
/// come to (refused, rejected, a tier too small) are absent, never null.
std::string resultJson(const CandidateResult& result, const ResultJsonOptions& options = {});

} // namespace planscope
