#pragma once

#include "study/candidate_result.h"

#include <string>

namespace planscope {

struct ResultTextOptions {
    bool invocations = false; ///< list every invocation of the block
    bool diagnostics = true;  ///< false where they stand on the same screen already
    bool hostTime = false;    ///< how long each pass ran here; the only figure that differs from run to run
};

/// One result for a person at a terminal: the answer first, then time, memory, work and derivation. Figures have three
/// significant digits, exact ones stand beside them where they matter; every time is called predicted, and a
/// percentage says of what. Ends with a line break.
std::string resultText(const CandidateResult& result, const ResultTextOptions& options = {});

} // namespace planscope
