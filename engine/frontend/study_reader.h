#pragma once

#include "base/json_document.h"
#include "frontend/candidate_draft.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace planscope {

inline constexpr std::string_view studySchema = "planscope.study/1";

/// A study as read: the part its candidates have in common, and the candidates still unread. Holds handles into the
/// document. Immutable; any thread.
struct Study {
    std::optional<std::string> name;
    std::string nameJson = "null";
    CandidateDraft common; ///< model, workload without the microbatch size, system
    std::vector<JsonValue> candidates;
    std::optional<std::size_t> pinnedA, pinnedB; ///< indices of the candidates compared
    FaultList faults;                            ///< of the common part
};

/// Requires: value is an object.
Study readStudy(JsonValue value);

/// Reads one candidate: the faults of the common part, then its own, paths from the study's root. When the study has no
/// candidates, index 0 gives one that is refused and says so.
ReadCandidate readStudyCandidate(const Study& study, std::size_t index);

} // namespace planscope
