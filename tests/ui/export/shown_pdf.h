#pragma once

#include <QByteArray>
#include <QString>
#include <QStringList>
#include <QTemporaryDir>

namespace planscope::ui {

/// A PDF as others read it: Poppler's programs and libqpdf.
class ShownPdf {
public:
    explicit ShownPdf(const QByteArray& bytes);

    QString text() const;      ///< all pages; white space as single blanks
    QStringList wordsOutside(double margin) const; ///< words of which a part is nearer to a side of the page, points
    QStringList fonts() const; ///< a line of pdffonts each
    QString info(const QString& field) const;
    int pageCount() const;
    QStringList outline() const;     ///< titles with their pages from 1, indented by two blanks a level
    int checkExitCode() const;       ///< of qpdf --check: 0 when nothing is wrong
    QList<QSizeF> pageSizes() const; ///< points

private:
    QByteArray run(const QString& program, const QStringList& words) const;

    QTemporaryDir m_folder;
    QString m_path;
};

} // namespace planscope::ui
