#pragma once

#include "ui/export/report_page.h"
#include "ui/export/report_subject.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

namespace planscope::ui {

/// A report as a PDF: vector pages with embedded fonts, searchable, an outline, a description of itself. The same subject
/// on the same machine gives the same bytes. Always in the light theme.
/// GUI thread: it needs an application, if only off the screen.
QByteArray pdfReport(const ReportSubject& subject, Paper paper);

} // namespace planscope::ui
