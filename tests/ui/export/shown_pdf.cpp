#include "shown_pdf.h"

#define POINTERHOLDER_TRANSITION 4 // std::shared_ptr throughout
#include <qpdf/Pl_String.hh>
#include <qpdf/QPDF.hh>
#include <qpdf/QPDFJob.hh>
#include <qpdf/QPDFLogger.hh>
#include <qpdf/QPDFOutlineDocumentHelper.hh>
#include <qpdf/QPDFPageDocumentHelper.hh>

#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QSizeF>

#include <gtest/gtest.h>

#include <map>
#include <memory>

namespace planscope::ui {
namespace {

void addTitles(const std::vector<QPDFOutlineObjectHelper>& items, int level, const std::map<QPDFObjGen, int>& pages,
               QStringList& titles)
{
    for (QPDFOutlineObjectHelper item : items) {
        titles << QStringLiteral("%1%2 %3").arg(QString(2 * level, QLatin1Char(' ')),
                                                QString::fromStdString(item.getTitle()),
                                                QString::number(pages.at(item.getDestPage().getObjGen())));
        addTitles(item.getKids(), level + 1, pages, titles);
    }
}

} // namespace

ShownPdf::ShownPdf(const QByteArray& bytes)
    : m_path(m_folder.filePath(QStringLiteral("report.pdf")))
{
    QFile file(m_path);
    EXPECT_TRUE(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size());
}

QByteArray ShownPdf::run(const QString& program, const QStringList& words) const
{
    QProcess process;
    process.start(program, words);
    EXPECT_TRUE(process.waitForFinished(60'000) && process.exitCode() == 0) << program.toStdString();
    return process.readAllStandardOutput();
}

QString ShownPdf::text() const
{
    return QString::fromUtf8(run(QStringLiteral("pdftotext"), {QStringLiteral("-layout"), m_path, QStringLiteral("-")}))
        .simplified();
}

QStringList ShownPdf::wordsOutside(double margin) const
{
    const QRegularExpression page(QStringLiteral("<page width=\"([\\d.]+)\""));
    const QRegularExpression word(QStringLiteral("<word xMin=\"([-\\d.]+)\".* xMax=\"([-\\d.]+)\".*>(.*)</word>"));
    QStringList outside;
    double width = 0;
    int pages = 0;
    const QString boxes =
        QString::fromUtf8(run(QStringLiteral("pdftotext"), {QStringLiteral("-bbox"), m_path, QStringLiteral("-")}));
    for (const QString& line : boxes.split(QLatin1Char('\n'))) {
        if (const auto match = page.match(line); match.hasMatch()) {
            width = match.captured(1).toDouble();
            ++pages;
        }
        const auto match = word.match(line);
        if (match.hasMatch()
            && (match.captured(1).toDouble() < margin || match.captured(2).toDouble() > width - margin))
            outside << QStringLiteral("page %1: %2").arg(QString::number(pages), match.captured(3));
    }
    EXPECT_GT(pages, 0);
    return outside;
}

QStringList ShownPdf::fonts() const
{
    return QString::fromUtf8(run(QStringLiteral("pdffonts"), {m_path}))
        .split(QLatin1Char('\n'), Qt::SkipEmptyParts)
        .mid(2);
}

QString ShownPdf::info(const QString& field) const
{
    for (const QString& line : QString::fromUtf8(run(QStringLiteral("pdfinfo"), {m_path})).split(QLatin1Char('\n')))
        if (line.startsWith(field + QLatin1Char(':')))
            return line.mid(field.size() + 1).trimmed();
    return {};
}

int ShownPdf::pageCount() const
{
    return info(QStringLiteral("Pages")).toInt();
}

QStringList ShownPdf::outline() const
{
    QPDF pdf;
    pdf.processFile(m_path.toStdString().c_str());
    std::map<QPDFObjGen, int> pages;
    for (const QPDFPageObjectHelper& page : QPDFPageDocumentHelper(pdf).getAllPages())
        pages.emplace(page.getObjectHandle().getObjGen(), static_cast<int>(pages.size()) + 1);
    QStringList titles;
    addTitles(QPDFOutlineDocumentHelper(pdf).getTopLevelOutlines(), 0, pages, titles);
    return titles;
}

int ShownPdf::checkExitCode() const
{
    const std::string path = m_path.toStdString();
    const char* const call[]{"qpdf", "--check", path.c_str(), nullptr};
    QPDFJob job;
    std::string words;
    const auto told = std::make_shared<Pl_String>("told", nullptr, words);
    const std::shared_ptr<QPDFLogger> logger = QPDFLogger::create();
    logger->setInfo(told);
    logger->setWarn(told);
    logger->setError(told);
    job.setLogger(logger);
    job.initializeFromArgv(call);
    job.run();
    EXPECT_EQ(job.getExitCode(), 0) << words;
    return job.getExitCode();
}

QList<QSizeF> ShownPdf::pageSizes() const
{
    QPDF pdf;
    pdf.processFile(m_path.toStdString().c_str());
    QList<QSizeF> sizes;
    for (QPDFPageObjectHelper& page : QPDFPageDocumentHelper(pdf).getAllPages()) {
        const auto box = page.getObjectHandle().getKey("/MediaBox").getArrayAsRectangle();
        sizes << QSizeF(box.urx - box.llx, box.ury - box.lly);
    }
    return sizes;
}

} // namespace planscope::ui
