#pragma once

#include "ui/models/autosave.h"
#include "ui/models/recent_files.h"
#include "ui/models/study_controller.h"
#include "ui/models/study_file.h"
#include "ui/theme/theme.h"

#include <QObject>
#include <QSettings>
#include <QStringList>

class QWidget;

namespace planscope::ui {

class CalculonDialog;
class ImportDialog;

/// The study's file: open, save, the guard against losing changes, recent files, autosave and recovery. Asks the
/// person by dialogs on `window`.
class DocumentSession final : public QObject {
    Q_OBJECT
public:
    DocumentSession(StudyController* study, QSettings& settings, const ThemeHolder* theme, QWidget* window);

    bool isOpen() const { return m_isOpen; }
    QString path() const { return m_path; } ///< empty while the study has no file
    QStringList recentFiles() const;

    /// True when nothing would be lost, or the person decided.
    bool mayClose();
    void openBundled(const QString& name);
    void openByDialog();
    /// take() of one file, or a bundled study by its name.
    void open(const QString& path);
    /// A study or a case is opened; a system profile becomes the open study's system; reference facts are held against the
    /// current candidate; Calculon's files are collected until they are a case; a Hugging Face configuration or Megatron's
    /// arguments are shown as what the import makes of them. Of several files a study is opened first,
    /// one of each kind is used, and what is left over is told with the reason.
    void take(const QStringList& paths);
    /// Asks for a system profile's file, which becomes the open study's system.
    void chooseSystemByDialog();
    /// Shows what of Calculon's files is there, and asks for the rest.
    void importCalculonByDialog();
    /// Null until some of Calculon's files were taken or asked for.
    CalculonDialog* calculonDialog() const { return m_calculon; }
    /// Asks for a file of Hugging Face or Megatron-LM.
    void importByDialog();
    /// Null until such a file was taken.
    ImportDialog* importDialog() const { return m_import; }
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
    struct IncomingFile {
        QString path;
        std::string bytes;
        FileKind kind = FileKind::Other;
    };
    bool openStudy(const QString& path);
    /// Uses the first file of that kind; gives what is to be told of the others.
    template <class Use>
    QStringList takeOne(const std::vector<IncomingFile>& files, std::initializer_list<FileKind> kinds, Use&& use);
    void takeCalculon(const IncomingFile& file, CalculonFile kind);
    void takeImport(const IncomingFile& file, whole::ImportFormat format);
    /// Opens what an import gave as a study. False: there is none, or the person would rather keep the open one.
    bool openCase(const QString& json);
    void addCase(const QString& json);
    void takeSystem(const QString& path, const std::string& bytes);
    void takeReference(const QString& path, const std::string& bytes);
    bool writeTo(const QString& path);
    /// Asks when another program changed the file since it was opened or saved here. False: it is not to be written.
    bool mayReplace(const QString& path);
    int askToRecover(const RecoverableDocument& left);
    void tell(const QString& title, const QString& message);
    void tell(const QString& title, const Diagnostics& diagnostics, const QString& more = {});

    StudyController* m_study;
    QWidget* m_window;
    RecentFiles m_recent;
    QString m_autosaveFolder;
    Autosave m_autosave;
    CalculonDialog* m_calculon = nullptr; ///< made when it is first needed; the window's
    ImportDialog* m_import = nullptr;     ///< likewise
    const ThemeHolder* m_theme;
    QString m_path;
    QByteArray m_onDisk; ///< digest of the file at m_path as it was opened or saved last
    bool m_isOpen = false;
};

} // namespace planscope::ui
