#pragma once

#include "ui/export/report_flow.h"
#include "ui/models/study_comparison.h"

namespace planscope::ui {

// A beside B as tables of a report.

/// Memory by component against the capacity, with its chart.
void addMemoryDifference(ReportFlow& flow, const ComparedPair& pair);
/// The figures of the stages by which a mapping is judged. Requires: whole models.
void addStageDifferences(ReportFlow& flow, const Comparison& comparison);
/// What else differs by more than rounding.
void addFactDifferences(ReportFlow& flow, const ComparedPair& pair);

} // namespace planscope::ui
