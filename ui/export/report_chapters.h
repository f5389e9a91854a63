#pragma once

#include "ui/export/report_flow.h"
#include "ui/export/report_page.h"
#include "ui/export/report_subject.h"

#include <vector>

namespace planscope::ui {

/// How all pages of a report look.
struct ReportStyle {
    Paper paper = Paper::A4;
    Theme theme = Theme::paper();

    ReportFlow flow(const QString& runningTitle, QPageLayout::Orientation orientation = QPageLayout::Portrait) const
    {
        return {runningTitle, orientation, ReportPage::of(paper, orientation).body.size(), theme};
    }
};

/// A chapter of the table of contents. The page is known once all pages are set.
struct ReportContents {
    QString title;
    int page = 0; ///< from 1
};

/// The study, its candidates with their headline numbers, what everything is derived from by digest, and the contents;
/// `contents` is read when the cover is painted.
void addCover(std::vector<ReportFlow>& flows, const ReportSubject& subject, const ReportStyle& style,
              std::shared_ptr<const std::vector<ReportContents>> contents);

/// What a candidate states, derivation, what was found of its accounting, checkpoints; of a refused candidate what is
/// wrong.
void addCandidate(std::vector<ReportFlow>& flows, const ReportSubject& subject, std::size_t index,
                  const ReportStyle& style);

/// All of Compare. Requires: a pair.
void addComparison(std::vector<ReportFlow>& flows, const ReportSubject& subject, const ReportStyle& style);

/// The name of a candidate's chapter: "Candidate A: full".
QString chapterTitle(const ReportCandidate& candidate);

/// What is wrong: severity, place, words, code.
ReportTable problemsTable(const Diagnostics& problems);

} // namespace planscope::ui
