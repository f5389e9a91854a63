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

/// The field of exactly that path, or of a list whose element the path names.
template <class Field>
std::optional<Field> fieldAt(Accounting accounting, std::string_view path)
{
    const std::string_view whole = path.substr(0, path.find('['));
    for (const Field field : fieldsOf<Field>(accounting)) {
        const FieldInfo& info = infoOf(accounting, field);
        const bool isList = info.kind == FieldKind::IntegerList || info.kind == FieldKind::NameSet;
        if (info.path == (isList ? whole : path))
            return field;
    }
    return std::nullopt;
}

std::optional<StudyPlace> placeInCandidate(Accounting accounting, std::string_view path,
                                           std::optional<std::size_t> candidate)
{
    const auto field = fieldAt<CandidateField>(accounting, path);
    if (!field)
        return std::nullopt;
    StudyPlace place;
    place.candidate = candidate;
    place.field = field;
    return place;
}

bool isIn(std::string_view path, std::string_view profile)
{
    return startsWith(path, profile) && (path.size() == profile.size() || path[profile.size()] == '.');
}

} // namespace

std::optional<StudyPlace> placeOf(Accounting accounting, std::string_view path, std::optional<std::size_t> candidate)
{
    if (startsWith(path, candidatesOpen)) {
        std::size_t index = 0;
        const char* const end = path.data() + path.size();
        const auto read = std::from_chars(path.data() + candidatesOpen.size(), end, index);
        const std::string_view rest{read.ptr, static_cast<std::size_t>(end - read.ptr)};
        if (read.ec != std::errc{} || !startsWith(rest, "]."))
            return std::nullopt;
        return placeInCandidate(accounting, rest.substr(2), index);
    }
    StudyPlace place;
    place.system = isIn(path, "system");
    place.framework = accounting == Accounting::Whole && isIn(path, "framework");
    if (place.system || place.framework)
        return place;
    if (startsWith(path, modelPrefix)) {
        place.model = fieldAt<ModelField>(accounting, path.substr(modelPrefix.size()));
        return place.model ? std::optional{place} : std::nullopt;
    }
    place.workload = fieldAt<WorkloadField>(accounting, path);
    if (!place.workload && startsWith(path, workloadPrefix)) { // as a case has it, and the laws
        path.remove_prefix(workloadPrefix.size());
        place.workload = fieldAt<WorkloadField>(accounting, path);
    }
    return place.workload ? std::optional{place} : placeInCandidate(accounting, path, candidate);
}

} // namespace planscope
