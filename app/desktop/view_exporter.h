#pragma once

#include <QString>

namespace planscope::ui {

/// planscope --export-views: opens the study, waits for its results and writes the views of its first candidate.
/// Returns the exit code: 0 done, 1 a candidate is refused, 2 the call or a file could not be used; says why on
/// standard error.
int exportViewsOf(const QString& study, const QString& folder, const QString& theme, const QString& scale);

} // namespace planscope::ui
