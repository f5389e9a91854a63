#pragma once

#include "report/aside_file.h"
#include "study/any_result.h"

#include <string>
#include <vector>

namespace planscope {

/// The results as CSV files (RFC 4180; see csv_table.h), each with a header row that states units. Of equal blocks:
/// tasks, buffers, ranks, estimate, memory. Of whole models: whole_tasks, parameters, saved, moments, stages, messages,
/// whole_estimate (see whole_result_tables.h). Of both: checkpoints. There are those of an accounting when one of the
/// results is of it. The first two columns of each are a result's number, from 1, and its name. Integers have every
/// digit; doubles are the shortest text that reads back to the same value; what a result does not have is an empty
/// field, and a result without a table's subject has no row in it.
/// Requires: every result is there.
std::vector<ReportFile> resultTables(const std::vector<AnyResult>& results);

} // namespace planscope
