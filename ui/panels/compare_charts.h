#pragma once

#include "ui/charts/stacked_bar_data.h"
#include "ui/charts/waterfall_data.h"
#include "ui/models/difference_model.h"
#include "ui/models/study_comparison.h"

#include <QList>
#include <QStringList>

namespace planscope::ui {

enum class WaterfallBy { Cause, Component, Layer };

/// From A's quantity to B's. Parts without a difference are left out, causes are not. Without one, `empty` says why.
WaterfallData waterfallData(const ComparedPair& pair, Measure measure, WaterfallBy by);
/// The same exactly, a header line first: step, its share, its part of B − A.
QList<QStringList> waterfallLines(const ComparedPair& pair, Measure measure, WaterfallBy by);
/// What is to be said of the causes: how many intermediates, which fields were joined and why, interactions.
QString causeNotes(const ComparedPair& pair, Measure measure);

/// Memory of both first stages, or of both fullest, by component, against the capacity.
StackedBarData memoryPairBars(const ComparedPair& pair);
/// A bar of A and one of B for each stage, peaks of memory against the capacity where both have the same; none where the
/// unit has no axis, or there are more than a page shows.
StackedBarData stagePairBars(const Comparison& comparison, std::string_view figure, EstimateMode mode);

} // namespace planscope::ui
