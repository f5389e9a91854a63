#include "study/study_document.h"

#include <charconv>

namespace planscope {
namespace {

constexpr std::string_view candidatesOpen = "candidates[";
constexpr std::string_view workloadPrefix = "workload.";
constexpr std::string_view modelPrefix = "model.";

bool startsWith(std::string_view text, std::string_view prefix)
{
    return text.substr(0, prefix.size()) == prefix;
}

/// The field of exactly that path.
template <class Field, std::size_t count>
std::optional<Field> fieldOf(std::string_view path)
{
    for (std::size_t k = 0; k < count; ++k)
        if (infoOf(static_cast<Field>(k)).path == path)
            return static_cast<Field>(k);
    return std::nullopt;
}

std::optional<StudyPlace> placeInCandidate(std::string_view path, std::optional<std::size_t> candidate)
{
    const auto field = fieldOf<CandidateField, candidateFieldCount>(path);
    if (!field)
        return std::nullopt;
    StudyPlace place;
    place.candidate = candidate;
    place.field = field;
    return place;
}

} // namespace

std::optional<StudyPlace> placeOf(std::string_view path, std::optional<std::size_t> candidate)
{
    if (startsWith(path, candidatesOpen)) {
        std::size_t index = 0;
        const char* const end = path.data() + path.size();
        const auto read = std::from_chars(path.data() + candidatesOpen.size(), end, index);
        const std::string_view rest{read.ptr, static_cast<std::size_t>(end - read.ptr)};
        if (read.ec != std::errc{} || !startsWith(rest, "]."))
            return std::nullopt;
        return placeInCandidate(rest.substr(2), index);
    }
    StudyPlace place;
    if (path == "system" || startsWith(path, "system.")) {
        place.system = true;
        return place;
    }
    if (startsWith(path, modelPrefix)) {
        place.model = fieldOf<ModelField, modelFieldCount>(path.substr(modelPrefix.size()));
        return place.model ? std::optional{place} : std::nullopt;
    }
    if (startsWith(path, workloadPrefix)) // as a case has it, and the laws
        path.remove_prefix(workloadPrefix.size());
    place.workload = fieldOf<WorkloadField, workloadFieldCount>(path);
    return place.workload ? std::optional{place} : placeInCandidate(path, candidate);
}

} // namespace planscope
