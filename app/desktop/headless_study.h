#pragma once

#include "base/diagnostic.h"
#include "study/study_document.h"

#include <QString>

namespace planscope::ui {

// What the calls without a window share: they say why on standard error, and end with an exit code.

inline constexpr int exitRefused = 1;  ///< a candidate is refused
inline constexpr int exitUnusable = 2; ///< the call or a file could not be used

/// A file, or the bundled study of that name.
Result<StudyDocument> readStudy(const QString& study);

/// Says what is wrong; exitUnusable.
int refuseCall(const Diagnostics& faults);
int refuseCall(const char* message);

} // namespace planscope::ui
