#pragma once

#include "base/field_writer.h"
#include "frontend/candidate.h"
#include "frontend/whole_case_statement.h"

#include <string>

namespace planscope {

/// A candidate as an indented planscope.case/1, ending in a line break. Reading it gives an equal candidate. The system
/// is written by name when it is the bundled one of that name, else in place.
std::string writeCase(const Candidate& candidate);

/// The member `model`, in place.
void writeModelField(FieldWriter& to, const TransformerModelSpec& model);

namespace whole {

/// The same as an indented planscope.case/2; the framework likewise by name or in place.
std::string writeCase(const Candidate& candidate);
/// Also what breaks laws. Requires: system and framework are not null.
std::string writeCase(const CaseStatement& statement);

} // namespace whole

} // namespace planscope
