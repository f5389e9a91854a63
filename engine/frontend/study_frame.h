#pragma once

#include "base/json_document.h"
#include "frontend/candidate.h"
#include "frontend/fault_list.h"
#include "frontend/field_reader.h"
#include "frontend/mapping_reader.h"

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace planscope {

/// What studies of both accountings are made of beside their common specs. Holds handles into the document.
struct StudyFrame {
    std::optional<std::string> name;
    std::string nameJson = "null";
    std::vector<JsonValue> candidates;
    std::optional<std::size_t> pinnedA, pinnedB; ///< indices of the candidates compared
    FaultList faults;                            ///< of the common part
    FaultList pinFaults;                         ///< of `pinned`, on which no candidate depends
};

void readStudyName(FieldReader& fields, JsonValue value, StudyFrame& study);
/// The fields `candidates` and `pinned`.
void readStudyCandidates(FieldReader& fields, StudyFrame& study);

/// The faults of the common part that are told with a candidate: all with the first, the first few with each further
/// one.
FaultList faultsToldWith(const StudyFrame& study, std::size_t index);

/// One candidate of a study of either accounting. What every candidate has is read here; `readOwn` fills the draft, a
/// copy of the study's common part, with the rest. A study without candidates gives in place of its first a refusal
/// that says so.
template <class C, class S, class ReadOwn>
ReadOf<C> readCandidateOf(const S& study, std::size_t index, ReadOwn&& readOwn)
{
    if (study.candidates.empty())
        return {study.name, refuse(FaultList{study.faults}.take()), study.nameJson};

    ReadOf<C> read;
    FaultList faults = faultsToldWith(study, index);
    const JsonValue value = study.candidates[index];
    const std::string place = elementPath("candidates", index);
    if (!value.isObject()) {
        faults.wrongType(place, "a candidate, which is an object,", value);
        read.candidate = refuse(std::move(faults).take());
        return read;
    }
    read.readName(value);
    FieldReader fields{faults, value, place, {"name", "microbatch_size", "mapping", "network_tiers"}};
    auto draft = study.common;
    draft.name = fields.string("name").value_or("");
    draft.workload.microbatchSize = fields.size("microbatch_size").value_or(0);
    readOwn(fields, draft);
    draft.tiers = readNetworkTiers(fields, "network_tiers");
    read.candidate = finish(std::move(draft), std::move(faults), place);
    return read;
}

} // namespace planscope
