#pragma once

#include "ui/export/report_page.h"
#include "ui/export/view_export.h"
#include "ui/models/study_controller.h"

#include <QObject>
#include <QSettings>
#include <QString>

class QWidget;

namespace planscope::ui {

/// Asks where an export goes, writes it, and says what went wrong. Remembers the folder and the paper; begins in the
/// study's folder until something was exported there or elsewhere. A file that is there is replaced only when the person
/// says so.
class ExportDialogs final : public QObject {
    Q_OBJECT
public:
    /// All outlive this but `window`, its parent. `tool` is the program with its version.
    ExportDialogs(StudyController& study, QSettings& settings, QString tool, QWidget* window);

    /// Where the study was opened from or saved to; "" while it has no file.
    void setStudyFile(const QString& path);
    void exportReport(); ///< PDF
    void exportTables(); ///< CSV files into a folder
    void exportView(View& view, PictureFormat format);

private:
    QString folder() const;
    void rememberFolder(const QString& path);
    /// The chosen path, "" for none; `filter` is the chosen one.
    QString askForFile(const QString& title, const QString& name, const QString& suffix, const QStringList& filters,
                       QString& filter);
    bool mayReplace(const Diagnostics& existing);
    void tell(const QString& title, const Diagnostics& faults);

    StudyController& m_study;
    QSettings& m_settings;
    QString m_tool;
    QString m_studyFile;
    QString m_folder; ///< of the last export of the open study; "" before one
    QWidget* m_window;
};

/// A study's or a candidate's name as a file's: what file systems do not take is left out.
QString fileStem(const QString& name);

} // namespace planscope::ui
