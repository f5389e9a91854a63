#include "ui/export/export_dialogs.h"

#include "report/difference_csv.h"
#include "report/result_tables.h"
#include "ui/export/exported_file.h"
#include "ui/export/report_document.h"
#include "ui/export/source_date.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QGuiApplication>
#include <QLocale>
#include <QMessageBox>
#include <QStandardPaths>

#include <algorithm>

namespace planscope::ui {
namespace {

const QString folderKey = QStringLiteral("exportFolder");
const QString paperKey = QStringLiteral("exportPaper");

/// While something is made that takes a moment.
class Waiting {
public:
    Waiting() { QGuiApplication::setOverrideCursor(Qt::WaitCursor); }
    ~Waiting() { QGuiApplication::restoreOverrideCursor(); }
    Waiting(const Waiting&) = delete;
    Waiting& operator=(const Waiting&) = delete;
};

Paper usualPaper()
{
    return QLocale().measurementSystem() == QLocale::ImperialUSSystem ? Paper::Letter : Paper::A4;
}

bool isThereAlready(const Diagnostic& fault)
{
    return fault.code == "file.exists";
}

} // namespace

ExportDialogs::ExportDialogs(StudyController& study, QSettings& settings, QString tool, QWidget* window)
    : QObject(window)
    , m_study(study)
    , m_settings(settings)
    , m_tool(std::move(tool))
    , m_window(window)
{
}

void ExportDialogs::setStudyFile(const QString& path)
{
    if (path == m_studyFile)
        return;
    m_studyFile = path;
    m_folder.clear();
}

QString ExportDialogs::folder() const
{
    const QString ofStudy = m_studyFile.isEmpty() ? QString{} : QFileInfo(m_studyFile).absolutePath();
    for (const QString& place : {m_folder, ofStudy, m_settings.value(folderKey).toString()})
        if (QFileInfo(place).isDir())
            return place;
    return QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation);
}

void ExportDialogs::rememberFolder(const QString& path)
{
    m_folder = path;
    m_settings.setValue(folderKey, path);
}

QString ExportDialogs::askForFile(const QString& title, const QString& name, const QString& suffix,
                                  const QStringList& filters, QString& filter)
{
    QFileDialog dialog(m_window, title, folder());
    dialog.setAcceptMode(QFileDialog::AcceptSave); // asks before it gives the name of a file that is there
    dialog.setDefaultSuffix(suffix);
    dialog.setNameFilters(filters);
    dialog.selectNameFilter(filter);
    dialog.selectFile(fileStem(name) + QLatin1Char('.') + suffix);
    if (dialog.exec() != QDialog::Accepted || dialog.selectedFiles().isEmpty())
        return {};
    const QString path = dialog.selectedFiles().constFirst();
    filter = dialog.selectedNameFilter();
    rememberFolder(QFileInfo(path).path());
    return path;
}

void ExportDialogs::exportReport()
{
    if (const auto date = sourceDate(); !date)
        return tell(tr("The report cannot be made"), date.error());
    const QStringList papers{tr("PDF, A4 (*.pdf)"), tr("PDF, Letter (*.pdf)")};
    const QString kept = m_settings.value(paperKey).toString();
    const Paper usual = paperNamed(kept.toStdString()).value_or(usualPaper());
    QString filter = papers[static_cast<int>(usual)];
    const QString path = askForFile(tr("Export PDF report"), QString::fromStdString(m_study.document().name),
                                    QStringLiteral("pdf"), papers, filter);
    if (path.isEmpty())
        return;
    const Paper paper = filter == papers[static_cast<int>(Paper::Letter)] ? Paper::Letter : Paper::A4;
    const std::string_view name = paperNames[static_cast<std::size_t>(paper)];
    m_settings.setValue(paperKey, QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size())));
    const Diagnostics faults = [&] {
        const Waiting waiting;
        return writeExported(path, pdfReport(reportSubjectOf(m_study, m_tool), paper), ExistingFiles::Replace);
    }();
    tell(tr("The report cannot be written"), faults);
}

void ExportDialogs::exportTables()
{
    const ReportSubject subject = reportSubjectOf(m_study, m_tool);
    const std::vector<AnyResult> results = subject.results();
    if (std::none_of(results.begin(), results.end(), [](const AnyResult& result) { return result.history(); }))
        return tell(tr("No table can be made, since no candidate is derived"), results.front().head()->diagnostics);
    const QString path =
        QFileDialog::getExistingDirectory(m_window, tr("Export tables as CSV into a folder"), folder());
    if (path.isEmpty())
        return;
    rememberFolder(path);
    std::vector<ReportFile> files = resultTables(results);
    if (subject.pair)
        files.push_back({"diff.csv", differenceCsv(subject.pair->comparison, subject.pair->attribution)});
    Diagnostics faults = publishFiles(path.toStdString(), files, ExistingFiles::Refuse);
    if (!faults.empty() && std::all_of(faults.begin(), faults.end(), isThereAlready)) {
        if (!mayReplace(faults))
            return;
        faults = publishFiles(path.toStdString(), files, ExistingFiles::Replace);
    }
    tell(tr("The tables cannot be written"), faults);
}

void ExportDialogs::exportView(View& view, PictureFormat format)
{
    const bool isPng = format == PictureFormat::Png;
    QString filter = isPng ? tr("PNG image (*.png)") : tr("SVG drawing (*.svg)");
    const QString name =
        QStringLiteral("%1-%2").arg(QString::fromStdString(m_study.document().name), view.exportName());
    const QString path = askForFile(isPng ? tr("Export view as PNG") : tr("Export view as SVG"), name,
                                    isPng ? QStringLiteral("png") : QStringLiteral("svg"), {filter}, filter);
    if (path.isEmpty())
        return;
    constexpr int scale = 2; // sharp in a document
    tell(tr("The view cannot be written"), ui::exportView(view, format, scale, path));
}

bool ExportDialogs::mayReplace(const Diagnostics& existing)
{
    QStringList names;
    for (const Diagnostic& fault : existing)
        names << QString::fromStdString(fault.given);
    return QMessageBox::question(
               m_window, tr("Replace files?"),
               tr("These files are there already:\n%1\n\nReplace them?").arg(names.join(QLatin1Char('\n'))),
               QMessageBox::Yes | QMessageBox::Cancel, QMessageBox::Cancel)
        == QMessageBox::Yes;
}

void ExportDialogs::tell(const QString& title, const Diagnostics& faults)
{
    QStringList lines;
    for (const Diagnostic& fault : faults)
        lines << QString::fromStdString(fault.message);
    if (!lines.isEmpty())
        QMessageBox::warning(m_window, title, lines.join(QLatin1Char('\n')));
}

QString fileStem(const QString& name)
{
    QString stem;
    for (const QChar letter : name)
        if (letter.isPrint() && !QStringLiteral("/\\:*?\"<>|").contains(letter))
            stem += letter;
    stem = stem.trimmed();
    while (stem.startsWith(QLatin1Char('.'))) // would be hidden
        stem.remove(0, 1);
    constexpr qsizetype longest = 100;
    return stem.isEmpty() ? QStringLiteral("study") : stem.left(longest);
}

} // namespace planscope::ui
