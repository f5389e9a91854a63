#pragma once

#include "base/json_document.h"
#include "frontend/candidate.h"
#include "frontend/field_reader.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace planscope {

/// What studies of both accountings are made of beside their common specs. Holds handles into the document.
struct StudyFrame {
    std::optional<std::string> name;
    std::string nameJson = "null";
    std::vector<JsonValue> candidates;
    std::optional<std::size_t> pinnedA, pinnedB; ///< indices of the candidates compared
    FaultList faults;                            ///< of the common part
};

void readStudyName(FieldReader& fields, JsonValue value, StudyFrame& study);
/// The fields `candidates` and `pinned`.
void readStudyCandidates(FieldReader& fields, StudyFrame& study);

/// The faults of the common part that are told with a candidate: all with the first, the first few with each further
/// one.
FaultList faultsToldWith(const StudyFrame& study, std::size_t index);

/// What a study without candidates gives in place of its first: a refusal that says so.
template <class C>
ReadOf<C> noCandidate(const StudyFrame& study)
{
    return {study.name, refuse(FaultList{study.faults}.take()), study.nameJson};
}

} // namespace planscope
