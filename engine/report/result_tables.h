#pragma once

#include "report/aside_file.h"
#include "study/candidate_result.h"

#include <string>
#include <vector>

namespace planscope {

/// The results as CSV files (RFC 4180; see csv_table.h), each with a header row that states units: tasks, buffers,
/// checkpoints, ranks, estimate, memory. The first two columns of each are a result's number, from 1, and its name.
/// Integers have every digit; doubles are the shortest text that reads back to the same value; what a result does not
/// have is an empty field, and a result without a table's subject has no row in it.
std::vector<ReportFile> resultTables(const std::vector<CandidateResultPtr>& results);

} // namespace planscope
