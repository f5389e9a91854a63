#pragma once

#include "study/any_result.h"
#include "ui/charts/stacked_bar_data.h"
#include "ui/export/report_chapters.h"

namespace planscope::ui {

/// The parts of a candidate's chapter that the accountings do not have alike: pages of other orientation are added to
/// `flows`, what follows them is given back and may be gone on with. Requires: a derivation.
ReportFlow addFindings(std::vector<ReportFlow>& flows, const CandidateResultPtr& result, const QString& title,
                       const ReportStyle& style);
ReportFlow addFindings(std::vector<ReportFlow>& flows, const whole::CandidateResultPtr& result, const QString& title,
                       const ReportStyle& style);

/// What a model shows of a result.
template <class Model, class Result>
ReportTable tableFor(const Result& result)
{
    Model model;
    model.setResult(result);
    return tableOf(model);
}

/// A chart of bars.
void addBars(ReportFlow& flow, StackedBarData data);

/// The records and checks of all transitions. Requires: a derivation.
void addCheckpoints(ReportFlow& flow, const AnyResult& result);

} // namespace planscope::ui
