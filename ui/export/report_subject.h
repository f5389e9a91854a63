#pragma once

#include "study/any_result.h"
#include "ui/export/report_table.h"
#include "ui/models/study_comparison.h"
#include "ui/models/study_controller.h"

#include <QDateTime>
#include <QString>

#include <vector>

namespace planscope::ui {

/// One candidate of a report.
struct ReportCandidate {
    QString name;
    QString pin; ///< "A", "B", "AB" or ""
    /// Never none. Of a candidate that states no lawful mapping now: refused, with what is wrong, whatever result it
    /// had before.
    AnyResult result;

    const ResultHead& head() const { return *result.head(); }
};

/// Everything a report is made of, as it stands at one moment: values, so that what is printed agrees with itself.
struct ReportSubject {
    StudyDocument study;
    std::vector<ReportCandidate> candidates;
    ReportTable overview;       ///< the candidates with their headline numbers
    ComparedPairPtr pair;       ///< A against B; null unless both are pinned
    FollowedCausesPtr followed; ///< null where there is no time to share out
    QString tool;               ///< "Planscope 0.1.0"
    QDateTime made;

    /// Those of the candidates, in their order.
    std::vector<AnyResult> results() const;
    /// A candidate is refused, rejected or has no time.
    bool hasRefused() const;
};

/// Waits for the results of the document as it stands. GUI thread.
ReportSubject reportSubjectOf(StudyController& study, const QString& tool);

/// The moment that SOURCE_DATE_EPOCH names, so that two runs give the same bytes; now where it names none.
QDateTime reportDate();

} // namespace planscope::ui
