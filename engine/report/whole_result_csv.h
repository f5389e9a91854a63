#pragma once

#include "study/whole_result.h"

#include <string>

namespace planscope::whole {

/// Results of whole models as CSV, in the manner of report/result_csv.h: one row a stage. What speaks of the whole case
/// is repeated on each of its rows; a case without stages has one row.
std::string csvHeader();
std::string csvRows(const CandidateResult& result);

} // namespace planscope::whole
