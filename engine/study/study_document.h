#pragma once

#include "base/diagnostic.h"
#include "base/digest.h"
#include "base/enum_names.h"

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace planscope {

/// What an editor offers for a field.
enum class FieldKind { Text, Integer, Boolean, Choice };

/// A field of a study as files name it and as an editor shows it.
struct FieldInfo {
    std::string_view path;  ///< below its object: "mapping.tensor.degree"
    std::string_view label; ///< "Tensor parallel"
    std::string_view unit;  ///< "ranks"; "" where there is none
    FieldKind kind = FieldKind::Integer;
    std::string_view help; ///< one sentence
};

enum class ModelField {
    Name, HiddenSize, FeedforwardSize, SequenceLength, AttentionHeads, AttentionHeadSize, BlockCount,
};
enum class WorkloadField { GlobalBatchSize, Datatype };
/// In the order of an editor. VirtualStages counts only while the schedule is interleaved.
enum class CandidateField {
    MicrobatchSize,
    TensorDegree, TensorCommunication,
    PipelineDegree, ScheduleKind, VirtualStages,
    DataDegree, OptimizerSharding,
    Recompute, FusedActivation, AllGatherRedo,
    TensorTier, PipelineTier, DataTier,
};
inline constexpr std::size_t modelFieldCount = 7;
inline constexpr std::size_t workloadFieldCount = 2;
inline constexpr std::size_t candidateFieldCount = 14;

const FieldInfo& infoOf(ModelField field);
const FieldInfo& infoOf(WorkloadField field);
const FieldInfo& infoOf(CandidateField field);
/// The names of a Choice in the order of the files' reference; empty for other kinds.
std::vector<std::string> choicesOf(WorkloadField field);
std::vector<std::string> choicesOf(CandidateField field);

/// One candidate as stated: each value as a person typed it, right or wrong ("8", "full", "true", "8x").
struct StudyCandidate {
    std::string name;
    std::array<std::string, candidateFieldCount> values; ///< indexed by CandidateField

    const std::string& operator[](CandidateField field) const { return values[static_cast<std::size_t>(field)]; }
    std::string& operator[](CandidateField field) { return values[static_cast<std::size_t>(field)]; }
    friend bool operator==(const StudyCandidate&, const StudyCandidate&) = default;
};

/// A study as a document that is edited: values as typed, so that a wrong one is kept until it is mended. A plain value:
/// copy it, change the copy. Whether it is lawful is for the importer to say (CandidateSource over toJson()).
struct StudyDocument {
    std::string name;
    std::array<std::string, modelFieldCount> model;       ///< indexed by ModelField
    std::array<std::string, workloadFieldCount> workload; ///< indexed by WorkloadField
    std::string system;     ///< a bundled profile's name
    std::string systemJson; ///< a profile in place (indented planscope.system/1); then `system` is its name
    std::vector<StudyCandidate> candidates;
    std::optional<std::size_t> pinnedA;
    std::optional<std::size_t> pinnedB;

    friend bool operator==(const StudyDocument&, const StudyDocument&) = default;

    /// A planscope.study/1, or a planscope.case/1 as a study of one candidate. Values may break laws and types; the
    /// form may not: unknown or doubled fields, a missing object, no candidate, another
    /// schema are refused with the importer's codes; a case or a study of whole models with file.whole_model.
    static Result<StudyDocument> parse(std::string_view bytes);
    /// Indented planscope.study/1 ending in a line break. parse(toJson()) gives the document back, but for virtual stages
    /// that do not count.
    std::string toJson() const;
    /// Of toJson().
    Digest digest() const;
};

/// A system profile's JSON in the layout of StudyDocument::systemJson, numbers digit for digit; nothing when it is no
/// JSON object.
std::optional<std::string> indentedSystem(std::string_view json);

/// Where a diagnostic's path points in a study's document.
struct StudyPlace {
    std::optional<std::size_t> candidate; ///< absent: the common part
    std::optional<ModelField> model;
    std::optional<WorkloadField> workload;
    std::optional<CandidateField> field;
    bool system = false;
};
/// The field that a path of the importer ("candidates[1].mapping.tensor.degree", "model.hidden_size") or of an estimate
/// ("network_tiers.tensor", with the candidate it belongs to) speaks of; nothing when none does.
std::optional<StudyPlace> placeOf(std::string_view path, std::optional<std::size_t> candidate = std::nullopt);

/// The legal values of a candidate's field with the other fields as they are, as the laws name them; for tiers the
/// profile's indices; for booleans and choices those that break no law. Empty where no finite list exists.
std::vector<std::string> legalValues(const StudyDocument& study, std::size_t candidate, CandidateField field);

} // namespace planscope
