#pragma once

#include "base/json_document.h"
#include "frontend/candidate_draft.h"
#include "frontend/study_frame.h"

#include <cstddef>
#include <string_view>

namespace planscope {

inline constexpr std::string_view studySchema = "planscope.study/1";

/// A study as read: the part its candidates have in common, and the candidates still unread. Holds handles into the
/// document. Immutable; any thread.
struct Study : StudyFrame {
    CandidateDraft common; ///< model, workload without the microbatch size, system
};

/// Requires: value is an object.
Study readStudy(JsonValue value);

/// Reads one candidate: the faults of the common part, then its own, paths from the study's root. When the study has no
/// candidates, index 0 gives one that is refused and says so.
ReadCandidate readStudyCandidate(const Study& study, std::size_t index);

} // namespace planscope
