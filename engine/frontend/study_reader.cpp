#include "frontend/study_reader.h"

#include "frontend/model_reader.h"
#include "frontend/system_reader.h"

namespace planscope {
namespace {

/// How many faults of the common part are told again with each candidate but the first.
constexpr std::size_t repeatedFaults = 8;

void readCandidates(FieldReader& fields, Study& study)
{
    const auto candidates = fields.array("candidates");
    if (!candidates)
        return;
    study.candidates.reserve(candidates->childCount());
    for (const JsonValue candidate : candidates->elements())
        study.candidates.push_back(candidate);
    if (study.candidates.empty())
        fields.faults().add(Diagnostic{Severity::Error,
                                       Origin::Import,
                                       "study.no_candidates",
                                       fields.inside("candidates"),
                                       "the study has no candidates to evaluate",
                                       candidates->compact(),
                                       {}});
}

std::optional<std::size_t> readPinnedIndex(FieldReader& fields, std::string_view name, std::size_t candidateCount)
{
    const auto index = fields.optionalInteger(name);
    if (!index)
        return std::nullopt;
    if (*index >= 0 && static_cast<std::size_t>(*index) < candidateCount)
        return static_cast<std::size_t>(*index);
    constexpr std::size_t mostListed = 1000;
    std::vector<std::string> indices;
    if (candidateCount <= mostListed)
        for (std::size_t k = 0; k < candidateCount; ++k)
            indices.push_back(std::to_string(k));
    fields.faults().unknownValue(fields.inside(name), fields.asGiven(name), std::move(indices));
    return std::nullopt;
}

void readPinned(FieldReader& fields, Study& study)
{
    const auto pinned = fields.optional("pinned");
    if (!pinned)
        return;
    if (!pinned->isObject()) {
        fields.faults().wrongType(fields.inside("pinned"), "an object", *pinned);
        return;
    }
    FieldReader indices{fields.faults(), *pinned, fields.inside("pinned"), {"a", "b"}};
    study.pinnedA = readPinnedIndex(indices, "a", study.candidates.size());
    study.pinnedB = readPinnedIndex(indices, "b", study.candidates.size());
}

} // namespace

Study readStudy(JsonValue value)
{
    Study study;
    FieldReader fields{study.faults,
                       value,
                       {},
                       {"schema", "name", "model", "global_batch_size", "datatype", "system", "candidates", "pinned"}};
    fields.oneOf("schema", {std::string{studySchema}});
    study.name = fields.string("name");
    if (const auto name = value.find("name"))
        study.nameJson = name->compact();
    study.common.model = readModel(fields, "model");
    study.common.workload.globalBatchSize = fields.size("global_batch_size").value_or(0);
    study.common.workload.datatype = fields.enumeration<Datatype>("datatype").value_or(Datatype::Float16);
    study.common.system = readSystem(fields, "system");
    readCandidates(fields, study);
    readPinned(fields, study);
    return study;
}

ReadCandidate readStudyCandidate(const Study& study, std::size_t index)
{
    if (study.candidates.empty())
        return {study.name, refuse(FaultList{study.faults}.take()), study.nameJson};

    ReadCandidate read{std::nullopt, refuse(Diagnostics{}), "null"};
    FaultList faults = index == 0 ? study.faults : study.faults.abridged(repeatedFaults);
    const JsonValue value = study.candidates[index];
    const std::string place = elementPath("candidates", index);
    if (!value.isObject()) {
        faults.wrongType(place, "a candidate, which is an object,", value);
        read.candidate = refuse(std::move(faults).take());
        return read;
    }
    readName(value, read);
    FieldReader fields{faults, value, place, {"name", "microbatch_size", "mapping", "network_tiers"}};
    CandidateDraft draft = study.common;
    draft.name = fields.string("name").value_or("");
    draft.workload.microbatchSize = fields.size("microbatch_size").value_or(0);
    draft.mapping = readMapping(fields, "mapping");
    draft.tiers = readNetworkTiers(fields, "network_tiers");
    read.candidate = finish(std::move(draft), std::move(faults), place);
    return read;
}

} // namespace planscope
