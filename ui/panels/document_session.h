#pragma once

#include "ui/models/autosave.h"
#include "ui/models/recent_files.h"
#include "ui/models/study_controller.h"

#include <QObject>
#include <QSettings>
#include <QStringList>

class QWidget;

namespace planscope::ui {

/// The study's file: open, save, the guard against losing changes, recent files, autosave and recovery. Asks the
/// person by dialogs on `window`.
class DocumentSession final : public QObject {
    Q_OBJECT
public:
    DocumentSession(StudyController* study, QSettings& settings, QWidget* window);

    bool isOpen() const { return m_isOpen; }
    QString path() const { return m_path; } ///< empty while the study has no file
    QStringList recentFiles() const;

    /// True when nothing would be lost, or the person decided.
    bool mayClose();
    void openBundled(const QString& name);
    void openByDialog();
    /// A study or a case is opened (also a bundled study by its name), a system profile becomes the open study's system, reference facts are held against
    /// the current candidate.
    void open(const QString& path);
    /// Asks for Calculon's three files and opens the case they give.
    void importCalculonByDialog();
    bool save();
    bool saveAs();
    /// Offers what a crash left behind; true when it was taken. What is not decided is offered again.
    bool offerRecovery();
    /// The program's start: offers recovery; when nothing is recovered, opens the file or bundled study, "" for none.
    void start(const QString& path);

Q_SIGNALS:
    void fileChanged();

private:
    void show(StudyDocument document, const QString& path);
    void openStudy(const QString& path);
    void takeSystem(const QString& path, const std::string& bytes);
    void takeReference(const QString& path, const std::string& bytes);
    bool writeTo(const QString& path);
    int askToRecover(const RecoverableDocument& left);
    void tell(const QString& title, const QString& message);
    void tell(const QString& title, const Diagnostics& diagnostics);

    StudyController* m_study;
    QWidget* m_window;
    RecentFiles m_recent;
    QString m_autosaveFolder;
    Autosave m_autosave;
    QString m_path;
    bool m_isOpen = false;
};

} // namespace planscope::ui
