#pragma once

#include "ui/charts/parallel_chart.h"
#include "ui/charts/scatter_data.h"
#include "ui/models/study_controller.h"
#include "ui/sweep/sweep_picture.h"
#include "ui/sweep/sweep_run.h"

#include <optional>

namespace planscope::ui {

/// A picture's points, front and limits; no marks. Without a picture only why there is none. Requires: the picture is
/// of the run's space.
ScatterData scatterOf(const SweepPicture* picture, const SweepRun& run);
/// A picture's lines and brushes; the line of the point of that index is told apart.
ParallelData parallelOf(const SweepPicture* picture, std::optional<std::int64_t> chosen);

/// The point of that index, and those of the current candidate, A and B where the picture has them.
std::vector<ScatterMark> marksOf(const SweepPicture* picture, const SweepRun& run, const StudyController& study,
                                 std::optional<std::int64_t> chosen);

} // namespace planscope::ui
