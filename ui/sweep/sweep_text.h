#pragma once

#include "ui/sweep/sweep_run.h"

#include <QString>

namespace planscope::ui {

/// "1,979,712"
QString groupedText(std::int64_t count);

/// "9,856 lawful mappings of 2,032,128 combinations"
QString countedText(const sweep::PointSpace& space);
/// How far a run has come, or what one would do. `stated`: the space as it is stated now; may be null.
QString progressText(const sweep::PointSpace* stated, const SweepRun& run);
/// What laws refuse of the space as it is stated, and what was left out of the last run, by name, one line each.
QString leftOutText(const sweep::PointSpace* stated, const SweepRun& run);

} // namespace planscope::ui
