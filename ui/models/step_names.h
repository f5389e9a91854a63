#pragma once

#include "study/study_document.h"

#include <QString>

namespace planscope::ui {

/// A field's label in the language of the user: "Tensor parallel".
QString labelOf(const FieldInfo& field);

/// The name of the step that gives a field another text: "Set tensor parallel to 4", "Turn fused activation on",
/// "Clear hidden size".
QString stepName(const FieldInfo& field, const QString& text);

} // namespace planscope::ui
