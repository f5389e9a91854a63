#include "desktop/report_exporter.h"

#include "desktop/headless_study.h"
#include "ui/export/exported_file.h"
#include "ui/export/report_document.h"
#include "ui/export/source_date.h"
#include "ui/models/study_controller.h"

#include <QFileInfo>

namespace planscope::ui {

int reportOf(const QString& study, const QString& file, const QString& paper, bool force)
{
    if (study.isEmpty())
        return refuseCall("--report needs a study: a file or a bundled name");
    if (file.isEmpty())
        return refuseCall("--report needs the name of the file to write");
    const auto sheet = paperNamed(paper.toStdString());
    if (!sheet)
        return refuseCall("--paper is a4 or letter");
    if (const auto date = sourceDate(); !date)
        return refuseCall(date.error());
    if (!force && QFileInfo::exists(file)) // before the work is done
        return refuseCall({fileExists(file.toStdString(), file.toStdString())});
    auto document = readStudy(study);
    if (!document)
        return refuseCall(document.error());

    StudyController controller;
    controller.setDocument(std::move(*document));
    const ReportSubject subject = reportSubjectOf(controller, QStringLiteral("Planscope " PLANSCOPE_VERSION));
    const Diagnostics faults =
        writeExported(file, pdfReport(subject, *sheet), force ? ExistingFiles::Replace : ExistingFiles::Refuse);
    if (!faults.empty())
        return refuseCall(faults);
    if (!subject.hasRefused())
        return 0;
    for (const ReportCandidate& candidate : subject.candidates)
        if (hasError(candidate.head().diagnostics))
            refuseCall(candidate.head().diagnostics);
    return exitRefused;
}

} // namespace planscope::ui
