#pragma once

#include <QString>

namespace planscope::ui {

/// planscope --report: opens the study, waits for its results and writes them as one PDF; a file that is there is refused
/// unless `force`. Returns the exit code: 0 done, 1 a candidate is refused (the report says so and is written), 2 the call
/// or a file could not be used; says why on standard error.
int reportOf(const QString& study, const QString& file, const QString& paper, bool force);

} // namespace planscope::ui
