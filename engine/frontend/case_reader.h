#pragma once

#include "base/json_document.h"
#include "frontend/candidate.h"

#include <string>
#include <vector>

namespace planscope {

inline constexpr std::string_view caseSchema = "planscope.case/1";

/// Reads one case. Everything wrong is told at once, paths from the case's root; a value that is no object is told as
/// file.type at "". `knownSchemas`: what may stand where the case stands, for the diagnostic of another schema.
ReadCandidate readCase(JsonValue value, const std::vector<std::string>& knownSchemas);

} // namespace planscope
