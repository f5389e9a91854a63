#pragma once

#include "base/json_document.h"
#include "frontend/candidate.h"
#include "frontend/fault_list.h"
#include "frontend/study_frame.h"
#include "frontend/whole_case_statement.h"
#include "spec/whole/laws.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace planscope::whole {

inline constexpr std::string_view caseSchema = "planscope.case/2";
inline constexpr std::string_view studySchema = "planscope.study/2";

/// What a case, or a study and one of its candidates, state together. Complete when reading it gave no fault.
struct CandidateDraft : CaseStatement {
    LawOperands operands;
};

/// As planscope::finish().
Result<Candidate> finish(CandidateDraft draft, FaultList faults, const std::string& place);

/// Reads one case. Everything wrong is told at once, paths from the case's root. Requires: an object.
ReadCandidate readCase(JsonValue value);

/// A study of whole models; see planscope::Study.
struct Study : StudyFrame {
    CandidateDraft common; ///< model, workload without the microbatch size, system, framework
};

/// Requires: value is an object.
Study readStudy(JsonValue value);

/// As planscope::readStudyCandidate().
ReadCandidate readStudyCandidate(const Study& study, std::size_t index);

} // namespace planscope::whole
