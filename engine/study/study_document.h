#pragma once

#include "base/diagnostic.h"
#include "base/digest.h"
#include "frontend/presets.h"
#include "study/study_fields.h"

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace planscope {

/// One candidate as stated: each value as a person typed it, right or wrong ("8", "full", "true", "8x").
struct StudyCandidate {
    std::string name;
    std::array<std::string, candidateFieldCount> values; ///< indexed by CandidateField

    const std::string& operator[](CandidateField field) const { return values[static_cast<std::size_t>(field)]; }
    std::string& operator[](CandidateField field) { return values[static_cast<std::size_t>(field)]; }
    friend bool operator==(const StudyCandidate&, const StudyCandidate&) = default;
};

/// The values of a model as typed, indexed by ModelField.
using TypedModel = std::array<std::string, modelFieldCount>;

/// A study of either accounting as a document that is edited: values as typed, so that a wrong one is kept until it is
/// mended; "" in fields that its accounting does not have. A plain value: copy it, change the copy. Whether it is lawful
/// is for the importer to say (CandidateSource over toJson()).
struct StudyDocument {
    Accounting accounting = Accounting::Block;
    std::string name;
    TypedModel model;
    std::array<std::string, workloadFieldCount> workload; ///< indexed by WorkloadField
    std::string system;     ///< a bundled profile's name
    std::string systemJson; ///< a profile in place (indented planscope.system/1); then `system` is its name
    std::string framework;     ///< of whole models alone: a bundled profile's name, or "none"
    std::string frameworkJson; ///< as systemJson
    std::vector<StudyCandidate> candidates;
    std::optional<std::size_t> pinnedA;
    std::optional<std::size_t> pinnedB;

    friend bool operator==(const StudyDocument&, const StudyDocument&) = default;

    const std::string& operator[](ModelField field) const { return model[static_cast<std::size_t>(field)]; }
    std::string& operator[](ModelField field) { return model[static_cast<std::size_t>(field)]; }
    const std::string& operator[](WorkloadField field) const { return workload[static_cast<std::size_t>(field)]; }
    std::string& operator[](WorkloadField field) { return workload[static_cast<std::size_t>(field)]; }

    /// A planscope.study/1 or 2, or a planscope.case/1 or 2 as a study of one candidate. Values may break laws and
    /// types; the form may not: unknown or doubled fields, a missing object, no candidate, another schema are refused
    /// with the importer's codes.
    static Result<StudyDocument> parse(std::string_view bytes);
    /// Indented planscope.study of the accounting, ending in a line break. parse(toJson()) gives the document back, but
    /// for values of interleaving that do not count and the spaces of lists.
    std::string toJson() const;
    /// Of toJson().
    Digest digest() const;
};

/// The bundled models of an accounting.
PresetKind modelPresets(Accounting accounting);
/// The values of a bundled model. Requires: a preset of modelPresets(accounting).
TypedModel bundledModel(Accounting accounting, const Preset& preset);

/// A profile's JSON in the layout of StudyDocument::systemJson and frameworkJson, numbers digit for digit; nothing when it
/// is no JSON object.
std::optional<std::string> indentedProfile(std::string_view json);

/// Where a diagnostic's path points in a study's document.
struct StudyPlace {
    std::optional<std::size_t> candidate; ///< absent: the common part
    std::optional<ModelField> model;
    std::optional<WorkloadField> workload;
    std::optional<CandidateField> field;
    bool system = false;
    bool framework = false;
};
/// The field of a study of the accounting that a path of the importer ("candidates[1].mapping.tensor.degree",
/// "model.bias[0]") or of an estimate ("network_tiers.tensor", with the candidate it belongs to) speaks of; nothing when
/// none does.
std::optional<StudyPlace> placeOf(Accounting accounting, std::string_view path,
                                  std::optional<std::size_t> candidate = std::nullopt);

/// The legal values of a candidate's field with the other fields as they are, as the laws name them; for tiers the
/// profile's indices; for booleans and choices those that break no law; for a layout the most even one. Empty where no
/// finite list exists. Requires: a study of that accounting has the field.
std::vector<std::string> legalValues(const StudyDocument& study, std::size_t candidate, CandidateField field);

} // namespace planscope
