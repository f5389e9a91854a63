#pragma once

#include "ui/models/study_controller.h"
#include "ui/panels/editor_panel.h"
#include "ui/panels/field_editor.h"

#include <functional>
#include <string>
#include <vector>

namespace planscope::ui {

/// A field of a study with the editor that the window has for it.
struct EditorField {
    const FieldInfo* info = nullptr;
    FieldEditor* editor = nullptr;
    std::string path; ///< as a study's diagnostics name it
    /// States a text in the document that no control offers, as a file may.
    std::function<void(const QString& text)> state;
};

/// Every field that the tables of engine/study/study_document.h know, in their order; the candidate's are those of the
/// current one.
inline std::vector<EditorField> editorFields(const EditorPanel& panel, StudyController& study)
{
    std::vector<EditorField> fields;
    for (std::size_t k = 0; k < modelFieldCount; ++k) {
        const auto field = static_cast<ModelField>(k);
        fields.push_back({&infoOf(field), panel.editor(field), "model." + std::string{infoOf(field).path},
                          [&study, field](const QString& text) { study.setModelField(field, text); }});
    }
    for (std::size_t k = 0; k < workloadFieldCount; ++k) {
        const auto field = static_cast<WorkloadField>(k);
        fields.push_back({&infoOf(field), panel.editor(field), std::string{infoOf(field).path},
                          [&study, field](const QString& text) { study.setWorkloadField(field, text); }});
    }
    const std::size_t current = study.currentCandidate();
    for (std::size_t k = 0; k < candidateFieldCount; ++k) {
        const auto field = static_cast<CandidateField>(k);
        fields.push_back({&infoOf(field), panel.editor(field),
                          "candidates[" + std::to_string(current) + "]." + std::string{infoOf(field).path},
                          [&study, current, field](const QString& text) {
                              study.setCandidateField(current, field, text);
                          }});
    }
    return fields;
}

} // namespace planscope::ui
