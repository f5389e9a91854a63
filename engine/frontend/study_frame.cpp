#include "frontend/study_frame.h"

namespace planscope {
namespace {

void readCandidates(FieldReader& fields, StudyFrame& study)
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

void readPinned(FieldReader& fields, StudyFrame& study)
{
    const auto pinned = fields.optional("pinned");
    if (!pinned)
        return;
    if (!pinned->isObject()) {
        study.pinFaults.wrongType(fields.inside("pinned"), "an object", *pinned);
        return;
    }
    FieldReader indices{study.pinFaults, *pinned, fields.inside("pinned"), {"a", "b"}};
    study.pinnedA = readPinnedIndex(indices, "a", study.candidates.size());
    study.pinnedB = readPinnedIndex(indices, "b", study.candidates.size());
}

} // namespace

void readStudyName(FieldReader& fields, JsonValue value, StudyFrame& study)
{
    study.name = fields.string("name");
    if (const auto name = value.find("name"))
        study.nameJson = name->compact();
}

void readStudyCandidates(FieldReader& fields, StudyFrame& study)
{
    readCandidates(fields, study);
    readPinned(fields, study);
}

FaultList faultsToldWith(const StudyFrame& study, std::size_t index)
{
    constexpr std::size_t repeatedFaults = 8;
    return index == 0 ? study.faults : study.faults.abridged(repeatedFaults);
}

} // namespace planscope
