#pragma once

#include "report/aside_file.h"
#include "report/table_rows.h"
#include "study/whole_result.h"

#include <vector>

namespace planscope::whole {

/// The tables of whole models, as resultTables() says:
///
///     whole_tasks     a row a task class: what it is, its work once on one rank, demand, predicted seconds once
///     parameters      a row a parameter tensor of one rank
///     saved           a row a tensor kept for backward: elements, bytes, reason, aliases, lifetime
///     moments         a row a transient tensor of a moment of the backward walk
///     stages          a row a stage: ranks, blocks, what it holds, its peak with moment and parts, its work, its times
///     messages        a row a message that a rank of a stage sends or receives in a step
///     whole_estimate  a row a mode: the step by component, utilisation
std::vector<ReportFile> resultTables(const NumberedResults<CandidateResult>& results);

} // namespace planscope::whole
