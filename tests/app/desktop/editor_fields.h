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

/// Every field that the tables of engine/study/study_fields.h have for the study's accounting, in their order; the
/// candidate's are those of the current one.
inline std::vector<EditorField> editorFields(const EditorPanel& panel, StudyController& study)
{
    const Accounting accounting = study.document().accounting;
    std::vector<EditorField> fields;
    for (const ModelField field : fieldsOf<ModelField>(accounting)) {
        const FieldInfo& info = infoOf(accounting, field);
        fields.push_back({&info, panel.editor(field), "model." + std::string{info.path},
                          [&study, field](const QString& text) { study.setModelField(field, text); }});
    }
    for (const WorkloadField field : fieldsOf<WorkloadField>(accounting)) {
        const FieldInfo& info = infoOf(accounting, field);
        fields.push_back({&info, panel.editor(field), std::string{info.path},
                          [&study, field](const QString& text) { study.setWorkloadField(field, text); }});
    }
    if (accounting == Accounting::Whole)
        fields.push_back({&frameworkInfo(), panel.frameworkEditor(), std::string{frameworkInfo().path},
                          [&study](const QString& text) { study.setFramework(text.toStdString(), {}); }});
    const std::size_t current = study.currentCandidate();
    for (const CandidateField field : fieldsOf<CandidateField>(accounting)) {
        const FieldInfo& info = infoOf(accounting, field);
        fields.push_back({&info, panel.editor(field),
                          "candidates[" + std::to_string(current) + "]." + std::string{info.path},
                          [&study, current, field](const QString& text) {
                              study.setCandidateField(current, field, text);
                          }});
    }
    return fields;
}

} // namespace planscope::ui
