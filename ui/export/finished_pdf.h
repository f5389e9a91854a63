#pragma once

#include <QByteArray>
#include <QDateTime>
#include <QList>
#include <QString>

namespace planscope::ui {

/// A place that a document's outline leads to.
struct PdfOutlineEntry {
    int level = 1;  ///< 1, or one more than that of an entry before it at most
    QString title;
    int page = 0;   ///< from 0
    double top = 0; ///< points below the page's upper edge
};

/// What a PDF says of itself.
struct PdfDescription {
    QString title;
    QString subject;
    QString keywords;
    QString creator; ///< the program, with its version
    QDateTime created;
    QList<PdfOutlineEntry> outline;
};

/// A PDF as QPdfWriter writes it, with an outline that a reader shows, a description, and an identifier made from its
/// content: the same pages and description give the same bytes.
/// Requires: bytes of a whole PDF.
QByteArray finishedPdf(const QByteArray& pdf, const PdfDescription& description);

} // namespace planscope::ui
